import { statSync } from 'node:fs';
import type { Database } from 'better-sqlite3';
import { StoreClosedError } from '../errors.ts';
import { checkKey, checkKeyPart, PARTITION_KEY_BYTES } from '../limits.ts';
import * as port from '../port.ts';
import { Checkpointer } from './checkpointer.ts';
import { prepare, stepOutcome, transactOutcome } from './conditional-writes.ts';
import { closeDatabase, openDatabase } from './database-file.ts';
import { GroupCommit } from './group-commit.ts';
import { LogFlush } from './log-flush.ts';
import { queryPage, scanPage } from './pages.ts';
import { explained, storageFailure } from './storage-failure.ts';
import { Tables } from './tables.ts';

/** About 32 MB of log: what a stop has to bring into the tables at most, besides what is written meanwhile. */
const CHECKPOINT_ITEMS = 8_192;

export interface EmbeddedStoreOptions {
  /** Created when missing. */
  readonly directory: string;
  /** Number of items put between two checkpoints, each 4 KB of a large one counted as an item; default 8,192. */
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
    return (await this.queryMany([pk], options))[0]!;
  }

  async queryMany(pks: readonly string[], options: port.QueryOptions = {}): Promise<readonly port.Page[]> {
    for (const pk of pks) checkKeyPart('partition key', pk, PARTITION_KEY_BYTES);
    return this.#read(() => pks.map((pk) => queryPage(this.#tables, pk, options)));
  }

  async scan(options: port.ScanOptions): Promise<port.ScanPage> {
    return this.#read(() => scanPage(this.#tables, this.#seed, options));
  }

  async write(writes: readonly port.Write[]): Promise<port.Outcome[]> {
    const run = prepare({ each: writes });
    return writes.length === 0 ? [] : this.#group.commit(() => run(this.#tables));
  }

  async transact(writes: readonly (port.Write | port.Check)[]): Promise<port.TransactOutcome> {
    const run = prepare({ all: writes });
    return transactOutcome(writes.length === 0 ? [] : await this.#group.commit(() => run(this.#tables)));
  }

  /** Makes all steps in one group, so that they become visible together. */
  async inOrder(steps: readonly port.Step[], mayGoOn?: () => void): Promise<readonly port.StepOutcome[]> {
    mayGoOn?.();
    const runs = steps.map(prepare);
    return this.#group.commit(() => {
      const done: port.StepOutcome[] = [];
      for (const [index, run] of runs.entries()) {
        done.push(stepOutcome(steps[index]!, run(this.#tables)));
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
}
