import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { scriptBeside } from '../../script-beside.ts';

const threadScript = scriptBeside(import.meta.url, './checkpoint-thread');

/**
 * Brings the log into the tables in a thread of its own, each time a number of items has been put. SQLite starts the
 * log over only when the tables have all of it: a first pass runs beside the writers; for a second, short one they wait.
 */
export class Checkpointer {
  readonly #path: string;
  readonly #interval: number;
  #items = 0;
  #thread: Worker | undefined;
  #running: Promise<void> | undefined;
  /** Present while writers must wait. */
  pause: Promise<void> | undefined;

  constructor(path: string, interval: number) {
    this.#path = path;
    this.#interval = interval;
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
    this.pause = this.#pass();
    await this.pause;
    this.pause = undefined;
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
