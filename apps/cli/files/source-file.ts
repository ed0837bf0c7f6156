import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isNativeError } from 'node:util/types';
import { compileColumns } from './columns.ts';
import { type ColumnsFile, columnOptions, dialectOf, type GivenColumns } from './columns-file.ts';
import { findTrailer, trailerNote } from './csv-dialect.ts';
import { readCsvHeader, readCsvRows } from './csv-records.ts';
import { defaultMemory, type Engine } from './engine.ts';
import type { FieldTarget } from './field-target.ts';
import {
  detectEncoding,
  encodingNotes,
  type FileFormat,
  formatOfText,
  isParquet,
  packedFormat,
  readHead,
  refuseBinaryFile,
  writeUtf8,
} from './file-format.ts';
import { objectReaderOf, readJsonLines } from './jsonl-records.ts';
import { compileObjects } from './object-columns.ts';
import {
  ColumnsError,
  excerpt,
  fileStart,
  SourceFileError,
  type SourcePosition,
  type SourceRecord,
} from './source-record.ts';
import type { TextSource } from './text-pieces.ts';

export interface SourceOptions extends GivenColumns {
  /** Separator of cells; the default depends on the file's name. */
  readonly delimiter?: string | undefined;
  /** Lines above the header to leave out. */
  readonly skipLines?: number | undefined;
  /** The sheet of a workbook. */
  readonly sheet?: string | undefined;
  /** Lists every column of the file. */
  readonly mapping?: ColumnsFile | undefined;
  /** Receives what the reader should know of the file. */
  readonly tell?: ((sentence: string) => void) | undefined;
}

/** A file of records that is open. */
export interface RecordSource {
  /** The position at its end: bytes, or rows where a file has no lines. */
  readonly total: number;
  /** The fields that its columns fill; undefined where every field of an object keeps its name. */
  readonly targets: readonly FieldTarget[] | undefined;
  /** What it takes to read pieces of it elsewhere; undefined if only this source can read it. */
  readonly text?: TextSource;
  /** Reads the records from a position on. */
  read(from: SourcePosition): AsyncIterable<SourceRecord>;
  close(): Promise<void>;
}

/**
 * Refuses a UTF-16 file, which spreadsheets write as "Unicode text": its bytes would be read as UTF-8.
 *
 * @throws SourceFileError
 */
export async function checkEncoding(file: string): Promise<void> {
  const head = await readHead(file, 2);
  const mark = head.length === 2 ? head.readUInt16BE() : 0;
  if (mark !== 0xfffe && mark !== 0xfeff) return;
  throw new SourceFileError(`${file} is UTF-16.`, {
    hint: 'Save the file as UTF-8, or let "entity-data design" read it: its columns.json loads it as it is.',
  });
}

/**
 * Size and modification time of a file that can be read from any position.
 *
 * @throws SourceFileError
 */
export async function statSource(file: string): Promise<{ size: number; mtimeMs: number; ino: number }> {
  let found: Awaited<ReturnType<typeof stat>>;
  try {
    found = await stat(file);
  } catch (cause) {
    throw new SourceFileError(`${file} cannot be read: ${(cause as Error).message}`, { cause });
  }
  if (found.isFile()) {
    await refuseBinaryFile(file);
    return found;
  }
  // A pipe has no size, and no position to resume from.
  throw new SourceFileError(
    found.isDirectory() ? `${file} is a directory, not a file.` : `${file} is not a regular file.`,
  );
}

/** A text that is equal for equal column options, whatever their order. */
export function mappingOf(options: SourceOptions): string {
  const { idColumn = 'id', column, delimiter, skipLines, sheet, mapping, ofSource } = options;
  const columns = [...column].sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([
    idColumn,
    delimiter ?? '',
    ...columns,
    ...(mapping === undefined ? [] : [mapping.content]),
    ...(skipLines === undefined && sheet === undefined ? [] : [{ skipLines, sheet }]),
    ...(ofSource === undefined ? [] : [{ ofSource }]),
  ]);
}

/**
 * Opens a file of records. Its extension selects the format; with a mapping of its columns, its content does.
 *
 * @throws SourceFileError, ColumnsError, DuckdbUnavailableError
 */
