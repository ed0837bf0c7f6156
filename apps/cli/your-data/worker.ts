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

async function work(task: WorkerTask): Promise<void> {
  const abort = new AbortController();
  // The channel closes when the service ends, even if it is killed.
  onInterruption(() => abort.abort());
  try {
    const result =
      task.kind === 'design'
        ? await (await import('./design-task.ts')).runDesign(task, abort.signal, send)
        : await (await import('./load-task.ts')).runLoad(task, abort.signal, send);
    await send({ kind: 'done', result });
  } catch (error) {
    await send({ kind: 'failed', problem: problemOf(error, task) });
  }
  // Whatever a library still holds open, the work is done.
  process.exit(0);
}

process.once('message', (task) => void work(task as WorkerTask));
