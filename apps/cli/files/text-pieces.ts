import { type FileHandle, open } from 'node:fs/promises';
import { parse } from 'csv-parse/sync';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { type ColumnOptions, compileColumns } from './columns.ts';
import { type CsvDialect, csvSettings } from './csv-records.ts';
import { objectReaderOf } from './jsonl-records.ts';
import { encodingProblem, excerpt, recordLimit, type SourcePosition } from './source-record.ts';

/** A text of records in UTF-8, of which pieces can be read by themselves, in any thread. */
export interface TextSource {
  readonly file: string;
  readonly format: 'csv' | 'json-lines';
  /** Where the records begin. */
  readonly start: SourcePosition;
  /** The position in bytes at which they end; undefined at the end of the file. */
  readonly end?: number | undefined;
  readonly columns: ColumnOptions;
  /** Of CSV. */
  readonly header?: readonly string[];
  readonly dialect?: CsvDialect;
}

/** Whole rows or lines. */
export interface TextPiece {
  readonly bytes: Uint8Array<ArrayBuffer>;
  /** Number of its first line. */
  readonly line: number;
  /** Number of the line behind it. */
  readonly nextLine: number;
}

/** From here on the file has to be read one record after the other: by `RecordSource.read`. */
export interface Uncut {
  readonly from: SourcePosition;
}

/** A record of a piece, or the reason why the text is not a record. */
export type PieceRecord = { readonly line: number } & (
  | { readonly record: RecordPayload }
  | { readonly problem: string; readonly text: string }
);

const PIECE_BYTES = 1_048_576;
const [LINE_FEED, RETURN] = [10, 13];

/**
 * Cuts a text between rows or lines. What cannot be cut with certainty comes last, uncut: rows of an unusual dialect, a quote
 * that is not closed, a very long record.
 */
export async function* cutPieces(
  source: TextSource,
  pieceBytes = PIECE_BYTES,
): AsyncGenerator<TextPiece | Uncut, void, undefined> {
  const scan = scannerOf(source);
  let { offset, line } = source.start;
  if (scan === undefined) {
    yield { from: source.start };
    return;
  }
  const file = await open(source.file);
  try {
    for (let length = pieceBytes; ; ) {
      const bytes = await readAt(file, offset, Math.min(length, (source.end ?? Number.POSITIVE_INFINITY) - offset));
      if (bytes.length === 0) return;
      const isLast = bytes.length < length;
      const cut = scan(bytes, isLast);
      if (cut.end === 0) {
        if (isLast || length > recordLimit) {
          yield { from: { offset, line } };
          return;
        }
        length *= 2;
        continue;
      }
      yield { bytes: bytes.subarray(0, cut.end), line, nextLine: line + cut.lines };
      offset += cut.end;
      line += cut.lines;
      length = pieceBytes;
      if (isLast && cut.end === bytes.length) return;
    }
  } finally {
    await file.close();
  }
}

async function readAt(file: FileHandle, offset: number, length: number): Promise<Buffer<ArrayBuffer>> {
  const buffer = Buffer.allocUnsafeSlow(length);
  let read = 0;
  while (read < length) {
    const { bytesRead } = await file.read(buffer, read, length - read, offset + read);
    if (bytesRead === 0) break;
    read += bytesRead;
  }
  return buffer.subarray(0, read);
}

/** Bytes up to the end of the last whole row, and the lines that they have; none if there is no whole row. */
interface Cut {
  readonly end: number;
  readonly lines: number;
}

type Scan = (bytes: Buffer, isLast: boolean) => Cut;

/** Undefined for a dialect that only csv-parse knows. */
function scannerOf({ format, dialect = {} }: TextSource): Scan | undefined {
  if (format === 'json-lines') return scanLines;
  const { delimiter = ',', quote = '"' } = dialect;
  const isPlain = [delimiter, quote].every((text) => text.length === 1 && text < '\u0080' && !/[\r\n]/.test(text));
  if (!isPlain || (dialect.escape ?? quote) !== quote || delimiter === quote) return undefined;
  const codes = { delimiter: delimiter.charCodeAt(0), quote: quote.charCodeAt(0) };
  return (bytes, isLast) =>
    bytes.includes(codes.quote) || hasLoneReturn(bytes) ? scanRows(bytes, isLast, codes) : scanLines(bytes, isLast);
}

function scanLines(bytes: Buffer, isLast: boolean): Cut {
  const end = isLast ? bytes.length : bytes.lastIndexOf(LINE_FEED) + 1;
  let lines = 0;
  let at = bytes.indexOf(LINE_FEED);
  for (; at >= 0 && at < end; at = bytes.indexOf(LINE_FEED, at + 1)) lines += 1;
  return { end, lines: bytes[end - 1] === LINE_FEED || end === 0 ? lines : lines + 1 };
}

/** A return that ends a row without a line feed. */
function hasLoneReturn(bytes: Uint8Array): boolean {
  for (let at = bytes.indexOf(RETURN); at >= 0; at = bytes.indexOf(RETURN, at + 1)) {
    if (bytes[at + 1] !== LINE_FEED) return true;
  }
  return false;
}

const scanRows = (bytes: Buffer, isLast: boolean, codes: Codes): Cut => new RowScan(bytes, isLast, codes).cut();

interface Codes {
  readonly delimiter: number;
  readonly quote: number;
}

/**
 * Finds rows as csv-parse does with stray quotes allowed. A quote opens a cell only where the cell begins, and closes it only
 * before something else than a quote; a break within a cell counts as a line, each half of it for itself.
 */
