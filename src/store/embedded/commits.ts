import { once } from 'node:events';
import { close, fdatasync, openSync } from 'node:fs';
import { promisify } from 'node:util';
import { Worker } from 'node:worker_threads';
import { EntityDataError } from '../../errors.ts';
import { scriptBeside } from '../../script-beside.ts';
import { StoreClosedError } from '../errors.ts';
import { EMPTIEST_LOG_BYTES, logBytes } from './log-note.ts';

/** A call that waits for its transaction. */
interface Waiting {
  /** Runs in the transaction. The result answers the caller. */
  run(): () => void;
  reject(error: unknown): void;
}

/**
 * Commits the writes of one turn of the event loop in one transaction. Each caller sees what those before it in the
 * group wrote, and is answered when the group is committed.
 */
export class GroupCommit {
  readonly #transaction: (work: () => unknown) => void;
  readonly #checkpointer: { readonly pause: Promise<void> | undefined };
  readonly #waiting: Waiting[] = [];
  #committing: Promise<void> | undefined;
  #closed = false;

  constructor(transaction: (work: () => unknown) => void, checkpointer: { readonly pause: Promise<void> | undefined }) {
    this.#transaction = transaction;
    this.#checkpointer = checkpointer;
  }

  /** Runs `work` in the next transaction. An `EntityDataError`, which `work` must throw before it writes, rejects this call alone. */
  commit<T>(work: () => T): Promise<T> {
    if (this.#closed) return Promise.reject(new StoreClosedError());
    return new Promise((resolve, reject) => {
      const run = () => {
        const result = work();
        return () => resolve(result);
      };
      this.#waiting.push({ run, reject });
      this.#committing ??= this.#drain();
    });
  }

  /** Refuses new work and resolves when all accepted work is committed. */
  async close(): Promise<void> {
    this.#closed = true;
    await this.#committing;
  }

  async #drain(): Promise<void> {
    while (this.#waiting.length > 0) {
      await new Promise(setImmediate);
      await this.#checkpointer.pause;
      const group = this.#waiting.splice(0);
      try {
        const answers: (() => void)[] = [];
        this.#transaction(() => {
          for (const { run, reject } of group) {
            try {
              answers.push(run());
            } catch (error) {
              if (!(error instanceof EntityDataError)) throw error;
              answers.push(() => reject(error));
            }
          }
        });
        for (const answer of answers) answer();
      } catch (error) {
        for (const { reject } of group) reject(error);
      }
    }
    this.#committing = undefined;
  }
}

/** Flushes a file to stable storage. All callers that wait share the next flush. */
export class FileFlush {
  readonly #file: number;
  readonly #begin: () => () => void;
  #running: Promise<void> | undefined;
  #next: Promise<void> | undefined;
  #failure: unknown;

  /** @param begin called before each flush; what it returns, after it */
  constructor(path: string, begin: () => () => void = () => () => {}) {
    this.#file = openSync(path, 'r+');
    this.#begin = begin;
  }

  /** Throws the error of an earlier flush: the system may drop what it failed to write, so no write may follow. */
  check(): void {
    if (this.#failure !== undefined) throw this.#failure;
  }

  /** Resolves when everything that is in the file by now is on stable storage. */
  flush(): Promise<void> {
    this.#next ??= this.#run(this.#running);
    return this.#next;
  }

  /** SQLite loses its locks on a file when this process closes any descriptor of it: close the database first. */
  readonly close = (): Promise<void> => promisify(close)(this.#file);

  async #run(earlier: Promise<void> | undefined): Promise<void> {
    await earlier;
    this.#running = this.#next;
    this.#next = undefined;
    this.check();
    const end = this.#begin();
    await promisify(fdatasync)(this.#file).catch((error) => {
      this.#failure = error;
      throw error;
    });
    end();
  }
}

const threadScript = scriptBeside(import.meta.url, './checkpoint-thread');

/** As many passes, of about 32 MB each, run before writers wait for one. */
const PASSES_OF_A_LOG = 4;

/** What checkpoints need of their store. */
interface CheckpointedStore {
  readonly path: string;
  readonly tables: Pick<FileFlush, 'flush'>;
  /** Commits a page, so that SQLite starts over a log that the tables have, and cuts it. */
  touch(): Promise<unknown>;
}

/**
 * Brings the log into the tables in a thread of its own, each time a number of items has been put. SQLite starts the log over
 * only when the tables have all of it, so writers wait for one more pass from time to time. That pass flushes the tables. They
 * are flushed before it, beside the writers, so that it is short. The same happens from time to time when little is written,
 * so that the log does not keep what was removed.
 */
export class Checkpointer {
  readonly #store: CheckpointedStore;
  readonly #interval: number;
  readonly #timer: NodeJS.Timeout;
  #items = 0;
  #passes = 0;
  #thread: Worker | undefined;
  #running: Promise<void> | undefined;
  /** Present while writers must wait. */
  pause: Promise<void> | undefined;

  constructor(store: CheckpointedStore, interval: number, startOverMilliseconds: number) {
    this.#store = store;
    this.#interval = interval;
    // A program that has nothing else to do may end.
    this.#timer = setInterval(() => this.#startOver(), startOverMilliseconds).unref();
  }

  wrote(items: number): void {
    this.#items += items;
    if (this.#items < this.#interval || this.#running !== undefined) return;
    this.#items = 0;
    this.#running = this.#run(++this.#passes % PASSES_OF_A_LOG === 0);
  }

  async close(): Promise<void> {
    clearInterval(this.#timer);
    await this.#running;
    await this.#thread?.terminate();
  }

  #startOver(): void {
    if (this.#running !== undefined || logBytes(this.#store.path) <= EMPTIEST_LOG_BYTES) return;
    this.#running = this.#run(true);
    // What fails is tried again.
    void this.#running.then(this.#store.touch).catch(() => {});
  }

  async #run(isWhole: boolean): Promise<void> {
    await this.#pass();
    if (isWhole) {
      // After a failure, the store makes no other commit.
      await this.#store.tables.flush().catch(() => {});
      this.pause = this.#pass();
      await this.pause;
      this.pause = undefined;
    }
    this.#running = undefined;
    this.#thread?.unref();
  }

  async #pass(): Promise<void> {
    this.#thread ??= new Worker(threadScript, { workerData: this.#store.path });
    this.#thread.ref();
    this.#thread.postMessage('');
    // The log has everything until a later pass succeeds, so that a thread that fails is only replaced.
    await once(this.#thread, 'message').catch(() => {
      this.#thread = undefined;
    });
  }
}
