import { spawn } from 'node:child_process';
import type { WorkerProgress, YourDataProblem } from '../../console/app/your-data/state.ts';
import { YourDataWorkerError } from './errors.ts';
import type { LabelAsk, LabelRequest, WorkerMessage, WorkerTask } from './worker-protocol.ts';

export interface WorkerOptions {
  /** The script that works. */
  readonly script: string;
  readonly task: WorkerTask;
  /** An existing directory for temporary files. */
  readonly temporary: string;
  onProgress(progress: WorkerProgress): void;
  onColumns?(columns: readonly string[]): void;
  /** Called when the process takes requests. */
  onReady?(): void;
}

export type WorkerEnd = { readonly result: object } | { readonly problem: YourDataProblem };

/** A process that works on a task. */
export interface Worker {
  readonly ended: Promise<WorkerEnd>;
  /** Sends a request. A process that ends answers all open ones with its problem. */
  ask(ask: LabelAsk): Promise<WorkerEnd>;
  /** Asks the process to end, and ends it after so many milliseconds if it does not. */
  stop(patience?: number): void;
}

/** Milliseconds that a process has to stop by itself. */
const usualPatience = 5_000;
/** Characters of what a process printed before it ended, for the problem. */
const shownOutput = 400;

/** Starts a process for a task: it may be stopped at any time, and its memory ends with it. */
export function runWorker({ script, task, temporary, onProgress, onColumns, onReady }: WorkerOptions): Worker {
  const child = spawn(process.execPath, ['--no-warnings', script], {
    env: { ...process.env, TMPDIR: temporary, TEMP: temporary, TMP: temporary },
    stdio: ['ignore', 'ignore', 'pipe', 'ipc'],
  });
  let end: WorkerEnd | undefined;
  let output = '';
  let timer: NodeJS.Timeout | undefined;
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    output = (output + text).slice(-shownOutput);
  });
  child.on('message', (received) => {
    const message = received as WorkerMessage;
    if (message.kind === 'progress') onProgress(message.progress);
    else if (message.kind === 'columns') onColumns?.(message.columns);
    else if (message.kind === 'ready') onReady?.();
    else if (message.kind === 'reply') reply(message.id, message);
    else if (message.kind === 'done') end = { result: message.result };
    else end = { problem: message.problem };
  });
  const open = new Map<number, (end: WorkerEnd) => void>();
  let asked = 0;
  function reply(id: number, { result, problem }: { result?: object; problem?: YourDataProblem }): void {
    open.get(id)?.(problem === undefined ? { result: result ?? {} } : { problem });
    open.delete(id);
  }
  const ended = new Promise<WorkerEnd>((resolve) => {
    const settle = (why: string) => {
      clearTimeout(timer);
      const last = end ?? { problem: endedWithoutResult(why, output) };
      for (const answer of open.values()) answer(last);
      open.clear();
      resolve(last);
    };
    child.once('error', (error) => settle(error.message));
    child.once('close', (code, signal) => settle(signal ?? `exit code ${code}`));
  });
  // A process that cannot be started takes no message; its error says so.
  child.send(task, () => {});
  return {
    ended,
    ask(ask) {
      asked += 1;
      const request: LabelRequest = { id: asked, ask };
      return new Promise((resolve) => {
        open.set(request.id, resolve);
        // Where the process is gone, its end answers.
        child.send(request, () => {});
      });
    },
    stop(patience = usualPatience) {
      if (timer !== undefined || child.exitCode !== null) return;
      child.kill('SIGTERM');
      timer = setTimeout(() => child.kill('SIGKILL'), patience);
    },
  };
}

function endedWithoutResult(why: string, output: string): YourDataProblem {
  const { code, message, hint } = new YourDataWorkerError(
    `The process that works on the file ended early (${why}).${output === '' ? '' : ` It said: ${output.trim()}`}`,
    { hint: 'Try again. If it ends again, the machine may lack memory: close other programs, or take a smaller file.' },
  );
  return { code, message, hint };
}
