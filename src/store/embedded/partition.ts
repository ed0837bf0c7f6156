import type { Attributes } from './attributes.ts';
import { decodeAttributes } from './attributes.ts';
import { packedTextBytes, packText, unpackText } from './packed-text.ts';

/**
 * The items of a small partition as one value: of each, in the order of the sort keys, the length of the packed sort key
 * and the packed sort key, the length of the attributes and the attributes. Most partitions are small (a record, a key
 * that few records share), so that one look into the B-tree finds all of a partition, or that there is none.
 */
export interface PlacedItem {
  readonly sk: string;
  /** Where the attributes are. */
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** The sort key of an item that is alone by its nature has no bytes: no sort key is empty. */
const ALONE = '#';
/** Lengths below this take one byte, others four more. Bytes above it are free for what is no length. */
const LONG = 0xfe;
const LENGTH_BYTES = 5;

/** The value of a partition that is too large to be one. */
export const SPREAD = Buffer.from([1]);
export const isSpread = (value: Buffer, length: number): boolean => length === 1 && value[0] === SPREAD[0];

/** The first byte of a value that is packed with phrases (see phrases.ts). */
export const PACKED = 0xff;

/** Reads lengths: the place is moved behind what was read. */
let place = 0;

function readLength(bytes: Buffer): number {
  const first = bytes[place++]!;
  if (first < LONG) return first;
  place += 4;
  return bytes.readUInt32BE(place - 4);
}

let wanted = Buffer.allocUnsafeSlow(4_096);

/** The attributes of one item. */
export function attributesIn(value: Buffer, length: number, sk: string): Attributes | undefined {
  let wantedBytes = 0;
  if (sk !== ALONE) {
    if (wanted.length < packedTextBytes(sk)) wanted = Buffer.allocUnsafeSlow(packedTextBytes(sk));
    wantedBytes = packText(sk, wanted, 0);
  }
  place = 0;
  while (place < length) {
    const skBytes = readLength(value);
    const skStart = place;
    place += skBytes;
    const bytes = readLength(value);
    const start = place;
    place += bytes;
    if (skBytes === wantedBytes && isSame(value, skStart, wanted, wantedBytes)) {
      return decodeAttributes(value, start, place, sk);
    }
  }
  return undefined;
}

function isSame(value: Buffer, start: number, other: Buffer, length: number): boolean {
  for (let index = 0; index < length; index++) if (value[start + index] !== other[index]) return false;
  return true;
}

/** Where the items are. */
export function itemsIn(value: Buffer, length: number): PlacedItem[] {
  const items: PlacedItem[] = [];
  place = 0;
  while (place < length) {
    const skBytes = readLength(value);
    const skStart = place;
    place += skBytes;
    const sk = skBytes === 0 ? ALONE : unpackText(value, skStart, place);
    const bytes = readLength(value);
    items.push({ sk, bytes: value, start: place, end: place + bytes });
    place += bytes;
  }
  return items;
}

let target = Buffer.allocUnsafeSlow(4_096);

/** The items, which are in the order of their sort keys, as one value: valid until the next call. */
export function partitionOf(items: readonly PlacedItem[]): Buffer {
  let needed = 0;
  for (const { sk, start, end } of items) needed += 2 * LENGTH_BYTES + packedTextBytes(sk) + end - start;
  if (target.length < needed) target = Buffer.allocUnsafeSlow(needed);
  let at = 0;
  for (const { sk, bytes, start, end } of items) {
    if (sk === ALONE) {
      target[at++] = 0;
    } else {
      if (wanted.length < packedTextBytes(sk)) wanted = Buffer.allocUnsafeSlow(packedTextBytes(sk));
      const skBytes = packText(sk, wanted, 0);
      at = writeLength(skBytes, at);
      at += wanted.copy(target, at, 0, skBytes);
    }
    at = writeLength(end - start, at);
    at += bytes.copy(target, at, start, end);
  }
  return target.subarray(0, at);
}

function writeLength(length: number, at: number): number {
  if (length < LONG) {
    target[at] = length;
    return at + 1;
  }
  target[at] = LONG;
  return target.writeUInt32BE(length, at + 1);
}
