import type { Encoded } from './attributes.ts';
import type { KeyBytes } from './key.ts';

/**
 * The writes of one group as the log keeps them, one behind the other: length of the key (two bytes), length of the
 * value (four), the key as {@link KeyBytes} has it, the value. An item that was removed has {@link REMOVED} for a length
 * and no value.
 */
export interface Batch {
  /** Its place in the log; ascending without gaps. */
  readonly sequence: number;
  readonly bytes: Buffer;
}

const REMOVED = 0xffff_ffff;
const HEADER_BYTES = 6;
const FIRST_BYTES = 4_096;

/** A batch while it is written. What was added can be read at once. */
export class BatchWriter implements Batch {
  readonly sequence: number;
  #buffer = Buffer.allocUnsafeSlow(FIRST_BYTES);
  #length = 0;

  constructor(sequence: number) {
    this.sequence = sequence;
  }

  get isEmpty(): boolean {
    return this.#length === 0;
  }

  /** Only what was added so far has meaning. */
  get bytes(): Buffer {
    return this.#buffer;
  }

  /** Adds a value, or the removal of an item; answers where its key stands. */
  add(key: KeyBytes, value: Encoded | undefined): number {
    const length = value === undefined ? 0 : value.end - value.start;
    this.#reserve(HEADER_BYTES + key.end + length);
    const buffer = this.#buffer;
    const start = this.#length;
    const keyStart = start + HEADER_BYTES;
    buffer[start] = key.end >>> 8;
    buffer[start + 1] = key.end & 0xff;
    buffer.writeUInt32BE(value === undefined ? REMOVED : length, start + 2);
    copyBytes(key.bytes, 0, key.end, buffer, keyStart);
    this.#length = keyStart + key.end + length;
    if (value !== undefined) copyBytes(value.bytes, value.start, value.end, buffer, keyStart + key.end);
    return keyStart;
  }

  /** Ends the batch: no more than its bytes is kept. */
  finish(): void {
    const whole = Buffer.allocUnsafeSlow(this.#length);
    this.#buffer.copy(whole, 0, 0, this.#length);
    this.#buffer = whole;
  }

  #reserve(bytes: number): void {
    const needed = this.#length + bytes;
    if (needed <= this.#buffer.length) return;
    const larger = Buffer.allocUnsafeSlow(Math.max(needed, 2 * this.#buffer.length));
    this.#buffer.copy(larger, 0, 0, this.#length);
    this.#buffer = larger;
  }
}

/** Where the key of the first write stands; as of every write, behind its lengths. */
export const FIRST_KEY = HEADER_BYTES;

/** Where the key ends, and the value begins, of the write whose key stands at a place. */
export const keyEnd = (bytes: Buffer, key: number): number =>
  key + ((bytes[key - HEADER_BYTES]! << 8) | bytes[key - HEADER_BYTES + 1]!);

/** Where the value of a write ends; {@link GONE}: the item was removed. */
export function valueEnd(bytes: Buffer, key: number): number {
  const length = bytes.readUInt32BE(key - HEADER_BYTES + 2);
  return length === REMOVED ? GONE : keyEnd(bytes, key) + length;
}

export const GONE = -1;

/** Where the key of the write behind this one stands; beyond the end of the bytes when there is none. */
export function nextKey(bytes: Buffer, key: number): number {
  const end = valueEnd(bytes, key);
  return (end === GONE ? keyEnd(bytes, key) : end) + HEADER_BYTES;
}

/** More bytes are copied faster by Node, which takes some time to begin. */
const FEW = 100;

function copyBytes(source: Buffer, start: number, end: number, target: Buffer, at: number): void {
  if (end - start > FEW) {
    source.copy(target, at, start, end);
    return;
  }
  for (let from = start, to = at; from < end; from++, to++) target[to] = source[from]!;
}
