import { createReadStream, createWriteStream } from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { CsvError, type Options, type Parser, parse } from 'csv-parse';
import type { CompiledColumns } from './columns.ts';
import { readHead } from './file-format.ts';
import {
  ColumnsError,
  encodingProblem,
  excerpt,
  fileStart,
  recordLimit,
  SourceFileError,
  type SourcePosition,
  type SourceRecord,
} from './source-record.ts';

/** How cells are written. */
export interface CsvDialect {
  /** Separator of cells; default a comma. */
  readonly delimiter?: string | undefined;
  /** Encloses cells; default a double quote. */
  readonly quote?: string | undefined;
  /** Precedes a quote within a quoted cell; default the quote itself. */
  readonly escape?: string | undefined;
  /** Names of the columns of a file whose first row is no header. */
  readonly header?: readonly string[] | undefined;
  /** Lines above the header, or above the first record, to leave out; default 0. */
  readonly skipLines?: number | undefined;
  /** Of a workbook; default the first one. */
  readonly sheet?: string | undefined;
}

interface CsvRow {
  readonly record: string[];
  readonly info: { readonly bytes: number; readonly lines: number };
}

/** The header of a CSV file. */
export interface CsvHeader {
  readonly names: readonly string[];
  /** Where the rows begin. */
  readonly next: SourcePosition;
  /** The position in bytes at which they end; undefined at the end of the file. */
  readonly end?: number | undefined;
}

/**
 * Reads the records below a header (RFC 4180; UTF-8, with or without a byte order mark). Reports an invalid row without
 * stopping the others. Rejects when the file cannot be read.
 */
