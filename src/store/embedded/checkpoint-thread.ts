import { parentPort, workerData } from 'node:worker_threads';
import { checkpoint } from './checkpoint.ts';
import type { CheckpointAnswer, CheckpointOrder } from './checkpointer.ts';
import { closeFiles, openFiles } from './files.ts';
import { lowerThreadPriority } from './thread-priority.ts';

// The thread beside a store that makes its checkpoints: the B-tree is written while the store goes on.
const port = parentPort;
if (port === null) throw new Error('This is the thread of a store, not a program');
lowerThreadPriority();
const files = openFiles(workerData as string);
port.on('message', (order: CheckpointOrder) => {
  if (order === 'close') {
    void closeFiles(files).then(() => port.close());
    return;
  }
  const answer: CheckpointAnswer = {};
  try {
    checkpoint(files, order.upTo);
  } catch (error) {
    answer.failure = error instanceof Error ? error.message : String(error);
  }
  port.postMessage(answer);
});
