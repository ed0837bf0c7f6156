import type { SourcePosition } from './source-record.ts';

export interface Line {
  /** Counted from 1. */
  readonly number: number;
  /** Byte position after the line and its line break. */
  readonly end: number;
  /** Without the line break; undefined for a line over the limit. */
  readonly text: string | undefined;
}

const lineFeed = 0x0a;

/** Splits a stream of bytes into lines. The limit bounds the memory; positions count from the start of the file. */
export async function* readLines(
  chunks: AsyncIterable<Buffer>,
  from: SourcePosition,
  limit: number,
): AsyncGenerator<Line, void, undefined> {
  let number = from.line;
  let end = from.offset;
  let held: Buffer[] = [];
  let length = 0;

  function take(last: Buffer | undefined): Line {
    const text = length > limit ? undefined : decode(last === undefined ? held : [...held, last], number);
    held = [];
    length = 0;
    return { number: number++, end, text };
  }

  for await (const chunk of chunks) {
    let start = 0;
    for (let at = chunk.indexOf(lineFeed); at !== -1; at = chunk.indexOf(lineFeed, start)) {
      length += at - start;
      end += at + 1 - start;
      const last = length > limit ? undefined : chunk.subarray(start, at);
      start = at + 1;
      yield take(last);
    }
    const rest = chunk.length - start;
    length += rest;
    end += rest;
    if (length > limit) held = [];
    else if (rest > 0) held.push(chunk.subarray(start));
  }
  if (length > 0) yield take(undefined);
}

function decode(parts: readonly Buffer[], number: number): string {
  const bytes = parts.length === 1 ? (parts[0] as Buffer) : Buffer.concat(parts);
  const text = bytes.toString('utf8');
  const withoutMark = number === 1 && text.startsWith('\uFEFF') ? text.slice(1) : text;
  return withoutMark.endsWith('\r') ? withoutMark.slice(0, -1) : withoutMark;
}