export async function openSource(file: string, options: SourceOptions): Promise<RecordSource> {
  if (packedFormat(await readHead(file)) === undefined) {
    refuseSheet(file, options.sheet);
    return openPlain(file, options);
  }
  return inDirectory(async (directory) => {
    // Loaded on demand: most files are plain.
    const { unpackFile } = await import('./unpack.ts');
    const sheet = options.sheet ?? options.mapping?.content.source?.sheet;
    const { file: plain, notes } = (await unpackFile(file, directory, { sheet }))!;
    for (const note of notes) options.tell?.(note);
    const tell = (sentence: string) => options.tell?.(sentence.replaceAll(plain, file));
    try {
      await refuseBinaryFile(plain);
      return await openPlain(plain, { ...options, tell });
    } catch (error) {
      throw renamed(error, plain, file);
    }
  });
}

/** @throws SourceFileError when a sheet is named, and the file is no workbook */
export function refuseSheet(file: string, sheet: string | undefined): void {
  if (sheet === undefined) return;
  throw new SourceFileError(`--sheet has no effect on ${file}, which is no workbook.`, { hint: 'Leave it out.' });
}

/** An error that names the file that the reader knows, in place of a copy. */
export function renamed(error: unknown, copy: string, file: string): unknown {
  if (copy === file || !(error instanceof SourceFileError || error instanceof ColumnsError)) return error;
  const { message, hint } = error;
  const Same = error instanceof ColumnsError ? ColumnsError : SourceFileError;
  return new Same(message.replaceAll(copy, file), { ...(hint !== undefined && { hint }), cause: error });
}

/** Opens a source with a directory of its own, which goes when it is closed. */
async function inDirectory(open: (directory: string) => Promise<RecordSource>): Promise<RecordSource> {
  const directory = await mkdtemp(join(tmpdir(), 'entity-data-load-'));
  const remove = () => rm(directory, { recursive: true, force: true });
  try {
    const source = await open(directory);
    return { ...source, close: () => source.close().finally(remove) };
  } catch (error) {
    await remove();
    throw error;
  }
}

async function openPlain(file: string, options: SourceOptions): Promise<RecordSource> {
  const format = options.mapping === undefined ? formatByName(file) : undefined;
  if (format === 'parquet' || (format === undefined && (await isParquet(file)))) {
    return openObjects(file, 'parquet', options);
  }
  if (format !== undefined) {
    await checkEncoding(file);
    return openText(file, format, options);
  }
  return openInAnyEncoding(file, options);
}

/** The format and the usual separator by the extension. */
function formatByName(file: string): FileFormat {
  switch (/\.([a-z]+)$/i.exec(file)?.[1]?.toLowerCase()) {
    case 'csv':
    case 'tsv':
      return 'csv';
    case 'jsonl':
    case 'ndjson':
      return 'json-lines';
    case 'json':
      return 'json';
    case 'parquet':
      return 'parquet';
    default:
      throw new SourceFileError(`${file} is not a .csv, .tsv, .jsonl, .ndjson, .json or .parquet file.`, {
        hint: 'Rename the file by its content: .csv or .tsv for columns with a header, .jsonl or .ndjson for one JSON object a line.',
      });
  }
}

/** Opens a text in its own encoding: a file that is not UTF-8 is read from a copy, which goes when it is closed. */
async function openInAnyEncoding(file: string, options: SourceOptions): Promise<RecordSource> {
  const text = await detectEncoding(file);
  const format = await formatOfText(file, text);
  if (text.encoding === 'utf-8' && !(text.hasMark && format === 'json')) return openText(file, format, options);
  for (const note of encodingNotes(file, text, '; it is read as such.')) options.tell?.(note);
  return inDirectory(async (directory) => {
    const copy = join(directory, 'copy');
    await writeUtf8(file, copy, text.encoding);
    return openText(copy, format, options, file);
  });
}

