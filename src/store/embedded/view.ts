import { isAtOrBehind } from '../limits.ts';
import type { Item, Key, Page } from '../port.ts';
import { type Attributes, decodeAttributes, type Encoded } from './attributes.ts';
import { BatchWriter, GONE } from './batch.ts';
import type { Files } from './files.ts';
import { KeyBytes } from './key.ts';
import type { Head } from './log.ts';
import { Memtable, NONE, type Version } from './memtable.ts';
import { newestOf } from './newest.ts';
import { PartitionFilter } from './partition-filter.ts';

/** Bounds of a page, so that reading a large partition leaves the event loop to others in between. */
const PAGE_ITEMS = 1_000;
const PAGE_BYTES = 1_048_576;

const NOTHING: readonly Iterable<Found>[] = [];
const EMPTY_PAGE: Page = Object.freeze({ items: Object.freeze([]) });
const PARTITIONS_A_GROUP = 1_000;

/** An item in the order of its partition; without attributes if it was removed. */
interface Found {
  readonly sk: string;
  readonly attributes: Attributes | undefined;
  readonly bytes: number;
}

/**
 * The table as it is: what the batches of the log wrote, in memory, above the base. Every write of this process goes
 * through a group; what other processes wrote is taken from the log before anything is read.
 */
export class View {
  readonly #files: Files;
  /** The key that is looked for. */
  readonly #key: KeyBytes;
  /** Of the partitions that the base has at least as of {@link #checkpoint}. */
  readonly #filter = new PartitionFilter();
  /** How many partitions of {@link #frozen} are in the filter already. */
  #filtered = 0;
  /** What was written since the checkpoint that is being made began, or since the last. */
  #active: Memtable;
  /** What the checkpoint that is being made brings into the base. */
  #frozen: Memtable | undefined;
  /** The last batch that is in the memtables. */
  #sequence = 0;
  #checkpoint = 0;
  /** What the present group writes: for its own reads only, until it is committed. */
  #pending: { readonly table: Memtable; readonly batch: BatchWriter } | undefined;

