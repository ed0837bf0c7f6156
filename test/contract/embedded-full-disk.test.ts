import { existsSync, statSync } from 'node:fs';
import { afterEach, describe, expect, it } from '@jest/globals';
import Database from 'better-sqlite3';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import { StoreFullError } from '../../src/store/errors.ts';
import { type StoreProcess, startStoreProcess } from '../setup/store-process.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';

const directory = temporaryDirectory('beforeEach');

describe('the embedded store on a full disk', () => {
  let cramped: StoreProcess | undefined;
  afterEach(() => cramped?.kill());

  // The log cannot grow, or with checkpoints the database cannot.
  it.each([{}, { checkpointItems: 5 }])(
    'says so, keeps what it acknowledged and goes on with room (%j)',
    async (options) => {
      cramped = await startStoreProcess({ directory: directory.path(), ...options }, 4_096);
      const stored: { pk: string; sk: string }[] = [];
      const fill = async () => {
        for (;;) {
          const items = Array.from({ length: 50 }, (_, index) => ({ pk: 'p', sk: `${stored.length + index}` }));
          await cramped!.call(
            'write',
            items.map((item) => ({ put: { ...item, v: 'x'.repeat(1_000) } })),
          );
          stored.push(...items);
        }
      };

      await expect(fill()).rejects.toThrow(/is full|could not be read or written/);

      const missing = (items: readonly unknown[]) => items.filter((item) => item === undefined);
      expect(stored.length).toBeGreaterThan(200);
      expect(missing(await cramped.call('getMany', stored))).toEqual([]);
      await cramped.kill();
      const store = await openEmbeddedStore({ directory: directory.path(), ...options });
      expect(missing(await store.getMany(stored))).toEqual([]);
      await store.write([{ put: { pk: 'p', sk: 'a', v: 1 } }]);
      await store.close();
    },
  );
});

describe('the embedded store in a database that may not grow', () => {
  const { exec } = Database.prototype;
  afterEach(() => {
    Database.prototype.exec = exec;
  });

  /** The store with its connection, whose number of pages can be limited. */
  async function openLimited() {
    let connection: Database.Database | undefined;
    Database.prototype.exec = function (this: Database.Database, sql: string) {
      connection = this;
      return exec.call(this, sql);
    };
    const store = await openEmbeddedStore({ directory: directory.path() });
    Database.prototype.exec = exec;
    return { store, limit: (pages: number) => connection!.pragma(`max_page_count = ${pages}`) };
  }

  it('refuses a write as a whole, answers reads, and goes on once there is space', async () => {
    const { store, limit } = await openLimited();
    const puts = (prefix: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({
        put: { pk: `${prefix}${index}`, sk: 's', v: 'x'.repeat(1_200) },
      }));
    // Both small partitions and one of many items.
    const before = [
      ...puts('before', 20),
      ...puts('p', 20).map(({ put }) => ({ put: { ...put, pk: 'p', sk: put.pk } })),
    ];
    const refused = [...puts('refused', 90), { put: { pk: 'p', sk: 'refused', v: 'x'.repeat(100_000) } }];
    await store.write(before);

    limit(40);
    await expect(store.transact(refused)).rejects.toThrow(StoreFullError);
    await expect(store.write(refused)).rejects.toThrow(StoreFullError);

    expect(await store.getMany(refused.map(({ put }) => put))).toEqual(refused.map(() => undefined));
    expect(await store.getMany(before.map(({ put }) => put))).toEqual(before.map(({ put }) => put));
    limit(1_000_000);
    await store.transact(refused);
    await store.durable();
    await store.close();

    const again = await openEmbeddedStore({ directory: directory.path() });
    expect(await again.getMany(refused.map(({ put }) => put))).toEqual(refused.map(({ put }) => put));
    await again.close();
  });
});

describe('the embedded store, opened on a full disk', () => {
  const { exec } = Database.prototype;
  afterEach(() => {
    Database.prototype.exec = exec;
  });

  it('takes its reserve for reads and removals, and keeps one again once there is space', async () => {
    const reserve = directory.path('entity-data.sqlite-reserve');
    const item = { pk: 'p', sk: 'a' };
    const store = await openEmbeddedStore({ directory: directory.path() });
    await store.write([{ put: item }]);
    await store.close();
    // As long as the reserve takes the last of the space.
    Database.prototype.exec = function (this: Database.Database, sql: string) {
      if (existsSync(reserve)) throw Object.assign(new Error('disk I/O error'), { code: 'SQLITE_FULL' });
      return exec.call(this, sql);
    };

    const cramped = await openEmbeddedStore({ directory: directory.path() });
    expect(await cramped.getMany([item])).toEqual([item]);
    await cramped.write([{ delete: item }]);
    expect(await cramped.getMany([item])).toEqual([undefined]);
    await cramped.close();
    expect(existsSync(reserve)).toBe(false);

    Database.prototype.exec = exec;
    await (await openEmbeddedStore({ directory: directory.path() })).close();
    expect(statSync(reserve).size).toBe(1_048_576);
  });
});
