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

export const keyEncoder = {
  writeKey(key: StoredKey, target: Buffer, start: number): number {
    const written = target.write(key.pk, start + LENGTH_BYTES);
    target[start] = written >>> 8;
    target[start + 1] = written & 0xff;
    let end = start + LENGTH_BYTES + written;
    end += target.write(key.sk, end);
    if (key.bound !== undefined) target[end++] = key.bound === 'behind' ? 0 : BEYOND_ALL_TEXT;
    return end;
  },

  /** Gives the sort key; whoever reads a range knows its partition. */
  readKey(source: Buffer, start: number, end: number): string {
    const skStart = start + LENGTH_BYTES + ((source[start]! << 8) | source[start + 1]!);
    return source.toString('utf8', skStart, end);
  },
};
