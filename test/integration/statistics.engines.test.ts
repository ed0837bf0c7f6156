import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { statisticsScanKey } from '../../src/entities/items/statistics-items.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { EntityView } from '../../src/entities/read/types.ts';
import {
  readStatistics,
  refreshStatistics,
  STATISTICS_LEASE,
  workOnStatistics,
} from '../../src/entities/statistics/statistics.ts';
import type { StoredStatistics } from '../../src/entities/statistics/types.ts';
import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { CompiledRules } from '../../src/rules/compile/compiled-rules.ts';
import { lintRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { queryAll, type Store, type TableScan } from '../../src/store/port.ts';
import { type Edit, editedText, edits } from '../setup/edited-people.ts';
import { madeUpPeople } from '../setup/made-up-people.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { submitInBatches } from '../setup/submit-in-batches.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const engines = await storesHere();

const compile = (edit: Edit = () => {}): CompiledRules => compileRuleConfig(lintRuleConfig(editedText(edit)).config!);
const rules = compile();

/** A table with a clock that stands still unless it is moved. */
class CountedTable {
  time = Date.parse('2026-02-03T04:05:06Z');
  readonly store: Store;
  readonly table: TableScan;
  readonly resolution: Resolution;

  constructor({ store, table }: Omit<OpenedStore, 'end'>) {
    this.store = store;
    this.table = table;
    this.resolution = createResolution({ store, table, rules, now: this.now, updateRecords: true });
  }

  readonly now = () => this.time;

  dependencies(by = rules) {
    return { store: this.store, table: this.table, rules: by, now: this.now, chunk: 60 };
  }

  load(records: readonly RecordPayload[]): Promise<void> {
    return submitInBatches(this.resolution, records, [50]);
  }

  /** Works in turns of one chunk, and returns how many these were. */
  async count(by = rules): Promise<number> {
    await refreshStatistics(this.dependencies(by));
    for (let turns = 1; ; turns++) if (!(await workOnStatistics(this.dependencies(by), 0))) return turns;
  }

  async found(by = rules): Promise<StoredStatistics> {
    return (await readStatistics(this.dependencies(by))).statistics!;
  }

  async texts(): Promise<string[]> {
    const names = new Set<string>();
    for await (const { sk } of queryAll(this.store, statisticsScanKey.pk, { prefix: 'text.' })) {
      names.add(sk.split('.')[1]!);
    }
    return [...names];
  }
}

/** Entities of the records, by the reading operations. */
async function entitiesOf(resolution: Resolution, records: readonly RecordPayload[]): Promise<EntityView[]> {
  const entities = new Map<string, EntityView>();
  for (const { id } of records) {
    const entity = (await resolution.entityByRecord(String(id)))!;
    entities.set(entity.id, entity);
  }
  return [...entities.values()];
}

const size = ({ records }: EntityView): number => records.length;
const inOrder = (a: EntityView, b: EntityView): number => (a.id < b.id ? -1 : 1);

/** The values of an entity's records for a resolver, each once. */
const valuesOf = ({ records }: EntityView, resolver: number): string[] => [
  ...new Set(records.flatMap((record) => rules.resolve(record)[resolver]!)),
];

/** The same statistics as a scan finds, from entities that are all in memory. */
function expected(entities: readonly EntityView[]) {
  const records = entities.flatMap((entity) => entity.records.map((record) => rules.resolve(record)));
  const judged = entities.filter((entity) => size(entity) > 1);
  const rulesOfPairs = judged.map((entity) => entity.edges().map((edge) => edge.split(':')[2]!));
  const ruleIDs = [...new Set(rulesOfPairs.flat())];
  return {
    records: records.length,
    entities: entities.length,
    largest: [...entities]
      .sort((a, b) => size(b) - size(a) || inOrder(a, b))
      .slice(0, 20)
      .map((entity) => ({ entityID: entity.id, records: size(entity) })),
    lowestScores: judged
      .filter((entity) => entity.score() < 1)
      .sort((a, b) => a.score() - b.score() || size(b) - size(a) || inOrder(a, b))
      .slice(0, 20)
      .map((entity) => [entity.id, entity.score()]),
    ruleHits: ruleIDs
      .map((ruleID) => ({
        ruleID,
        pairs: rulesOfPairs.flat().filter((other) => other === ruleID).length,
        entities: rulesOfPairs.filter((others) => others.includes(ruleID)).length,
      }))
      .sort((a, b) => b.pairs - a.pairs || (a.ruleID < b.ruleID ? -1 : 1)),
    fields: rules.resolverIDs.map((resolverID, resolver) => {
      const having = new Map<string, number>();
      for (const entity of entities) {
        for (const value of valuesOf(entity, resolver)) having.set(value, (having.get(value) ?? 0) + 1);
      }
      return {
        resolverID,
        records: records.filter((values) => values[resolver]!.length > 0).length,
        frequent: [...having].filter(([, count]) => count >= 20).sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)),
      };
    }),
  };
}

