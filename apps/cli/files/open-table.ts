import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { finished } from 'node:stream/promises';
import { isNativeError } from 'node:util/types';
import { type FoundDialect, findDialect, findTrailer, shownTexts, trailerNote, unusualDialect } from './csv-dialect.ts';
import { type CsvDialect, doubleQuotes, hasOpenQuote, openQuote, readFirstRows } from './csv-records.ts';
import { bytesOfObjects, type Engine } from './engine.ts';
import { exactText, parseExactly } from './exact-json.ts';
import {
  detectEncoding,
  type Encoding,
  encodingNotes,
  encodingTitles,
  type FileFormat,
  formatOfText,
  formatTitles,
  isParquet,
  packedFormat,
  readHead,
  writeUtf8,
} from './file-format.ts';
import {
  allRows,
  dropRows,
  type FileTable,
  mostColumns,
  type RowSample,
  readCells,
  readObjects,
} from './file-table.ts';
import { checkHeader, namesByValues, readHeader, refuseHeaderAlone, type UnclearHeader } from './header.ts';
import { objectReaderOf, readJsonLines } from './jsonl-records.ts';
import { withLists } from './list-columns.ts';
import { withRoles } from './role-lists.ts';
import { refuseSheet, renamed, statSource, unreadable } from './source-file.ts';
import { ColumnsError, FileChangedError, fileStart, SourceFileError } from './source-record.ts';
import type { Unpacked } from './unpack.ts';

/** How a file was read. */
export interface ReadFile {
  readonly format: FileFormat;
  /** In words, such as `CSV (cells separated by ";", UTF-8)`. */
  readonly title: string;
  readonly table: FileTable;
  /** How `load` reads it; undefined where everything is usual. */
  readonly dialect: CsvDialect | undefined;
  /** The names of a CSV file's columns. */
  readonly header: readonly string[] | undefined;
  /** What the reader should know. */
  readonly notes: readonly string[];
  /** @throws FileChangedError if the file is no longer the one that was read */
  check(): Promise<void>;
}

export interface ReadFileOptions {
  readonly delimiter?: string | undefined;
  /** Lines above the header to leave out; undefined finds them. */
  readonly skipLines?: number | undefined;
  /** The sheet of a workbook; default the first one. */
  readonly sheet?: string | undefined;
  /** Names of the columns of a file without a header; true if the first row has them, false if they come from the values. */
  readonly header?: readonly string[] | boolean | undefined;
  /** Asks whether an unclear first row is a header. */
  readonly ask?: UnclearHeader['ask'];
  /** True takes an unclear first row for a header, with a note. */
  readonly assumesHeader?: boolean | undefined;
  readonly seed: number;
  /** A directory for copies, which the caller removes. */
  readonly workDirectory: string;
  readonly signal?: AbortSignal | undefined;
  readonly onStep?: (step: string, share: () => number | undefined) => void;
  /** Bytes of a file beyond which a sample of its rows is kept. */
  readonly wholeFileBytes?: number | undefined;
}

/** Larger files are read twice, and a random sample of their rows is kept. */
const WHOLE_FILE_BYTES = 2 * 1024 ** 3;
const sampleRows = 1_000_000;
/** The part of these bytes that a sample has, because long rows make a large one. */
const sampleShare = 0.5;
/** Lines that are no record to show. */
const shownLines = 5;

/**
 * Copies the rows of a file into a table, whatever its format, delimiter and encoding. Every value stays the text that it
 * is.
 *
 * @throws SourceFileError, ColumnsError
 */
