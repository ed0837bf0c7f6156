import type { SourcePosition, SourceRecord } from '../files/source-record.ts';
import type { RefusedRecord } from '../load/errors-file.ts';

/** A section of a file, as it is uploaded. */
export interface FilePart {
  /** From 1; a section without records uses no number. */
  readonly number: number;
  /** JSON lines: one object a line. */
  readonly text: Buffer;
  /** Line of the file at which each line of the text starts. */
  readonly lines: readonly number[];
  /** The lines of the section that are not records. */
  readonly refused: readonly RefusedRecord[];
  /** Position after its last record. */
  readonly end: SourcePosition;
}

/** Where to start: after `parts` parts. */
export interface PartsPosition extends SourcePosition {
  readonly parts: number;
}

const LINE_BREAK = 1;

/**
 * Most records in a part. One call of the function stores as many within its default timeout at 100 a second. The
 * service gives up a part that needs many calls.
 */
const MAX_RECORDS = 15_000;

/** Refusals at which a part ends, which limits the memory that they occupy. */
const MAX_REFUSED = 1_000;

/**
 * Cuts records into parts that are limited in bytes and records. The same file gives the same parts from any position,
 * so that uploading a part again writes the same object.
 */
export async function* cutParts(
  source: AsyncIterable<SourceRecord>,
  from: PartsPosition,
  maxBytes: number,
): AsyncGenerator<FilePart, void, undefined> {
  let number = from.parts + 1;
  let texts: string[] = [];
  let lines: number[] = [];
  let refused: RefusedRecord[] = [];
  let bytes = 0;
  let end: SourcePosition = from;
  const part = (): FilePart => {
    const cut = { number, text: Buffer.from(texts.join('')), lines, refused, end };
    if (lines.length > 0) number++;
    texts = [];
    lines = [];
    refused = [];
    bytes = 0;
    return cut;
  };
  for await (const entry of source) {
    if (refused.length >= MAX_REFUSED) yield part();
    const read = readEntry(entry, maxBytes);
    if ('code' in read) {
      refused.push(read);
    } else {
      if (bytes + read.size > maxBytes || lines.length >= MAX_RECORDS) yield part();
      texts.push(read.text);
      lines.push(entry.line);
      bytes += read.size;
    }
    end = { offset: entry.end, line: entry.nextLine };
  }
  if (texts.length > 0 || refused.length > 0) yield part();
}

/** A record as a line of JSON, with its size in bytes. */
interface JsonLine {
  readonly text: string;
  readonly size: number;
}

function readEntry(entry: SourceRecord, maxBytes: number): JsonLine | RefusedRecord {
  const { line } = entry;
  if ('problem' in entry) return { line, code: 'UNREADABLE', reason: entry.problem, record: entry.text };
  const { record } = entry;
  const text = `${JSON.stringify(record)}\n`;
  const size = Buffer.byteLength(text);
  if (record['id'] === undefined || record['id'] === '') {
    return { line, code: 'RECORD_ID_MISSING', reason: 'the record has no id', record };
  }
  if (size <= maxBytes) return { text, size };
  const reason = `the record has ${size - LINE_BREAK} bytes as JSON; a part has ${maxBytes}`;
  return { line, code: 'RECORD_TOO_LARGE', reason, record: { id: record['id'] } };
}
