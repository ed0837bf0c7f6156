import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { scriptBeside } from '../../script-beside.ts';
import type { FileFlush } from './file-flush.ts';

const threadScript = scriptBeside(import.meta.url, './checkpoint-thread');

/** As many passes, of about 32 MB each, run before writers wait for one. */
const PASSES_OF_A_LOG = 4;

/**
 * Brings the log into the tables in a thread of its own, each time a number of items has been put. The passes run beside
 * the writers. SQLite starts the log over only when the tables have all of it, so the writers wait for one more pass from
 * time to time. That pass flushes the tables. They are flushed before it, beside the writers, so that it is short.
 */
export class Checkpointer {
  readonly #path: string;
  readonly #interval: number;
  readonly #tables: Pick<FileFlush, 'flush'>;
  #items = 0;
  #passes = 0;
  #thread: Worker | undefined;
  #running: Promise<void> | undefined;
  /** Present while writers must wait. */
  pause: Promise<void> | undefined;

  constructor(path: string, interval: number, tables: Pick<FileFlush, 'flush'>) {
    this.#path = path;
    this.#interval = interval;
    this.#tables = tables;
  }

  wrote(items: number): void {
    this.#items += items;
    if (this.#items < this.#interval || this.#running !== undefined) return;
    this.#items = 0;
    this.#running = this.#run();
  }

  async close(): Promise<void> {
    await this.#running;
    await this.#thread?.terminate();
  }

  async #run(): Promise<void> {
    await this.#pass();
    this.#passes += 1;
    if (this.#passes % PASSES_OF_A_LOG === 0) {
      // After a failure, the store makes no other commit.
      await this.#tables.flush().catch(() => {});
      this.pause = this.#pass();
      await this.pause;
      this.pause = undefined;
    }
    this.#running = undefined;
    // A program that has nothing else to do may end.
    this.#thread?.unref();
  }

  async #pass(): Promise<void> {
    this.#thread ??= new Worker(threadScript, { workerData: this.#path });
    this.#thread.ref();
    this.#thread.postMessage('');
    // The log has everything until a later pass succeeds, so that a thread that fails is only replaced.
    await once(this.#thread, 'message').catch(() => {
      this.#thread = undefined;
    });
  }
}