const people = madeUpPeople(400);

describe.each(engines)('statistics on the %s engine', (_name, open) => {
  let opened: OpenedStore;
  let counted: CountedTable;
  beforeAll(async () => {
    opened = await open();
    counted = new CountedTable(opened);
    await counted.load(people);
  });
  afterAll(() => opened.end());

  it('are those of all records, however many turns the scan takes', async () => {
    const entities = await entitiesOf(counted.resolution, people);

    const turns = await counted.count();

    const { sizes, lowestScores, fields, keys, ...found } = await counted.found();
    const truth = expected(entities);
    expect(turns).toBeGreaterThan(3);
    expect(found).toMatchObject({
      records: people.length,
      entities: entities.length,
      largest: truth.largest,
      unread: 0,
      unjudged: 0,
      ruleHits: truth.ruleHits,
      overFrequentKeys: [],
    });
    expect(lowestScores.map(({ entityID, score }) => [entityID, score])).toEqual(truth.lowestScores);
    for (const { from, to, entities: inRange } of sizes) {
      expect(inRange).toBe(entities.filter((entity) => size(entity) >= from && size(entity) <= (to ?? 1e9)).length);
    }
    expect(
      fields.map(({ resolverID, records, frequent }) => ({
        resolverID,
        records,
        frequent: frequent.map(({ value, atLeast, atMost }) => [value, atLeast, atMost]),
      })),
    ).toEqual(
      truth.fields.map(({ frequent, ...field }) => ({
        ...field,
        frequent: frequent.slice(0, 10).map(([value, count]) => [value, count, count]),
      })),
    );
    expect(fields.some(({ frequent }) => frequent.length > 0)).toBe(true);
    for (const { exact, records, distinct } of keys) {
      expect(typeof exact).toBe('boolean');
      expect(records).toBeGreaterThan(0);
      expect(distinct).toBeGreaterThan(0);
    }
  });

  it('are counted anew by the next scan, and leave one text', async () => {
    await counted.count();
    const [gone] = people;
    await counted.resolution.disassemble({ recordIDs: [String(gone!['id'])] });

    await counted.count();

    expect((await counted.found()).records).toBe(people.length - 1);
    expect(await counted.texts()).toHaveLength(1);
  });
});

/** The store and the table of a process that dies after the effect of its n-th call, counted from 0, and before the answer. */
function dyingAt({ store, table }: CountedTable, call: number) {
  let calls = 0;
  const dying = <Port extends object>(port: Port): Port =>
    new Proxy(port, {
      get: (target, name) => {
        const method = Reflect.get(target, name);
        if (typeof method !== 'function') return method;
        return async (...given: unknown[]) => {
          const made = calls++;
          if (made > call) throw new Error('crash');
          const answer = await method.apply(target, given);
          if (made === call) throw new Error('crash');
          return answer;
        };
      },
    });
  return { store: dying(store), table: dying(table), isDead: () => calls > call };
}

/** Works in turns of one chunk until the scan ends or the process dies; returns how many turns it finished. */
async function workAs(worker: Partial<ReturnType<typeof dyingAt>>, counted: CountedTable): Promise<number> {
  let turns = 0;
  try {
    for (let more = true; more; turns++) more = await workOnStatistics({ ...counted.dependencies(), ...worker }, 0);
  } catch (error) {
    if (worker.isDead?.() !== true) throw error;
  }
  return turns;
}

/** Every call costs a scan of its own, and the emulator of DynamoDB takes longer for one. */
const recordsOf: Readonly<Record<string, number>> = { embedded: 150, dynamodb: 30 };

/** The stores of a suite end with it. */
const otherEngines = await storesHere();

describe.each(otherEngines)('a scan of statistics whose worker dies on the %s engine', (name, open) => {
  let opened: OpenedStore;
  let counted: CountedTable;
  beforeAll(async () => {
    opened = await open();
    counted = new CountedTable(opened);
    await counted.load(people.slice(0, recordsOf[name]));
  });
  afterAll(() => opened.end());

  it('goes on and finds the same, after whichever call it dies', async () => {
    const turnsOfAll = await counted.count();
    const { begun: _, ended: __, ...truth } = await counted.found();
    expect(truth.records).toBe(recordsOf[name]);
    expect(turnsOfAll).toBeGreaterThan(1);

    let calls = 0;
    for (let isDead = true; isDead; calls++) {
      await refreshStatistics(counted.dependencies());
      const worker = dyingAt(counted, calls);
      const turns = await workAs(worker, counted);
      isDead = worker.isDead();
      counted.time += STATISTICS_LEASE;

      const others = await workAs({}, counted);

      const { begun, ended, ...found } = await counted.found();
      expect({ calls, found }).toEqual({ calls, found: truth });
      expect((await readStatistics(counted.dependencies())).scan).toBeUndefined();
      // It repeats one turn at most; where none is left, a worker looks in vain once.
      expect(turns + others).toBeLessThanOrEqual(turnsOfAll + 1);
    }

    // Taking the scan, turns of several reads each, and the end.
    expect(calls).toBeGreaterThan(10 + 5 * turnsOfAll);
    // What dead workers have left goes with the next scan.
    counted.time += 1;
    await counted.count();
    expect(await counted.texts()).toHaveLength(1);
  });
});

