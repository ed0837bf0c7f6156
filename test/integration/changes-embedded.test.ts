import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../src/entities/operations.ts';
import { createResolution } from '../../src/entities/operations.ts';
import type { RecordPayload } from '../../src/rules/types.ts';
import { openEmbeddedStore } from '../../src/store/embedded/store.ts';
import type { Store } from '../../src/store/port.ts';
import { MemoryStore } from '../setup/memory-store.ts';
import { submitInBatches } from '../setup/submit-in-batches.ts';
import { temporaryDirectory } from '../setup/temporary-directory.ts';
import { toyRules } from '../setup/toy-rules.ts';
import { WatchedStore } from '../setup/watched-store.ts';

let store: Store;
let resolution: Resolution;
let keysFound: string[];

const directory = temporaryDirectory('beforeEach', () => store.close());
beforeEach(async () => {
  store = await openEmbeddedStore({ directory: directory.path() });
  keysFound = [];
  resolution = createResolution({
    store,
    rules: toyRules,
    updateRecords: true,
    genericKeyRecords: 200,
    onOverFrequentKey: ({ hash }) => keysFound.push(hash),
  });
});

const ids = async (id: string) => (await resolution.entityByRecord(id))?.records.map((record) => record['id']);
const submitAll = (records: readonly RecordPayload[]) => submitInBatches(resolution, records, [100]);

describe('an update', () => {
  it('of the same content changes nothing', async () => {
    await resolution.submit([{ id: 'a', exact: ['x'] }]);

    const [again] = await resolution.submit([{ id: 'a', exact: ['x'] }]);

    expect(again!.outcome).toBe('UNCHANGED');
  });

  it('right after the record was stored leaves nothing for the sweeper', async () => {
    await resolution.submit([{ id: 'a', exact: ['x'] }]);

    await resolution.submit([{ id: 'a', exact: ['y'] }]);

    expect((await resolution.metrics()).oldestUnfinished).toBeNull();
  });

  it('that takes the link away splits the entity, and the id stays with the larger part', async () => {
    await submitAll([
      { id: 'a', exact: ['x'] },
      { id: 'bridge', exact: ['x', 'y'] },
      { id: 'c', exact: ['y'] },
      { id: 'd', exact: ['y'] },
    ]);
    const before = await resolution.entityByRecord('d');

    const [changed] = await resolution.submit([{ id: 'bridge', exact: ['y'] }]);

    expect(changed!.outcome).toBe('UPDATED');
    expect(changed!.entityID).toBe(before!.id);
    expect(await ids('a')).toEqual(['a']);
    expect(await ids('c')).toEqual(['bridge', 'c', 'd']);
  });
});

describe('an entity that was merged', () => {
  it('answers to the ids of both, and lists the one that it took over', async () => {
    const [a] = await resolution.submit([{ id: 'a', exact: ['x'] }]);
    const [b] = await resolution.submit([{ id: 'b', exact: ['y'] }]);
    await resolution.submit([{ id: 'c', exact: ['x', 'y'] }]);

    const merged = await resolution.entity(b!.entityID);

    expect(merged!.id).toBe(a!.entityID);
    expect(merged!.aliases).toEqual([b!.entityID]);
  });
});

describe('records that were submitted to belong together', () => {
  it('are linked by STATIC edges until one of these is removed', async () => {
    const records = [
      { id: 'a', exact: ['x'] },
      { id: 'b', exact: ['y'] },
    ];
    await resolution.submit(records, { linkTogether: true });
    const [repeated] = await resolution.submit(records, { linkTogether: true });

    expect(repeated!.outcome).toBe('UNCHANGED');
    expect((await resolution.entityByRecord('a'))!.edges()).toEqual(['a:b:STATIC']);

    await resolution.disassemble({ edges: [{ a: 'b', b: 'a' }] });

    expect(await ids('a')).toEqual(['a']);
    expect(await ids('b')).toEqual(['b']);
  });
});

