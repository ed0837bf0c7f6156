import { randomBytes } from 'node:crypto';
import { StoreFormatError } from '../errors.ts';
import { type Attributes, decodeAttributes } from './attributes.ts';
import { type BaseKey, baseKeyEncoder, isNamedByID } from './base-key.ts';
import { GONE } from './batch.ts';
import { compareUtf8 } from './key.ts';
import { type LmdbFile, openWrittenFile, refuseSetBack } from './lmdb-file.ts';
import { newestOfTwo } from './newest.ts';
import { attributesIn, isSpread, itemsIn, type PlacedItem, partitionOf, SPREAD } from './partition.ts';
import type { PartitionFilter } from './partition-filter.ts';
import { Phrases } from './phrases.ts';

/** Raised when the layout of keys or values changes, so that older data is refused instead of misread. */
export const FORMAT_VERSION = 3;

/** A partition key of the port has at least one byte, so that these keys are free. */
const FORMAT_KEY: BaseKey = { pk: '', sk: 'format' };
const CHECKPOINT_KEY: BaseKey = { pk: '', sk: 'checkpoint' };
const CHECKPOINT_BYTES = 16;
const filterKey = (layer: number, part: number): BaseKey => ({ pk: '', sk: `filter ${layer} ${part}` });
const phrasesKey = (number: number): BaseKey => ({ pk: '', sk: `phrases ${number}` });
const SEED_KEY: BaseKey = { pk: '', sk: 'seed' };
/** `{"name":"entity-data","version":…}` as MessagePack, in which format 2 wrote it; the version is the byte behind it. */
const FORMAT_MARK = Buffer.from('\xde\0\x02\xa4name\xabentity-data\xa7version', 'latin1');

/** A partition of more than one item that would take more bytes is spread: each item has a key of its own. */
export const PARTITION_BYTES = 1_024;

/** An item of a partition with its attributes; `bytes` is about how many it has. */
export interface BaseItem {
  readonly sk: string;
  readonly attributes: Attributes;
  readonly bytes: number;
}

type Tree = LmdbFile<BaseKey, string>;

const NO_ITEMS: readonly BaseItem[] = [];

/**
 * Partitions that are named by texts of users, as records are, have a tree of their own. New keys are often the last ones
 * there, as new ULIDs are the last ones of the other tree: pages at the end of a tree are filled, others on average
 * by two thirds. Before the first letter, so that the place of the tree in the other one is not at its end.
 */
const TEXTS = '+texts';

/** The table as of the last checkpoint: B-trees of partitions, in a file of LMDB. */
export class Base {
  readonly #file: Tree;
  readonly #texts: Tree;
  /** Of the values of partitions in {@link #texts}. */
  readonly #phrases: Phrases;
  #length = 0;
  /** One object for all looks into the tree. */
  readonly #key = { pk: '', sk: '' };
  /** Of the hashes of partition keys, in every process. */
  readonly seed: number;

  /** Throws `StoreUnavailableError` and {@link StoreFormatError}. */
  constructor(path: string) {
    this.#file = openWrittenFile({ path, keyEncoder: baseKeyEncoder });
    try {
      this.#checkFormat(path);
      this.#texts = this.#file.openDB(TEXTS, { encoding: 'binary', keyEncoder: baseKeyEncoder });
      this.#phrases = new Phrases({
        book: (number) => {
          const bytes = this.#file.getBinaryFast(phrasesKey(number));
          return bytes && Buffer.from(bytes.subarray(0, this.#file.lastSize));
        },
        put: (number, bytes) => this.#file.put(phrasesKey(number), bytes),
      });
      this.seed = this.#file.getBinaryFast(SEED_KEY)!.readInt32BE(0);
    } catch (error) {
      void this.#file.close();
      throw error;
    }
  }

  /** Lets the reads that follow see what other threads and processes committed. */
  refresh(): void {
    this.#file.resetReadTxn();
  }

  /** Before the transactions of a checkpoint. */
  beginCheckpoint(): void {
    this.#phrases.forget();
  }

  /** The last batch of the log that the base has. */
  checkpoint(): number {
    return this.#file.getBinaryFast(CHECKPOINT_KEY)?.readDoubleBE(0) ?? 0;
  }

