import { closeSync, openSync, readSync, statSync } from 'node:fs';
import { beforeEach, describe, expect, it } from '@jest/globals';
import { openEmbeddedStore } from '../../../../../src/store/embedded/store.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const MOST_BYTES = 100 * 1_048_576;

describe('Checkpointer', () => {
  const directory = temporaryDirectory('beforeEach');

  it.each([
    { count: 20, characters: 1_000, checkpointItems: 20 },
    // 400 of them would be more than the most.
    { count: 1, characters: 380_000, checkpointItems: 100 },
  ])('lets SQLite start the log over, however long writers go on (%j)', async (options) => {
    const { count, characters, checkpointItems } = options;
    const log = directory.path('entity-data.sqlite-wal');
    const store = await openEmbeddedStore({ directory: directory.path(), checkpointItems });
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
});

/** Of the header of a log, which SQLite changes when it starts the log over. */
function saltsOf(log: string): string {
  const salts = Buffer.alloc(8);
  const file = openSync(log, 'r');
  readSync(file, salts, 0, 8, 16);
  closeSync(file);
  return salts.toString('hex');
}
