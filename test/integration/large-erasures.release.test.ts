import { describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Store } from '../../src/store/port.ts';
import { submitInBatches } from '../setup/submit-in-batches.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { WatchedStore } from '../setup/watched-store.ts';
import { compilePeople, email, peopleDocument } from './api-people.ts';

/** Larger than what a request rebuilds. */
const OVERSIZED = 2_300;
const LATER = 600_000;

const rules = compilePeople({
  ...peopleDocument(),
  mutationRuleSetGroups: { default: { indexRuleSetID: 'index', linkRuleSetID: 'link' } },
});

/** Counts how often an entity is locked, and how many items are looked up. */
class CountingStore extends WatchedStore {
  get looked(): number {
    return this.calls.reduce((sum, call) => sum + (call.startsWith('getMany ') ? Number(call.slice(8)) : 0), 0);
  }
  locks = 0;

  constructor(below: Store) {
    super(below);
    const { write } = this;
    this.write = (writes) => {
      for (const one of writes) if ('update' in one && one.set?.['x'] !== undefined) this.locks += 1;
      return write(writes);
    };
  }

  override reset(): void {
    super.reset();
    this.locks = 0;
  }
}

let engine: Store | undefined;
const directory = temporaryDirectory('beforeEach', () => engine?.close());

async function arrange() {
  engine = await openEmbeddedStore({ directory: directory.path() });
  const store = new CountingStore(engine);
  const resolution = createResolution({ store, rules });
  const sweeper = createResolution({ store, rules, now: () => Date.now() + LATER });
  return { store, resolution, sweeper };
}

const submitAll = (resolution: Resolution, records: readonly RecordPayload[]) =>
  submitInBatches(resolution, records, [100]);

const sharing = (count: number, prefix: string, own: (index: number) => object) =>
  Array.from({ length: count }, (_, index) => ({ id: `${prefix}${index}`, name: `${prefix} ${index}`, ...own(index) }));

const idsOf = async (resolution: Resolution, record: string) =>
  ((await resolution.entityByRecord(record))?.records ?? []).map(({ id }) => String(id));

describe('an entity of more records than a request rebuilds', () => {
  it('is not read when one of it is erased and keys that many hold connect the rest', async () => {
    const { store, resolution } = await arrange();
    await submitAll(
      resolution,
      sharing(OVERSIZED, 'g', () => ({ phone: '1', emails: [email('all@example.org')] })),
    );
    store.reset();

    const { complete } = await resolution.disassemble({ recordIDs: ['g17'] });

    expect([complete, store.locks]).toEqual([true, 1]);
    expect(store.looked).toBeLessThan(400);
    expect((await idsOf(resolution, 'g0')).length).toBe(OVERSIZED - 1);
    const { recordCount, entityCount, oldestUnfinished } = await resolution.metrics();
    expect([recordCount, entityCount, oldestUnfinished]).toEqual([OVERSIZED - 1, 1, null]);
    expect((await resolution.search({ parameters: { name: 'g 17' }, searchRules: 'name' })).entities).toEqual([]);
  });

  it('is rebuilt once for all erasures that wait for it', async () => {
    const { store, resolution, sweeper } = await arrange();
    await submitAll(
      resolution,
      sharing(OVERSIZED, 'g', (index) => ({ phone: '1', emails: [email(`${index}@example.org`)] })),
    );
    const erased = Array.from({ length: 20 }, (_, index) => index * 100);
    store.reset();

    const answers = await Promise.all(erased.map((index) => resolution.disassemble({ recordIDs: [`g${index}`] })));

    // No request waits for an oversized entity, nor even reads it.
    expect(answers.filter(({ complete }) => complete)).toEqual([]);
    expect(store.looked).toBeLessThan(erased.length * 500);
    store.reset();

    const finished = await sweeper.sweep();

    expect([finished, store.locks]).toEqual([erased.length, 1]);
    expect(store.looked).toBeLessThan(3 * OVERSIZED);
    expect((await idsOf(resolution, 'g1')).length).toBe(OVERSIZED - erased.length);
    const { recordCount, entityCount, oldestUnfinished } = await resolution.metrics();
    expect([recordCount, entityCount, oldestUnfinished]).toEqual([OVERSIZED - erased.length, 1, null]);
    for (const index of erased) {
      expect((await resolution.search({ parameters: { emails: [email(`${index}@example.org`)] } })).entities).toEqual(
        [],
      );
    }
    // The anchors of the addresses are gone: the next record with one founds an entity.
    const [next] = await resolution.submit([{ id: 'next', emails: [email('0@example.org')] }]);
    expect(await idsOf(resolution, 'next')).toEqual(['next']);
    expect(next!.outcome).toBe('CREATED');
  });
});

