import { LENGTH_BYTES, writeText } from './key.ts';
import { KEY_DIGEST_CHARACTERS, packDigest, packULID, ULID_BYTES, ULID_CHARACTERS } from './packed-id.ts';

/**
 * Keys of the base. That of a partition is
 *
 * - of `A#` (any capital letter) and the digest of a key: the letter, the packed digest;
 * - of `A#` and a ULID: the small letter, the packed ULID;
 * - of any other: {@link TEXT}, the length of its UTF-8 in two bytes, the UTF-8;
 * - of the empty text, which no item has: two zeros, as in format 2. There is what is to be known of the file.
 *
 * The key of an item in it is that and the UTF-8 of the sort key, so that the items of a partition lie behind it in the
 * order of the bytes of their sort keys, which is DynamoDB's order, and a prefix of a sort key is a prefix of the key. The
 * first byte tells where the one ends and the other begins.
 */
export interface BaseKey {
  readonly pk: string;
  /** Empty: the key of the partition. */
  readonly sk: string;
  /** A bound of a range: `behind` is the first place after this very key, `beyond` after all that start with it. */
  readonly bound?: 'behind' | 'beyond' | undefined;
}

/** Whether a partition has a key of the first two kinds, if digest and ULID are such. */
export const isNamedByID = (pk: string): boolean =>
  (pk.length === PREFIX_CHARACTERS + KEY_DIGEST_CHARACTERS || pk.length === PREFIX_CHARACTERS + ULID_CHARACTERS) &&
  pk.charCodeAt(1) === SEPARATOR &&
  isCapital(pk.charCodeAt(0));

const isCapital = (code: number): boolean => code >= 0x41 && code <= 0x5a;

/** Before every letter. */
const TEXT = 0x02;
const TEXT_BYTES = 1 + LENGTH_BYTES;
/** No UTF-8 contains it, so that it lies behind every sort key with the same beginning. */
const BEYOND_ALL_TEXT = 0xff;
const SMALL = 0x20;
const FIRST_SMALL = 0x60;
const SEPARATOR = 0x23;
const LETTER_BYTES = 1;
const PREFIX_CHARACTERS = 2;
const DIGEST_BYTES = 17;

/** Writes a key; what is read back is the sort key, because whoever reads a range knows its partition. */
export const baseKeyEncoder = {
  writeKey({ pk, sk, bound }: BaseKey, target: Buffer, start: number): number {
    let end = writeText(target, sk, writePartition(pk, target, start));
    if (bound !== undefined) target[end++] = bound === 'behind' ? 0 : BEYOND_ALL_TEXT;
    return end;
  },

  readKey(source: Buffer, start: number, end: number): string {
    return source.toString('utf8', partitionEnd(source, start), end);
  },
};

function writePartition(pk: string, target: Buffer, start: number): number {
  if (pk === '') {
    target[start] = 0;
    target[start + 1] = 0;
    return start + LENGTH_BYTES;
  }
  if (isNamedByID(pk)) {
    const letter = pk.charCodeAt(0);
    if (pk.length === PREFIX_CHARACTERS + KEY_DIGEST_CHARACTERS) {
      if (packDigest(pk, PREFIX_CHARACTERS, KEY_DIGEST_CHARACTERS, target, start + LETTER_BYTES)) {
        target[start] = letter;
        return start + LETTER_BYTES + DIGEST_BYTES;
      }
    } else if (packULID(pk, PREFIX_CHARACTERS, target, start + LETTER_BYTES)) {
      target[start] = letter | SMALL;
      return start + LETTER_BYTES + ULID_BYTES;
    }
  }
  const end = writeText(target, pk, start + TEXT_BYTES);
  const bytes = end - start - TEXT_BYTES;
  target[start] = TEXT;
  target[start + 1] = bytes >>> 8;
  target[start + 2] = bytes & 0xff;
  return end;
}

function partitionEnd(source: Buffer, start: number): number {
  const first = source[start]!;
  if (first === TEXT) return start + TEXT_BYTES + ((source[start + 1]! << 8) | source[start + 2]!);
  return start + LETTER_BYTES + (first > FIRST_SMALL ? ULID_BYTES : DIGEST_BYTES);
}
