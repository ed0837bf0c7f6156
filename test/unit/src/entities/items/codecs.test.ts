import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { beforeEach, describe, expect, it } from '@jest/globals';
import {
  epochWrite,
  isInPendingShard,
  operationsIn,
  pendingShardKey,
  pendingShardKeys,
  RulesReplacedError,
  refuseReplaced,
  underEpoch,
} from '../../../../../src/entities/items/counters.ts';
import {
  recordKey,
  reservedBy,
  reserveNew,
  takeReservation,
  withoutReservations,
} from '../../../../../src/entities/items/record.ts';
import {
  exampleWrite,
  findingsPartition,
  findingsWrites,
  leaseWrite,
  problemWrite,
  progressWrite,
  readExample,
  readFindings,
  readProblem,
  readReport,
  readSegment,
  readWaiting,
  releaseWrite,
  reportWrite,
  segmentOfFindings,
  waitingWrite,
} from '../../../../../src/entities/items/rule-change-items.ts';
import {
  noChanges,
  readRegister,
  writeChanges,
  writeRegister,
} from '../../../../../src/entities/items/rules-register.ts';
import type { Resolution } from '../../../../../src/entities/operations.ts';
import { createResolution, type ResolutionDependencies } from '../../../../../src/entities/operations.ts';
import { MAX_RECORDS } from '../../../../../src/entities/validate.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { checkTransact } from '../../../../../src/store/items.ts';
import type { Item, Key, Write } from '../../../../../src/store/port.ts';
import { frozenClock } from '../../../../setup/frozen-clock.ts';
import { interrupted } from '../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';
import { toyRules } from '../../../../setup/toy-rules.ts';

const SRC = join(import.meta.dirname, '../../../../../src');
const ROOMS = ['entities', 'events', 'loads'];
/** The modules that write and read items outside of entities/items. */
const CODECS = ['events/dead-letter.ts', 'events/publication.ts', 'loads/load-items.ts'];