describe('a connection ban', () => {
  it('keeps the parts apart through later records, is listed on both, and gives way when it is lifted', async () => {
    await submitAll([
      { id: 'a', exact: ['x'] },
      { id: 'b', exact: ['x'] },
    ]);
    const meta = { user: 'ada', reason: 'two people' };
    const { reference } = await resolution.disassemble({
      edges: [{ a: 'a', b: 'b' }],
      createConnectionBan: true,
      meta,
    });

    await resolution.submit([{ id: 'c', exact: ['x'] }]);

    const [a, b] = [await resolution.entityByRecord('a'), await resolution.entityByRecord('b')];
    expect(a!.id).not.toBe(b!.id);
    expect(await a!.connectionBans()).toEqual([{ reference, others: [b!.id], ...meta, verified: false }]);
    expect(await b!.connectionBans()).toEqual([{ reference, others: [a!.id], ...meta, verified: false }]);

    const removed = await resolution.removeConnectionBan({
      reference: reference!,
      entityID: a!.id,
      others: [b!.id],
      meta,
    });

    expect(removed).toBe(true);
    expect(await ids('a')).toEqual(['a', 'b', 'c']);
    // It separates nothing any more, and takes no room.
    expect(await (await resolution.entityByRecord('a'))!.connectionBans()).toEqual([]);
  });
});

describe('erasure', () => {
  it('leaves no trace of the values or of keys made from them in any item', async () => {
    const memory = new MemoryStore();
    const inMemory = createResolution({ store: memory, rules: toyRules, updateRecords: true });
    await inMemory.submit([
      { id: 'keep', exact: ['shared'], near: ['k1'] },
      { id: 'victim', exact: ['shared', 'SECRET-1'], near: ['S33'], note: 'SECRET-2' },
    ]);
    await inMemory.submit([{ id: 'victim', exact: ['shared', 'SECRET-3'], near: ['S34'], note: 'SECRET-4' }]);

    await inMemory.disassemble({ recordIDs: ['victim'] });

    const table = JSON.stringify([...memory.items.values()]);
    expect(table).toContain('shared');
    expect(table).not.toMatch(/SECRET|near-S|S3[34]|victim/);
    expect(await inMemory.metrics()).toMatchObject({ recordCount: 1, entityCount: 1, oldestUnfinished: null });
  });
});

describe('a key that too many records share', () => {
  it('finds no candidates any more, is reported once, and leaves linked what was linked', async () => {
    const sharing = (count: number, from: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `h${from + index}`, near: [`q${(from + index) * 10}`] }));
    await resolution.submit([{ id: 'first', near: ['q100000'] }]);
    await resolution.submit([{ id: 'second', near: ['q100001'] }]);
    await submitAll(sharing(250, 0));

    const [late] = await resolution.submit([{ id: 'late', near: ['q100001'] }]);

    expect(late!.outcome).toBe('CREATED');
    expect(await ids('late')).toEqual(['late']);
    expect(await ids('first')).toEqual(['first', 'second']);
    expect(keysFound).toEqual(['near-q']);
    expect((await resolution.metrics()).genericKeys).toEqual([{ hash: 'near-q', ruleIDs: ['NEAR'] }]);
    // From then on no posting is added, so that the key grows no further.
    const { items } = await store.query('B#near-q', { limit: 1_000 });
    expect(items.length).toBeLessThan(400);
  });
});

describe('an entity of 10,000 records', () => {
  it('takes one more record for as many store calls as a small one, and is read in pages', async () => {
    await submitAll(Array.from({ length: 10_000 }, (_, index) => ({ id: `g${index}`, exact: ['giant'] })));
    await resolution.submit([{ id: 's0', exact: ['small'] }]);
    const watched = new WatchedStore(store);
    const counting = createResolution({ store: watched, rules: toyRules });

    await counting.submit([{ id: 's1', exact: ['small'] }]);
    const small = watched.calls.splice(0).sort();
    await counting.submit([{ id: 'g10000', exact: ['giant'] }]);
    const giant = watched.calls.splice(0).sort();

    expect(giant).toEqual(small);
    expect((await resolution.entityByRecord('g5'))!.records.length).toBe(10_001);
  });

  it('is parted by the sweeper when a record is erased, and the record is gone at once', async () => {
    let clock = Date.now();
    const later = createResolution({ store, rules: toyRules, now: () => clock });
    const spokes = Array.from({ length: 2_100 }, (_, index) => ({ id: `g${index}`, exact: ['hub', `own${index}`] }));
    await submitAll(spokes.map(({ id }, index) => ({ id, exact: index < 1_050 ? ['left'] : ['right'] })));
    await resolution.submit([{ id: 'bridge', exact: ['left', 'right'] }]);

    const erased = await later.disassemble({ recordIDs: ['bridge'] });

    expect(erased).toEqual({ triggered: true, complete: false, entityIDs: [], stillConnected: [] });
    expect(await later.entityByRecord('bridge')).toBeUndefined();

    clock += 120_000;
    await later.sweep();

    expect((await ids('g0'))!.length).toBe(1_050);
    expect((await ids('g2099'))!.length).toBe(1_050);
  });
});
