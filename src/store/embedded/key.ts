import { PARTITION_KEY_BYTES, SORT_KEY_BYTES } from '../limits.ts';

export const LENGTH_BYTES = 2;
export const KEY_BYTES = LENGTH_BYTES + PARTITION_KEY_BYTES + SORT_KEY_BYTES;

const FACTOR = 0x01_00_01_93;
const SCATTER = 0x85_eb_ca_6b;

/**
 * Hash of some bytes, 32 bits (FNV-1a, scattered once more so that its lower bits depend on all). The seed is the base's
 * own, so that nobody can choose ids whose hashes meet.
 */
export function hashOf(bytes: Uint8Array, start: number, end: number, seed: number): number {
  let hash = seed;
  for (let place = start; place < end; place++) hash = Math.imul(hash ^ bytes[place]!, FACTOR);
  hash = Math.imul(hash ^ (hash >>> 16), SCATTER);
  return hash ^ (hash >>> 13);
}

/**
 * A key as the log has it: the length of the partition key in two bytes, its UTF-8, the UTF-8 of the sort key. The length
 * makes the pair unambiguous without escaping. It is written over and over: one for all that a view looks up.
 */
export class KeyBytes {
  readonly bytes = Buffer.allocUnsafeSlow(KEY_BYTES);
  readonly #seed: number;
  /** End of the partition key. */
  middle = 0;
  end = 0;
  /** {@link hashOf} the partition key. */
  hash = 0;

  constructor(seed: number) {
    this.#seed = seed;
  }

  set(pk: string, sk: string): void {
    this.middle = writeText(this.bytes, pk, LENGTH_BYTES);
    const length = this.middle - LENGTH_BYTES;
    this.bytes[0] = length >>> 8;
    this.bytes[1] = length & 0xff;
    this.hash = hashOf(this.bytes, LENGTH_BYTES, this.middle, this.#seed);
    this.end = writeText(this.bytes, sk, this.middle);
  }
}

/** Keys are short and mostly of single bytes: a loop writes them faster than a call that leaves JavaScript. */
const SHORT = 64;

export function writeText(target: Buffer, text: string, at: number): number {
  const { length } = text;
  if (length > SHORT) return at + target.write(text, at);
  for (let index = 0; index < length; index++) {
    const code = text.charCodeAt(index);
    if (code >= 0x80) return at + target.write(text, at);
    target[at + index] = code;
  }
  return at + length;
}

/** Where the partition key of a key in the form of the log ends. */
export const middleOf = (bytes: Uint8Array, start: number): number =>
  start + LENGTH_BYTES + ((bytes[start]! << 8) | bytes[start + 1]!);

/** Compares some bytes with some others. */
export function compareBytes(
  a: Uint8Array,
  aStart: number,
  aEnd: number,
  b: Uint8Array,
  bStart: number,
  bEnd: number,
): number {
  const common = Math.min(aEnd - aStart, bEnd - bStart);
  for (let index = 0; index < common; index++) {
    const difference = a[aStart + index]! - b[bStart + index]!;
    if (difference !== 0) return difference;
  }
  return aEnd - aStart - (bEnd - bStart);
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
