import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
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

    backUpStore(source(), target());

    const copy = await openEmbeddedStore({ directory: target() });
    const hammered: string[] = [];
    for await (const { sk } of queryAll(copy, 'hammered')) hammered.push(sk);
    // One after the other, so that a later one is there only with all before it.
    expect(hammered.sort()).toEqual(hammered.map((_, index) => `x${index}`).sort());
    expect(hammered.length).toBeGreaterThanOrEqual(before);
    expect(await copy.getMany(large)).toEqual(large);
    await copy.write([{ put: { pk: 'p', sk: 'after' } }]);
    await copy.close();
  });

  it('has nothing of what was removed', async () => {
    const removed = Array.from({ length: 300 }, (_, index) => ({
      pk: index % 2 === 0 ? `p${index}` : 'many',
      sk: `${index}`,
      v: `removed-${'x'.repeat(index * 20)}`,
    }));
    await writer.call(
      'write',
      removed.map((put) => ({ put })),
    );
    await writer.call(
      'write',
      removed.map((put) => ({ delete: put })),
    );

    backUpStore(source(), target());

    expect(readFileSync(join(source(), 'entity-data.sqlite-wal'), 'latin1')).toContain('removed-');
    expect(readdirSync(target())).toEqual(['entity-data.sqlite']);
    expect(readFileSync(join(target(), 'entity-data.sqlite'), 'latin1')).not.toContain('removed-');
  });

  it('overwrites nothing', () => {
    mkdirSync(target());
    writeFileSync(join(target(), 'entity-data.sqlite'), 'precious');

    expect(() => backUpStore(source(), target())).toThrow(expect.objectContaining({ code: 'EEXIST' }));
  });

  it('refuses a store that is damaged', async () => {
    await writer.kill();
    rmSync(join(source(), 'entity-data.sqlite-wal'));

    expect(() => backUpStore(source(), target())).toThrow(expect.objectContaining({ code: 'STORE_FORMAT' }));
  });
});
