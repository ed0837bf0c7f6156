import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { RetryableError } from '../../src/errors.ts';
import { Base } from '../../src/store/embedded/base.ts';
import { SetBackError } from '../../src/store/embedded/lmdb-file.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { type StoreProcess, startStoreProcess } from '../setup/store-process.ts';

/** Where the file of the locks has the number of the last transaction, behind two words that say what it is. */
const LAST_TRANSACTION = 8;

/**
 * Does what lmdb does in a process that opens a file while others write: sets the number of the last transaction back to
 * what it read before their last one. In a process of its own, because to close the file of the locks gives up the locks.
 */
const setBack = (lock: string) =>
  execFileSync(process.execPath, [
    '-e',
    `const { openSync, readSync, writeSync } = require('node:fs');
     const file = openSync(${JSON.stringify(lock)}, 'r+');
     const bytes = Buffer.alloc(8);
     readSync(file, bytes, 0, 8, ${LAST_TRANSACTION});
     bytes.writeBigUInt64LE(bytes.readBigUInt64LE() - 1n);
     writeSync(file, bytes, 0, 8, ${LAST_TRANSACTION});`,
  ]);

/** Writes until it is done: a write waits some seconds for another process, which may take longer to begin. */
async function untilDone<Answer>(write: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await write();
    } catch (error) {
      if (!(error instanceof RetryableError)) throw error;
    }
  }
}

describe('the embedded store, while another process opens its files', () => {
  let directory: string;
  let processes: StoreProcess[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-openings-'));
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    rmSync(directory, { recursive: true });
  });
  const start = async () => {
    const one = await startStoreProcess({ directory });
    processes.push(one);
    return one;
  };

  it('keeps what was written meanwhile, and writes on once it is open', async () => {
    const here = await openEmbeddedStore({ directory });
    const keys = ['a', 'b', 'c'].map((sk) => ({ pk: 'p', sk }));
    const [a, b, c] = keys as [(typeof keys)[0], (typeof keys)[0], (typeof keys)[0]];
    await here.write([{ put: a }]);
    await here.write([{ put: b }]);

    setBack(join(directory, 'entity-data.log.mdb-lock'));
    const writing = untilDone(() => here.write([{ put: c }]));
    await start();
    await writing;

    expect(await here.getMany(keys)).toEqual(keys);
    await here.close();
    expect(await (await start()).call('getMany', keys)).toEqual(keys);
  });

  it('opens them itself as they are, where a process that set them back was killed', async () => {
    const victim = await start();
    await victim.call('write', [{ put: { pk: 'p', sk: 'a' } }]);
    await victim.call('write', [{ put: { pk: 'p', sk: 'b' } }]);
    const other = await start();

    setBack(join(directory, 'entity-data.log.mdb-lock'));
    await victim.kill();
    const heir = await start();
    await heir.call('write', [{ put: { pk: 'p', sk: 'c' } }]);

    const keys = ['a', 'b', 'c'].map((sk) => ({ pk: 'p', sk }));
    expect(await other.call('getMany', keys)).toEqual(keys);
  });

  it.each([
    ['while the files are read', 2, undefined],
    ['all the time', Number.POSITIVE_INFINITY, 'STORE_UNAVAILABLE'],
  ])('opens them again, or says why it cannot, where another process sets them back %s', async (_, times, code) => {
    const { checkpoint } = Base.prototype;
    let left = times;
    Base.prototype.checkpoint = function (this: Base) {
      if (left-- > 0) throw new SetBackError();
      return checkpoint.call(this);
    };
    try {
      const outcome = await openEmbeddedStore({ directory }).then(
        (store) => store.close(),
        (error) => error.code,
      );

      expect(outcome).toBe(code);
    } finally {
      Base.prototype.checkpoint = checkpoint;
    }
  });
});
