import { once } from 'node:events';
import { getPriority } from 'node:os';
import { Worker } from 'node:worker_threads';
import { describe, expect, it } from '@jest/globals';

const SUBJECT = new URL('../../../../../src/store/embedded/thread-priority.ts', import.meta.url).href;

describe('lowerThreadPriority', () => {
  it('lowers the priority of its own thread where threads have one, and no other', async () => {
    const before = getPriority();
    const thread = new Worker(
      `const { parentPort } = require('node:worker_threads');
       import(${JSON.stringify(SUBJECT)}).then(({ lowerThreadPriority }) => {
         lowerThreadPriority();
         const linux = process.platform === 'linux';
         const id = linux ? Number(require('node:fs').readlinkSync('/proc/thread-self').split('/').at(-1)) : 0;
         parentPort.postMessage(require('node:os').getPriority(id));
       });`,
      { eval: true },
    );
    const [priority] = (await once(thread, 'message')) as [number];
    await thread.terminate();

    expect(priority).toBe(process.platform === 'linux' ? Math.min(before + 3, 19) : before);
    expect(getPriority()).toBe(before);
  });
});
