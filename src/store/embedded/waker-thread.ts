import { join } from 'node:path';
import { workerData } from 'node:worker_threads';
import { type LmdbFile, openLmdbFile } from './lmdb-file.ts';
import { hold, LOCKED, type WakerOrder } from './waker.ts';

/** Milliseconds; the other thread has come to wait by then, or another pair will. */
const HELD = 50;

// One of two threads that have to wait for one another, see `Waker`. They write nothing.
const { directory, part, held } = workerData as WakerOrder;
const nothing = {
  writeKey: (_key: never, _target: Buffer, start: number) => start,
  readKey: (): never => {
    throw new Error('This thread reads no keys');
  },
};
const files: LmdbFile<never, never>[] = [];
try {
  for (const [lock, name] of LOCKED.entries()) {
    const file = openLmdbFile<never, never>({ path: join(directory, name), keyEncoder: nothing });
    files.push(file);
    if (part === 'waiter') {
      Atomics.wait(held, lock, 0);
      file.transactionSync(() => {});
    } else {
      file.transactionSync(() => {
        hold(held, lock);
        const never = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
        Atomics.wait(never, 0, 0, HELD);
      });
    }
  }
} finally {
  for (const file of files) await file.close();
}
