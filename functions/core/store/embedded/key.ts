/**
 * How a key of the table becomes a key of LMDB: the length of the partition key in two bytes, its UTF-8, the UTF-8 of
 * the sort key. The length makes the pair unambiguous without escaping, so that the items of a partition lie together
 * in the order of the bytes of their sort keys, which is DynamoDB's order, and a prefix of a sort key is a prefix of
 * the key.
 */
export interface StoredKey {
  readonly pk: string;
  readonly sk: string;
  /** A bound of a range: `behind` is the first place after this very key, `beyond` after all that start with it. */
  readonly bound?: 'behind' | 'beyond';
}

const LENGTH_BYTES = 2;
/** No UTF-8 contains it, so that it lies behind every sort key with the same beginning. */
const BEYOND_ALL_TEXT = 0xff;

/** Writes a key, or the bytes of one, and gives the sort key back; whoever reads a range knows its partition. */
export const keyEncoder = {
  writeKey(key: StoredKey | Uint8Array, target: Buffer, start: number): number {
    if (key instanceof Uint8Array) {
      target.set(key, start);
      return start + key.length;
    }
    const written = target.write(key.pk, start + LENGTH_BYTES);
    target[start] = written >>> 8;
    target[start + 1] = written & 0xff;
    let end = start + LENGTH_BYTES + written;
    end += target.write(key.sk, end);
    if (key.bound !== undefined) target[end++] = key.bound === 'behind' ? 0 : BEYOND_ALL_TEXT;
    return end;
  },

  readKey(source: Buffer, start: number, end: number): string {
    return source.toString('utf8', sortKeyStart(source, start), end);
  },
};

export function readStoredKey(source: Buffer, start: number, end: number): StoredKey {
  const middle = sortKeyStart(source, start);
  return { pk: source.toString('utf8', start + LENGTH_BYTES, middle), sk: source.toString('utf8', middle, end) };
}

function sortKeyStart(source: Buffer, start: number): number {
  return start + LENGTH_BYTES + ((source[start]! << 8) | source[start + 1]!);
}

const FIRST_SURROGATE = 0xd800;
const BEHIND_SURROGATES = 0xe000;

/** Compares as UTF-8 bytes do. JavaScript orders a character beyond U+FFFF, two surrogates, before U+E000 to U+FFFF. */
export function compareUtf8(a: string, b: string): number {
  if (a === b) return 0;
  const common = Math.min(a.length, b.length);
  for (let index = 0; index < common; index++) {
    const left = a.charCodeAt(index);
    const right = b.charCodeAt(index);
    if (left === right) continue;
    if (left >= FIRST_SURROGATE && right >= FIRST_SURROGATE) {
      const isLeftSurrogate = left < BEHIND_SURROGATES;
      if (isLeftSurrogate !== right < BEHIND_SURROGATES) return isLeftSurrogate ? 1 : -1;
    }
    return left - right;
  }
  return a.length - b.length;
}
