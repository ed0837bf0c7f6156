import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { problem, type ToolCall } from '../../../src/guidance/tools/toolbox.ts';
import { placeOf } from '../../../src/runtime/log.ts';
import type { CallMessage } from './serve-calls.ts';

export interface ToolThreadOptions {
  /** The module that the thread runs; it calls `serveCalls`. */
  readonly script: URL;
  /** What the module finds as its `workerData`. */
  readonly data: unknown;
  /** Megabytes of heap that a call may use. */
  readonly memory: number;
  /** Milliseconds until the thread has to be ready for its first call. */
  readonly startLimit: number;
}

/** The thread ended, and no error of its own says why. */
class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** The thread did not answer in time. */
class ThreadTooSlow extends Error {
  override readonly name = 'ThreadTooSlow';
}

/**
 * A worker thread for one call at a time. It starts with the first call and stays for the next ones. A call beyond its
 * limit of time or memory terminates it; the call after that starts another.
 */
export class ToolThread {
  readonly #options: ToolThreadOptions;
  #worker: Worker | undefined;
  #isReady = false;
  #ending: Promise<unknown> | undefined;
  #isClosed = false;

  constructor(options: ToolThreadOptions) {
    this.#options = options;
  }

  /**
   * Makes one call and never rejects.
   *
   * @param limit milliseconds; the start of the thread does not count
   */
  async call(message: CallMessage, limit: number): Promise<ToolCall> {
    try {
      const worker = await this.#ready();
      const answer = nextMessage(worker, limit);
      worker.postMessage(message);
      const call = (await answer) as ToolCall;
      // A thread that waits for its next call does not keep the process.
      worker.unref();
      return call;
    } catch (error) {
      const wasReady = this.#isReady;
      this.#ending = this.#worker?.terminate();
      if (this.#isClosed) return stopped();
      if (wasReady && error instanceof ThreadTooSlow) return outOfTime(limit);
      return isOutOfMemory(error) ? outOfMemory(this.#options.memory) : failed(error);
    }
  }

  /**
   * Resolves when a terminated thread is gone. Native code delays its end; only then the next call may start another, so
   * that there is never more than one.
   */
  async settled(): Promise<void> {
    await this.#ending;
  }

  /** Ends the thread, in the middle of a call too. */
  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#worker?.terminate();
  }

  async #ready(): Promise<Worker> {
    this.#worker ??= this.#start();
    const worker = this.#worker;
    worker.ref();
    if (!this.#isReady) await nextMessage(worker, this.#options.startLimit);
    this.#isReady = true;
    return worker;
  }

  #start(): Worker {
    const { script, data, memory } = this.#options;
    const worker = new Worker(script, {
      workerData: data,
      // Tools need nothing of the environment, which may hold credentials.
      env: {},
      // Nor do they take over how this process was started, such as with a program in place of a file.
      execArgv: [],
      // A thread that outgrows its limit by 16 MB before Node ends it takes the process with it. One collection moves all
      // survivors of the young generation, so that stays well below.
      resourceLimits: { maxOldGenerationSizeMb: memory, maxYoungGenerationSizeMb: 8 },
    });
    // A call hears of an error by itself; between two calls an error must not end the process.
    worker.on('error', () => {});
    worker.once('exit', () => {
      this.#worker = undefined;
      this.#isReady = false;
    });
    return worker;
  }
}

/** Rejects with the error that ends the thread, a ThreadEnded or a ThreadTooSlow. */
async function nextMessage(worker: Worker, milliseconds: number): Promise<unknown> {
  const stop = new AbortController();
  const timer = setTimeout(() => stop.abort(new ThreadTooSlow()), milliseconds);
  const onExit = () => stop.abort(new ThreadEnded());
  worker.once('exit', onExit);
  try {
    const [message] = await once(worker, 'message', { signal: stop.signal });
    return message;
  } catch (error) {
    throw (error as { code?: unknown }).code === 'ABORT_ERR' ? stop.signal.reason : error;
  } finally {
    clearTimeout(timer);
    worker.off('exit', onExit);
  }
}

export function stopped(): ToolCall {
  return problem('busy', 'The server is being stopped, and this call was not made to its end. Try again in a minute.');
}

function outOfTime(limit: number): ToolCall {
  return problem(
    'out-of-time',
    `This took longer than ${limit} ms and was cut off: a call gets no more time, and the calls of a batch share theirs. ${withLess}`,
  );
}

function outOfMemory(memory: number): ToolCall {
  return problem(
    'out-of-memory',
    `This needs more memory than a call may use, ${memory} MB, and was cut off. ${withLess}`,
  );
}

const withLess = 'Try again with less: a smaller document, shorter texts or fewer records.';

function failed(error: unknown): ToolCall {
  return { ...problem('failed', 'Something unexpected went wrong with these arguments.'), place: placeOf(error) };
}

function isOutOfMemory(error: unknown): boolean {
  return (error as { code?: unknown } | null)?.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
