import { newID } from '../entities/items/ids.ts';

const ALPHABET = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
/** Characters of 40 bits. */
const TAIL = 8;
const TWENTY_BITS = 2 ** 20;
/** Two characters for each ten bits. */
const PAIRS = Array.from({ length: 1_024 }, (_, bits) => ALPHABET[bits >>> 5]! + ALPHABET[bits & 31]!);

/** What threads make the same sequence of. */
export interface SequenceStart {
  readonly head: string;
  readonly first: number;
}

/**
 * Ids that ascend with a number, in the form of `newID`: time and upper random part of one fresh id, and a number in place
 * of its last 40 bits. So any thread makes the id of an entity from the position of its first record, and no thread keeps a
 * table of ids. As ids of one millisecond, those of a sequence differ at their end only.
 */
export class IDSequence implements SequenceStart {
  readonly head: string;
  readonly first: number;

  constructor({ head, first }: SequenceStart) {
    this.head = head;
    this.first = first;
  }

  /** @param now milliseconds since 1970 */
  static fresh(now: number): IDSequence {
    const id = newID(now);
    let number = 0;
    for (const letter of id.slice(-TAIL)) number = number * 32 + ALPHABET.indexOf(letter);
    // Half of the 40 bits stay free: for 5 * 10^11 numbers.
    return new IDSequence({ head: id.slice(0, -TAIL), first: Math.floor(number / 2) });
  }

  at(index: number): string {
    const number = this.first + index;
    const upper = Math.floor(number / TWENTY_BITS);
    const lower = number - upper * TWENTY_BITS;
    return this.head + PAIRS[upper >>> 10]! + PAIRS[upper & 1_023]! + PAIRS[lower >>> 10]! + PAIRS[lower & 1_023]!;
  }
}
