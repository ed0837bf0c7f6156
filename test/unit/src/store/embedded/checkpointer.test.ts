import { closeSync, mkdtempSync, openSync, readSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Checkpointer } from '../../../../../src/store/embedded/checkpointer.ts';
import { openEmbeddedStore } from '../../../../../src/store/embedded/store.ts';

const MOST_BYTES = 100 * 1_048_576;

describe('Checkpointer', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-checkpoints-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  it.each([
    { count: 20, characters: 1_000, checkpointItems: 20 },
    // 400 of them would be more than the most.
    { count: 1, characters: 380_000, checkpointItems: 100 },
  ])('lets SQLite start the log over, however long writers go on (%j)', async (options) => {
    const { count, characters, checkpointItems } = options;
    const log = join(directory, 'entity-data.sqlite-wal');
    const store = await openEmbeddedStore({ directory, checkpointItems });
    const write = (round: number) =>
      store.write(
        Array.from({ length: count }, (_, index) => ({
          put: { pk: `p${index}`, sk: 's', round, v: 'x'.repeat(characters) },
        })),
      );
    await write(0);
    const first = saltsOf(log);

    for (let round = 1; saltsOf(log) === first; round++) {
      expect(statSync(log).size).toBeLessThan(MOST_BYTES);
      await write(round);
    }

    await store.close();
  });

  it.each([
    ['flushes the tables before the pass that writers wait for, and not meanwhile', async () => {}],
    ['lets writers go on after a flush that failed', async () => Promise.reject(new Error('EIO'))],
  ])('%s', async (_, answer) => {
    const store = await openEmbeddedStore({ directory });
    const paused: boolean[] = [];
    const checkpointer: Checkpointer = new Checkpointer(join(directory, 'entity-data.sqlite'), 1, {
      flush: () => {
        paused.push(checkpointer.pause !== undefined);
        return answer();
      },
    });

    while (paused.length < 2) {
      checkpointer.wrote(1);
      await setImmediate();
    }
    await checkpointer.close();

    expect(paused).toEqual([false, false]);
    expect(checkpointer.pause).toBeUndefined();
    await store.close();
  });
});

/** Of the header of a log, which SQLite changes when it starts the log over. */
function saltsOf(log: string): string {
  const salts = Buffer.alloc(8);
  const file = openSync(log, 'r');
  readSync(file, salts, 0, 8, 16);
  closeSync(file);
  return salts.toString('hex');
}