  constructor(files: Files) {
    this.#files = files;
    this.#key = new KeyBytes(files.base.seed);
    this.#active = new Memtable(files.base.seed);
    files.base.loadFilter(this.#filter);
  }

  /** About as much memory as all that is not in the base takes. */
  get bytes(): number {
    return this.#active.bytes + (this.#frozen?.bytes ?? 0);
  }

  get sequence(): number {
    return this.#sequence;
  }

  /** Lets the reads that follow see every commit until now. */
  refresh(): void {
    this.#files.log.refresh();
    this.#follow(this.#files.log.head());
  }

  get({ pk, sk }: Key): Item | undefined {
    this.#key.set(pk, sk);
    return this.#committed(pk, sk);
  }

  /** One page of a partition: sort keys that start with `prefix`, behind `after`. */
  query(pk: string, prefix: string, after: string | undefined, most: number): Page {
    const isBehind = after !== undefined && isAtOrBehind(after, prefix);
    const from = isBehind ? after : prefix;
    const sources = this.#sources(pk, prefix, from, isBehind);
    // As nearly all that a new record asks for.
    if (sources.length === 0) return EMPTY_PAGE;
    const limit = Math.min(Math.max(most, 1), PAGE_ITEMS);
    const items: Item[] = [];
    let bytes = 0;
    for (const found of newestOf(sources)) {
      if (found.attributes === undefined) continue;
      items.push(itemOf(pk, found.sk, found.attributes));
      bytes += found.bytes;
      if (items.length >= limit || bytes >= PAGE_BYTES) return { items, next: found.sk };
    }
    return { items };
  }

  /** Begins a group of writes; under the lock of the log, before {@link read} and {@link write}. */
  begin(): void {
    this.#follow(this.#files.log.head());
    this.#pending = { table: new Memtable(this.#files.base.seed), batch: new BatchWriter(this.#sequence + 1) };
  }

  /** As {@link get}, and sees what the group wrote. */
  read({ pk, sk }: Key): Item | undefined {
    this.#key.set(pk, sk);
    const { table } = this.#pending!;
    const write = table.find(this.#key);
    return write === NONE ? this.#committed(pk, sk) : written(table, write, pk, sk);
  }

  /** Writes the encoded attributes of an item, or removes it, with the group. */
  write({ pk, sk }: Key, value: Encoded | undefined): void {
    const { table, batch } = this.#pending!;
    this.#key.set(pk, sk);
    table.add(batch, batch.add(this.#key, value));
  }

  /** Appends the group to the log, still under its lock; nothing where it wrote nothing. */
  append(): void {
    const { batch } = this.#pending!;
    if (batch.isEmpty) return;
    batch.finish();
    this.#files.log.append(batch);
  }

  /** The group is on disk. */
  committed(): void {
    const pending = this.#pending;
    this.#pending = undefined;
    // A read that was faster has taken it from the log.
    if (pending === undefined || pending.batch.isEmpty || this.#sequence >= pending.batch.sequence) return;
    this.#active.addBatch(pending.batch);
    this.#sequence = pending.batch.sequence;
    this.#filterFrozen(PARTITIONS_A_GROUP);
  }

  /** The group is not in the log, or it is and the next read finds it there. */
  failed(): void {
    this.#pending = undefined;
  }

  /** Sets aside what a checkpoint up to {@link sequence} will bring into the base. */
  freeze(): void {
    if (this.#frozen !== undefined) return;
    this.#frozen = this.#active;
    this.#filtered = 0;
    this.#active = new Memtable(this.#files.base.seed);
  }

  #follow({ sequence, checkpoint }: Readonly<Head>): void {
    if (checkpoint > this.#checkpoint) {
      // The base said that it has them before the log did.
      this.#files.base.refresh();
      this.#followFilter(checkpoint);
      if (this.#frozen !== undefined && this.#frozen.last <= checkpoint) this.#frozen = undefined;
      this.#frozen = this.#frozen?.behind(checkpoint);
      this.#filtered = 0;
      this.#active = this.#active.behind(checkpoint);
      this.#checkpoint = checkpoint;
    }
    if (sequence <= this.#sequence) return;
    const behind = Math.max(this.#sequence, checkpoint);
    for (const batch of this.#files.log.batches(behind, sequence)) this.#active.addBatch(batch);
    this.#sequence = sequence;
  }

  /** Before the memtables forget what the base has. */
  #followFilter(checkpoint: number): void {
    if (this.#sequence < checkpoint) {
      // Of what others wrote and brought into the base, not all was ever in the memtables.
      this.#files.base.loadFilter(this.#filter);
      return;
    }
    this.#filterFrozen(Number.POSITIVE_INFINITY);
    if (this.#active.first <= checkpoint) for (const hash of this.#active.hashes()) this.#filter.add(hash);
  }

  /** Adds some partitions of which the base will be told to the filter: with every group some, so that nobody waits for all. */
  #filterFrozen(most: number): void {
    const hashes = this.#frozen?.hashes();
    if (hashes === undefined) return;
    const end = Math.min(this.#filtered + most, hashes.length);
    for (; this.#filtered < end; this.#filtered++) this.#filter.add(hashes[this.#filtered]!);
  }

  /** The item of the key at hand, by what is committed. */
  #committed(pk: string, sk: string): Item | undefined {
    let table: Memtable | undefined = this.#active;
    let write = table.find(this.#key);
    if (write === NONE && this.#frozen !== undefined) {
      table = this.#frozen;
      write = table.find(this.#key);
    }
    if (write !== NONE) return written(table, write, pk, sk);
    if (!this.#filter.has(this.#key.hash)) return undefined;
    const attributes = this.#files.base.get(pk, sk);
    return attributes === undefined ? undefined : itemOf(pk, sk, attributes);
  }

  /** What there is of a partition, removed items among it, in order; the newest first. */
  #sources(pk: string, prefix: string, from: string, isBehind: boolean): readonly Iterable<Found>[] {
    this.#key.set(pk, from);
    const isInActive = this.#active.has(this.#key);
    const isInFrozen = this.#frozen?.has(this.#key) === true;
    const isInBase = this.#filter.has(this.#key.hash);
    if (!isInActive && !isInFrozen && !isInBase) return NOTHING;
    const sources: Iterable<Found>[] = [];
    if (isInActive) sources.push(versionsOf(this.#active, this.#key, prefix, isBehind));
    if (isInFrozen) sources.push(versionsOf(this.#frozen!, this.#key, prefix, isBehind));
    if (isInBase) sources.push(this.#files.base.items(pk, prefix, from, isBehind));
    return sources;
  }
}

function written(table: Memtable, write: number, pk: string, sk: string): Item | undefined {
  const end = table.endOf(write);
  return end === GONE
    ? undefined
    : itemOf(pk, sk, decodeAttributes(table.bytesOf(write), table.startOf(write), end, sk));
}

/** The versions of a partition from the sort key of a key on (or `isBehind` it) that have a prefix. */
function versionsOf(table: Memtable, key: KeyBytes, prefix: string, isBehind: boolean): Iterable<Found> {
  const versions = table.from(key, isBehind);
  return Array.isArray(versions) ? someFound(versions, prefix) : allFound(versions, prefix);
}

function someFound(versions: readonly Version[], prefix: string): Found[] {
  const found: Found[] = [];
  for (const version of versions) {
    if (!version.sk.startsWith(prefix)) break;
    found.push(foundOf(version));
  }
  return found;
}

function* allFound(versions: Iterable<Version>, prefix: string): Generator<Found, void, undefined> {
  for (const version of versions) {
    if (!version.sk.startsWith(prefix)) return;
    yield foundOf(version);
  }
}

const foundOf = ({ sk, bytes, start, end }: Version): Found => ({
  sk,
  attributes: end === GONE ? undefined : decodeAttributes(bytes, start, end, sk),
  bytes: end - start,
});

/** The attributes come fresh from the decoder, so that the key can be added to them. */
function itemOf(pk: string, sk: string, attributes: Attributes): Item {
  attributes['pk'] = pk;
  attributes['sk'] = sk;
  return attributes as Item;
}
