import { Worker } from 'node:worker_threads';
import { fileNames } from './file-names.ts';

/** What the threads of one {@link Waker} are told. */
export interface WakerOrder {
  readonly directory: string;
  /** The one holds each lock for a moment; the other comes to wait for it meanwhile. */
  readonly part: 'holder' | 'waiter';
  /** For each file, whether the lock is held. */
  readonly held: Int32Array<SharedArrayBuffer>;
}

/** Files whose locks somebody may wait for. */
export const LOCKED = Object.values(fileNames);
/** Milliseconds; who waits longer may have been forgotten. A checkpoint of another process may take as long. */
const PATIENCE = 5_000;

/**
 * Wakes those threads of this process that wait for a lock of LMDB which nobody holds. When the lock is given back, the
 * system wakes one who waits for it; where that one is killed before it has the lock, and a third takes it first, nobody
 * hears of it: the lock does not say that others wait, and the robust mutexes of Linux (glibc 2.36, Linux 6.18) pass the
 * call on only where the lock is still free. From then on they wait until somebody else has to. So two threads come, of
 * which one has to wait for the other: whoever waits first is woken first.
 */
export class Waker {
  readonly #directory: string;
  readonly #patience: number;
  #waking: Promise<void> | undefined;

  constructor(directory: string, patience = PATIENCE) {
    this.#directory = directory;
    this.#patience = patience;
  }

  /** Sees that work which waits for a lock is woken as long as it lasts. */
  async watch<T>(work: Promise<T>): Promise<T> {
    const timer = setInterval(() => {
      this.#waking ??= this.#wake().finally(() => {
        this.#waking = undefined;
      });
    }, this.#patience);
    // Who waits keeps the process, if anybody.
    timer.unref();
    try {
      return await work;
    } finally {
      clearInterval(timer);
    }
  }

  /** Resolves when the threads are gone. */
  async close(): Promise<void> {
    await this.#waking;
  }

  async #wake(): Promise<void> {
    const held = new Int32Array(new SharedArrayBuffer(LOCKED.length * Int32Array.BYTES_PER_ELEMENT));
    const parts: WakerOrder['part'][] = ['holder', 'waiter'];
    await Promise.all(parts.map((part) => ended({ directory: this.#directory, part, held })));
  }
}

/** A thread that cannot do its part is tried again with the next pair. */
function ended(order: WakerOrder): Promise<void> {
  return new Promise((resolve) => {
    const thread = new Worker(new URL('./waker-thread.ts', import.meta.url), { workerData: order });
    thread.unref();
    thread.on('error', () => {
      // The other one must not wait for it.
      for (let lock = 0; lock < LOCKED.length; lock++) hold(order.held, lock);
    });
    thread.on('exit', () => resolve());
  });
}

/** Says that a lock is held. */
export function hold(held: Int32Array<SharedArrayBuffer>, lock: number): void {
  Atomics.store(held, lock, 1);
  Atomics.notify(held, lock);
}
