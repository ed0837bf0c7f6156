import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

export type CheckpointOrder = { readonly upTo: number } | 'close';
export interface CheckpointAnswer {
  failure?: string;
}

/**
 * What a checkpoint makes on the heap is gone with the next partition; what it keeps is in buffers beside the heap. V8
 * would let the garbage of a busy thread grow to some hundred megabytes.
 */
const YOUNG_GENERATION_MB = 4;

/** Makes the checkpoints of a store in a thread of its own, which begins with the first of them. */
export class Checkpointer {
  readonly #directory: string;
  #thread: Worker | undefined;
  #running: Promise<void> | undefined;
  #waiting: { readonly resolve: () => void; readonly reject: (error: unknown) => void } | undefined;

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
      // A program that has nothing else to do may end: the log has everything.
      this.#thread?.unref();
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

  #order(order: CheckpointOrder): Promise<void> {
    return new Promise((resolve, reject) => {
      this.#waiting = { resolve, reject };
      const thread = this.#started();
      // Whoever waits for it, waits for nothing else.
      thread.ref();
      thread.postMessage(order);
    });
  }

  #started(): Worker {
    if (this.#thread !== undefined) return this.#thread;
    const thread = new Worker(new URL('./checkpoint-thread.ts', import.meta.url), {
      workerData: this.#directory,
      resourceLimits: { maxYoungGenerationSizeMb: YOUNG_GENERATION_MB },
    });
    thread.on('message', ({ failure }: CheckpointAnswer) => {
      if (failure === undefined) this.#waiting?.resolve();
      else this.#waiting?.reject(new Error(failure));
    });
    thread.on('error', (error) => this.#waiting?.reject(error));
    thread.on('exit', () => {
      this.#thread = undefined;
      this.#waiting?.reject(new Error('The thread that makes checkpoints has ended'));
    });
    this.#thread = thread;
    return thread;
  }
}