  get(pk: string, sk: string): Attributes | undefined {
    const tree = this.#treeOf(pk);
    const partition = this.#partition(tree, pk);
    if (partition === undefined) return undefined;
    if (!isSpread(partition, this.#length)) return attributesIn(partition, this.#length, sk);
    const value = this.#valueOf(tree, pk, sk);
    return value === undefined ? undefined : decodeAttributes(value, 0, tree.lastSize, sk);
  }

  /** The items of a partition in order: sort keys with a prefix, from a sort key on (or `isBehind` it). */
  items(pk: string, prefix: string, from: string, isBehind: boolean): Iterable<BaseItem> {
    const tree = this.#treeOf(pk);
    const partition = this.#partition(tree, pk);
    if (partition === undefined) return NO_ITEMS;
    const length = this.#length;
    if (isSpread(partition, length)) return spreadItems(tree, pk, prefix, from, isBehind);
    const items: BaseItem[] = [];
    for (const { sk, bytes, start, end } of itemsIn(partition, length)) {
      if (from !== '') {
        const order = compareUtf8(sk, from);
        if (order < 0 || (isBehind && order === 0)) continue;
      }
      if (!sk.startsWith(prefix)) continue;
      items.push({ sk, attributes: decodeAttributes(bytes, start, end, sk), bytes: end - start });
    }
    return items;
  }

  /** Writes and removes (`end` is {@link GONE}) items of one partition, in the order of their sort keys; within a transaction. */
  write(pk: string, changes: readonly PlacedItem[]): void {
    const tree = this.#treeOf(pk);
    const partition = this.#partition(tree, pk);
    const length = this.#length;
    if (partition !== undefined && isSpread(partition, length)) {
      writeSpread(tree, pk, changes);
      return;
    }
    const newest = partition === undefined ? changes : newestOfTwo(changes, itemsIn(partition, length));
    const items = newest.filter(({ end }) => end !== GONE);
    if (items.length === 0) {
      if (partition !== undefined) tree.remove({ pk, sk: '' });
      return;
    }
    const value = partitionOf(items);
    if (items.length === 1 || value.length <= PARTITION_BYTES) {
      tree.put({ pk, sk: '' }, tree === this.#texts ? this.#phrases.write(value) : value);
      return;
    }
    writeSpread(tree, pk, items);
    tree.put({ pk, sk: '' }, SPREAD);
  }

  /**
   * Says that the base has the batches of the log up to one, and that its partitions are those of the filter; within a
   * transaction, behind which the filter is `saved`.
   */
  setCheckpoint(sequence: number, filter: PartitionFilter): void {
    this.#phrases.learn();
    for (const { layer, part, bytes } of filter.changes()) this.#file.put(filterKey(layer, part), bytes);
    const value = Buffer.allocUnsafeSlow(CHECKPOINT_BYTES);
    value.writeDoubleBE(sequence);
    value.writeUInt32BE(filter.layers, 8);
    value.writeUInt32BE(filter.keys, 12);
    this.#file.put(CHECKPOINT_KEY, value);
  }

  /** Makes a filter that of the partitions at the last checkpoint; answers which that is. */
  loadFilter(filter: PartitionFilter): number {
    const value = this.#file.getBinaryFast(CHECKPOINT_KEY);
    const sequence = value?.readDoubleBE(0) ?? 0;
    filter.load({
      layers: value?.readUInt32BE(8) ?? 0,
      keys: value?.readUInt32BE(12) ?? 0,
      part: (layer, part) => {
        const bytes = this.#file.getBinaryFast(filterKey(layer, part));
        return bytes?.subarray(0, this.#file.lastSize);
      },
    });
    return sequence;
  }

  /** Runs `work` under the write lock of the file, which every process respects, and flushes what it wrote. */
  transaction<T>(work: () => T): T {
    return this.#file.transactionSync(() => {
      refuseSetBack(this.#file);
      return work();
    });
  }

  close(): Promise<void> {
    return this.#file.close();
  }

  #treeOf(pk: string): Tree {
    return isNamedByID(pk) ? this.#file : this.#texts;
  }

  /** The value of a partition, of which {@link #length} bytes count. */
  #partition(tree: Tree, pk: string): Buffer | undefined {
    const value = this.#valueOf(tree, pk, '');
    this.#length = tree.lastSize;
    if (value === undefined || tree !== this.#texts) return value;
    const read = this.#phrases.read(value, this.#length);
    this.#length = this.#phrases.length;
    return read;
  }

  #valueOf(tree: Tree, pk: string, sk: string): Buffer | undefined {
    this.#key.pk = pk;
    this.#key.sk = sk;
    return tree.getBinaryFast(this.#key);
  }

  #checkFormat(path: string): void {
    const version = this.#file.transactionSync(() => {
      refuseSetBack(this.#file);
      const mark = this.#file.getBinaryFast(FORMAT_KEY);
      const length = this.#file.lastSize;
      if (mark !== undefined) {
        const isOurs = length === FORMAT_MARK.length + 1 && FORMAT_MARK.equals(mark.subarray(0, FORMAT_MARK.length));
        return isOurs ? mark[FORMAT_MARK.length] : 'of another program';
      }
      const [first] = [...this.#file.getRange({ start: { pk: '', sk: '' }, limit: 1 })];
      if (first !== undefined) return 'of another program';
      this.#file.put(FORMAT_KEY, Buffer.concat([FORMAT_MARK, Buffer.of(FORMAT_VERSION)]));
      this.#file.put(SEED_KEY, randomBytes(4));
      return FORMAT_VERSION;
    });
    if (version === FORMAT_VERSION) return;
    throw new StoreFormatError(
      `The database ${path} has format ${version}; this version reads format ${FORMAT_VERSION}`,
      { hint: 'Name another data directory, or open it with the version that wrote it.' },
    );
  }
}

function* spreadItems(
  tree: Tree,
  pk: string,
  prefix: string,
  from: string,
  isBehind: boolean,
): Generator<BaseItem, void, undefined> {
  // An end before the start is an empty range for LMDB, which is what an `after` behind the prefix means.
  const start: BaseKey = { pk, sk: from, bound: isBehind ? 'behind' : undefined };
  for (const { key, value } of tree.getRange({ start, end: { pk, sk: prefix, bound: 'beyond' } })) {
    // The partition's own key.
    if (key === '') continue;
    yield { sk: key, attributes: decodeAttributes(value, 0, value.length, key), bytes: value.length };
  }
}

function writeSpread(tree: Tree, pk: string, changes: readonly PlacedItem[]): void {
  for (const { sk, bytes, start, end } of changes) {
    if (end === GONE) tree.remove({ pk, sk });
    else tree.put({ pk, sk }, bytes.subarray(start, end));
  }
}