export async function* readCsvRows(
  file: string,
  from: SourcePosition,
  header: CsvHeader,
  { read: readRow }: CompiledColumns,
  options: CsvDialect,
): AsyncGenerator<SourceRecord, void, undefined> {
  const start = from.offset < header.next.offset ? header.next : from;
  let end = start.offset;
  // csv-parse counts lines by their breaks, so a row starts where the one before it ended.
  let line = start.line;
  try {
    for await (const { record: row, info } of rows(file, start.offset, { ...options, end: header.end })) {
      const at = line;
      end = start.offset + info.bytes;
      line = start.line + info.lines;
      if (row.length === 1 && row[0] === '') continue;
      const place = { line: at, end, nextLine: line };
      const problem = encodingProblem(row.join(''));
      const read = problem === undefined ? readRow(row, at) : { problem };
      yield 'problem' in read
        ? { ...place, problem: read.problem, text: excerpt(row.join(options.delimiter ?? ',')) }
        : { ...place, record: read.record };
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (isTooLarge(error)) throw rowTooLarge(file, line, error);
    // After an unclosed quote, row boundaries are unknown.
    throw new ColumnsError(`${file}: a quote that opens at line ${line} or later is not closed.`, {
      hint: `Double a quote inside a quoted cell ("") and close every quoted cell. Everything before line ${line} was read.`,
      cause: error,
    });
  }
}

/** @throws ColumnsError when the file is empty, or its first row is no text */
export async function readCsvHeader(file: string, options: CsvDialect): Promise<CsvHeader> {
  for await (const { record, info } of rows(file, 0, { ...options, to: 1 })) {
    const problem = encodingProblem(record.join(''));
    if (problem !== undefined) {
      throw new ColumnsError(`The header of ${file} cannot be read: ${problem}.`, { hint: 'Save the file as UTF-8.' });
    }
    if (options.header !== undefined) return { names: options.header, next: await lineStart(file, options.skipLines) };
    if (record.every((name) => name.trim() === '')) {
      throw new ColumnsError(`${file} has no header: its first line is blank.`, {
        hint: 'The first row must name the columns.',
      });
    }
    return {
      names: record.map((name) => name.trim()),
      next: { offset: info.bytes, line: info.lines + 1 },
    };
  }
  throw new ColumnsError(`${file} is empty.`, { hint: 'The first row must name the columns.' });
}

/** Where the line below some lines begins. */
async function lineStart(file: string, lines = 0): Promise<SourcePosition> {
  if (lines === 0) return fileStart;
  const breaks = (await readHead(file)).toString('latin1').matchAll(/\r\n?|\n/g);
  const last = [...breaks].at(lines - 1);
  // csv-parse leaves lines out at the start of a file only.
  return last === undefined ? fileStart : { offset: last.index + last[0].length, line: lines + 1 };
}

/** A row and the number of the line below it. */
interface FirstRow {
  readonly cells: string[];
  readonly nextLine: number;
}

/** The first rows of a file as they are, the header included, up to a number of rows. */
export const readFirstRows = async (file: string, dialect: CsvDialect, most: number): Promise<readonly string[][]> =>
  (await readNumberedRows(file, dialect, most)).map(({ cells }) => cells);

/** The first rows with their lines. */
export async function readNumberedRows(file: string, dialect: CsvDialect, most: number): Promise<readonly FirstRow[]> {
  const first: FirstRow[] = [];
  try {
    for await (const { record, info } of rows(file, 0, { ...dialect, to: most })) {
      first.push({ cells: record, nextLine: info.lines + 1 });
    }
  } catch (error) {
    if (!(error instanceof CsvError)) throw error;
    if (isTooLarge(error) && first.length < 2) throw rowTooLarge(file, first.length + 1, error);
    if (first.length === 0) {
      throw new SourceFileError(`${file}: a quote in the first row is not closed.`, {
        hint: 'Close every quoted cell, or double quotes within cells ("").',
        cause: error,
      });
    }
  }
  return first;
}

const isTooLarge = ({ code }: CsvError): boolean => code === 'CSV_MAX_RECORD_SIZE';

const rowTooLarge = (file: string, line: number, cause: unknown): ColumnsError =>
  new ColumnsError(
    `${file}: the row at line ${line} or one below it has more than ${recordLimit.toLocaleString('en')} bytes.`,
    {
      hint: 'Shorten its cells; or close its quote, which may take the rest of the file for one cell.',
      cause,
    },
  );

/** What to say of a quote that takes the rest of the file for its cell. */
export const openQuote = (file: string, line: number): ColumnsError =>
  new ColumnsError(`${file}: a quote that opens at line ${line} is not closed.`, {
    hint: 'Double a quote inside a quoted cell ("") and close every quoted cell.',
  });

/** A row with every cell in double quotes. */
export const quotedLine = (row: readonly string[], delimiter = ','): string =>
  `${row.map((cell) => `"${cell.replaceAll('"', '""')}"`).join(delimiter)}\n`;

/** Copies a file with every cell in double quotes, so that readers that allow no others read the same cells. */
export async function doubleQuotes(file: string, target: string, dialect: CsvDialect): Promise<void> {
  const lineOf = (row: readonly string[]) =>
    row.length === 1 && row[0] === '' ? '\n' : quotedLine(row, dialect.delimiter);
  await pipeline(
    rows(file, 0, dialect),
    async function* (read: AsyncIterable<CsvRow>) {
      // The other lines keep their numbers.
      yield '\n'.repeat(dialect.skipLines ?? 0);
      for await (const { record } of read) yield lineOf(record);
    },
    createWriteStream(target, { mode: 0o600 }),
  );
}

/** True if a quote of the row at a position in bytes is not closed before the end of the file. */
export async function hasOpenQuote(file: string, offset: number, dialect: CsvDialect): Promise<boolean> {
  try {
    for await (const _row of rows(file, offset, { ...dialect, to: 1 })) return false;
    return false;
  } catch (error) {
    if (error instanceof CsvError) return true;
    throw error;
  }
}

function rows(
  file: string,
  offset: number,
  options: CsvDialect & { readonly to?: number; readonly end?: number | undefined },
): AsyncIterable<CsvRow> & Parser {
  const end = options.end === undefined ? {} : { end: Math.max(offset, options.end - 1) };
  const stream = createReadStream(file, { start: offset, ...end, highWaterMark: 256 * 1024 });
  const parser = parse({ ...csvSettings(options, offset), ...(options.to === undefined ? {} : { to: options.to }) });
  stream.on('error', (error) => parser.destroy(error));
  parser.on('close', () => stream.destroy());
  return stream.pipe(parser);
}

/** How csv-parse reads rows from a position of a file on. */
export function csvSettings(dialect: CsvDialect, offset: number): Options {
  const { delimiter = ',', quote = '"' } = dialect;
  return {
    info: true,
    delimiter,
    quote,
    escape: dialect.escape ?? quote,
    bom: offset === 0,
    from_line: offset === 0 ? (dialect.skipLines ?? 0) + 1 : 1,
    record_delimiter: ['\r\n', '\n', '\r'],
    // A wrong number of cells concerns one row only; a stray quote is read as text.
    relax_column_count: true,
    relax_quotes: true,
    max_record_size: recordLimit,
  };
}
