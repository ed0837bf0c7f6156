import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect } from '@jest/globals';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { itWith } from '../setup/requirement.ts';

const LMDB_FILE = new URL('../../src/store/embedded/lmdb-file.ts', import.meta.url).href;

/** Where the file of the locks has the word of the lock of all writers: the thread that has it, and whether others wait. */
const WORD = 64;
const OTHERS_WAIT = 0x80000000;

/** Runs something on the file of the locks in a process of its own, because to close it gives up the locks. */
const onLocks = (lock: string, work: string): string =>
  execFileSync(process.execPath, [
    '-e',
    `const { openSync, readSync, writeSync } = require('node:fs');
     const file = openSync(${JSON.stringify(lock)}, 'r+');
     const word = Buffer.alloc(4);
     ${work}`,
  ]).toString();
const othersWait = (lock: string): boolean =>
  (Number(onLocks(lock, `readSync(file, word, 0, 4, ${WORD}); console.log(word.readUInt32LE());`)) & OTHERS_WAIT) !== 0;

describe('the embedded store, while it waits for a lock', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-waiting-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const linux = {
    found: process.platform === 'linux' ? process.platform : undefined,
    need: 'Linux, whose locks it knows',
  };
  itWith(
    'writes on where the system forgot to wake it when the process that had the lock was killed',
    linux,
    async () => {
      const log = join(directory, 'entity-data.log.mdb');
      const store = await openEmbeddedStore({ directory });
      await store.write([{ put: { pk: 'p', sk: 'before' } }]);
      const holder = spawn(
        process.execPath,
        [
          '--no-warnings',
          '--input-type=module',
          '-e',
          `import { openLmdbFile } from ${JSON.stringify(LMDB_FILE)};
         const file = openLmdbFile({ path: ${JSON.stringify(log)}, keyEncoder: { writeKey: (key, target, start) => start, readKey() {} } });
         file.transactionSync(() => {
           process._rawDebug('held');
           Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);
         });`,
        ],
        { stdio: ['ignore', 'ignore', 'pipe'] },
      );
      await once(holder.stderr, 'data');

      const writing = store.write([{ put: { pk: 'p', sk: 'after' } }]);
      while (!othersWait(`${log}-lock`)) await new Promise(setImmediate);
      // As the lock is when it was given back and somebody else had it and gave it back, while who was woken is killed.
      onLocks(`${log}-lock`, `writeSync(file, word, 0, 4, ${WORD});`);
      holder.kill('SIGKILL');
      await once(holder, 'exit');

      expect(await writing).toEqual([{ applied: true }]);
      await store.close();
    },
  );
});
