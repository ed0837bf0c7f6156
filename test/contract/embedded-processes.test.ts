import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { baseKeyEncoder } from '../../src/store/embedded/base-key.ts';
import { openLmdbFile } from '../../src/store/embedded/lmdb-file.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { StoreFormatError, StoreUnavailableError } from '../../src/store/errors.ts';
import type { Outcome, Store } from '../../src/store/port.ts';
import { type StoreProcess, startStoreProcess } from '../setup/store-process.ts';

const ABSENT = [{ item: 'absent' }] as const;
const key = { pk: 'p', sk: 'a' };

/** With few bytes nearly every group begins a checkpoint. */
describe.each([
  ['', {}],
  [', always checkpointing', { checkpointBytes: 2_000 }],
])('the embedded store, in several processes%s', (_, options) => {
  let directory: string;
  let stores: Store[];
  let processes: StoreProcess[];
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-processes-'));
    stores = [];
    processes = [];
  });
  afterEach(async () => {
    await Promise.all(processes.map((one) => one.kill()));
    await Promise.all(stores.map((store) => store.close()));
    rmSync(directory, { recursive: true });
  });

  const open = async () => {
    const store = await openEmbeddedStore({ directory, ...options });
    stores.push(store);
    return store;
  };
  const start = async () => {
    const one = await startStoreProcess({ directory, ...options });
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

describe('the embedded store on a full disk', () => {
  let directory: string;
  let cramped: StoreProcess;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-full-'));
  });
  afterEach(async () => {
    await cramped.kill();
    rmSync(directory, { recursive: true });
  });

  // LMDB reports a write cut short as an input/output error. The log, or the B-tree, is the one that cannot grow: it depends on how much the log may hold.
  it.each([{}, { checkpointBytes: 300_000 }])(
    'says so, keeps what it acknowledged and goes on with room (%j)',
    async (options) => {
      cramped = await startStoreProcess({ directory, ...options }, 4_096);
      const stored: { pk: string; sk: string }[] = [];
      const fill = async () => {
        for (;;) {
          const items = Array.from({ length: 50 }, (_, index) => ({ pk: 'p', sk: `${stored.length + index}` }));
          await cramped.call(
            'write',
            items.map((item) => ({ put: { ...item, v: 'x'.repeat(1_000) } })),
          );
          stored.push(...items);
        }
      };

      await expect(fill()).rejects.toThrow(/is full|could not be written/);

      const missing = (items: readonly unknown[]) => items.filter((item) => item === undefined);
      expect(stored.length).toBeGreaterThan(500);
      expect(missing(await cramped.call('getMany', stored))).toEqual([]);
      await cramped.kill();
      const store = await openEmbeddedStore({ directory, ...options });
      expect(missing(await store.getMany(stored))).toEqual([]);
      await store.write([{ put: { ...key, v: 1 } }]);
      await store.close();
    },
  );
});

describe('the embedded store, opened where it cannot be', () => {
  let directory: string;
  beforeEach(() => {
    directory = mkdtempSync(join(tmpdir(), 'entity-data-open-'));
  });
  afterEach(() => rmSync(directory, { recursive: true }));

  const failure = (place: string) =>
    openEmbeddedStore({ directory: place }).then(
      () => undefined,
      (error: StoreUnavailableError) => error,
    );

  it('says that a directory is a file', async () => {
    const file = join(directory, 'file');
    writeFileSync(file, '');

    const error = await failure(join(file, 'data'));

    expect(error).toBeInstanceOf(StoreUnavailableError);
    expect(error?.message).toContain(join(file, 'data'));
    expect(error?.hint).toContain('directory');
  });

  it('refuses a file that is no database and leaves it as it is', async () => {
    const file = join(directory, 'entity-data.mdb');
    writeFileSync(file, 'no database'.repeat(1_000));
    const { size } = statSync(file);

    expect(await failure(directory)).toBeInstanceOf(StoreFormatError);
    expect(statSync(file).size).toBe(size);
  });

  it('refuses data of another format', async () => {
    // As format 2 wrote it, in MessagePack.
    const mark = Buffer.from('\xde\0\x02\xa4name\xabentity-data\xa7version\x02', 'latin1');
    const database = openLmdbFile({ path: join(directory, 'entity-data.mdb'), keyEncoder: baseKeyEncoder });
    await database.put({ pk: '', sk: 'format' }, mark);
    await database.close();

    const error = await failure(directory);

    expect(error).toBeInstanceOf(StoreFormatError);
    expect(error?.message).toContain('has format 2;');
  });
});
