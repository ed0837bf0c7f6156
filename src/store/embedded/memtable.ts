import { type Batch, FIRST_KEY, keyEnd, nextKey, valueEnd } from './batch.ts';
import { compareBytes, hashOf, type KeyBytes, LENGTH_BYTES, middleOf } from './key.ts';

/** The last write of an item; its value is in the batch that made it, up to `GONE` if it was removed. */
export interface Version {
  readonly sk: string;
  readonly bytes: Buffer;
  readonly start: number;
  readonly end: number;
}

/** No write. */
export const NONE = -1;
/** Numbers beside the bytes of a write: its batch and place, its partition's hash and first write, two slots. */
const OVERHEAD_BYTES = 32;
const FIRST_WRITES = 64;
const NO_VERSIONS: readonly Version[] = [];
/** So many versions are made before they are asked for. */
const SOME = 64;

/**
 * The writes of some batches that lie behind one another in the log, the last one of each item, in memory and in order:
 * what the base does not have yet. A write is a number, what is known of it stands in arrays of numbers, its key and
 * value in the bytes of its batch: a hundred thousand writes are no work for the garbage collector.
 */
export class Memtable {
  readonly #seed: number;
  readonly #batches: Batch[] = [];
  /** Of each write: its batch, and the place of its key in it. */
  #batchOf = new Int32Array(FIRST_WRITES);
  #keyOf = new Int32Array(FIRST_WRITES);
  #writes = 0;
  /** Of each partition: the hash of its key, and its only write, or which of the lists has its writes (-1 the first, -2 the second). */
  #hashes = new Int32Array(FIRST_WRITES);
  #contents = new Int32Array(FIRST_WRITES);
  #partitions = 0;
  /** The partitions by their hash, plus one; 0 is free. Never more than half full. */
  #slots = new Int32Array(2 * FIRST_WRITES);
  /** Writes of partitions of more than one item, in the order of the sort keys. */
  readonly #lists: number[][] = [];
  #bytes = 0;

  /** With the seed of the keys that are looked for in it. */
  constructor(seed: number) {
    this.#seed = seed;
  }

  /** About as much memory as it takes. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Sequence of its first batch; infinite when it has none. */
  get first(): number {
    return this.#batches[0]?.sequence ?? Number.POSITIVE_INFINITY;
  }

  /** Sequence of its last batch; 0 when it has none. */
  get last(): number {
    return this.#batches.at(-1)?.sequence ?? 0;
  }

  has(key: KeyBytes): boolean {
    return this.#contentOf(key) !== undefined;
  }

  /** The last write of an item; {@link NONE}. */
  find(key: KeyBytes): number {
    const content = this.#contentOf(key);
    if (content === undefined) return NONE;
    if (content >= 0) return this.#compare(content, key.bytes, key.middle, key.end) === 0 ? content : NONE;
    const list = this.#lists[-1 - content]!;
    const index = this.#firstAtOrBehind(list, key.bytes, key.middle, key.end);
    return index < list.length && this.#compare(list[index]!, key.bytes, key.middle, key.end) === 0
      ? list[index]!
      : NONE;
  }

  bytesOf(write: number): Buffer {
    return this.#batches[this.#batchOf[write]!]!.bytes;
  }