/** @param name the file for messages, if another one is read */
async function openText(
  file: string,
  format: Exclude<FileFormat, 'parquet'>,
  options: SourceOptions,
  name = file,
): Promise<RecordSource> {
  if (format === 'csv') return openCsv(file, options, name);
  if (options.delimiter !== undefined) {
    throw new SourceFileError(`--delimiter has no effect on ${name}, whose lines have no columns.`, {
      hint: 'Leave it out: the fields of each line are those of its record.',
    });
  }
  if (format === 'json') return openObjects(file, 'json', options);
  const columns = columnOptions(options, options.mapping);
  const compiled = compileObjects(columns);
  const read = objectReaderOf(columns, compiled);
  const { size } = await statSource(file);
  return {
    total: size,
    targets: compiled.targets,
    text: { file, format: 'json-lines', start: fileStart, columns },
    read: (from) => readJsonLines(file, from, read),
    close: async () => {},
  };
}

async function openCsv(file: string, options: SourceOptions, name: string): Promise<RecordSource> {
  const { mapping, skipLines } = options;
  const dialect = dialectOf({ delimiter: options.delimiter ?? delimiterByName(name, mapping), skipLines }, mapping);
  const { names, next } = await readCsvHeader(file, dialect);
  const columns = columnOptions(options, mapping);
  const compiled = compileColumns(names, columns);
  const trailer = names.length === 1 ? undefined : await findTrailer(file, dialect);
  if (trailer !== undefined) options.tell?.(`${name}: ${trailerNote(trailer)}`);
  const end = trailer?.offset;
  const header = { names, next, end };
  const { size } = await statSource(file);
  return {
    total: end ?? size,
    targets: compiled.targets,
    text: { file, format: 'csv', start: next, end, columns, header: names, dialect },
    read: (from) => readCsvRows(file, from, header, compiled, dialect),
    close: async () => {},
  };
}

const delimiterByName = (file: string, mapping: ColumnsFile | undefined): string | undefined =>
  mapping === undefined && /\.tsv$/i.test(file) ? '\t' : undefined;

/** Opens a file whose rows have no lines. A position counts rows. */
async function openObjects(file: string, format: 'json' | 'parquet', options: SourceOptions): Promise<RecordSource> {
  const columns = columnOptions(options, options.mapping);
  const compiled = compileObjects(columns);
  const readObject = objectReaderOf(columns, compiled);
  // Loaded on demand: most files need no DuckDB.
  const [{ openEngine }, { countObjects, objectsQuery }] = await Promise.all([
    import('./engine.ts'),
    import('./engine.ts'),
  ]);
  const engine = await openEngine();
  try {
    const query = await objectsQuery(engine, file, format);
    const total = await countObjects(engine, query);
    return {
      total,
      targets: compiled.targets,
      read: (from) => readRows(engine, query, from, readObject),
      close: async () => engine.close(),
    };
  } catch (cause) {
    engine.close();
    throw unreadable(file, cause);
  }
}

async function* readRows(
  engine: Engine,
  query: string,
  from: SourcePosition,
  read: (text: string, line: number) => ReturnType<ReturnType<typeof objectReaderOf>>,
): AsyncGenerator<SourceRecord, void, undefined> {
  let row = from.offset;
  for await (const [json] of engine.stream(`${query} OFFSET ${row}`)) {
    row += 1;
    const text = json as string;
    const place = { line: row, end: row, nextLine: row + 1 };
    const result = read(text, row);
    yield 'problem' in result ? { ...place, problem: result.problem, text: excerpt(text) } : { ...place, ...result };
  }
}

/** What DuckDB says of a file that it cannot read, without what its own users could do about it. */
export function unreadable(file: string, cause: unknown): unknown {
  if (!isNativeError(cause) || cause.name === 'AbortError' || 'code' in cause) return cause;
  if (/^Out of Memory/i.test(cause.message)) {
    return new SourceFileError(`${file} cannot be read within ${defaultMemory} of memory.`, {
      hint: 'Leave out columns with long values, or write the rows into several files.',
      cause,
    });
  }
  if (/No space left|File too large|disk is full/i.test(cause.message)) {
    return new SourceFileError(`There is no space for a copy of ${file} in ${tmpdir()}.`, {
      hint: 'Free space there, or name another directory in TMPDIR.',
      cause,
    });
  }
  const said = cause.message
    .split('\n', 1)[0]!
    .replace(/^(?:\w+ )+Error: /, '')
    .replace(/ in file "[^"]*",/, '')
    .trim();
  return new SourceFileError(`${file} cannot be read: ${said}`, {
    hint: 'The file is damaged or incomplete; write it again.',
    cause,
  });
}