describe('an entity that a request rebuilds', () => {
  it('is rebuilt for those that wait for it as well', async () => {
    const { store, resolution } = await arrange();
    const size = 600;
    await submitAll(
      resolution,
      sharing(size, 'g', (index) => ({ phone: '1', emails: [email(`${index}@example.org`)] })),
    );
    const erased = Array.from({ length: 20 }, (_, index) => index * 7);
    store.reset();

    const answers = await Promise.all(erased.map((index) => resolution.disassemble({ recordIDs: [`g${index}`] })));

    expect(answers.filter(({ complete }) => !complete)).toEqual([]);
    // Each by itself would look up all of the records.
    expect(store.looked).toBeLessThan((erased.length * size) / 2);
    expect((await idsOf(resolution, 'g1')).length).toBe(size - erased.length);
    const { recordCount, entityCount, oldestUnfinished } = await resolution.metrics();
    expect([recordCount, entityCount, oldestUnfinished]).toEqual([size - erased.length, 1, null]);
    for (const index of erased) {
      expect((await resolution.search({ parameters: { emails: [email(`${index}@example.org`)] } })).entities).toEqual(
        [],
      );
    }
  });
});

describe('an entity of two crowds', () => {
  const crowds = [
    ...sharing(150, 'a', () => ({ phone: '1' })),
    ...sharing(150, 'b', () => ({ emails: [email('b@example.org')] })),
  ];
  const bridge = (id: string) => ({ id, name: id, phone: '1', emails: [email('b@example.org')] });

  it('stays whole while a second record connects them', async () => {
    const { store, resolution } = await arrange();
    await submitAll(resolution, [bridge('second'), ...crowds, bridge('first')]);
    store.reset();

    const { complete } = await resolution.disassemble({ recordIDs: ['first'] });

    expect([complete, (await idsOf(resolution, 'a0')).length]).toEqual([true, 301]);
    expect((await idsOf(resolution, 'b0')).length).toBe(301);
  });

  it('falls apart when the last record that connects them is erased', async () => {
    const { resolution } = await arrange();
    await submitAll(resolution, [...crowds, bridge('only')]);

    const { complete } = await resolution.disassemble({ recordIDs: ['only'] });

    expect([complete, (await idsOf(resolution, 'a0')).length]).toEqual([true, 150]);
    expect((await idsOf(resolution, 'b0')).length).toBe(150);
    expect((await resolution.metrics()).entityCount).toBe(2);
  });

  it('falls apart when both that connect them are erased at the same time', async () => {
    const { resolution, sweeper } = await arrange();
    await submitAll(resolution, [bridge('first'), ...crowds, bridge('second')]);

    await Promise.all(['first', 'second'].map((id) => resolution.disassemble({ recordIDs: [id] })));
    await sweeper.sweep();

    expect((await idsOf(resolution, 'a0')).length).toBe(150);
    expect((await idsOf(resolution, 'b0')).length).toBe(150);
  });

  it('loses the edge that the same request removes', async () => {
    const { resolution } = await arrange();
    await submitAll(resolution, [...crowds, bridge('only')]);
    await submitAll(resolution, [
      { id: 'host', name: 'host', phone: '1', emails: [email('guest@example.org')] },
      { id: 'guest', name: 'guest', emails: [email('guest@example.org')] },
    ]);

    const { complete } = await resolution.disassemble({ edges: [{ a: 'host', b: 'guest' }], recordIDs: ['a7'] });

    expect([complete, await idsOf(resolution, 'guest')]).toEqual([true, ['guest']]);
    expect((await idsOf(resolution, 'host')).length).toBe(301);
  });

  it('falls apart when the last record that connects them is given other content', async () => {
    const { store, resolution } = await arrange();
    await submitAll(resolution, [...crowds, bridge('only')]);
    const changing = createResolution({ store, rules, updateRecords: true });

    await changing.submit([{ id: 'only', name: 'only', phone: '1' }]);

    expect((await idsOf(resolution, 'a0')).length).toBe(151);
    expect((await idsOf(resolution, 'b0')).length).toBe(150);
  });
});
