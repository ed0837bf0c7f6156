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
  add(key: KeyBytes, value: Uint8Array | undefined): number {
    this.#reserve(HEADER_BYTES + key.end + (value?.length ?? 0));
    const buffer = this.#buffer;
    const start = this.#length;
    const keyStart = start + HEADER_BYTES;
    buffer.writeUInt16BE(key.end, start);
    buffer.writeUInt32BE(value?.length ?? REMOVED, start + 2);
    key.bytes.copy(buffer, keyStart, 0, key.end);
    this.#length = keyStart + key.end;
    if (value !== undefined) {
      buffer.set(value, this.#length);
      this.#length += value.length;
    }
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
