// The process in which the local service designs and loads for the page "Your data": the service stays responsive, and
// ending the process ends the work. Task and messages are those of apps/service/your-data/worker-protocol.ts.
import type { WorkerMessage, WorkerTask } from '../../service/your-data/worker-protocol.ts';
import { onInterruption } from '../commands/interruption.ts';
import { problemOf } from './problem-of.ts';

const send = (message: WorkerMessage): Promise<void> =>
  new Promise((resolve) => {
    if (process.send === undefined || !process.connected) resolve();
    else process.send(message, undefined, undefined, () => resolve());
  });

// Each task is loaded on demand: none needs the libraries of the others.
async function resultOf(task: WorkerTask, signal: AbortSignal): Promise<object> {
  switch (task.kind) {
    case 'design':
      return (await import('./design-task.ts')).runDesign(task, signal, send);
    case 'load':
      return (await import('./load-task.ts')).runLoad(task, signal, send);
    case 'judge':
      return (await import('./judge-task.ts')).runJudging(task, signal, send);
  }
}

/** Milliseconds to save how far the work is, when the service is dead. */
const PATIENCE = 1_000;

async function work(task: WorkerTask): Promise<void> {
  const abort = new AbortController();
  // The channel closes when the service ends, even if it is killed.
  onInterruption(() => abort.abort(), PATIENCE);
  try {
    const result = await resultOf(task, abort.signal);
    await send({ kind: 'done', result });
  } catch (error) {
    await send({ kind: 'failed', problem: problemOf(error, task) });
  }
  // Whatever a library still holds open, the work is done.
  process.exit(0);
}

process.once('message', (task) => void work(task as WorkerTask));
