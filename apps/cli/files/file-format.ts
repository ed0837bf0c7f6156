import { isAscii, isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { open } from 'node:fs/promises';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SourceFileError } from './source-record.ts';

/** The bytes that show what a file is. */
const HEAD_BYTES = 64 * 1024;

/** A Parquet file begins and ends with these characters. */
const parquetMagic = 'PAR1';

/** The first bytes of a file. */
export async function readHead(file: string, bytes = HEAD_BYTES): Promise<Buffer> {
  const opened = await open(file);
  try {
    const { buffer, bytesRead } = await opened.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await opened.close();
  }
}

/** Names as the Encoding Standard has them; `mixed` is a file whose lines are UTF-8 or Windows-1252. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252' | 'mixed';

/** How the bytes of a file become text. */
export interface TextEncoding {
  readonly encoding: Encoding;
  /** True if a byte order mark precedes the text. */
  readonly hasMark: boolean;
  /** True if a few lines of the file are of another encoding. */
  readonly isDamaged: boolean;
}

/** What a reader calls each encoding. */
export const encodingTitles: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252 (Latin-1)',
  mixed: 'a mix of UTF-8 and Windows-1252 (Latin-1)',
};

const chunkBytes = 1024 * 1024;

/**
 * Finds the encoding by the bytes of the whole file: a byte order mark, the zero bytes of UTF-16, or whether all bytes
 * are UTF-8. Any other text counts as Windows-1252, which contains Latin-1, or as a mix where lines of both kinds are many.
 *
 * @param onRead receives the number of bytes of each chunk
 * @throws SourceFileError when the file is empty or holds no text
 */
export async function detectEncoding(
  file: string,
  { onRead, signal }: { readonly onRead?: (bytes: number) => void; readonly signal?: AbortSignal | undefined } = {},
): Promise<TextEncoding> {
  let head: TextEncoding | undefined;
  let isFirst = true;
  let rest: Buffer = Buffer.alloc(0);
  let isUtf = true;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes, signal }) as AsyncIterable<Buffer>) {
    onRead?.(chunk.length);
    if (isFirst) {
      isFirst = false;
      refuseBinary(file, chunk.subarray(0, HEAD_BYTES));
      head = encodingOfHead(chunk.subarray(0, HEAD_BYTES));
      // The marks decide; only the absence of one needs the whole file.
      if (head !== undefined && head.encoding !== 'utf-8') return head;
    }
    if (!isUtf) continue;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    rest = bytes.subarray(whole);
    isUtf = isUtf8(bytes.subarray(0, whole));
  }
  if (isFirst) throw new SourceFileError(`${file} is empty.`, { hint: 'Name a file with a header and rows.' });
  const hasMark = head?.hasMark ?? false;
  if (isUtf && rest.length === 0) return { encoding: 'utf-8', hasMark, isDamaged: false };
  const { utf, other } = await countLines(file, signal);
  // A few lines are damage, or read as UTF-8 by chance: hardly any text in Windows-1252 does.
  if (other <= utf * fewLines) return { encoding: 'utf-8', hasMark, isDamaged: true };
  if (utf <= other * fewLines && !hasMark) return { encoding: 'windows-1252', hasMark, isDamaged: utf > 0 };
  return { encoding: 'mixed', hasMark, isDamaged: false };
}

/** The share of lines of another encoding up to which the others decide. */
const fewLines = 0.05;

/**
 * What the reader should know of the encoding of a file.
 *
 * @param asSuch how a sentence ends that says what it is
 */
export function encodingNotes(file: string, { encoding, isDamaged }: TextEncoding, asSuch: string): string[] {
  if (encoding === 'utf-8') return [];
  const isMixed = encoding === 'mixed';
  return [
    `${file} is ${encodingTitles[encoding]}${isMixed ? '; each line is read as what its bytes are.' : asSuch}`,
    ...(isMixed || isDamaged
      ? [
          `Some characters of ${file} are of another encoding, such as UTF-8. If texts look wrong, write the whole file in UTF-8.`,
        ]
      : []),
  ];
}

/** How many lines with characters beyond ASCII are UTF-8, and how many are not. */
async function countLines(
  file: string,
  signal: AbortSignal | undefined,
): Promise<{ readonly utf: number; readonly other: number }> {
  let utf = 0;
  let other = 0;
  const count = (line: Buffer) => {
    if (isAscii(line)) return;
    if (isUtf8(line)) utf += 1;
    else other += 1;
  };
  const split = lineSplitter();
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes, signal }) as AsyncIterable<Buffer>) {
    for (const line of split(chunk)) count(line);
  }
  for (const line of split(undefined)) count(line);
  return { utf, other };
}

const lineFeed = 0x0a;

const carriageReturn = 0x0d;

