import { readdirSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Outcome, Store } from '../../src/store/port.ts';
import { type StoreProcess, startStoreProcess } from '../setup/store-process.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const ABSENT = [{ item: 'absent' }] as const;
const key = { pk: 'p', sk: 'a' };
const directory = temporaryDirectory('beforeEach');

/** With few items nearly every group begins a checkpoint. */
describe.each([
  ['', {}],
  [', always checkpointing', { checkpointItems: 2 }],
])('the embedded store, in several processes%s', (_, options) => {
  const stores: Store[] = [];
  const processes: StoreProcess[] = [];
  afterEach(async () => {
    await Promise.all(processes.splice(0).map((one) => one.kill()));
    await Promise.all(stores.splice(0).map((store) => store.close()));
  });

  const open = async () => {
    const store = await openEmbeddedStore({ directory: directory.path(), ...options });
    stores.push(store);
    return store;
  };
  const start = async () => {
    const one = await startStoreProcess({ directory: directory.path(), ...options });
    processes.push(one);
    return one;
  };

  it('shows each what the other wrote, at once', async () => {
    const [here, there] = [await open(), await start()];

    for (let v = 0; v < 50; v++) {
      if (v % 2 === 0) {
        await here.write([{ put: { ...key, v } }]);
        expect(await there.call('getMany', [key])).toEqual([{ ...key, v }]);
      } else {
        await there.call('write', [{ put: { ...key, v } }]);
        expect(await here.getMany([key])).toEqual([{ ...key, v }]);
      }
    }
  });

  it('lets one of all racers have each claim, and counts every addition once', async () => {
    const [here, there, yonder] = [await open(), await start(), await start()];
    const race = (write: Store['write'], racer: string) =>
      Promise.all(
        Array.from({ length: 60 }, (_, claim) =>
          write([
            { put: { pk: 'claims', sk: `${claim}`, racer }, if: ABSENT },
            { update: { pk: 'p', sk: 'count' }, add: { n: 1 } },
          ]),
        ),
      );

    const outcomes: Outcome[][][] = await Promise.all([
      race((writes) => here.write(writes), 'here'),
      race((writes) => there.call('write', writes), 'there'),
      race((writes) => yonder.call('write', writes), 'yonder'),
    ]);

    for (let claim = 0; claim < 60; claim++) {
      expect(outcomes.filter((one) => one[claim]![0]!.applied)).toHaveLength(1);
    }
    expect((await here.getMany([{ pk: 'p', sk: 'count' }]))[0]?.['n']).toBe(180);
  });

  it('keeps what was durable when a process is killed, and lets the others go on', async () => {
    const here = await open();
    const victim = await start();
    const durable: string[] = [];
    await new Promise<void>((resolve) => {
      victim.hammer('p', 'x', (sk) => {
        if (durable.push(sk) === 200) resolve();
      });
    });

    await victim.kill();
    await here.write([{ put: { pk: 'p', sk: 'after' } }]);
    await here.durable();
    const heir = await start();

    const items = await heir.call(
      'getMany',
      [...durable, 'after'].map((sk) => ({ pk: 'p', sk })),
    );
    expect(items.filter((item) => item === undefined)).toEqual([]);
  });

  it('keeps what was durable when one process after another is killed beside a writer that goes on', async () => {
    const survivor = await start();
    const durable: string[] = [];
    let heard = () => {};
    const hear = (sk: string) => {
      durable.push(sk);
      heard();
    };
    survivor.hammer('p', 'survivor', hear);

    for (let victims = 0; victims < 5; victims++) {
      const victim = await start();
      const before = durable.length;
      await new Promise<void>((resolve) => {
        let ofVictim = 0;
        victim.hammer('p', `victim${victims}-`, (sk) => {
          hear(sk);
          if (++ofVictim === 20 + 7 * victims) resolve();
        });
      });
      await victim.kill();
      // The survivor is not held up for good.
      const after = durable.length;
      await new Promise<void>((resolve) => {
        heard = () => durable.length > after + 20 && resolve();
      });
      expect(durable.length).toBeGreaterThan(before);
    }
    await survivor.kill();

    const items = await (await open()).getMany(durable.map((sk) => ({ pk: 'p', sk })));
    expect(durable.filter((_, index) => items[index] === undefined)).toEqual([]);
  });

  it('keeps what was durable when its only process is killed', async () => {
    const victim = await start();
    await victim.call('write', [{ put: { ...key, v: 1 } }]);
    await victim.call('durable');

    await victim.kill();

    expect(await (await open()).getMany([key])).toEqual([{ ...key, v: 1 }]);
  });
});

describe('the embedded store, opened by several processes at once', () => {
  it('is created by one of them', async () => {
    const started = Array.from({ length: 4 }, () => startStoreProcess({ directory: directory.path() }));
    const processes = await Promise.all(started);
    try {
      await Promise.all(processes.map((one, index) => one.call('write', [{ put: { pk: 'p', sk: `${index}` } }])));

      const keys = processes.map((_, index) => ({ pk: 'p', sk: `${index}` }));
      for (const one of processes) expect(await one.call('getMany', keys)).toEqual(keys);
      expect(readdirSync(directory.path()).sort()).toEqual(
        ['', '-flushed', '-reserve', '-shm', '-wal'].map((end) => `entity-data.sqlite${end}`),
      );
    } finally {
      await Promise.all(processes.map((one) => one.kill()));
    }
  });
});