export async function readFileIntoTable(engine: Engine, file: string, options: ReadFileOptions): Promise<ReadFile> {
  const before = await statSource(file);
  const check = async () => {
    const { size, mtimeMs, ino } = await statSource(file);
    if (size === before.size && mtimeMs === before.mtimeMs && ino === before.ino) return;
    throw new FileChangedError(`${file} changed while it was read.`, {
      hint: 'Nothing was written. Start again when the file is complete.',
    });
  };
  let plain = file;
  try {
    const unpacked = await unpack(file, options);
    plain = unpacked?.file ?? file;
    const { size } = unpacked === undefined ? before : await statSource(plain);
    const read = (await isParquet(plain))
      ? await readParquet(engine, plain, options)
      : await readText(engine, plain, size, options);
    await check();
    const notes = [...read.notes, ...notesOf(read.table)].map((note) => note.replaceAll(plain, file));
    const { sheet } = options;
    const dialect = sheet === undefined ? read.dialect : { ...read.dialect, sheet };
    return { ...read, dialect, notes: [...(unpacked?.notes ?? []), ...notes], check };
  } catch (error) {
    // What a half-written file does to the reader says less than that it changed.
    await check();
    throw renamed(unreadable(plain, error), plain, file);
  }
}

async function unpack(file: string, options: ReadFileOptions): Promise<Unpacked | undefined> {
  if (packedFormat(await readHead(file)) === undefined) {
    refuseSheet(file, options.sheet);
    return undefined;
  }
  options.onStep?.('Unpacking the file', () => undefined);
  const { unpackFile } = await import('./unpack.ts');
  return unpackFile(file, options.workDirectory, { sheet: options.sheet, signal: options.signal });
}

type ReadTable = Omit<ReadFile, 'check'>;

/** Undefined keeps all rows. */
function sampleOf(bytes: number, { seed, wholeFileBytes = WHOLE_FILE_BYTES }: ReadFileOptions): RowSample | undefined {
  return bytes > wholeFileBytes ? { rows: sampleRows, share: (wholeFileBytes * sampleShare) / bytes, seed } : undefined;
}

async function readParquet(engine: Engine, file: string, options: ReadFileOptions): Promise<ReadTable> {
  const { delimiter, header, onStep = () => {} } = options;
  refuseCsvOptions(file, delimiter, header);
  onStep('Measuring rows', () => engine.progress());
  const sample = sampleOf(await bytesOfObjects(engine, file, 'parquet'), options);
  onStep('Reading rows', () => engine.progress());
  const table = await withRoleLists(engine, await readObjects(engine, file, 'parquet', sample), options);
  return { format: 'parquet', title: formatTitles.parquet, table, dialect: undefined, header: undefined, notes: [] };
}

async function readText(engine: Engine, file: string, size: number, options: ReadFileOptions): Promise<ReadTable> {
  const { onStep = () => {}, signal, workDirectory } = options;
  const sample = sampleOf(size, options);
  let scanned = 0;
  onStep('Finding the encoding', () => scanned / size);
  const onRead = (bytes: number) => {
    scanned += bytes;
  };
  const text = await detectEncoding(file, { onRead, signal });
  const format = await formatOfText(file, text);
  let readable = file;
  if (text.encoding !== 'utf-8' || (text.hasMark && format !== 'csv')) {
    scanned = 0;
    onStep('Converting to UTF-8', () => scanned / size);
    readable = join(workDirectory, 'utf-8');
    await writeUtf8(file, readable, text.encoding, { onRead, signal });
  }
  const read =
    format === 'csv'
      ? await readCsv(engine, file, readable, sample, options)
      : await readJson(engine, file, readable, format, sample, options);
  return {
    ...read,
    title: titleOf(read.title, text.encoding),
    notes: [...encodingNotes(file, text, ', by its bytes. It is read as such, now and by load.'), ...read.notes],
  };
}

async function readJson(
  engine: Engine,
  file: string,
  readable: string,
  format: 'json' | 'json-lines',
  sample: RowSample | undefined,
  options: ReadFileOptions,
): Promise<ReadTable> {
  const { delimiter, header, onStep = () => {} } = options;
  refuseCsvOptions(file, delimiter, header);
  onStep('Reading records', () => engine.progress());
  const table = await withRoleLists(engine, await readObjects(engine, readable, format, sample), options);
  const rejected = format === 'json' || table.rejected.count === 0 ? [] : await linesWithoutObject(readable);
  if (table.stored === 0) {
    throw new SourceFileError(`${file} holds no JSON object.`, { hint: 'Write one object a line, or a list of them.' });
  }
  return {
    format,
    title: formatTitles[format],
    table: { ...table, rejected: { count: table.rejected.count, first: rejected } },
    dialect: undefined,
    header: undefined,
    notes: [],
  };
}

