import { asBinary } from 'lmdb';
import { StoreClosedError } from '../errors.ts';
import { checkKey, checkKeyPart, checkTransact, checkWrites, isAtOrBehind, PARTITION_KEY_BYTES } from '../limits.ts';
import type {
  Check,
  Item,
  Key,
  Outcome,
  Page,
  QueryOptions,
  ReadOptions,
  Step,
  StepOutcome,
  Store,
  TransactOutcome,
  Update,
  Write,
} from '../port.ts';
import { allOutcome, discarding, eachOutcome } from '../port.ts';
import { type Attributes, type Database, type DatabaseOptions, openDatabase } from './database.ts';
import { GroupCommit } from './group-commit.ts';
import type { StoredKey } from './key.ts';
import { encodedAfter, isRefused, type Prepared, prepare } from './prepared.ts';

/** Bounds of a page, so that reading a large partition leaves the event loop to others in between. */
const PAGE_ITEMS = 1_000;
const PAGE_BYTES = 1_048_576;

export type EmbeddedStoreOptions = DatabaseOptions;

/**
 * The store in a directory of this machine, on LMDB. Several processes may open one directory at a time. A write
 * resolves when it is visible to all of them and on disk; writers that come together share one flush.
 *
 * Throws `StoreUnavailableError` (directory cannot be written) and `StoreFormatError` (other version or program).
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<Store> {
  return new EmbeddedStore(openDatabase(options), options.directory);
}

class EmbeddedStore implements Store {
  readonly #database: Database;
  readonly #group: GroupCommit;
  #closing: Promise<void> | undefined;

  constructor(database: Database, directory: string) {
    this.#database = database;
    this.#group = new GroupCommit(database, directory);
  }

  async getMany(keys: readonly Key[], options: ReadOptions = {}): Promise<(Item | undefined)[]> {
    this.#beginRead(options);
    const items = new Array<Item | undefined>(keys.length);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      checkKey(key);
      items[index] = this.#get(key);
    }
    return items;
  }

  async query(pk: string, options: QueryOptions = {}): Promise<Page> {
    checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
    this.#beginRead(options);
    const prefix = options.prefix ?? '';
    const after = options.after;
    const limit = Math.min(Math.max(options.limit ?? PAGE_ITEMS, 1), PAGE_ITEMS);
    const start: StoredKey =
      after !== undefined && isAtOrBehind(after, prefix) ? { pk, sk: after, bound: 'behind' } : { pk, sk: prefix };
    const items: Item[] = [];
    let bytes = 0;
    // An end before the start is an empty range for LMDB, which is what an `after` behind the prefix means.
    for (const { key, value } of this.#database.getRange({ start, end: { pk, sk: prefix, bound: 'beyond' } })) {
      items.push(itemOf(pk, key, value));
      bytes += this.#database.lastSize;
      if (items.length >= limit || bytes >= PAGE_BYTES) return { items, next: key };
    }
    return { items };
  }

  async write(writes: readonly Write[]): Promise<Outcome[]> {
    checkWrites(writes);
    const prepared = this.#prepare(writes);
    if (prepared.length === 0) return [];
    return this.#group.commit(() => this.#runEach(prepared));
  }

  async transact(writes: readonly (Write | Check)[]): Promise<TransactOutcome> {
    checkTransact(writes);
    const prepared = this.#prepare(writes);
    if (prepared.length === 0) return { applied: true, refused: [] };
    return this.#group.commit(() => this.#runAll(prepared));
  }

  /** All steps in one LMDB transaction: they become visible, and durable, at once. */
  async inOrder(steps: readonly Step[]): Promise<readonly StepOutcome[]> {
    const prepared = steps.map((step) => {
      if ('each' in step) checkWrites(step.each);
      else checkTransact(step.all);
      return { each: 'each' in step, writes: this.#prepare('each' in step ? step.each : step.all) };
    });
    return this.#group.commit(() => {
      const done: StepOutcome[] = [];
      for (const { each, writes } of prepared) {
        const outcome = each ? eachOutcome(this.#runEach(writes)) : allOutcome(writes.length, this.#runAll(writes));
        done.push(outcome);
        if (!outcome.applied) break;
      }
      return done;
    });
  }

  /** Goes with the next commit; `close` waits for it. */
  async discard(keys: readonly Key[], updates: readonly Update[] = []): Promise<void> {
    // A failed commit fails the writers that wait for it; an item that stays is found again by whoever looks for it.
    const gone =
      updates.length > 0 ? this.transact(discarding(keys, updates)) : this.write(keys.map((key) => ({ delete: key })));
    gone.catch(() => {});
  }

  /** A commit is flushed before it can be seen, so that everything anybody has read or written is on disk already. */
  async durable(): Promise<void> {
    if (this.#closing !== undefined) throw new StoreClosedError();
  }

  close(): Promise<void> {
    this.#closing ??= this.#close();
    return this.#closing;
  }

  async #close(): Promise<void> {
    await this.#group.close();
    await this.#database.close();
  }

  #beginRead(options: ReadOptions): void {
    if (this.#closing !== undefined) throw new StoreClosedError();
    // lmdb keeps one read transaction for a turn of the event loop; a fresh one sees what other processes committed.
    if (options.consistent !== false) this.#database.resetReadTxn();
  }

  #get(key: Key): Item | undefined {
    const attributes = this.#database.get(key);
    return attributes === undefined ? undefined : itemOf(key.pk, key.sk, attributes);
  }

  #prepare(writes: readonly (Write | Check)[]): Prepared[] {
    return writes.map((write) => prepare(write, this.#database.encoder));
  }

  /** Within a transaction. Two passes, so that an update which cannot be made fails the call before anything of it is written. */
  #runEach(prepared: readonly Prepared[]): Outcome[] {
    const befores = this.#befores(prepared);
    const outcomes: Outcome[] = prepared.map((one, index) => ({
      applied: !isRefused(one, befores[index]),
      before: befores[index],
    }));
    this.#apply(prepared, befores, (index) => outcomes[index]!.applied);
    return outcomes;
  }

  /** Within a transaction. */
  #runAll(prepared: readonly Prepared[]): TransactOutcome {
    const befores = this.#befores(prepared);
    const refused: { index: number; before?: Item | undefined }[] = [];
    for (const [index, one] of prepared.entries()) {
      if (isRefused(one, befores[index])) refused.push({ index, before: befores[index] });
    }
    if (refused.length > 0) return { applied: false, refused };
    this.#apply(prepared, befores, () => true);
    return { applied: true, refused };
  }

  #befores(prepared: readonly Prepared[]): (Item | undefined)[] {
    return prepared.map((one) => (one.reads ? this.#get(one.key) : undefined));
  }

  #apply(prepared: readonly Prepared[], befores: readonly (Item | undefined)[], isApplied: (index: number) => boolean) {
    const encoded = prepared.map((one, index) =>
      isApplied(index) ? encodedAfter(one, befores[index], this.#database.encoder) : undefined,
    );
    for (const [index, one] of prepared.entries()) {
      if (one.kind === 'check' || !isApplied(index)) continue;
      const value = encoded[index];
      if (value === undefined) this.#database.remove(one.key);
      else this.#database.put(one.key, asBinary(value as Buffer));
    }
  }
}

/** The attributes come fresh from the decoder, so that the key can be added to them. */
function itemOf(pk: string, sk: string, attributes: Attributes): Item {
  attributes['pk'] = pk;
  attributes['sk'] = sk;
  return attributes as Item;
}
