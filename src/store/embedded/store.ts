import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { StoreClosedError } from '../errors.ts';
import { checkKey, checkKeyPart, PARTITION_KEY_BYTES } from '../limits.ts';
import * as port from '../port.ts';
import { Checkpointer } from './checkpointer.ts';
import { prepareAll, prepareEach, prepareStep } from './conditional-writes.ts';
import { closeDatabase, openDatabase } from './database-file.ts';
import { GroupCommit } from './group-commit.ts';
import { itemOf } from './item-text.ts';
import { LogFlush } from './log-flush.ts';
import { scanPage } from './scan.ts';
import { explained, storageFailure } from './storage-failure.ts';
import { Tables } from './tables.ts';

/** Limits of a page, so that a read of a large partition does not block the event loop for long. */
const PAGE_ITEMS = 1_000;
const PAGE_CHARACTERS = 1_048_576;
/** About 32 MB of log: what a stop has to bring into the tables. */
const CHECKPOINT_ITEMS = 8_192;

export interface EmbeddedStoreOptions {
  /** Created when missing. */
  readonly directory: string;
  /** Number of items put between two checkpoints; default 8,192. */
  readonly checkpointItems?: number;
}

/**
 * Opens the store in a directory of this machine: a SQLite database, which several processes may open at a time.
 * Throws `StoreUnavailableError` (directory cannot be written) and `StoreFormatError` (damaged, or of another format).
 */
export async function openEmbeddedStore(options: EmbeddedStoreOptions): Promise<port.Store & port.TableScan> {
  return new EmbeddedStore(options);
}

class EmbeddedStore implements port.Store, port.TableScan {
  readonly identity: string;
  readonly #directory: string;
  readonly #database: Database;
  readonly #seed: number;
  readonly #tables: Tables;
  readonly #log: LogFlush;
  readonly #checkpointer: Checkpointer;
  readonly #group: GroupCommit;
  #closing: Promise<void> | undefined;

  readonly #transaction = (work: () => unknown): void =>
    explained(this.#directory, () => {
      this.#log.check();
      this.#checkpointer.wrote(this.#tables.write(work));
    });

  constructor({ directory, checkpointItems = CHECKPOINT_ITEMS }: EmbeddedStoreOptions) {
    this.#directory = directory;
    const { database, seed } = openDatabase(directory);
    this.#database = database;
    this.#seed = seed;
    const { dev, ino, birthtimeMs } = statSync(database.name);
    this.identity = `${dev} ${ino} ${birthtimeMs}`;
    this.#tables = new Tables(database, seed);
    this.#log = new LogFlush(`${database.name}-wal`);
    this.#checkpointer = new Checkpointer(database.name, checkpointItems);
    this.#group = new GroupCommit(this.#transaction, this.#checkpointer);
  }

  async getMany(keys: readonly port.Key[]): Promise<(port.Item | undefined)[]> {
    for (const key of keys) checkKey(key);
    return this.#read(() => keys.map((key) => this.#tables.get(key)));
  }

  async query(pk: string, options: port.QueryOptions = {}): Promise<port.Page> {
    checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
    return this.#read(() => this.#page(pk, options));
  }

  async queryMany(pks: readonly string[], options: port.QueryOptions = {}): Promise<readonly port.Page[]> {
    for (const pk of pks) checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
    return this.#read(() => pks.map((pk) => this.#page(pk, options)));
  }

  async scan(options: port.ScanOptions): Promise<port.ScanPage> {
    return this.#read(() => scanPage(this.#tables, this.#seed, options));
  }

  async write(writes: readonly port.Write[]): Promise<port.Outcome[]> {
    const run = prepareEach(writes);
    return writes.length === 0 ? [] : this.#group.commit(() => run(this.#tables));
  }

  async transact(writes: readonly (port.Write | port.Check)[]): Promise<port.TransactOutcome> {
    const run = prepareAll(writes);
    return writes.length === 0 ? { applied: true, refused: [] } : this.#group.commit(() => run(this.#tables));
  }

  /** Makes all steps in one group, so that they become visible together. */
  async inOrder(steps: readonly port.Step[], mayGoOn?: () => void): Promise<readonly port.StepOutcome[]> {
    mayGoOn?.();
    const runs = steps.map(prepareStep);
    return this.#group.commit(() => {
      const done: port.StepOutcome[] = [];
      for (const run of runs) {
        done.push(run(this.#tables));
        if (!done.at(-1)!.applied) break;
      }
      return done;
    });
  }

  /** Resolves before the deletion; `close` waits for it. */
  async discard(keys: readonly port.Key[], updates: readonly port.Update[] = []): Promise<void> {
    const deletions = keys.map((key) => ({ delete: key }));
    const deletion = updates.length > 0 ? this.transact(port.discarding(keys, updates)) : this.write(deletions);
    // An item that stays is harmless.
    deletion.catch(() => {});
  }

  async durable(): Promise<void> {
    if (this.#closing !== undefined) throw new StoreClosedError();
    await this.#log.flush().catch(this.#fail);
  }

  close(): Promise<void> {
    this.#closing ??= this.#close().catch(this.#fail);
    return this.#closing;
  }

  async #close(): Promise<void> {
    try {
      await this.#group.close();
      await this.#checkpointer.close();
      await this.#log.flush();
    } finally {
      closeDatabase(this.#database);
      await this.#log.close();
    }
  }

  #read<T>(work: () => T): T {
    if (this.#closing !== undefined) throw new StoreClosedError();
    return explained(this.#directory, work);
  }

  readonly #fail = (error: unknown): never => {
    throw storageFailure(error, this.#directory);
  };

  #page(pk: string, { prefix = '', after, limit = PAGE_ITEMS }: port.QueryOptions): port.Page {
    const most = Math.min(Math.max(limit, 1), PAGE_ITEMS);
    const items: port.Item[] = [];
    let characters = 0;
    for (const { sk, text } of this.#tables.items(pk, prefix, after)) {
      items.push(itemOf({ pk, sk }, text));
      characters += text.length;
      if (items.length >= most || characters >= PAGE_CHARACTERS) return { items, next: sk };
    }
    return { items };
  }
}