/** The table with an object of lists in place of each list of elements with several roles. */
async function withRoleLists(engine: Engine, table: FileTable, { workDirectory }: ReadFileOptions): Promise<FileTable> {
  const { roles = [], total, rejected } = table;
  if (roles.length === 0) return table;
  const file = join(workDirectory, 'roles');
  const output = createWriteStream(file, { mode: 0o600 });
  for await (const row of allRows(engine, table)) {
    const object = parseExactly('object' in row ? row.object : '{}') as Readonly<Record<string, unknown>>;
    if (!output.write(`${exactText(withRoles(object, roles))}\n`)) await once(output, 'drain');
  }
  output.end();
  await finished(output);
  await dropRows(engine);
  return { ...(await readObjects(engine, file, 'json-lines', undefined)), total, rejected, roles };
}

/** The first lines that are no JSON object, for DuckDB only counts them. */
async function linesWithoutObject(file: string): Promise<FileTable['rejected']['first']> {
  const found: { line: number; reason: string }[] = [];
  for await (const entry of readJsonLines(file, fileStart, objectReaderOf({ idRules: { linePrefix: '' } }))) {
    if (!('problem' in entry)) continue;
    found.push({ line: entry.line, reason: entry.problem.replace(/^the line is/, 'it is') });
    if (found.length === shownLines) break;
  }
  return found;
}

async function readCsv(
  engine: Engine,
  file: string,
  readable: string,
  sample: RowSample | undefined,
  options: ReadFileOptions,
): Promise<ReadTable> {
  const { header: said, onStep = () => {}, workDirectory, signal } = options;
  const dialect = await findDialect(engine, readable, options);
  const given = said === false ? await namesByValues(readable, dialect) : said === true ? undefined : said;
  const header = await named(file, readable, () => readHeader(readable, dialect, given, said === true));
  refuseManyColumns(file, header);
  const unclear = { name: file, ask: options.ask, isAssumed: options.assumesHeader === true };
  const headerNotes = await named(file, readable, async (): Promise<string[]> => {
    if (given === undefined) await refuseHeaderAlone(readable, dialect);
    return said === undefined ? checkHeader(readable, dialect, unclear) : [];
  });
  if (said === false) headerNotes.push(`The columns are named by their values: ${header.join(', ')}.`);
  const layout = { ...dialect, hasHeader: given === undefined, columns: header };
  onStep('Reading rows', () => engine.progress());
  const read = await readCells(engine, readable, layout, sample).catch(async (error: unknown) => {
    // DuckDB reads one kind of line breaks in a file, and has no other word for several.
    if (!isNativeError(error) || !error.message.includes('invalid state')) throw error;
    const same = join(workDirectory, 'same-breaks');
    await writeUtf8(readable, same, 'utf-8', { sameBreaks: true, signal });
    return readCells(engine, same, layout, sample);
  });
  const { lastQuote } = read.rejected;
  if (lastQuote !== undefined && (await hasOpenQuote(readable, lastQuote.offset, dialect))) {
    throw openQuote(file, lastQuote.line);
  }
  let rows = read;
  if (lastQuote !== undefined) {
    // A quote that is not doubled is text for load, and an error for DuckDB.
    const doubled = join(workDirectory, 'doubled-quotes');
    await doubleQuotes(readable, doubled, dialect);
    await dropRows(engine);
    rows = await readCells(engine, doubled, { ...layout, quote: '"', escape: '"' }, sample);
  }
  const trailer = header.length === 1 ? undefined : await findTrailer(readable, dialect);
  const table = await withLists(engine, withoutTrailer(rows, trailer?.lines.length ?? 0));
  if (table.stored === 0) {
    throw new ColumnsError(`${file}: no row has as many cells as the header.`, {
      hint: 'Name the separator of cells with --delimiter.',
    });
  }
  const { count } = table.rejected;
  if (count > table.total) {
    throw new ColumnsError(
      `${file}: ${count.toLocaleString('en')} of ${(count + table.total).toLocaleString('en')} rows have more or fewer cells than the header.`,
      { hint: 'Leave out lines above the header with --skip-lines, or name the separator of cells with --delimiter.' },
    );
  }
  const unusual = { ...unusualDialect(dialect), ...(given !== undefined && { header: given }) };
  return {
    format: 'csv',
    title: describeDialect(dialect),
    table,
    dialect: Object.keys(unusual).length === 0 ? undefined : unusual,
    header,
    notes: [
      ...(await notesOfSkipped(readable, dialect)),
      ...(trailer === undefined ? [] : [trailerNote(trailer)]),
      ...headerNotes,
      ...notesOfHeader(file, header),
      ...(lastQuote === undefined ? [] : [oddQuote(lastQuote.line)]),
    ],
  };
}