/** Splits chunks behind their line breaks. A line that is longer than a chunk is split between characters. */
function lineSplitter(): (chunk: Buffer | undefined) => Generator<Buffer, void, undefined> {
  let rest: Buffer = Buffer.alloc(0);
  return function* split(chunk) {
    const bytes = chunk === undefined ? rest : Buffer.concat([rest, chunk]);
    const ends = bytes.includes(lineFeed) ? lineFeed : carriageReturn;
    let start = 0;
    for (let at = bytes.indexOf(ends); at !== -1; at = bytes.indexOf(ends, start)) {
      yield bytes.subarray(start, at + 1);
      start = at + 1;
    }
    rest = bytes.subarray(start);
    const whole =
      chunk === undefined ? rest.length : rest.length > chunkBytes ? rest.length - unfinishedBytes(rest) : 0;
    if (whole > 0) yield rest.subarray(0, whole);
    rest = rest.subarray(whole);
  };
}

/** A line of a mixed file. One with characters of UTF-8 and a few other bytes is damaged, and keeps U+FFFD in their place. */
function decodeLine(line: Buffer): string {
  if (isUtf8(line)) return line.toString('utf8');
  const { valid, invalid } = beyondAscii(line);
  return valid > invalid ? line.toString('utf8') : windows1252.decode(line);
}

const windows1252 = new TextDecoder('windows-1252');

/** A byte order mark, or the pattern of UTF-16 without one; undefined when the head shows neither. */
function encodingOfHead(head: Buffer): TextEncoding | undefined {
  if (head.subarray(0, 3).equals(Buffer.of(0xef, 0xbb, 0xbf)))
    return { encoding: 'utf-8', hasMark: true, isDamaged: false };
  if (head[0] === 0xff && head[1] === 0xfe) return { encoding: 'utf-16le', hasMark: true, isDamaged: false };
  if (head[0] === 0xfe && head[1] === 0xff) return { encoding: 'utf-16be', hasMark: true, isDamaged: false };
  const [even, odd] = zeroBytes(head);
  // Delimiters, digits and line breaks have a zero byte in UTF-16, whatever the script of the text.
  const some = head.length / 20;
  if (odd > some && even === 0) return { encoding: 'utf-16le', hasMark: false, isDamaged: false };
  if (even > some && odd === 0) return { encoding: 'utf-16be', hasMark: false, isDamaged: false };
  return undefined;
}

function zeroBytes(bytes: Buffer): readonly [even: number, odd: number] {
  let even = 0;
  let odd = 0;
  for (let at = bytes.indexOf(0); at !== -1; at = bytes.indexOf(0, at + 1)) {
    if (at % 2 === 0) even++;
    else odd++;
  }
  return [even, odd];
}

const hl7 = 'Write its segments PID as CSV or JSON lines, one patient a line.';
const edi = 'Write its segments NM1 or NAD as CSV or JSON lines, one party a line.';
const utf8Mark = '\xef\xbb\xbf';

/** First bytes of files that people take for tables. */
const magics: readonly (readonly [magic: string, what: string, hint: string])[] = [
  ['%PDF', 'is a PDF', 'Export the table as CSV.'],
  ['SQLite format 3', 'is a database', 'Export the table as CSV.'],
  ['MSH|^', 'holds messages of HL7 version 2', hl7],
  ['FHS|^', 'holds messages of HL7 version 2', hl7],
  ['BHS|^', 'holds messages of HL7 version 2', hl7],
  ['ISA*', 'is an interchange of EDI X12', edi],
  ['UNA:+', 'is an interchange of EDIFACT', edi],
  ['UNB+UNO', 'is an interchange of EDIFACT', edi],
  ['BEGIN:VCALENDAR', 'is a calendar', 'Name a file of records.'],
  ['<?xml', 'is XML', 'Convert it to CSV or JSON lines, one record a line.'],
  ['<!DOCTYPE', 'is a web page', 'Export the table as CSV.'],
  ['<html', 'is a web page', 'Export the table as CSV.'],
  ['{\\rtf', 'is a text document', 'Export the table as CSV.'],
];

/**
 * Refuses a file that is neither text nor Parquet, nor packed.
 *
 * @throws SourceFileError
 */
export async function refuseBinaryFile(file: string): Promise<void> {
  const head = await readHead(file);
  if (!head.toString('latin1').startsWith(parquetMagic) && packedFormat(head) === undefined) refuseBinary(file, head);
}

export type PackedFormat = 'gzip' | 'zip' | 'workbook' | 'contacts';

/** What a file is packed as, by its first bytes; undefined for plain ones. */
export function packedFormat(head: Buffer): PackedFormat | undefined {
  const text = head.subarray(0, 512).toString('latin1');
  if (text.startsWith('\x1f\x8b')) return 'gzip';
  if (text.startsWith('PK\x03\x04')) return 'zip';
  if (text.startsWith('\xd0\xcf\x11\xe0')) return 'workbook';
  // UTF-16 has a zero byte beside each letter, and marks come before them.
  return /^[^\w\s]*\s*BEGIN:VCARD\s/i.test(text.replaceAll('\0', '')) ? 'contacts' : undefined;
}

/** Ends texts of some systems. */
const controlZ = 0x1a;

