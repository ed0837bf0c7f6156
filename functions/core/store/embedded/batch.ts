import type { Key } from '../port.ts';
import { keyEncoder, readStoredKey, type StoredKey } from './key.ts';

/**
 * The writes of one group as the log keeps them, one behind the other: length of the key (two bytes), length of the
 * value (four), the key as {@link keyEncoder} writes it, the value. An item that was removed has {@link REMOVED} for a
 * length and no value.
 */
export interface Batch {
  /** Its place in the log; ascending without gaps. */
  readonly sequence: number;
  readonly bytes: Buffer;
}

const REMOVED = 0xffff_ffff;
const HEADER_BYTES = 6;
/** What two keys of the port and their length can need. */
const KEY_BYTES = 1_978;
const FIRST_BYTES = 4_096;

/** A value's place in a batch. */
export interface Place {
  readonly start: number;
  /** {@link GONE}: the item was removed. */
  readonly end: number;
}

export const GONE = -1;

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

  /** Adds a value, or the removal of an item. */
  add(key: Key, value: Uint8Array | undefined): Place {
    this.#reserve(HEADER_BYTES + KEY_BYTES + (value?.length ?? 0));
    const buffer = this.#buffer;
    const start = this.#length;
    const keyEnd = keyEncoder.writeKey(key, buffer, start + HEADER_BYTES);
    buffer.writeUInt16BE(keyEnd - start - HEADER_BYTES, start);
    if (value === undefined) {
      buffer.writeUInt32BE(REMOVED, start + 2);
      this.#length = keyEnd;
      return { start: keyEnd, end: GONE };
    }
    buffer.writeUInt32BE(value.length, start + 2);
    buffer.set(value, keyEnd);
    this.#length = keyEnd + value.length;
    return { start: keyEnd, end: this.#length };
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

export interface LoggedWrite extends Place {
  readonly keyStart: number;
  readonly keyEnd: number;
}

/** The writes of a batch in their order. */
export function* readBatch(bytes: Buffer): Generator<LoggedWrite, void, undefined> {
  for (let position = 0; position < bytes.length; ) {
    const keyStart = position + HEADER_BYTES;
    const keyEnd = keyStart + bytes.readUInt16BE(position);
    const length = bytes.readUInt32BE(position + 2);
    position = length === REMOVED ? keyEnd : keyEnd + length;
    yield { keyStart, keyEnd, start: keyEnd, end: length === REMOVED ? GONE : position };
  }
}

export const keyIn = (bytes: Buffer, write: LoggedWrite): StoredKey =>
  readStoredKey(bytes, write.keyStart, write.keyEnd);
