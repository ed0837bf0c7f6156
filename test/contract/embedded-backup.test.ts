import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { backUpStore } from '../../src/store/embedded/database-file.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { queryAll } from '../../src/store/port.ts';
import { type StoreProcess, startStoreProcess } from '../setup/store-process.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeEach');

describe('a backup of an embedded store', () => {
  let writer: StoreProcess;
  const source = () => directory.path('source');
  const target = () => directory.path('target');
  beforeEach(async () => {
    writer = await startStoreProcess({ directory: source(), checkpointItems: 200 });
  });
  afterEach(() => writer.kill());

  it('has one moment of a store that another process goes on writing', async () => {
    const large = Array.from({ length: 2_000 }, (_, index) => ({ pk: `p${index}`, sk: 's', v: 'x'.repeat(3_000) }));
    await writer.call(
      'write',
      large.map((put) => ({ put })),
    );
    const durable: string[] = [];
    await new Promise<void>((resolve) => {
      writer.hammer('hammered', 'x', (sk) => {
        if (durable.push(sk) === 100) resolve();
      });
    });
    const before = durable.length;
    const shares: number[] = [];

    await backUpStore(source(), target(), (share) => shares.push(share));

    const copy = await openEmbeddedStore({ directory: target() });
    const hammered: string[] = [];
    for await (const { sk } of queryAll(copy, 'hammered')) hammered.push(sk);
    // One after the other, so that a later one is there only with all before it.
    expect(hammered.sort()).toEqual(hammered.map((_, index) => `x${index}`).sort());
    expect(hammered.length).toBeGreaterThanOrEqual(before);
    expect(await copy.getMany(large)).toEqual(large);
    await copy.write([{ put: { pk: 'p', sk: 'after' } }]);
    await copy.close();
    expect(shares.length).toBeGreaterThan(1);
    expect(shares).toEqual([...shares].sort((a, b) => a - b));
  });

  it('overwrites nothing', async () => {
    mkdirSync(target());
    writeFileSync(join(target(), 'entity-data.sqlite'), 'precious');

    await expect(backUpStore(source(), target(), () => {})).rejects.toMatchObject({ code: 'EEXIST' });
  });

  it('refuses a store that is damaged', async () => {
    await writer.kill();
    rmSync(join(source(), 'entity-data.sqlite-wal'));

    await expect(backUpStore(source(), target(), () => {})).rejects.toMatchObject({ code: 'STORE_FORMAT' });
  });
});
