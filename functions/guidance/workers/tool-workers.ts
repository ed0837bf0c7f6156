import { problem, type ToolboxOptions, type ToolCall } from '../../../src/guidance/tools/toolbox.ts';
import { scriptBeside } from '../../../src/script-beside.ts';
import { MAX_BATCH, START_TIME_LIMIT, TOOL_TIME_LIMIT } from '../protocol/messages.ts';
import type { CallMessage } from './serve-calls.ts';
import { stopped, ToolThread } from './tool-thread.ts';

/** Where calls of tools are made, so that none of them keeps the process from its other requests. */
export interface ToolCalls {
  /**
   * Never rejects: what goes wrong is a result that says how to do better. The name must be one that the toolbox knows.
   *
   * @param until when the time of the request is over, by `performance.now()`
   */
  call(name: string, args: unknown, until: number): Promise<ToolCall>;
  /** Ends the calls that run or wait, each with a result that says so, and the threads. */
  close(): Promise<void>;
}

export interface ToolWorkersOptions extends ToolboxOptions {
  /** Calls that run at the same time, each in a thread of its own; default 1. */
  readonly threads?: number;
  /** Megabytes of heap that a call may use; default 256. */
  readonly memory?: number;
  /** Milliseconds that a call may take; default `TOOL_TIME_LIMIT`. */
  readonly timeLimit?: number;
  /** Calls that wait for a thread; the next one is refused. Default: as many as one batch has. */
  readonly mostWaiting?: number;
  /** The program of the threads; default: the one with all tools. */
  readonly script?: URL;
}

interface WaitingCall {
  readonly message: CallMessage;
  readonly until: number;
  readonly timer: NodeJS.Timeout;
  answer(call: ToolCall | Promise<ToolCall>): void;
}

/**
 * Makes calls of tools in a few worker threads. A call beyond its limit ends with its thread; calls wait in a bounded
 * queue while all threads are taken.
 */
export function createToolWorkers(options: ToolWorkersOptions): ToolCalls {
  const { serviceIdentifier, threads = 1, memory = 256, timeLimit = TOOL_TIME_LIMIT } = options;
  const { mostWaiting = MAX_BATCH, script = scriptBeside(import.meta.url, './tool-worker') } = options;
  const startLimit = Math.max(START_TIME_LIMIT, timeLimit);
  const threadOptions = { script, data: { serviceIdentifier }, memory, startLimit };
  const all = Array.from({ length: threads }, () => new ToolThread(threadOptions));
  const idle = [...all];
  const waiting = new Set<WaitingCall>();
  let isClosed = false;

  function take(call: WaitingCall): WaitingCall {
    waiting.delete(call);
    clearTimeout(call.timer);
    return call;
  }

  /** Has a thread make the calls that wait, the oldest first, until there are none. */
  async function serve(thread: ToolThread): Promise<void> {
    // The iteration reaches what is added meanwhile.
    for (const next of waiting) {
      const { message, until, answer } = take(next);
      const limit = Math.ceil(Math.min(timeLimit, until - performance.now()));
      answer(limit > 0 ? await thread.call(message, limit) : noTime());
      await thread.settled();
    }
    idle.push(thread);
  }

  return {
    call(name, args, until) {
      const timeLeft = until - performance.now();
      if (isClosed) return Promise.resolve(stopped());
      if (timeLeft <= 0) return Promise.resolve(noTime());
      const thread = idle.pop();
      if (thread === undefined && waiting.size >= mostWaiting) return Promise.resolve(busy(threads, mostWaiting));
      return new Promise((answer) => {
        const timer = setTimeout(() => take(call).answer(noTime()), timeLeft);
        const call: WaitingCall = { message: { name, args: JSON.stringify(args) }, until, timer, answer };
        waiting.add(call);
        if (thread !== undefined) void serve(thread);
      });
    },
    async close() {
      isClosed = true;
      for (const call of waiting) take(call).answer(stopped());
      await Promise.all(all.map((thread) => thread.close()));
    },
  };
}

function noTime(): ToolCall {
  return problem(
    'busy',
    'Other calls took all the time of the request, and this one was not made. Try again in a moment, and send the calls of a batch alone.',
  );
}

function busy(running: number, waiting: number): ToolCall {
  return problem(
    'busy',
    `The server is busy: ${running} calls are running and ${waiting} wait, so that this one was not made. Try again in a moment.`,
  );
}
