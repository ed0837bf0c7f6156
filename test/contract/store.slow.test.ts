import { randomUUID } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { DynamoDB } from '../../src/store/dynamodb/dynamodb.ts';
import { createDynamoDBScan } from '../../src/store/dynamodb/scan.ts';
import { createDynamoDBStore } from '../../src/store/dynamodb/store.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import {
  InvalidItemError,
  InvalidKeyError,
  InvalidWriteError,
  ItemTooLargeError,
  StoreClosedError,
} from '../../src/store/errors.ts';
import {
  type Condition,
  type Item,
  queryAll,
  queryMany,
  type ScanOptions,
  type ScanPage,
  type Store,
  type TableScan,
  type Value,
} from '../../src/store/port.ts';
import { type DynamoDBUnderTest, requireDynamoDB } from '../setup/dynamodb-emulator.ts';
import { describeWith } from '../setup/requirement.ts';
import { type ModelState, modelCommands } from '../setup/store-model.ts';

type OpenedStore = Store & TableScan;

interface Engine {
  /** Another store on the same data. */
  open(): Promise<OpenedStore>;
  stop(): Promise<void>;
}

/** With one item every group is followed by a checkpoint, so that reads come from the tables, the log and both. */
async function embeddedEngine(checkpointItems?: number): Promise<Engine> {
  const directory = mkdtempSync(join(tmpdir(), 'entity-data-contract-'));
  return {
    open: () => openEmbeddedStore({ directory, ...(checkpointItems === undefined ? {} : { checkpointItems }) }),
    stop: async () => rmSync(directory, { recursive: true }),
  };
}

const dynamodb = await requireDynamoDB();

/** A connection of its own for each store, as two processes would have. */
async function dynamodbEngine({ connect, createTable }: DynamoDBUnderTest): Promise<Engine> {
  const tableName = `contract-${randomUUID()}`;
  await createTable(tableName);
  const opened: DynamoDB[] = [];
  return {
    open: async () => {
      const connection = connect();
      opened.push(connection);
      const options = { tableName, dynamodb: connection };
      return Object.assign(createDynamoDBStore(options), createDynamoDBScan(options));
    },
    stop: async () => {
      for (const connection of opened) connection.close();
    },
  };
}

const engines: readonly (readonly [string, () => Promise<Engine>])[] = [
  ['embedded', () => embeddedEngine()],
  ['embedded, always checkpointing,', () => embeddedEngine(1)],
];

const byKey = (a: Item, b: Item): number => (`${a.pk} ${a.sk}` < `${b.pk} ${b.sk}` ? -1 : 1);

const ABSENT: Condition = [{ item: 'absent' }];
const PRESENT: Condition = [{ item: 'present' }];

describe.each(engines)('the %s store', (_name, startEngine) => keepsTheContract(startEngine));
describeWith('the dynamodb store', dynamodb, (found) => {
  afterAll(() => found.stop());
  keepsTheContract(() => dynamodbEngine(found));
});