class RowScan {
  private readonly bytes: Buffer;
  private readonly isLast: boolean;
  private readonly codes: Codes;
  private end = 0;
  private lines = 0;
  private linesAtEnd = 0;
  private isQuoted = false;
  private isAtStart = true;

  constructor(bytes: Buffer, isLast: boolean, codes: Codes) {
    this.bytes = bytes;
    this.isLast = isLast;
    this.codes = codes;
  }

  cut(): Cut {
    const { bytes } = this;
    for (let at = 0; at < bytes.length && !this.isUnclear(at); )
      at = this.isQuoted ? this.within(at) : this.between(at);
    // The last row may lack its break. A cell that is still open has no end.
    if (!this.isLast || this.isQuoted) return { end: this.end, lines: this.linesAtEnd };
    return { end: bytes.length, lines: this.linesAtEnd + (this.end === bytes.length ? 0 : 1) };
  }

  /** Whether it depends on a byte that is not there what this one means. */
  private isUnclear(at: number): boolean {
    if (this.isLast || at + 1 < this.bytes.length) return false;
    return this.isQuoted ? this.bytes[at] === this.codes.quote : this.bytes[at] === RETURN;
  }

  /** @returns the position behind what it took */
  private within(at: number): number {
    const { bytes, codes } = this;
    if (isBreak(bytes[at])) this.lines += 1;
    if (bytes[at] !== codes.quote) return at + 1;
    if (bytes[at + 1] === codes.quote) return at + 2;
    this.isQuoted = false;
    this.isAtStart = false;
    return at + 1;
  }

  private between(at: number): number {
    const { bytes, codes } = this;
    const byte = bytes[at];
    if (isBreak(byte)) {
      this.lines += 1;
      this.linesAtEnd = this.lines;
      this.isAtStart = true;
      this.end = byte === RETURN && bytes[at + 1] === LINE_FEED ? at + 2 : at + 1;
      return this.end;
    }
    if (byte === codes.quote && this.isAtStart) this.isQuoted = true;
    else this.isAtStart = byte === codes.delimiter;
    return at + 1;
  }
}

const isBreak = (byte: number | undefined): boolean => byte === LINE_FEED || byte === RETURN;

/** Reads the records of pieces, with the same result as `RecordSource.read`. */
export function pieceReaderOf(source: TextSource): (piece: Omit<TextPiece, 'nextLine'>) => Iterable<PieceRecord> {
  const { columns, header, dialect } = source;
  if (source.format === 'json-lines') {
    const read = objectReaderOf(columns);
    return ({ bytes, line }) => readLines(bytes, line, read);
  }
  const { read } = compileColumns(header!, columns);
  return (piece) => readRows(piece, read, dialect ?? {});
}

function* readLines(
  bytes: Uint8Array,
  first: number,
  read: ReturnType<typeof objectReaderOf>,
): Generator<PieceRecord, void, undefined> {
  let line = first;
  for (const whole of textOf(bytes, first === 1).split('\n')) {
    const text = whole.endsWith('\r') ? whole.slice(0, -1) : whole;
    if (text.trim() !== '') {
      const result = read(text, line);
      yield 'problem' in result ? { line, problem: result.problem, text: excerpt(text) } : { line, ...result };
    }
    line += 1;
  }
}

function* readRows(
  { bytes, line }: Omit<TextPiece, 'nextLine'>,
  read: ReturnType<typeof compileColumns>['read'],
  dialect: CsvDialect,
): Generator<PieceRecord, void, undefined> {
  for (const { row, at, isSound } of rowsOf(bytes, line, dialect)) {
    if (row.length === 1 && row[0] === '') continue;
    const problem = isSound ? undefined : encodingProblem(row.join(''));
    const result = problem === undefined ? read(row, at) : { problem };
    if ('problem' in result) {
      yield { line: at, problem: result.problem, text: excerpt(row.join(dialect.delimiter ?? ',')) };
    } else yield { line: at, record: result.record };
  }
}

interface PieceRow {
  readonly row: readonly string[];
  readonly at: number;
  /** Whether it is known that its encoding has no problem. */
  readonly isSound: boolean;
}

/** Rows without a quote are split by their breaks, which is the same and takes a tenth of the time of csv-parse. */
function* rowsOf(bytes: Uint8Array, first: number, dialect: CsvDialect): Generator<PieceRow, void, undefined> {
  const { delimiter = ',', quote = '"' } = dialect;
  let at = first;
  if (!bytes.includes(quote.charCodeAt(0)) && !hasLoneReturn(bytes)) {
    const text = textOf(bytes, first === 1);
    const isSound = encodingProblem(text) === undefined;
    for (const line of text.split(text.includes('\r') ? /\r?\n/ : '\n')) {
      yield { row: line.split(delimiter), at: at++, isSound };
    }
    return;
  }
  const settings = csvSettings(dialect, first === 1 ? 0 : 1);
  for (const { record, info } of parse(bytes as Buffer, settings) as unknown as readonly CsvRow[]) {
    yield { row: record, at, isSound: false };
    at = first + info.lines;
  }
}

interface CsvRow {
  readonly record: string[];
  readonly info: { readonly lines: number };
}

/** @param isFirst whether a byte order mark may stand before it */
function textOf(bytes: Uint8Array, isFirst: boolean): string {
  const text = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('utf8');
  return isFirst && text.startsWith('\uFEFF') ? text.slice(1) : text;
}