function refuseBinary(file: string, head: Buffer): void {
  const text = head.subarray(0, 64).toString('latin1');
  const begin = (text.startsWith(utf8Mark) ? text.slice(utf8Mark.length) : text).trimStart().toLowerCase();
  const found = magics.find(([magic]) => begin.startsWith(magic.toLowerCase()));
  if (found !== undefined) throw new SourceFileError(`${file} ${found[1]}.`, { hint: found[2] });
  if (encodingOfHead(head) !== undefined) return;
  const controls = head.filter((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d) && byte !== controlZ).length;
  if (controls * 100 > head.length) {
    throw new SourceFileError(`${file} is a binary file.`, { hint: 'Export the table as CSV, JSON lines or Parquet.' });
  }
}

/** Bytes at the end that begin a character of UTF-8 whose other bytes are in the next chunk. */
function unfinishedBytes(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(3, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return 0;
    if (byte >= 0xc0) {
      const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2;
      return length > back ? back : 0;
    }
  }
  return 0;
}

/** Characters beyond ASCII, and bytes that are none. */
function beyondAscii(bytes: Buffer): { readonly valid: number; readonly invalid: number } {
  const text = bytes.toString('utf8');
  return { valid: text.match(/[\u0080-\uFFFC]/g)?.length ?? 0, invalid: text.match(/\uFFFD/g)?.length ?? 0 };
}

/**
 * Writes a copy in UTF-8 without a byte order mark.
 *
 * @param options.sameBreaks true ends every line with a line feed
 */
export async function writeUtf8(
  file: string,
  target: string,
  encoding: Encoding,
  options: {
    readonly sameBreaks?: boolean;
    readonly onRead?: (bytes: number) => void;
    readonly signal?: AbortSignal | undefined;
  } = {},
): Promise<void> {
  const decode = decoderOf(encoding);
  const breaks = options.sameBreaks === true ? sameBreaks() : undefined;
  const decoding = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      options.onRead?.(chunk.length);
      const text = decode(chunk);
      done(null, breaks === undefined ? text : breaks(text));
    },
    flush(done) {
      const text = decode(undefined);
      done(null, breaks === undefined ? text : breaks(text));
    },
  });
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  await pipeline(source, decoding, createWriteStream(target, { mode: 0o600 }), { signal: options.signal });
}

/** Decodes chunk by chunk, without a byte order mark; undefined ends the text. */
function decoderOf(encoding: Encoding): (chunk: Buffer | undefined) => string {
  if (encoding !== 'mixed') {
    const decoder = new TextDecoder(encoding);
    return (chunk) => (chunk === undefined ? decoder.decode() : decoder.decode(chunk, { stream: true }));
  }
  const split = lineSplitter();
  let isFirst = true;
  return (chunk) => {
    const text = Array.from(split(chunk), decodeLine).join('');
    const marked = isFirst && text.startsWith('\uFEFF');
    isFirst &&= text === '';
    return marked ? text.slice(1) : text;
  };
}

/** Replaces all line breaks by line feeds, also one that is cut between two texts. */
function sameBreaks(): (text: string) => string {
  let endedWithReturn = false;
  return (text) => {
    const rest = endedWithReturn && text.startsWith('\n') ? text.slice(1) : text;
    if (text !== '') endedWithReturn = text.endsWith('\r');
    return rest.replace(/\r\n?/g, '\n');
  };
}

export type FileFormat = 'csv' | 'json-lines' | 'json' | 'parquet';

/** What a reader calls each format. */
export const formatTitles: Readonly<Record<FileFormat, string>> = {
  csv: 'columns with a header',
  'json-lines': 'one JSON object a line',
  json: 'JSON objects',
  parquet: 'Parquet',
};

/** True if the file begins as every Parquet file does. */
export async function isParquet(file: string): Promise<boolean> {
  return (await readHead(file, 4)).toString('latin1') === parquetMagic;
}

/** The format of a text file by how it begins; lines that are no objects count as such only where the name says so. */
export async function formatOfText(file: string, { encoding }: TextEncoding): Promise<Exclude<FileFormat, 'parquet'>> {
  const head = new TextDecoder(encoding === 'mixed' ? 'utf-8' : encoding).decode(await readHead(file), {
    stream: true,
  });
  if (/^\s*\{/.test(head)) return hasWholeLine(head) ? 'json-lines' : 'json';
  if (/^\s*\[\s*(?:[{\]]|$)/.test(head)) return 'json';
  return /\.(?:jsonl|ndjson)$/i.test(file) ? 'json-lines' : 'csv';
}

/** True if a line is an object by itself, or is too long to see its end. */
function hasWholeLine(head: string): boolean {
  const lines = head.split(/\r?\n/);
  if (lines.length === 1 && Buffer.byteLength(head) >= HEAD_BYTES) return true;
  return lines.some((line) => {
    try {
      return line.trimStart().startsWith('{') && typeof JSON.parse(line) === 'object';
    } catch {
      return false;
    }
  });
}