/** The lines of a trailer are the last ones that are no rows. */
function withoutTrailer(table: FileTable, lines: number): FileTable {
  const count = Math.max(0, table.rejected.count - lines);
  return { ...table, rejected: { ...table.rejected, count, first: table.rejected.first.slice(0, count) } };
}

async function notesOfSkipped(file: string, { skipLines }: FoundDialect): Promise<readonly string[]> {
  if (skipLines === 0) return [];
  const lines = (await readFirstRows(file, { delimiter: '\n' }, skipLines)).map((row) => row.join(''));
  return [
    `${skipLines === 1 ? 'The first line is' : `The first ${skipLines} lines are`} left out, now and by load: ${shownTexts(lines)}. If ${skipLines === 1 ? 'it is' : 'they are'} the header, say so with --skip-lines 0.`,
  ];
}

/** What to say of a quote that is text, and may have been meant otherwise. */
const oddQuote = (line: number): string =>
  `A quote within a cell is not doubled, the last time at line ${line}. It is read as text, now and by load; if a cell of that row has taken in the next lines, double the quote.`;

function refuseManyColumns(file: string, { length }: readonly string[]): void {
  if (length <= mostColumns) return;
  throw new ColumnsError(
    `${file} has ${length.toLocaleString('en')} columns; design reads at most ${mostColumns.toLocaleString('en')}.`,
    { hint: 'Keep the columns that tell records apart, ten to thirty of them, and leave the others out of the file.' },
  );
}

/** Runs a check that names the file which it reads; the reader knows the other one. */
async function named<Result>(file: string, readable: string, run: () => Promise<Result>): Promise<Result> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ColumnsError) || file === readable) throw error;
    throw new ColumnsError(error.message.replaceAll(readable, file), {
      ...(error.hint !== undefined && { hint: error.hint }),
      cause: error,
    });
  }
}

const describeDialect = ({ delimiter, quote }: FoundDialect): string =>
  `cells separated by ${delimiter === '\t' ? 'tabs' : JSON.stringify(delimiter)}${quote === '"' ? '' : ` in ${quote}`}`;

const titleOf = (title: string, encoding: Encoding): string => `${title}, ${encodingTitles[encoding]}`;

function refuseCsvOptions(file: string, delimiter: string | undefined, header: ReadFileOptions['header']): void {
  const given = delimiter !== undefined ? '--delimiter' : header !== undefined ? '--header' : undefined;
  if (given === undefined) return;
  throw new SourceFileError(`${given} has no effect on ${file}, whose rows are objects.`, { hint: 'Leave it out.' });
}

function notesOfHeader(file: string, header: readonly string[]): string[] {
  return header.length > 1
    ? []
    : [`${file} has one column only. If it has more, name the separator of cells with --delimiter.`];
}

function notesOf({ rejected: { count, first }, total, stored }: FileTable): string[] {
  const lines = first.map(({ line, reason }) => `line ${line}: ${reason}`).join('; ');
  const shown = lines === '' ? '' : ` (${lines}${count > first.length ? '; …' : ''})`;
  return [
    ...(count === 0
      ? []
      : [
          `${count.toLocaleString('en')} ${count === 1 ? 'line is no record and is' : 'lines are no records and are'} left out${shown}. load refuses ${count === 1 ? 'it' : 'them'} too.`,
        ]),
    ...(stored === total
      ? []
      : [
          `The file is large: all figures come from a random sample of ${stored.toLocaleString('en')} of ${total.toLocaleString('en')} rows.`,
        ]),
  ];
}
