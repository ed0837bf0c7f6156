import type { Delivery } from '../../core/events/target.ts';

/** What one call of a target's API takes at most. */
const ENTRIES = 10;
const BYTES = 240_000;

/** Texts in chunks that one call takes each, in their order. */
export function chunked<Entry>(entries: readonly Entry[], text: (entry: Entry) => string): Entry[][] {
  const chunks: Entry[][] = [];
  let chunk: Entry[] = [];
  let bytes = 0;
  for (const entry of entries) {
    const size = Buffer.byteLength(text(entry));
    if (chunk.length > 0 && (chunk.length === ENTRIES || bytes + size > BYTES)) {
      chunks.push(chunk);
      chunk = [];
      bytes = 0;
    }
    chunk.push(entry);
    bytes += size;
  }
  if (chunk.length > 0) chunks.push(chunk);
  return chunks;
}

/** The answer for entries that were not sent, because the target takes none at the moment. */
export const untried = (entries: readonly unknown[]): Delivery[] => entries.map(() => 'untried');