describe('the scan of statistics', () => {
  let counted: CountedTable;
  beforeEach(async () => {
    const store = new MemoryStore();
    counted = new CountedTable({ store, table: store });
    await counted.load(people.slice(0, 120));
  });

  it('is one, however often it is asked for, and shows how far it is', async () => {
    await refreshStatistics(counted.dependencies());
    counted.time += 1_000;
    await workOnStatistics(counted.dependencies(), 0);

    const { scan, statistics } = await refreshStatistics(counted.dependencies());

    expect(scan).toEqual({ begun: counted.time - 1_000, heartbeat: counted.time, records: expect.any(Number) });
    expect(scan!.records).toBeGreaterThan(0);
    expect(statistics).toBeUndefined();
  });

  it('has one worker, until that gives no sign of life', async () => {
    await refreshStatistics(counted.dependencies());
    const worker = dyingAt(counted, 3);
    await workAs(worker, counted);
    expect(worker.isDead()).toBe(true);

    expect(await workOnStatistics(counted.dependencies(), 0)).toBe(false);
    expect((await readStatistics(counted.dependencies())).scan).toBeDefined();

    counted.time += STATISTICS_LEASE;
    expect(await workOnStatistics(counted.dependencies(), 0)).toBe(true);
  });

  it('does nothing unless it was asked for', async () => {
    expect(await workOnStatistics(counted.dependencies(), 0)).toBe(false);
    expect((await readStatistics(counted.dependencies())).statistics).toBeUndefined();
  });

  it('begins anew under other rules, and its statistics say that they are of former ones', async () => {
    const others = compile(edits.exact);
    await refreshStatistics(counted.dependencies());
    await workOnStatistics(counted.dependencies(), 0);

    for (let more = true; more; ) more = await workOnStatistics(counted.dependencies(others), 0);

    expect((await counted.found(others)).records).toBe(120);
    expect((await readStatistics(counted.dependencies(others))).areOfRulesInForce).toBe(true);
    expect((await readStatistics(counted.dependencies())).areOfRulesInForce).toBe(false);
  });

  it('keeps no value that fewer than 20 entities share and no id of a counted record, not even while it runs', async () => {
    const rare = 'unmistakable';
    const others = people.slice(0, 120).map(({ id, ...person }) => ({ ...person, id: `${rare}-${id}` }));
    await counted.load([...others, { id: rare, firstName: rare, lastName: rare, email: `${rare}@example.com` }]);
    const stored: string[] = [];
    await refreshStatistics(counted.dependencies());

    for (let more = true; more; ) {
      more = await workOnStatistics(counted.dependencies(), 0);
      for await (const item of queryAll(counted.store, statisticsScanKey.pk)) stored.push(JSON.stringify(item));
    }

    expect(stored.join('').length).toBeGreaterThan(10_000);
    // The position of the scan is the key of an item, perhaps of a record.
    const counts = stored.map((item) => item.replace(/\\"cursor\\":\{.*?\}/, ''));
    expect([...counts, JSON.stringify(await counted.found())].filter((text) => text.includes(rare)).length).toBe(0);
  });

  it('names the entity that one link holds together', async () => {
    const person = (id: string, email: string, phone = '') => ({
      id,
      firstName: 'Grace',
      lastName: 'Hopper',
      email,
      phone,
      dateOfBirth: '1906-12-09',
    });
    await counted.load([person('b1', 'g@example.org'), person('b2', 'g@example.org')]);
    const { id } = (await counted.resolution.entityByRecord('b1'))!;
    await counted.resolution.submit(
      [
        { id: 'c1', firstName: 'Alan', lastName: 'Turing', email: 'a@example.org', dateOfBirth: '1912-06-23' },
        { id: 'c2', firstName: 'Alan', lastName: 'Turing', email: 'a@example.org', dateOfBirth: '1912-06-23' },
      ],
      {},
    );
    await counted.resolution.link({ a: 'b1', b: 'c1', user: 'jane', client: '', reason: 'test', lift: false });

    await counted.count();

    const { bridged } = await counted.found();
    expect(bridged.find(({ entityID }) => entityID === id)).toMatchObject({ records: 4, bridged: 2 });
  });
});