/** One-letter attributes as they are read, named in a condition, removed, and written. */
const ATTRIBUTES = [
  /\?*\.?\['[a-z]'\]/g,
  /attribute: '[a-z]'/g,
  /remove: \['[a-z]'/g,
  /unchangedText\('[a-z]'/g,
  /\b(?:set|setIfAbsent|add|put): \{[^{}]*(?:\{[^{}]*\}[^{}]*)*?(?<=[\s,{])[a-z]: /g,
];

const attributesIn = (source: string): string[] => ATTRIBUTES.flatMap((pattern) => source.match(pattern) ?? []);

const modules = ROOMS.flatMap((room) =>
  readdirSync(join(SRC, room), { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts'))
    .map((name) => relative(SRC, join(SRC, room, name)).replaceAll('\\', '/')),
);
const isCodec = (module: string): boolean => module.startsWith('entities/items/') || CODECS.includes(module);

describe('one-letter attributes', () => {
  it.each(modules.filter((module) => !isCodec(module)))('do not occur in %s', (module) => {
    expect(attributesIn(readFileSync(join(SRC, module), 'utf8'))).toEqual([]);
  });

  it.each([...CODECS, 'entities/items/node.ts', 'entities/items/record.ts'])('are recognised in %s', (module) => {
    expect(attributesIn(readFileSync(join(SRC, module), 'utf8'))).not.toEqual([]);
  });

  it.each([
    "const text = item['d'] as string;",
    "if: [{ attribute: 'p', absent: true }]",
    "{ update: key, remove: ['x'] }",
    '{ update: nodeKey(root), set: { x: token } }',
    '{ put: { ...nodeKey(node), ...(isNew ? { t: 1 } : {}), p: root } }',
  ])('are recognised in %s', (source) => {
    expect(attributesIn(source)).not.toEqual([]);
  });
});

/** A memory store that says of itself that transactions cost more. */
class BillingStore extends MemoryStore {
  readonly billsTransactions = true;
  transactions = 0;
  /** Writes that are never made: their caller waits for ever. */
  lost: (write: Write) => boolean = () => false;

  override async transact(writes: Parameters<MemoryStore['transact']>[0]) {
    this.transactions += 1;
    return super.transact(writes);
  }

  override async write(writes: readonly Write[]) {
    if (writes.some((write) => this.lost(write))) await new Promise(() => undefined);
    return super.write(writes);
  }
}

const HOUR = 3_600_000;
/** Milliseconds since 1970, which stand still during a test. Each is later than those before: ids never go back within a process. */
let time = frozenClock();
beforeEach(() => {
  time += 10 * HOUR;
});
const resolutionOn = (store: MemoryStore, options: Partial<ResolutionDependencies> = {}): Resolution =>
  createResolution({ store, rules: toyRules, now: () => time, ...options });
const record = (id: string, ...exact: string[]): RecordPayload => ({ id, exact });
const noted = async (store: MemoryStore) =>
  (await store.getMany(pendingShardKeys)).flatMap((shard) => (shard === undefined ? [] : operationsIn(shard)));
const ownEntries = (store: MemoryStore) => [...store.items.values()].filter(({ pk }) => pk.startsWith('J#'));
const wipes = (write: Write) => 'update' in write && write.update.pk.startsWith('S#') && write.remove !== undefined;
const stores = (id: string) => (write: Write) => 'put' in write && write.put.pk === `R#${id}` && 'd' in write.put;
const countsOf = async (resolution: Resolution) => {
  const { recordCount, entityCount } = await resolution.metrics();
  return { recordCount, entityCount };
};

/** Submits with a process that dies at the write. */
function dieAt(store: BillingStore, lost: (write: Write) => boolean, record: RecordPayload): Promise<void> {
  return new Promise((resolve) => {
    store.lost = (write) => {
      const isLost = lost(write);
      if (isLost) {
        store.lost = () => false;
        resolve();
      }
      return isLost;
    };
    void resolutionOn(store).submit([record]);
  });
}

describe('operations in pending-operations shards', () => {
  it('need no transaction for a new record, and are counted when they leave', async () => {
    const store = new BillingStore();
    const resolution = resolutionOn(store);

    await resolution.submit([record('a', 'x')]);
    await resolution.submit([record('b', 'y')]);

    expect(store.transactions).toBe(0);
    expect(await noted(store)).toEqual([]);
    expect(await countsOf(resolution)).toEqual({ recordCount: 2, entityCount: 2 });
  });

  it('are not used where transactions cost what their writes cost', async () => {
    const store = new MemoryStore();

    await resolutionOn(store).submit([record('a', 'x')]);

    expect([...store.items.keys()].filter((key) => key.startsWith('S#'))).toEqual([]);
  });

  it('are finished and counted by the sweeper, once, when their process died', async () => {
    const store = new BillingStore();
    await dieAt(store, wipes, record('a', 'x'));
    const sweeper = resolutionOn(store, { now: () => time + HOUR });

    expect(await noted(store)).toHaveLength(1);
    expect(await sweeper.oldestInterrupted()).toBeGreaterThan(HOUR / 2);
    expect(await sweeper.assemblyStatus()).toMatchObject({ state: 'IN_PROGRESS' });
    expect(await Promise.all([sweeper.sweep(), sweeper.sweep()])).toEqual([1, 1]);
    expect(await noted(store)).toEqual([]);
    expect(await countsOf(sweeper)).toEqual({ recordCount: 1, entityCount: 1 });
    expect(await sweeper.oldestInterrupted()).toBeNull();
  });

  it('are not counted when they stored nothing', async () => {
    const store = new BillingStore();
    await dieAt(store, stores('a'), record('a', 'x'));
    const sweeper = resolutionOn(store, { now: () => time + HOUR });

    await sweeper.sweep();

    expect(await noted(store)).toEqual([]);
    expect(await countsOf(sweeper)).toEqual({ recordCount: 0, entityCount: 0 });
  });

  it('are counted although their record was erased before they ended', async () => {
    const store = new BillingStore();
    await dieAt(store, wipes, record('a', 'x'));
    await resolutionOn(store).disassemble({ recordIDs: ['a'] });
    const sweeper = resolutionOn(store, { now: () => time + HOUR });

    await sweeper.sweep();

    expect(await countsOf(sweeper)).toEqual({ recordCount: 0, entityCount: 0 });
  });

  it('tell a repeated request that the record is not finished', async () => {
    const store = new BillingStore();
    const publishes = (write: Write) => 'update' in write && write.update.pk.startsWith('K#');
    await resolutionOn(store).submit([record('b', 'x')]);
    await dieAt(store, publishes, record('a', 'x', 'y'));
    const resolution = resolutionOn(store);

    const [repeated] = await resolution.submit([record('a', 'x', 'y')]);
    const [late] = await resolution.submit([record('c', 'y')]);

    expect(late!.entityID).toBe(repeated!.entityID);
    expect((await resolution.entityByRecord('a'))!.records).toHaveLength(3);
  });

  it('have an item of their own when they are about many records', async () => {
    const store = new BillingStore();
    const ids = Array.from({ length: 40 }, (_, index) => `a-rather-long-record-id-${index}`);
    const resolution = resolutionOn(store);
    let own = 0;
    store.lost = (write) => {
      own += ownEntries(store).length;
      return 'update' in write && write.update.pk.startsWith('S#');
    };

    await resolution.submit(ids.map((id) => record(id, id)));

    expect(own).toBeGreaterThan(0);
    expect(await countsOf(resolution)).toEqual({ recordCount: 40, entityCount: 40 });
  });

  it('have an item of their own for a while when a shard is overloaded with interrupted work', async () => {
    const store = new BillingStore();
    for (const { pk, sk } of pendingShardKeys) {
      const left = Array.from({ length: 60 }, (_, index) => [
        `01ARZ3NDEKTSV4RRFFQ69G5F${10 + index}s`,
        '{"r":["unknown"]}',
      ]);
      store.apply({ put: { pk, sk, ...Object.fromEntries(left) } });
    }
    let now = time;
    const resolution = resolutionOn(store, { now: () => now });
    const place = async (id: string) => {
      await resolution.submit([record(id, id)]);
      const [item] = await store.getMany([{ pk: `R#${id}`, sk: '#' }]);
      return isInPendingShard(item!['o'] as string) ? 'shared' : 'own';
    };

    const places = [await place('a'), await place('b')];
    now += HOUR;

    expect([...places, await place('c')]).toEqual(['shared', 'own', 'shared']);
    expect(await countsOf(resolution)).toEqual({ recordCount: 3, entityCount: 3 });
  });

  it('are spread evenly', () => {
    const hits = new Map<string, number>();
    for (let index = 0; index < 6_400; index++) {
      const { pk } = pendingShardKey(`01ARZ3NDEK${index.toString(32).toUpperCase().padStart(16, 'Z')}s`);
      hits.set(pk, (hits.get(pk) ?? 0) + 1);
    }

    expect(hits.size).toBe(64);
    expect(Math.max(...hits.values())).toBeLessThan(200);
  });
});

describe('a reservation', () => {
  it('is no record for any reader, and the next submit takes it over', async () => {
    const store = new MemoryStore();
    await store.write([reserveNew('r', 'operation')]);
    const resolution = resolutionOn(store);

    expect(await withoutReservations(store).getMany([recordKey('r')])).toEqual([undefined]);
    expect(await resolution.entityByRecord('r')).toBeUndefined();
    await expect(resolution.disassemble({ recordIDs: ['r'] })).resolves.toMatchObject({ triggered: false });
    expect((await resolution.metrics()).recordCount).toBe(0);

    expect((await resolution.submit([record('r', 'a')]))[0]).toMatchObject({ outcome: 'CREATED' });
    expect(store.items.get('R#r\u0000#')).not.toHaveProperty('f');
    expect((await resolution.metrics()).recordCount).toBe(1);
  });

  it('is refused for a record that is stored', async () => {
    const store = new MemoryStore();
    await resolutionOn(store).submit([record('r', 'a')]);

    expect((await store.write([reserveNew('r', 'operation')]))[0]).toMatchObject({ applied: false });
  });

  it('can be taken away once, and only from its operation', async () => {
    const store = new MemoryStore();
    await store.write([reserveNew('r', 'mine')]);

    await takeReservation(store, 'another', 'r');
    expect((await store.getMany([recordKey('r')]))[0]).toMatchObject({ f: 'mine' });

    await takeReservation(store, 'mine', 'r');
    await takeReservation(store, 'mine', 'r');
    expect((await store.getMany([recordKey('r')]))[0]).toBeUndefined();
  });

  it('is taken off a record that is stored without harm to the record', async () => {
    const store = new MemoryStore();
    await resolutionOn(store).submit([record('r', 'a')]);
    const before = (await store.getMany([recordKey('r')]))[0];
    await store.write([{ update: recordKey('r'), set: { f: 'mine' } }]);

    await takeReservation(store, 'mine', 'r');

    expect((await store.getMany([recordKey('r')]))[0]).toEqual(before);
    expect(reservedBy('mine')).toEqual({ attribute: 'f', equals: 'mine' });
  });

  it('leaves room for as many records as a request may have', async () => {
    const store = interrupted(new MemoryStore(), (verb, writes) => {
      if (verb === 'transact') checkTransact(writes as Write[]);
    });
    const records = Array.from({ length: MAX_RECORDS }, (_, index) => record(`r${index}`, `v${index}`));

    const submitted = await resolutionOn(store).submit(records);

    expect(submitted.map(({ outcome }) => outcome)).toEqual(records.map(() => 'CREATED'));
    expect([...store.items.values()].filter((item) => 'f' in item)).toEqual([]);
  });
});

const items = { change: 7 };
const at = (sk: string): Key => ({ pk: 'E#a', sk });
const sorted = (all: readonly Item[]): Item[] => [...all].sort((a, b) => (a.sk < b.sk ? -1 : 1));
const written = (cursor: Key | undefined, next: Key | undefined, findings: object): Item[] =>
  findingsWrites(items, 3, { cursor, next }, findings).map(({ put }) => put);

describe('findings of a chunk', () => {
  it('are read in the order of the chunks, each whole', () => {
    const large = { text: `€${'x'.repeat(600_000)}😀` };
    const all = [...written(at('1'), undefined, large), ...written(undefined, at('1'), { text: 'first' })];

    expect([...readFindings(sorted(all))]).toEqual([{ text: 'first' }, large]);
    expect(all.length).toBe(4);
    for (const item of all) {
      expect([item.pk, segmentOfFindings(item)]).toEqual([findingsPartition(items), 3]);
      expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThan(390_000);
    }
  });

  it('replace those of the same chunk, also if they have fewer parts', () => {
    const byKey = new Map<string, Item>();
    for (const findings of [{ text: 'x'.repeat(600_000) }, { text: 'short' }]) {
      for (const item of written(undefined, undefined, findings)) byKey.set(item.sk, item);
    }

    expect([...readFindings(sorted([...byKey.values()]))]).toEqual([{ text: 'short' }]);
  });

  it('do not count if no chunk leads to them', () => {
    const all = [
      ...written(undefined, at('2'), { chunk: 1 }),
      ...written(at('1'), at('2'), { chunk: 'of another course' }),
      ...written(at('2'), undefined, { chunk: 2 }),
    ];

    expect([...readFindings(sorted(all))]).toEqual([{ chunk: 1 }, { chunk: 2 }]);
  });

  it('are none before the first chunk is done', () => {
    expect([...readFindings([])]).toEqual([]);
  });
});

const changeItems = { change: 3 };
const only = (store: MemoryStore) => [...store.items.values()][0]!;

describe('the segments of a phase', () => {
  it('are taken by one worker, note how far it is, and are given back', async () => {
    const store = new MemoryStore();
    const lease = { token: 'one', before: undefined, now: 10 };
    const cursor = { pk: 'R#x', sk: '#' };
    const counts = { seen: 1, changed: 2, problems: 3, writeUnits: 4 };

    const [taken] = await store.write([leaseWrite(changeItems, 'INDEX', 7, lease)]);
    const [again] = await store.write([leaseWrite(changeItems, 'INDEX', 7, { ...lease, token: 'two' })]);
    const state = { segment: 7, cursor, token: 'one', heartbeat: 10, counts, isDone: false };
    const [noted] = await store.write([progressWrite(changeItems, 'INDEX', state, 20)]);
    const [stolen] = await store.write([progressWrite(changeItems, 'INDEX', { ...state, token: 'two' }, 20)]);

    expect([taken, again, noted, stolen].map((outcome) => outcome!.applied)).toEqual([true, false, true, false]);
    expect(readSegment(only(store))).toEqual({ ...state, heartbeat: 20 });
    await store.write([releaseWrite(changeItems, 'INDEX', state)]);
    expect(readSegment(only(store)).token).toBeUndefined();
  });

  it('are taken over from a worker that gave no sign of life since', async () => {
    const store = new MemoryStore();
    await store.write([leaseWrite(changeItems, 'INDEX', 0, { token: 'one', before: undefined, now: 10 })]);
    const before = readSegment(only(store));

    const [over] = await store.write([leaseWrite(changeItems, 'INDEX', 0, { token: 'two', before, now: 90 })]);
    const [late] = await store.write([leaseWrite(changeItems, 'INDEX', 0, { token: 'three', before, now: 90 })]);

    expect([over!.applied, late!.applied]).toEqual([true, false]);
  });

  it('are not taken when they are done', async () => {
    const store = new MemoryStore();
    await store.write([leaseWrite(changeItems, 'INDEX', 0, { token: 'one', before: undefined, now: 10 })]);
    await store.write([progressWrite(changeItems, 'INDEX', { ...readSegment(only(store)), isDone: true }, 20)]);

    const before = readSegment(only(store));
    const [taken] = await store.write([leaseWrite(changeItems, 'INDEX', 0, { token: 'two', before, now: 90 })]);

    expect([before.isDone, taken!.applied]).toEqual([true, false]);
  });
});

describe('the other items of a change', () => {
  it('are read as they were written, and what is waited for is noted once', async () => {
    const store = new MemoryStore();
    await store.write([waitingWrite(changeItems, 'SPLIT', ['a', 'b'])]);
    await store.write([waitingWrite(changeItems, 'SPLIT', ['c']), reportWrite(changeItems, { records: 5 })]);

    expect(await readWaiting(store, changeItems, 'SPLIT')).toEqual(['a', 'b']);
    expect(await readWaiting(store, changeItems, 'CLEAN')).toBeUndefined();
    expect(await readReport(store, changeItems)).toEqual({ records: 5 });
    expect(readExample(exampleWrite(changeItems, '0001', { kind: 'merge' }).put)).toEqual({ kind: 'merge' });
    expect(readProblem(problemWrite(changeItems, 'r', 'CODE').put)).toEqual({ recordID: 'r', code: 'CODE' });
  });
});

describe('the register', () => {
  it('notes a step only if it is as it was read', async () => {
    const store = new MemoryStore();
    const generation = { document: 'A', fingerprint: 'f', indexVersion: 1 };
    await writeRegister(store, { ...generation, version: 1, since: 0, formerPlans: new Map(), inUse: true }, undefined);
    const register = (await readRegister(store))!;
    const next = { ...generation, document: 'B', since: 5 };

    expect(register.changes).toEqual(noChanges);
    expect(await writeChanges(store, register, { ...noChanges, step: 1 }, next)).toBe(true);
    expect(await writeChanges(store, register, { ...noChanges, step: 2 })).toBe(false);
    expect(await readRegister(store)).toMatchObject({ version: 2, document: 'B', since: 5, changes: { step: 1 } });
  });
});

describe('the epoch of the rules', () => {
  it('is raised by one, once', async () => {
    const store = new MemoryStore();
    const key = { pk: 'N#0', sk: '#' };

    const outcomes = [1, 1, 3, 2].map((epoch) => store.apply(epochWrite(key, epoch)).applied);

    expect(outcomes).toEqual([true, false, false, true]);
  });

  it('tells a refusal by the epoch from others', () => {
    const write = { update: { pk: 'N#0', sk: '#' }, add: { r: 1 }, if: [underEpoch(1)] };
    const refused = (q: number) => [{ index: 0, before: { pk: 'N#0', sk: '#', q } }];

    expect(() => refuseReplaced([write], refused(2), 1)).toThrow(RulesReplacedError);
    expect(() => refuseReplaced([write], refused(1), 1)).not.toThrow();
    expect(() => refuseReplaced([{ ...write, if: [{ item: 'absent' }] }], refused(2), 1)).not.toThrow();
  });
});
