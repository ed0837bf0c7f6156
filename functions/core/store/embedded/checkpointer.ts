import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type CheckpointOrder = { readonly upTo: number } | 'close';
export interface CheckpointAnswer {
  failure?: string;
}

/** Makes the checkpoints of a store in a thread of its own, which begins with the first of them. */
export class Checkpointer {
  readonly #directory: string;
  #thread: Worker | undefined;
  #running: Promise<void> | undefined;

  constructor(directory: string) {
    this.#directory = directory;
  }

  /** Present while one is being made. */
  get running(): Promise<void> | undefined {
    return this.#running;
  }

  /** Brings the log up to a batch into the base; one at a time. Rejects with why it could not be done, and may be tried again. */
  run(upTo: number): Promise<void> {
    this.#running = this.#order({ upTo }).finally(() => {
      this.#running = undefined;
    });
    return this.#running;
  }

  /** Waits for the one that is being made. */
  async close(): Promise<void> {
    await this.#running?.catch(() => {});
    const thread = this.#thread;
    if (thread === undefined) return;
    const gone = once(thread, 'exit');
    thread.ref();
    thread.postMessage('close' satisfies CheckpointOrder);
    await gone;
  }

  async #order(order: CheckpointOrder): Promise<void> {
    const thread = this.#started();
    const answered = once(thread, 'message') as Promise<[CheckpointAnswer]>;
    const gone = once(thread, 'exit').then(() => {
      throw new Error('The thread that makes checkpoints has ended');
    });
    thread.postMessage(order);
    const [{ failure }] = await Promise.race([answered, gone]);
    if (failure !== undefined) throw new Error(failure);
  }

  #started(): Worker {
    if (this.#thread !== undefined) return this.#thread;
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), { workerData: this.#directory });
    // A program that has nothing else to do may end: the log has everything.
    thread.unref();
    thread.once('exit', () => {
      this.#thread = undefined;
    });
    this.#thread = thread;
    return thread;
  }
}