function keepsTheContract(startEngine: () => Promise<Engine>): void {
  let engine: Engine;
  let store: OpenedStore;
  beforeAll(async () => {
    engine = await startEngine();
    store = await engine.open();
  });
  afterAll(async () => {
    await store?.close();
    await engine?.stop();
  });

  /** A partition of its own for each test. */
  let partitions = 0;
  const partition = () => `p${partitions++}`;
  let pk: string;
  beforeEach(() => {
    pk = partition();
  });
  const put = (...items: Item[]) => store.write(items.map((item) => ({ put: item })));
  const get = async (pk: string, sk: string) => (await store.getMany([{ pk, sk }]))[0];

  describe('getMany', () => {
    it('answers in the order of the keys, doubles and missing ones included', async () => {
      await put({ pk, sk: 'a', v: 1 }, { pk, sk: 'b', v: 2 });

      const items = await store.getMany(['b', 'x', 'a', 'b'].map((sk) => ({ pk, sk })));

      expect(items).toEqual([{ pk, sk: 'b', v: 2 }, undefined, { pk, sk: 'a', v: 1 }, { pk, sk: 'b', v: 2 }]);
    });

    it('answers no keys, and one key twice', async () => {
      const key = { pk, sk: 'a' };
      await put(key);

      expect(await store.getMany([])).toEqual([]);
      expect(await store.getMany([key, key], { consistent: false })).toEqual([key, key]);
    });

    it('reads more keys than one batch holds', async () => {
      const items = Array.from({ length: 250 }, (_, v) => ({ pk, sk: String(v), v }));
      await put(...items);

      expect(await store.getMany(items)).toEqual(items);
    });

    it('reads more bytes than one batch answer holds', async () => {
      const items = Array.from({ length: 50 }, (_, v) => ({ pk, sk: String(v), v: 'x'.repeat(380_000) }));
      await put(...items);

      const read = await store.getMany(items);

      expect(read.map((item) => String(item?.['v']).length)).toEqual(items.map(() => 380_000));
    });

    it('keeps keys apart whose parts join to the same text', async () => {
      const items = [
        { pk: `${pk}a`, sk: 'b', v: 1 },
        { pk, sk: 'ab', v: 2 },
      ];
      await put(...items);

      expect(await store.getMany(items)).toEqual(items);
    });
  });

  describe('values', () => {
    it.each<[string, Value]>([
      ['text', 'Jürgen 😀 \u0000 \n " \\ \ufeff \u2028'],
      ['empty text', ''],
      ['whole numbers', [0, -1, 2 ** 31, 2 ** 53 - 1, -(2 ** 53) + 1]],
      ['fractions', [0.1, -2.5e-7, 1.7976931348623157e100]],
      ['true, false and nothing', [true, false, null]],
      ['lists and maps', { list: [[], {}, ['a', 1]], map: { inner: { deep: [null] } }, '': 1 }],
      ['names that mean something elsewhere', { constructor: 1, size: 2, SET: 3, ':a': 4, '#b': 5, 'a.b': 6 }],
    ])('keeps %s', async (_what, v) => {
      await put({ pk, sk: 'a', v, size: 1, 'na me.ü': 2 });

      expect(await get(pk, 'a')).toEqual({ pk, sk: 'a', v, size: 1, 'na me.ü': 2 });
    });

    it('makes half characters whole', async () => {
      await put({ pk, sk: 'a', v: 'x\ud800y', w: { inner: ['ok', '\udc00'] } });

      expect(await get(pk, 'a')).toEqual({ pk, sk: 'a', v: 'x\ufffdy', w: { inner: ['ok', '\ufffd'] } });
    });

    it('keeps an item of 380 KB', async () => {
      const v = 'ü'.repeat(190 * 1024);
      await put({ pk, sk: 'a', v });

      expect((await get(pk, 'a'))?.['v']).toBe(v);
    });

    it('keeps keys of the greatest length', async () => {
      const pk = 'ü'.repeat(512);
      const sk = '€'.repeat(300);
      await put({ pk, sk, v: 1 });

      expect(await get(pk, sk)).toEqual({ pk, sk, v: 1 });
      expect((await store.query(pk, { prefix: sk })).items).toHaveLength(1);
    });
  });

  describe('query', () => {
    it('answers in the order of the UTF-8 bytes of the sort keys', async () => {
      const sortKey = fc.string({ unit: 'binary', minLength: 1, maxLength: 6 });
      await fc.assert(
        fc.asyncProperty(fc.uniqueArray(sortKey, { maxLength: 20 }), async (sortKeys) => {
          const pk = partition();
          await put(...sortKeys.map((sk) => ({ pk, sk })));
          const expected = [...sortKeys].sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));

          expect((await store.query(pk)).items.map((item) => item.sk)).toEqual(expected);
        }),
        { numRuns: 30 },
      );
    });

    it('puts characters beyond the basic plane behind all others, unlike JavaScript', async () => {
      const sortKeys = ['\u0001', 'A', 'a', 'a\u0000', 'aa', 'z', 'é', '\uffee', '😀'];
      await put(...[...sortKeys].reverse().map((sk) => ({ pk, sk })));

      expect((await store.query(pk)).items.map((item) => item.sk)).toEqual(sortKeys);
    });

    it('keeps to its partition and prefix', async () => {
      await put({ pk, sk: 'R#1' }, { pk, sk: 'R#2' }, { pk, sk: 'R' }, { pk, sk: 'S#1' }, { pk: `${pk}R`, sk: 'R#3' });

      expect((await store.query(pk, { prefix: 'R#' })).items.map((item) => item.sk)).toEqual(['R#1', 'R#2']);
      expect((await store.query(pk)).items).toHaveLength(4);
      expect(await store.query(pk, { prefix: 'T' })).toEqual({ items: [] });
      expect(await store.query(`${pk}-none`)).toEqual({ items: [] });
    });

    it('answers for several partitions what it answers for each', async () => {
      const names = ['a', 'none', 'b', 'c'].map((name) => `${pk}${name}`);
      await put({ pk: `${pk}a`, sk: 'R#1' }, { pk: `${pk}a`, sk: 'R#2', v: 1 }, { pk: `${pk}a`, sk: 'S' });
      await put({ pk: `${pk}b`, sk: 'R#1', v: 2 }, { pk: `${pk}c`, sk: 'S' });
      const asked = [...names, names[0]!];

      for (const options of [undefined, { prefix: 'R#' }, { limit: 1 }, { after: 'R#1', consistent: true }]) {
        const pages = await queryMany(store, asked, options);

        expect(pages).toEqual(await Promise.all(asked.map((name) => store.query(name, options))));
      }
      expect((await queryMany(store, asked)).map(({ items }) => items.length)).toEqual([3, 0, 1, 1, 3]);
      expect(await queryMany(store, [])).toEqual([]);
      await expect(queryMany(store, [pk, ''])).rejects.toThrow(InvalidKeyError);
    });

    it('pages without gaps or doubles', async () => {
      const sortKeys = Array.from({ length: 25 }, (_, index) => `R#${String(index).padStart(2, '0')}`);
      await put({ pk, sk: 'A' }, ...sortKeys.map((sk) => ({ pk, sk })), { pk, sk: 'Z' });

      const first = await store.query(pk, { prefix: 'R#', limit: 10 });
      const found: string[] = [];
      for await (const item of queryAll(store, pk, { prefix: 'R#', limit: 7 })) found.push(item.sk);

      expect(first.items.map((item) => item.sk)).toEqual(sortKeys.slice(0, 10));
      expect(first.next).toBe('R#09');
      expect(found).toEqual(sortKeys);
    });

    it('begins behind any place, also one where nothing is or outside of the prefix', async () => {
      await put(...['R#1', 'R#2', 'R#3'].map((sk) => ({ pk, sk })));
      const keys = async (after: string) =>
        (await store.query(pk, { prefix: 'R#', after })).items.map((item) => item.sk);

      expect(await keys('R#1')).toEqual(['R#2', 'R#3']);
      expect(await keys('R#10')).toEqual(['R#2', 'R#3']);
      expect(await keys('A')).toEqual(['R#1', 'R#2', 'R#3']);
      expect(await keys('S')).toEqual([]);
    });

    it('reads a partition larger than one page', async () => {
      const items = Array.from({ length: 12 }, (_, v) => ({ pk, sk: `${v}`.padStart(2, '0'), v: 'x'.repeat(200_000) }));
      await put(...items);

      const page = await store.query(pk);
      const found: string[] = [];
      for await (const item of queryAll(store, pk)) found.push(item.sk);

      expect(page.next).toBeDefined();
      expect(found).toEqual(items.map((item) => item.sk));
    });
  });

  describe('scan', () => {
    // A table of its own: a scan meets the items of all tests.
    let engine: Engine;
    let store: OpenedStore;
    beforeAll(async () => {
      engine = await startEngine();
      store = await engine.open();
    });
    afterAll(async () => {
      await store?.close();
      await engine?.stop();
    });
    const put = (...items: Item[]) => store.write(items.map((item) => ({ put: item })));

    /** Pages of a segment, until there are no more. */
    async function* pagesOf(options: ScanOptions): AsyncGenerator<ScanPage> {
      let after = options.after;
      do {
        const page = await store.scan(after === undefined ? options : { ...options, after });
        yield page;
        after = page.next;
      } while (after !== undefined);
    }
    const itemsOf = async (options: ScanOptions) => {
      const items: Item[] = [];
      for await (const page of pagesOf(options)) items.push(...page.items);
      return items;
    };
    const table = async (options: Omit<ScanOptions, 'segment'>) => {
      const items: Item[] = [];
      for (let segment = 0; segment < options.segments; segment++)
        items.push(...(await itemsOf({ ...options, segment })));
      return items;
    };
    const keyed = (items: readonly Item[]) => items.map(({ pk, sk }) => `${pk} ${sk}`);
    /** Partitions of one item, and one of so many that an engine may lay it out differently. */
    const fill = async (prefix: string, partitions = 40, large = 120): Promise<Item[]> => {
      const items = [
        ...Array.from({ length: partitions }, (_, v) => ({ pk: `${prefix}${v}`, sk: 'a', v, w: 'w' })),
        ...Array.from({ length: large }, (_, v) => ({
          pk: `${prefix}large`,
          sk: `a${1_000 + v}`,
          v,
          w: 'w'.repeat(99),
        })),
      ];
      await put(...items);
      return items;
    };

    it.each([
      [1, undefined],
      [1, 7],
      [3, 1],
      [5, 30],
      [64, undefined],
    ])('reads every item once in %i segments by pages of %p', async (segments, limit) => {
      const prefix = `${partition()}-`;
      const items = await fill(prefix);

      const found = await table({ segments, prefix, ...(limit !== undefined && { limit }) });

      expect(found.toSorted(byKey)).toEqual(items.toSorted(byKey));
    });

    it('reads the partitions in one order, whatever the segments are, and their items in sort key order', async () => {
      const prefix = `${partition()}-`;
      await fill(prefix);
      const whole = keyed(await table({ segments: 1, prefix }));

      expect(keyed(await table({ segments: 1, prefix, limit: 3 }))).toEqual(whole);
      expect(keyed(await table({ segments: 4, prefix, limit: 11 }))).toEqual(whole);
      const large = whole.filter((key) => key.startsWith(`${prefix}large`));
      expect(large).toEqual(large.toSorted());
      const at = whole.indexOf(large[0]!);
      expect(whole.slice(at, at + large.length)).toEqual(large);
    });

    it('returns the attributes that it is asked for, and the key', async () => {
      await put({ pk, sk: 'a', v: 1, w: { inner: [2] }, size: 3 }, { pk, sk: 'b', v: 4 });

      const found = await table({ segments: 1, prefix: pk, attributes: ['w', 'size'] });

      expect(found).toEqual([
        { pk, sk: 'a', w: { inner: [2] }, size: 3 },
        { pk, sk: 'b' },
      ]);
      expect(await table({ segments: 1, prefix: pk, attributes: [] })).toEqual([
        { pk, sk: 'a' },
        { pk, sk: 'b' },
      ]);
    });

    it('reads no more than the limit, also of items that it does not return', async () => {
      const prefix = `${partition()}-`;
      await fill(prefix);
      let pages = 0;
      for await (const page of pagesOf({ segment: 0, segments: 1, prefix: `${prefix}none`, limit: 20 })) {
        expect(page.items).toEqual([]);
        pages += 1;
      }
      // An engine may pass over a partition as a whole.
      expect(pages).toBeGreaterThanOrEqual(2);
      for await (const page of pagesOf({ segment: 0, segments: 1, prefix, limit: 20 })) {
        expect(page.items.length).toBeLessThanOrEqual(20);
      }
    });

    it('bounds a page without a limit', async () => {
      const prefix = `${partition()}-`;
      const items = Array.from({ length: 12 }, (_, v) => ({
        pk: `${prefix}${v % 3}`,
        sk: `${v}`,
        v: 'x'.repeat(200_000),
      }));
      await put(...items);
      const found: Item[] = [];
      for await (const page of pagesOf({ segment: 0, segments: 1, prefix })) {
        expect(page.items.length).toBeLessThan(items.length);
        found.push(...page.items);
      }

      expect(keyed(found).toSorted()).toEqual(keyed(items).toSorted());
    });

    it('continues behind a position whose item is gone', async () => {
      const prefix = `${partition()}-`;
      await fill(prefix, 20, 20);
      const whole = keyed(await table({ segments: 1, prefix }));
      for (const index of [0, 7, 20, whole.length - 1]) {
        const [pk, sk] = whole[index]!.split(' ') as [string, string];
        await store.write([{ delete: { pk, sk } }]);

        expect(keyed(await itemsOf({ segment: 0, segments: 1, prefix, after: { pk, sk } }))).toEqual(
          whole.slice(index + 1),
        );
        await put({ pk, sk });
      }
    });

    it('reads what stays once, while other items come and go', async () => {
      const prefix = `${partition()}-`;
      const items = await fill(prefix);
      const found: Item[] = [];
      let round = 0;
      for await (const page of pagesOf({ segment: 0, segments: 1, prefix, limit: 9 })) {
        found.push(...page.items);
        round += 1;
        await put({ pk: `${prefix}new${round}`, sk: 'a' }, { pk: `${prefix}${round % 40}`, sk: 'new' });
        await store.write([{ delete: { pk: `${prefix}new${round - 1}`, sk: 'a' } }]);
      }

      const stayed = new Set(keyed(items));
      expect(
        keyed(found)
          .filter((key) => stayed.has(key))
          .toSorted(),
      ).toEqual(keyed(items).toSorted());
    });

    it('tells its table from others', async () => {
      const again = await engine.open();
      const other = await startEngine();
      const elsewhere = await other.open();

      expect(again.identity).toBe(store.identity);
      expect(elsewhere.identity).not.toBe(store.identity);
      await Promise.all([again.close(), elsewhere.close()]);
      await other.stop();
    });
  });

  describe('write', () => {
    it('puts, replaces and deletes', async () => {
      await put({ pk, sk: 'a', v: 1, w: 1 }, { pk, sk: 'b' });

      await put({ pk, sk: 'a', v: 2 });
      const [deleted] = await store.write([{ delete: { pk, sk: 'b' } }]);
      const [again] = await store.write([{ delete: { pk, sk: 'b' } }]);

      expect(deleted?.applied && again?.applied).toBe(true);
      expect((await store.query(pk)).items).toEqual([{ pk, sk: 'a', v: 2 }]);
    });

    it('takes many writes of all kinds and answers in their order', async () => {
      await put(...Array.from({ length: 60 }, (_, v) => ({ pk, sk: `old${v}`, v })));

      const outcomes = await store.write([
        ...Array.from({ length: 60 }, (_, v) => ({ put: { pk, sk: `new${v}` } })),
        { put: { pk, sk: 'old0', v: 'mine' }, if: ABSENT },
        ...Array.from({ length: 30 }, (_, v) => ({ delete: { pk, sk: `old${v + 30}` } })),
        { update: { pk, sk: 'old1' }, add: { v: 5 } },
        { put: { pk, sk: 'fresh' }, if: ABSENT },
      ]);

      expect(outcomes.map((outcome) => outcome.applied)).toEqual(outcomes.map((_, index) => index !== 60));
      expect(outcomes[60]?.before).toEqual({ pk, sk: 'old0', v: 0 });
      expect(outcomes[91]?.before).toEqual({ pk, sk: 'old1', v: 1 });
      expect((await get(pk, 'old1'))?.['v']).toBe(6);
      expect((await store.query(pk)).items).toHaveLength(60 + 30 + 1);
    });

    it('answers nothing to nothing', async () => {
      expect(await store.write([])).toEqual([]);
      expect(await store.transact([])).toEqual({ applied: true, refused: [] });
    });

    it('tells what stood there, whether applied or refused', async () => {
      const item = { pk, sk: 'a', v: 1 };

      const first = await store.write([{ put: item, if: ABSENT }]);
      const second = await store.write([{ put: { ...item, v: 2 }, if: ABSENT }]);
      const third = await store.write([{ put: { ...item, v: 3 }, if: PRESENT }]);
      const fourth = await store.write([{ delete: item, if: [{ attribute: 'v', equals: 1 }] }]);
      const fifth = await store.write([{ delete: item, if: [{ attribute: 'v', equals: 3 }] }]);
      const sixth = await store.write([{ put: item, if: PRESENT }]);

      expect(first).toEqual([{ applied: true, before: undefined }]);
      expect(second).toEqual([{ applied: false, before: item }]);
      expect(third).toEqual([{ applied: true, before: item }]);
      expect(fourth).toEqual([{ applied: false, before: { ...item, v: 3 } }]);
      expect(fifth).toEqual([{ applied: true, before: { ...item, v: 3 } }]);
      expect(sixth).toEqual([{ applied: false, before: undefined }]);
    });

    it.each<[string, Condition, Item | undefined, boolean]>([
      ['item absent', ABSENT, undefined, true],
      ['item absent', ABSENT, { pk: '', sk: '', w: 1 }, false],
      ['item present', PRESENT, undefined, false],
      ['item present', PRESENT, { pk: '', sk: '', w: 1 }, true],
      ['attribute absent', [{ attribute: 'v', absent: true }], undefined, true],
      ['attribute absent', [{ attribute: 'v', absent: true }], { pk: '', sk: '', w: 1 }, true],
      ['attribute absent', [{ attribute: 'v', absent: true }], { pk: '', sk: '', v: null }, false],
      ['equals', [{ attribute: 'v', equals: 'x' }], undefined, false],
      ['equals', [{ attribute: 'v', equals: 'x' }], { pk: '', sk: '', v: 'x' }, true],
      ['equals a number', [{ attribute: 'v', equals: 1 }], { pk: '', sk: '', v: '1' }, false],
      ['equals a number', [{ attribute: 'v', equals: 1.5 }], { pk: '', sk: '', v: 1.5 }, true],
      ['equals false', [{ attribute: 'v', equals: false }], { pk: '', sk: '', v: false }, true],
      ['equals false', [{ attribute: 'v', equals: false }], { pk: '', sk: '', v: null }, false],
      ['absent or equal', [{ attribute: 'v', absentOr: 1 }], undefined, true],
      ['absent or equal', [{ attribute: 'v', absentOr: 1 }], { pk: '', sk: '', w: 1 }, true],
      ['absent or equal', [{ attribute: 'v', absentOr: 1 }], { pk: '', sk: '', v: 1 }, true],
      ['absent or equal', [{ attribute: 'v', absentOr: 1 }], { pk: '', sk: '', v: 2 }, false],
      ['in a range', [{ attribute: 'v', least: 1, most: 2 }], undefined, false],
      ['in a range', [{ attribute: 'v', least: 1, most: 2 }], { pk: '', sk: '', w: 1 }, false],
      ['in a range', [{ attribute: 'v', least: 1, most: 2 }], { pk: '', sk: '', v: 1 }, true],
      ['in a range', [{ attribute: 'v', least: 1, most: 2 }], { pk: '', sk: '', v: 2 }, true],
      ['in a range', [{ attribute: 'v', least: 1, most: 2 }], { pk: '', sk: '', v: 2.001 }, false],
      ['in a range', [{ attribute: 'v', least: 1, most: 2 }], { pk: '', sk: '', v: '1' }, false],
      ['in a range', [{ attribute: 'v', least: -1, most: -1 }], { pk: '', sk: '', v: -1 }, true],
      ['both clauses', [...PRESENT, { attribute: 'v', equals: 1 }], { pk: '', sk: '', v: 1 }, true],
      ['both clauses', [...PRESENT, { attribute: 'v', equals: 1 }], { pk: '', sk: '', v: 2 }, false],
      ['no clause', [], undefined, true],
    ])('holds a condition of %s (%j on %j: %s)', async (_what, condition, before, expected) => {
      if (before !== undefined) await put({ ...before, pk, sk: 'a' });

      const [updated] = await store.write([{ update: { pk, sk: 'a' }, set: { z: 1 }, if: condition }]);
      const current = await get(pk, 'a');

      expect(updated?.applied).toBe(expected);
      expect(updated?.before).toEqual(before === undefined ? undefined : { ...before, pk, sk: 'a' });
      expect(current?.['z']).toBe(expected ? 1 : undefined);
    });
  });

  describe('update', () => {
    it('makes an item that is not there, also of nothing', async () => {
      const outcomes = await store.write([
        { update: { pk, sk: 'a' }, set: { v: 1 }, add: { n: 2 }, setIfAbsent: { w: 3 }, remove: ['x'] },
        { update: { pk, sk: 'b' } },
      ]);

      expect(outcomes).toEqual([
        { applied: true, before: undefined },
        { applied: true, before: undefined },
      ]);
      expect(await get(pk, 'a')).toEqual({ pk, sk: 'a', v: 1, n: 2, w: 3 });
      expect(await get(pk, 'b')).toEqual({ pk, sk: 'b' });
    });

    it('changes what it names and nothing else', async () => {
      const before = { pk, sk: 'a', keep: [1], v: 1, n: 40, gone: true, nothing: null };
      await put(before);

      const [outcome] = await store.write([
        {
          update: before,
          set: { v: { m: 1 } },
          add: { n: -2 },
          setIfAbsent: { keep: 9, nothing: 9, w: 3 },
          remove: ['gone'],
        },
      ]);

      expect(outcome).toEqual({ applied: true, before });
      expect(await get(pk, 'a')).toEqual({ pk, sk: 'a', keep: [1], v: { m: 1 }, n: 38, nothing: null, w: 3 });
    });

    it('fetches or sets: of many racers one sets and all others learn its value', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 30 }, (_, racer) =>
          store.write([{ update: { pk, sk: 'a' }, setIfAbsent: { holder: `r${racer}` } }]),
        ),
      );
      const holder = (await get(pk, 'a'))?.['holder'];

      const firsts = outcomes.filter(([outcome]) => outcome?.before === undefined);
      expect(firsts).toHaveLength(1);
      for (const [outcome] of outcomes) {
        if (outcome?.before !== undefined) expect(outcome.before['holder']).toBe(holder);
      }
    });

    it('counts right under concurrency', async () => {
      const outcomes = await Promise.all(
        Array.from({ length: 60 }, () => store.write([{ update: { pk, sk: 'n' }, add: { n: 1 } }])),
      );

      expect((await get(pk, 'n'))?.['n']).toBe(60);
      expect(new Set(outcomes.map(([outcome]) => outcome?.before?.['n'] ?? 0)).size).toBe(60);
    });
  });

  describe('put if absent', () => {
    it('lets exactly one of fifty racers in and shows it to all others', async () => {
      const other = await engine.open();

      const outcomes = await Promise.all(
        Array.from({ length: 50 }, (_, racer) =>
          (racer % 2 === 0 ? store : other).write([{ put: { pk, sk: 'claim', racer }, if: ABSENT }]),
        ),
      );
      await other.close();

      const winners = outcomes.flatMap(([outcome], racer) => (outcome?.applied ? [racer] : []));
      expect(winners).toHaveLength(1);
      for (const [outcome] of outcomes) {
        if (!outcome?.applied) expect(outcome?.before).toEqual({ pk, sk: 'claim', racer: winners[0] });
      }
    });
  });

  describe('transact', () => {
    it('writes all kinds together', async () => {
      await put({ pk, sk: 'a', v: 1 }, { pk, sk: 'b' }, { pk, sk: 'c', n: 1 });

      const outcome = await store.transact([
        { check: { pk, sk: 'a' }, if: [{ attribute: 'v', equals: 1 }] },
        { delete: { pk, sk: 'b' }, if: PRESENT },
        { update: { pk, sk: 'c' }, add: { n: 1 }, set: { s: 'x' }, remove: ['none'] },
        { update: { pk, sk: 'e' }, set: { v: 1 } },
        { put: { pk, sk: 'd' }, if: ABSENT },
      ]);

      expect(outcome).toEqual({ applied: true, refused: [] });
      expect((await store.query(pk)).items).toEqual([
        { pk, sk: 'a', v: 1 },
        { pk, sk: 'c', n: 2, s: 'x' },
        { pk, sk: 'd' },
        { pk, sk: 'e', v: 1 },
      ]);
    });

    it('writes nothing when a condition fails, and names every refusal with what stood there', async () => {
      await put({ pk, sk: 'a', v: 1 });

      const outcome = await store.transact([
        { put: { pk, sk: 'x' } },
        { put: { pk, sk: 'a' }, if: ABSENT },
        { check: { pk, sk: 'b' }, if: PRESENT },
        { update: { pk, sk: 'n' }, add: { n: 1 } },
      ]);

      expect(outcome.applied).toBe(false);
      expect(outcome.refused).toEqual([
        { index: 1, before: { pk, sk: 'a', v: 1 } },
        { index: 2, before: undefined },
      ]);
      expect((await store.query(pk)).items).toEqual([{ pk, sk: 'a', v: 1 }]);
    });

    it('takes 100 items and refuses 101', async () => {
      const puts = Array.from({ length: 101 }, (_, v) => ({ put: { pk, sk: `${v}` } }));

      expect((await store.transact(puts.slice(0, 100))).applied).toBe(true);
      await expect(store.transact(puts)).rejects.toThrow(InvalidWriteError);
      expect((await store.query(pk)).items).toHaveLength(100);
    });

    it('moves value between two items without losing any under concurrency', async () => {
      await put({ pk, sk: 'a', n: 10 }, { pk, sk: 'b', n: 0 });
      const move = async (): Promise<boolean> => {
        const n = (await get(pk, 'a'))?.['n'] as number;
        if (n === 0) return false;
        await store.transact([
          { update: { pk, sk: 'a' }, add: { n: -1 }, if: [{ attribute: 'n', equals: n }] },
          { update: { pk, sk: 'b' }, add: { n: 1 } },
        ]);
        return true;
      };

      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while (await move());
        }),
      );

      expect((await store.query(pk)).items.map((item) => item['n'])).toEqual([0, 10]);
    });
  });

  describe('inOrder', () => {
    it('runs its steps one after the other, each seeing those before it', async () => {
      const outcomes = await store.inOrder([
        { each: [{ put: { pk, sk: 'a', v: 1 } }, { put: { pk, sk: 'b' } }] },
        {
          all: [
            { check: { pk, sk: 'a' }, if: PRESENT },
            { put: { pk, sk: 'c' }, if: ABSENT },
          ],
        },
        { each: [{ update: { pk, sk: 'a' }, setIfAbsent: { v: 2 } }] },
      ]);

      expect(outcomes.map(({ applied }) => applied)).toEqual([true, true, true]);
      expect(outcomes[2]!.outcomes[0]!.before).toEqual({ pk, sk: 'a', v: 1 });
      expect((await store.query(pk)).items).toEqual([
        { pk, sk: 'a', v: 1 },
        { pk, sk: 'b' },
        { pk, sk: 'c' },
      ]);
    });

    it('ends with the first step of which something is refused and keeps what was done before', async () => {
      await put({ pk, sk: 'taken', v: 1 });

      const outcomes = await store.inOrder([
        { each: [{ put: { pk, sk: 'a' } }] },
        { all: [{ put: { pk, sk: 'b' } }, { put: { pk, sk: 'taken' }, if: ABSENT }] },
        { each: [{ put: { pk, sk: 'c' } }] },
      ]);

      expect(outcomes).toHaveLength(2);
      expect(outcomes[1]).toEqual({
        applied: false,
        outcomes: [{ applied: false }, { applied: false, before: { pk, sk: 'taken', v: 1 } }],
      });
      expect((await store.query(pk)).items.map(({ sk }) => sk)).toEqual(['a', 'taken']);
    });

    it('ends with a refused write of an `each` step, of which the others are made', async () => {
      await put({ pk, sk: 'taken' });

      const outcomes = await store.inOrder([
        { each: [{ put: { pk, sk: 'taken' }, if: ABSENT }, { put: { pk, sk: 'a' } }] },
        { each: [{ put: { pk, sk: 'b' } }] },
      ]);

      expect(outcomes.map(({ applied }) => applied)).toEqual([false]);
      expect((await store.query(pk)).items.map(({ sk }) => sk)).toEqual(['a', 'taken']);
    });

    it('asks before every call, and makes none after it was told to end', async () => {
      const steps = ['a', 'b', 'c'].map((sk) => ({ each: [{ put: { pk, sk } }] }));
      let asked = 0;
      const ending = (at: number) => () => {
        asked += 1;
        if (asked === at) throw new Error('time is over');
      };

      await expect(store.inOrder(steps, ending(1))).rejects.toThrow('time is over');
      expect((await store.query(pk)).items).toEqual([]);

      asked = 0;
      const outcome = await store.inOrder(steps, ending(3)).then(
        () => 'made',
        () => 'ended',
      );
      // An engine that makes all steps in one call asks once.
      const made = outcome === 'made' ? ['a', 'b', 'c'] : ['a', 'b'];
      expect(asked).toBe(outcome === 'made' ? 1 : 3);
      expect((await store.query(pk)).items.map(({ sk }) => sk)).toEqual(made);
    });

    it('writes nothing when a later step breaks the contract', async () => {
      const twice = { put: { pk, sk: 'b' } };

      await expect(store.inOrder([{ each: [{ put: { pk, sk: '' } }] }, { each: [twice, twice] }])).rejects.toThrow();

      expect((await store.query(pk)).items).toEqual([]);
    });
  });

  describe('discard', () => {
    it('deletes what is there, and more keys than a batch holds', async () => {
      const keys = Array.from({ length: 30 }, (_, index) => ({ pk, sk: `k${index}` }));
      await put(...keys.map((key) => ({ ...key })));

      await store.discard([...keys, { pk, sk: 'never' }]);
      // Whatever comes after it finds it done.
      await put({ pk: partition(), sk: 'after' });

      expect((await store.query(pk)).items).toEqual([]);
    });
  });

  describe('bad input', () => {
    it.each([
      ['an empty partition key', { pk: '', sk: 'a' }],
      ['an empty sort key', { pk: 'a', sk: '' }],
      ['a long partition key', { pk: 'ü'.repeat(513), sk: 'a' }],
      ['a long sort key', { pk: 'a', sk: '€'.repeat(301) }],
      ['half a character in a key', { pk: 'a', sk: '\ud800' }],
    ])('refuses %s in every verb', async (_what, key) => {
      await expect(store.write([{ put: key }])).rejects.toThrow(InvalidKeyError);
      await expect(store.write([{ delete: key }])).rejects.toThrow(InvalidKeyError);
      await expect(store.transact([{ update: key }])).rejects.toThrow(InvalidKeyError);
      await expect(store.getMany([key])).rejects.toThrow(InvalidKeyError);
    });

    it.each<[string, unknown]>([
      ['no number', Number.NaN],
      ['endless', Number.POSITIVE_INFINITY],
      ['too large a number', 1e200],
      ['undefined', undefined],
      ['a function', () => 1],
      ['a date', new Date(0)],
      ['nested without end', Array.from({ length: 1_000 }).reduce<Value>((inner) => [inner], 1)],
    ])('refuses a value that is %s, deep inside too', async (_what, value) => {
      for (const v of [value, [value], { inner: [{ value }] }] as Value[]) {
        await expect(store.write([{ put: { pk, sk: 'a', v } }])).rejects.toThrow(InvalidItemError);
        await expect(store.write([{ update: { pk, sk: 'a' }, set: { v } }])).rejects.toThrow(InvalidItemError);
      }
      expect(await get(pk, 'a')).toBeUndefined();
    });

    it('refuses an item that is too large, put or grown', async () => {
      await put({ pk, sk: 'a', v: 'x'.repeat(380_000) });

      await expect(put({ pk, sk: 'b', v: 'x'.repeat(400_000) })).rejects.toThrow(ItemTooLargeError);
      await expect(store.write([{ update: { pk, sk: 'a' }, set: { w: 'x'.repeat(100_000) } }])).rejects.toThrow(
        ItemTooLargeError,
      );
      expect(await get(pk, 'b')).toBeUndefined();
    });

    it('refuses to add to what is no number', async () => {
      await put({ pk, sk: 'a', v: 'x', nothing: null });

      await expect(store.write([{ update: { pk, sk: 'a' }, add: { v: 1 } }])).rejects.toThrow(InvalidWriteError);
      await expect(store.write([{ update: { pk, sk: 'a' }, add: { nothing: 1 } }])).rejects.toThrow(InvalidWriteError);
      await expect(store.transact([{ update: { pk, sk: 'a' }, add: { v: 1 } }])).rejects.toThrow(InvalidWriteError);
      expect(await get(pk, 'a')).toEqual({ pk, sk: 'a', v: 'x', nothing: null });
    });

    it('refuses an update that changes nothing in a transaction', async () => {
      await expect(store.transact([{ update: { pk: partition(), sk: 'a' } }])).rejects.toThrow(InvalidWriteError);
    });

    it('refuses two writes of one key and two changes of one attribute', async () => {
      const key = { pk, sk: 'a' };

      await expect(store.write([{ put: key }, { delete: key }])).rejects.toThrow(InvalidWriteError);
      await expect(store.transact([{ put: key }, { check: key, if: ABSENT }])).rejects.toThrow(InvalidWriteError);
      await expect(store.write([{ update: key, set: { v: 1 }, remove: ['v'] }])).rejects.toThrow(InvalidWriteError);
      await expect(store.write([{ update: key, set: { sk: 'b' } }])).rejects.toThrow(InvalidWriteError);
    });
  });

  describe('a second store on the same data', () => {
    it('sees at once what the first wrote, and the other way round', async () => {
      const other = await engine.open();
      try {
        for (let v = 0; v < 20; v++) {
          const [writer, reader] = v % 2 === 0 ? [store, other] : [other, store];
          await writer.write([{ put: { pk, sk: 'a', v } }]);
          expect((await reader.getMany([{ pk, sk: 'a' }]))[0]).toEqual({ pk, sk: 'a', v });
        }
      } finally {
        await other.close();
      }
    });
  });

  describe('durable and close', () => {
    it('makes durable with nothing written, and many times at once', async () => {
      await store.durable();
      await Promise.all(
        Array.from({ length: 20 }, async (_, v) => {
          await put({ pk, sk: `${v}` });
          await store.durable();
        }),
      );

      expect((await store.query(pk)).items).toHaveLength(20);
    });

    it('ends what was begun, keeps the data and refuses what comes later', async () => {
      const first = await engine.open();
      const pending = first.write([{ put: { pk, sk: 'a' } }]);
      await pending;
      await Promise.all([first.close(), first.close()]);

      await expect(first.write([{ put: { pk, sk: 'b' } }])).rejects.toThrow(StoreClosedError);
      await expect(first.getMany([{ pk, sk: 'a' }])).rejects.toThrow(StoreClosedError);
      await expect(first.query(pk)).rejects.toThrow(StoreClosedError);
      const second = await engine.open();
      expect((await second.query(pk)).items).toEqual([{ pk, sk: 'a' }]);
      await second.close();
    });
  });

  it('behaves like a map under random sequences of writes, transactions and reads', async () => {
    await fc.assert(
      fc.asyncProperty(modelCommands(), async (commands) => {
        const pk = partition();
        const setup = () => ({ model: { pk, items: new Map() } satisfies ModelState, real: store });
        await fc.asyncModelRun(setup, commands);
      }),
      { numRuns: 40 },
    );
  });
}
