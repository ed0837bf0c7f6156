import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { scriptBeside } from '../../script-beside.ts';
import type { FileFlush } from './file-flush.ts';
import { EMPTIEST_LOG_BYTES, logBytes } from './log-note.ts';

const threadScript = scriptBeside(import.meta.url, './checkpoint-thread');

/** As many passes, of about 32 MB each, run before writers wait for one. */
const PASSES_OF_A_LOG = 4;

/** What checkpoints need of their store. */
export interface CheckpointedStore {
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
