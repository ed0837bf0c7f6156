import { StoreClosedError } from '../errors.ts';
import { checkKey, checkKeyPart, checkTransact, checkWrites, PARTITION_KEY_BYTES } from '../limits.ts';
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
import { checkpoint } from './checkpoint.ts';
import { Checkpointer } from './checkpointer.ts';
import { closeFiles, type Files, openFiles } from './files.ts';
import { GroupCommit, storageFailure } from './group-commit.ts';
import { encodedAfter, isRefused, type Prepared, prepare } from './prepared.ts';
import { View } from './view.ts';
import { Waker } from './waker.ts';

/**
 * Memory that writes may take before a checkpoint brings them into the base: the more, the more of them fall on one page
 * of the B-tree.
 */
const CHECKPOINT_BYTES = 32 * 1_048_576;
/** Writers wait for a checkpoint when they are this many times ahead of it. */
const WAIT_FACTOR = 3;

export interface EmbeddedStoreOptions {
  /** Created when missing. */
  readonly directory: string;
  /** Default 32 MiB; a checkpoint is made when the writes since the last take this much memory. */
  readonly checkpointBytes?: number;
}

/**
 * The store in a directory of this machine: a write-ahead log and a B-tree, both files of LMDB. Several processes may
 * open one directory at a time. A write resolves when it is visible to all of them and on disk; writers that come
 * together share one flush. A thread opens a directory once: to open or close a second store on it waits, without the event
 * loop, for the lock that a write of the first one may have, which waits for the event loop.
 *
 * Throws `StoreUnavailableError` (directory cannot be written) and `StoreFormatError` (other version or program).
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<Store> {
  return new EmbeddedStore(openFiles(options.directory), options);
}

class EmbeddedStore implements Store {
  readonly #files: Files;
  readonly #directory: string;
  readonly #checkpointBytes: number;
  readonly #view: View;
  readonly #group: GroupCommit;
  readonly #checkpointer: Checkpointer;
  readonly #waker: Waker;
  #closing: Promise<void> | undefined;

  constructor(files: Files, { directory, checkpointBytes }: EmbeddedStoreOptions) {
    this.#files = files;
    this.#directory = directory;
    this.#checkpointBytes = checkpointBytes ?? CHECKPOINT_BYTES;
    this.#view = new View(files);
    this.#view.refresh();
    this.#checkpointer = new Checkpointer(directory);
    this.#waker = new Waker(directory);
    this.#group = new GroupCommit({
      directory,
      prepare: () => this.#makeRoom(),
      transaction: (work) => this.#waker.watch(files.log.transaction(work)),
      begin: () => this.#view.begin(),
      append: () => this.#view.append(),
      committed: () => this.#view.committed(),
      failed: () => this.#view.failed(),
    });
  }

  async getMany(keys: readonly Key[], options: ReadOptions = {}): Promise<(Item | undefined)[]> {
    this.#beginRead(options);
    const items = new Array<Item | undefined>(keys.length);
    for (let index = 0; index < keys.length; index++) {
      const key = keys[index]!;
      checkKey(key);
      items[index] = this.#view.get(key);
    }
    return items;
  }

  async query(pk: string, options: QueryOptions = {}): Promise<Page> {
    checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
    this.#beginRead(options);
    return this.#page(pk, options);
  }

  async queryMany(pks: readonly string[], options: QueryOptions = {}): Promise<readonly Page[]> {
    this.#beginRead(options);
    const pages = new Array<Page>(pks.length);
    for (let index = 0; index < pks.length; index++) {
      const pk = pks[index]!;
      checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
      pages[index] = this.#page(pk, options);
    }
    return pages;
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

  /** All steps in one group: they become visible, and durable, at once. */
  async inOrder(steps: readonly Step[], mayGoOn?: () => void): Promise<readonly StepOutcome[]> {
    mayGoOn?.();
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
    await this.#checkpointer.close();
    await this.#waker.close();
    try {
      // So that the next start reads no log, and the one file is all of the data. Where it cannot be, the log has it.
      if (this.#view.bytes > 0) checkpoint(this.#files, this.#view.sequence);
    } catch (error) {
      throw storageFailure(error, this.#directory);
    } finally {
      await closeFiles(this.#files);
    }
  }

  #page(pk: string, { prefix = '', after, limit = Number.POSITIVE_INFINITY }: QueryOptions): Page {
    return this.#view.query(pk, prefix, after, limit);
  }

  #beginRead(options: ReadOptions): void {
    if (this.#closing !== undefined) throw new StoreClosedError();
    if (options.consistent !== false) this.#view.refresh();
  }

  /** Begins a checkpoint when it is time; says what to wait for when there is no more room without it. */
  #makeRoom(): Promise<void> | undefined {
    if (this.#view.bytes < this.#checkpointBytes) return undefined;
    if (this.#checkpointer.running === undefined) this.#makeCheckpoint();
    if (this.#view.bytes < WAIT_FACTOR * this.#checkpointBytes) return undefined;
    return this.#checkpointer.running?.catch((error: unknown) => {
      throw storageFailure(error, this.#directory);
    });
  }

  #makeCheckpoint(): void {
    this.#view.freeze();
    this.#waker
      .watch(this.#checkpointer.run(this.#view.sequence))
      .then(() => {
        if (this.#closing === undefined) this.#view.refresh();
      })
      // Whoever needs the room is told by {@link #makeRoom}, which tries again with every group until then; whoever reads
      // next is told why the log cannot be read.
      .catch(() => {});
  }

  #prepare(writes: readonly (Write | Check)[]): Prepared[] {
    return writes.map((write) => prepare(write));
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
    return prepared.map((one) => (one.reads ? this.#view.read(one.key) : undefined));
  }

  #apply(prepared: readonly Prepared[], befores: readonly (Item | undefined)[], isApplied: (index: number) => boolean) {
    const encoded = prepared.map((one, index) => (isApplied(index) ? encodedAfter(one, befores[index]) : undefined));
    for (const [index, one] of prepared.entries()) {
      if (one.kind === 'check' || !isApplied(index)) continue;
      this.#view.write(one.key, encoded[index]);
    }
  }
}