  /** Where the value of a write begins in {@link bytesOf} it. */
  startOf(write: number): number {
    return keyEnd(this.bytesOf(write), this.#keyOf[write]!);
  }

  /** Where it ends; `GONE` if the item was removed. */
  endOf(write: number): number {
    return valueEnd(this.bytesOf(write), this.#keyOf[write]!);
  }

  addBatch(batch: Batch): void {
    const { bytes } = batch;
    for (let key = FIRST_KEY; key < bytes.length; key = nextKey(bytes, key)) this.add(batch, key);
  }

  /** Adds a write, which came after all that are there, by the place of its key in its batch. */
  add(batch: Batch, key: number): void {
    const { bytes } = batch;
    this.#insert(batch, key, hashOf(bytes, key + LENGTH_BYTES, middleOf(bytes, key), this.#seed));
  }

  /** The versions of the key's partition from its sort key on (or `isBehind` it), removed items among them; some at once, many one by one. */
  from(key: KeyBytes, isBehind: boolean): readonly Version[] | Generator<Version, void, undefined> {
    const content = this.#contentOf(key);
    if (content === undefined) return NO_VERSIONS;
    const { bytes, middle, end } = key;
    if (content >= 0) {
      const order = this.#compare(content, bytes, middle, end);
      return order > 0 || (order === 0 && !isBehind) ? [this.#version(content)] : NO_VERSIONS;
    }
    const list = this.#lists[-1 - content]!;
    let index = this.#firstAtOrBehind(list, bytes, middle, end);
    if (isBehind && index < list.length && this.#compare(list[index]!, bytes, middle, end) === 0) index++;
    return list.length - index <= SOME
      ? list.slice(index).map((write) => this.#version(write))
      : this.#versionsFrom(list, index);
  }

  *#versionsFrom(list: readonly number[], first: number): Generator<Version, void, undefined> {
    for (let index = first; index < list.length; index++) yield this.#version(list[index]!);
  }

  /**
   * The numbers of all partitions, about in the order of their keys: those whose keys begin alike are together, and where
   * these are many, as ids that count up, they are in their order.
   */
  partitionsInOrder(): Int32Array {
    if (this.#partitions <= LARGE_BUCKET) {
      const all = Int32Array.from({ length: this.#partitions }, (_, partition) => partition);
      this.#sort(all);
      return all;
    }
    // Sorted by counting, because comparing some hundred thousand keys, or making texts of them, takes long.
    const buckets = new Int32Array(2 ** BEGINNING_BITS + 1);
    const bucketOf = new Int32Array(this.#partitions);
    for (let partition = 0; partition < this.#partitions; partition++) {
      const write = this.#someWriteOf(partition);
      const bucket = beginningOf(this.bytesOf(write), this.#keyOf[write]!);
      bucketOf[partition] = bucket;
      buckets[bucket + 1]!++;
    }
    for (let bucket = 1; bucket < buckets.length; bucket++) buckets[bucket]! += buckets[bucket - 1]!;
    const order = new Int32Array(this.#partitions);
    for (let partition = 0; partition < this.#partitions; partition++) {
      order[buckets[bucketOf[partition]!]!++] = partition;
    }
    // A bucket's place is now its end.
    for (let bucket = 0, start = 0; bucket < buckets.length - 1; bucket++) {
      const end = buckets[bucket]!;
      if (end - start > LARGE_BUCKET) this.#sort(order.subarray(start, end));
      start = end;
    }
    return order;
  }

  /** Sorts partitions by the bytes of their keys with their lengths. */
  #sort(partitions: Int32Array): void {
    const keys = Array.from(partitions, (partition) => {
      const write = this.#someWriteOf(partition);
      const bytes = this.bytesOf(write);
      const key = this.#keyOf[write]!;
      // One character a byte: such texts sort as the bytes do.
      return { text: bytes.toString('latin1', key, middleOf(bytes, key)), partition };
    });
    keys.sort((a, b) => (a.text < b.text ? -1 : 1));
    for (const [index, { partition }] of keys.entries()) partitions[index] = partition;
  }

  /** Hashes of the keys of all partitions. */
  hashes(): Int32Array {
    return this.#hashes.subarray(0, this.#partitions);
  }

  /** The key of a partition. */
  partitionKey(partition: number): string {
    const write = this.#someWriteOf(partition);
    const bytes = this.bytesOf(write);
    const key = this.#keyOf[write]!;
    return bytes.toString('utf8', key + LENGTH_BYTES, middleOf(bytes, key));
  }

  /** The versions of a partition in the order of their sort keys. */
  versionsOf(partition: number): Version[] {
    const content = this.#contents[partition]!;
    return content >= 0 ? [this.#version(content)] : this.#lists[-1 - content]!.map((write) => this.#version(write));
  }

  /** What it has of batches behind this one. */
  behind(sequence: number): Memtable {
    if (sequence < this.first) return this;
    const rest = new Memtable(this.#seed);
    if (sequence >= this.last) return rest;
    const writes: number[] = [];
    for (let partition = 0; partition < this.#partitions; partition++) {
      const content = this.#contents[partition]!;
      for (const write of content >= 0 ? [content] : this.#lists[-1 - content]!) {
        if (this.#batches[this.#batchOf[write]!]!.sequence > sequence) writes.push(write);
      }
    }
    // In the order in which they came, so that the batches are.
    writes.sort((a, b) => a - b);
    for (const write of writes) rest.add(this.#batches[this.#batchOf[write]!]!, this.#keyOf[write]!);
    return rest;
  }

  #version(write: number): Version {
    const bytes = this.bytesOf(write);
    const key = this.#keyOf[write]!;
    const start = keyEnd(bytes, key);
    return { sk: bytes.toString('utf8', middleOf(bytes, key), start), bytes, start, end: valueEnd(bytes, key) };
  }

  #someWriteOf(partition: number): number {
    const content = this.#contents[partition]!;
    return content >= 0 ? content : this.#lists[-1 - content]![0]!;
  }

  #contentOf({ bytes, middle, hash }: KeyBytes): number | undefined {
    const partition = this.#slots[this.#slotOf(hash, bytes, 0, middle)]! - 1;
    return partition < 0 ? undefined : this.#contents[partition]!;
  }

  /** The slot of the partition with this key (with its length), or the free one where it belongs. */
  #slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const mask = this.#slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const partition = this.#slots[slot]! - 1;
      if (partition < 0) return slot;
      if (this.#hashes[partition] !== hash) continue;
      const write = this.#someWriteOf(partition);
      const own = this.bytesOf(write);
      const key = this.#keyOf[write]!;
      if (compareBytes(own, key, middleOf(own, key), bytes, start, end) === 0) return slot;
    }
  }

  #insert(batch: Batch, key: number, hash: number): void {
    const { bytes } = batch;
    const write = this.#addWrite(batch, key);
    const middle = middleOf(bytes, key);
    const slot = this.#slotOf(hash, bytes, key, middle);
    const partition = this.#slots[slot]! - 1;
    if (partition < 0) {
      this.#addPartition(slot, hash, write);
      return;
    }
    const content = this.#contents[partition]!;
    const end = keyEnd(bytes, key);
    if (content >= 0) {
      const order = this.#compare(content, bytes, middle, end);
      if (order === 0) {
        this.#contents[partition] = write;
      } else {
        this.#lists.push(order < 0 ? [content, write] : [write, content]);
        this.#contents[partition] = -this.#lists.length;
      }
      return;
    }
    const list = this.#lists[-1 - content]!;
    const index = this.#firstAtOrBehind(list, bytes, middle, end);
    if (index < list.length && this.#compare(list[index]!, bytes, middle, end) === 0) list[index] = write;
    else list.splice(index, 0, write);
  }

  #addWrite(batch: Batch, key: number): number {
    if (this.#batches.at(-1) !== batch) this.#batches.push(batch);
    const write = this.#writes++;
    if (write === this.#batchOf.length) {
      this.#batchOf = twice(this.#batchOf);
      this.#keyOf = twice(this.#keyOf);
    }
    this.#batchOf[write] = this.#batches.length - 1;
    this.#keyOf[write] = key;
    this.#bytes += OVERHEAD_BYTES + nextKey(batch.bytes, key) - key;
    return write;
  }

  #addPartition(slot: number, hash: number, write: number): void {
    const partition = this.#partitions++;
    if (partition === this.#hashes.length) {
      this.#hashes = twice(this.#hashes);
      this.#contents = twice(this.#contents);
    }
    this.#hashes[partition] = hash;
    this.#contents[partition] = write;
    this.#slots[slot] = partition + 1;
    if (2 * this.#partitions > this.#slots.length) this.#widen();
  }

  #widen(): void {
    const slots = new Int32Array(2 * this.#slots.length);
    const mask = slots.length - 1;
    for (let partition = 0; partition < this.#partitions; partition++) {
      let slot = this.#hashes[partition]! & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = partition + 1;
    }
    this.#slots = slots;
  }

  /** Compares the sort key of a write with some bytes. */
  #compare(write: number, bytes: Uint8Array, start: number, end: number): number {
    const own = this.bytesOf(write);
    const key = this.#keyOf[write]!;
    return compareBytes(own, middleOf(own, key), keyEnd(own, key), bytes, start, end);
  }

  /** Position of the first write in a list whose sort key is not before some bytes. */
  #firstAtOrBehind(list: readonly number[], bytes: Uint8Array, start: number, end: number): number {
    let low = 0;
    let high = list.length;
    // Most keys come in ascending order.
    if (high > 0 && this.#compare(list[high - 1]!, bytes, start, end) < 0) return high;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.#compare(list[middle]!, bytes, start, end) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

const BEGINNING_BITS = 19;
/** With this many of one beginning, their order on the pages of the base matters. */
const LARGE_BUCKET = 500;

/** In the layout of the table a letter and `#` stand before a digest or an id: of the letter 5 bits, of two characters 7 each. */
function beginningOf(bytes: Uint8Array, key: number): number {
  const pk = key + LENGTH_BYTES;
  const length = middleOf(bytes, key) - pk;
  const first = bytes[pk]! & 0x1f;
  const second = length > 2 ? bytes[pk + 2]! & 0x7f : 0;
  const third = length > 3 ? bytes[pk + 3]! & 0x7f : 0;
  return (first << 14) | (second << 7) | third;
}

function twice(array: Int32Array<ArrayBuffer>): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}
