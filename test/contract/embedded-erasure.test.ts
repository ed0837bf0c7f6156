import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import { backUpStore } from '../../src/store/embedded/database-file.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeEach');

/** Values of these sizes are in a row of several, in a row of their own, and in pages of their own. */
const SIZES = [10, 600, 3_000, 20_000];
const isRemoved = (index: number) => index % 10 === 0;
const items = Array.from({ length: 400 }, (_, index) => ({
  pk: index % 3 === 0 ? 'many' : `p${index}`,
  sk: `${index}`,
  v: `<${index}>${isRemoved(index) ? 'removed' : 'kept'}${'x'.repeat(SIZES[index % SIZES.length]!)}`,
}));
const removed = items.filter((_, index) => isRemoved(index));

/** The removed values that a file contains, or all files of a directory together. */
function remaining(path: string): number {
  const files = statSync(path).isDirectory() ? readdirSync(path).map((name) => join(path, name)) : [path];
  const found = files.flatMap((file) => readFileSync(file, 'latin1').match(/<\d+>removed/g) ?? []);
  return new Set(found).size;
}

const log = () => directory.path('data', 'entity-data.sqlite-wal');
const tables = () => directory.path('data', 'entity-data.sqlite');

async function storeAndRemove(options = {}) {
  const store = await openEmbeddedStore({ directory: directory.path('data'), ...options });
  for (let first = 0; first < items.length; first += 50) {
    await store.write(items.slice(first, first + 50).map((put) => ({ put })));
  }
  await store.write(removed.map((item) => ({ delete: item })));
  await store.durable();
  return store;
}

describe('a removed value', () => {
  it('leaves the log while the store is open and idle', async () => {
    const store = await storeAndRemove({ startOverMilliseconds: 1 });

    while (remaining(log()) > 0) await setImmediate();

    expect((await store.getMany(items)).filter((item) => item === undefined)).toHaveLength(removed.length);
    await store.close();
  });

  it('is overwritten in the tables, but for copies that SQLite left where it divided a page', async () => {
    const store = await storeAndRemove();
    expect(remaining(log())).toBe(removed.length);
    await store.close();

    // Without an order to overwrite, nine of ten are left.
    expect(remaining(tables())).toBeLessThan(removed.length / 4);
  });

  it('is in no backup made afterwards, nor in a store that goes on from one', async () => {
    const store = await storeAndRemove();
    backUpStore(directory.path('data'), directory.path('copy'));
    await store.close();

    expect(remaining(directory.path('copy'))).toBe(0);
    const copy = await openEmbeddedStore({ directory: directory.path('copy') });
    await copy.write([{ put: { pk: 'p', sk: 'after' } }]);
    await copy.close();
    expect(remaining(directory.path('copy'))).toBe(0);
  });
});
