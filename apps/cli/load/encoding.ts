import { isUtf8 } from 'node:buffer';
import { createReadStream, createWriteStream } from 'node:fs';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { SourceFileError } from './errors.ts';
import { HEAD_BYTES, parquetMagic, readHead } from './read-head.ts';

/** Names as the Encoding Standard has them. */
export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** How the bytes of a file become text. */
export interface TextEncoding {
  readonly encoding: Encoding;
  /** True if a byte order mark precedes the text. */
  readonly hasMark: boolean;
  /** True if some bytes of a UTF-8 file are no UTF-8, or if some characters of another file are UTF-8. */
  readonly isDamaged: boolean;
}

/** What a reader calls each encoding. */
export const encodingTitles: Readonly<Record<Encoding, string>> = {
  'utf-8': 'UTF-8',
  'utf-16le': 'UTF-16',
  'utf-16be': 'UTF-16',
  'windows-1252': 'Windows-1252 (Latin-1)',
};

const chunkBytes = 1024 * 1024;

/**
 * Finds the encoding by the bytes of the whole file: a byte order mark, the zero bytes of UTF-16, or whether all bytes
 * are UTF-8. Any other text counts as Windows-1252, which contains Latin-1.
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
  let firstInvalid: Buffer | undefined;
  for await (const chunk of createReadStream(file, { highWaterMark: chunkBytes, signal }) as AsyncIterable<Buffer>) {
    onRead?.(chunk.length);
    if (isFirst) {
      isFirst = false;
      refuseBinary(file, chunk.subarray(0, HEAD_BYTES));
      head = encodingOfHead(chunk.subarray(0, HEAD_BYTES));
      // The marks decide; only the absence of one needs the whole file.
      if (head !== undefined && head.encoding !== 'utf-8') return head;
    }
    if (firstInvalid !== undefined) continue;
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const whole = bytes.length - unfinishedBytes(bytes);
    rest = bytes.subarray(whole);
    if (!isUtf8(bytes.subarray(0, whole))) firstInvalid = bytes;
  }
  if (isFirst) throw new SourceFileError(`${file} is empty.`, { hint: 'Name a file with a header and rows.' });
  const hasMark = head?.hasMark ?? false;
  if (firstInvalid === undefined && rest.length === 0) return { encoding: 'utf-8', hasMark, isDamaged: false };
  const { valid, invalid } = beyondAscii(firstInvalid ?? rest);
  // A text in another encoding has hardly any valid characters.
  return hasMark || valid > invalid
    ? { encoding: 'utf-8', hasMark, isDamaged: true }
    : { encoding: 'windows-1252', hasMark: false, isDamaged: valid > 0 };
}

/** What to say of a file that counts as Windows-1252 although it has characters of UTF-8. */
export const mixedEncodings = (file: string): string =>
  `Some characters of ${file} are of another encoding, such as UTF-8. If texts look wrong, write the whole file in UTF-8.`;

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

/** First bytes of files that people take for tables. */
const magics: readonly (readonly [magic: string, what: string, hint: string])[] = [
  ['PK\x03\x04', 'is a workbook or a ZIP archive', 'Save the sheet as CSV (UTF-8), or unpack the archive.'],
  ['\xd0\xcf\x11\xe0', 'is a workbook of an old format', 'Save the sheet as CSV (UTF-8).'],
  ['\x1f\x8b', 'is compressed', 'Unpack it first, for instance with gunzip.'],
  ['%PDF', 'is a PDF', 'Export the table as CSV.'],
  ['SQLite format 3', 'is a database', 'Export the table as CSV.'],
];

/**
 * Refuses a file that is neither text nor Parquet.
 *
 * @throws SourceFileError
 */
export async function refuseBinaryFile(file: string): Promise<void> {
  const head = await readHead(file);
  if (!head.toString('latin1').startsWith(parquetMagic)) refuseBinary(file, head);
}

function refuseBinary(file: string, head: Buffer): void {
  const found = magics.find(([magic]) => head.subarray(0, magic.length).equals(Buffer.from(magic, 'latin1')));
  if (found !== undefined) throw new SourceFileError(`${file} ${found[1]}.`, { hint: found[2] });
  if (encodingOfHead(head) !== undefined) return;
  const controls = head.filter((byte) => byte < 0x20 && (byte < 0x09 || byte > 0x0d)).length;
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
  const decoder = new TextDecoder(encoding);
  const breaks = options.sameBreaks === true ? sameBreaks() : undefined;
  const decode = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      options.onRead?.(chunk.length);
      const text = decoder.decode(chunk, { stream: true });
      done(null, breaks === undefined ? text : breaks(text));
    },
    flush(done) {
      const text = decoder.decode();
      done(null, breaks === undefined ? text : breaks(text));
    },
  });
  const source = createReadStream(file, { highWaterMark: chunkBytes });
  await pipeline(source, decode, createWriteStream(target, { mode: 0o600 }), { signal: options.signal });
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
