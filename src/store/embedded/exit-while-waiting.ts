import { inspect } from 'node:util';
import { isMainThread } from 'node:worker_threads';

/**
 * Ends a process that exits while a transaction waits for it. lmdb takes the lock of all writers in a thread of its own,
 * and then waits until the event loop runs the work. A process that exits, because it was told to or because of an error
 * that nobody caught, runs the loop no more, and yet Node waits for the thread: it would stay for ever, and every other
 * process would wait for the lock. The system takes the lock back from a process that is killed; nothing was written yet.
 */
let waiting = 0;
let isListening = false;
/** What nobody caught: Node prints it only after the listeners of `exit`. */
let uncaught: { readonly error: unknown } | undefined;

/** Says that work waits for the event loop from its next turn on; call what is answered when it runs, or never will. */
export function waitForEventLoop(): () => void {
  listen();
  let isOver = false;
  let isCounted = false;
  // lmdb begins in the next turn: what exits before then has nothing to wait for.
  const begin = setImmediate(() => {
    isCounted = true;
    waiting++;
  });
  return () => {
    if (isOver) return;
    isOver = true;
    clearImmediate(begin);
    if (isCounted) waiting--;
  };
}

function listen(): void {
  // Another thread that exits does not end the process.
  if (isListening || !isMainThread) return;
  isListening = true;
  process.on('uncaughtExceptionMonitor', (error) => {
    uncaught = { error };
    // It does not end a process that goes on.
    setImmediate(() => {
      uncaught = undefined;
    });
  });
  process.on('exit', () => {
    if (waiting === 0) return;
    if (uncaught !== undefined) process.stderr.write(`${inspect(uncaught.error)}\n`);
    process.kill(process.pid, 'SIGKILL');
  });
}
