import { describe, expect, it } from '@jest/globals';
import {
  exampleWrite,
  leaseWrite,
  problemWrite,
  progressWrite,
  readExample,
  readProblem,
  readReport,
  readSegment,
  readWaiting,
  releaseWrite,
  reportWrite,
  waitingWrite,
} from '../../../../../src/entities/items/rule-change-items.ts';
import {
  noChanges,
  readRegister,
  writeChanges,
  writeRegister,
} from '../../../../../src/entities/items/rules-register.ts';
import {
  RulesReplacedError,
  refuseReplaced,
  signWrite,
  underSign,
} from '../../../../../src/entities/items/rules-sign.ts';
import { MemoryStore } from '../../../../setup/memory-store.ts';

const items = { change: 3 };
const only = (store: MemoryStore) => [...store.items.values()][0]!;

describe('the segments of a phase', () => {
  it('are taken by one worker, note how far it is, and are given back', async () => {
    const store = new MemoryStore();
    const lease = { token: 'one', before: undefined, now: 10 };
    const cursor = { pk: 'R#x', sk: '#' };
    const counts = { seen: 1, changed: 2, problems: 3, writeUnits: 4 };

    const [taken] = await store.write([leaseWrite(items, 'INDEX', 7, lease)]);
    const [again] = await store.write([leaseWrite(items, 'INDEX', 7, { ...lease, token: 'two' })]);
    const state = { segment: 7, cursor, token: 'one', heartbeat: 10, counts, isDone: false };
    const [noted] = await store.write([progressWrite(items, 'INDEX', state, 20)]);
    const [stolen] = await store.write([progressWrite(items, 'INDEX', { ...state, token: 'two' }, 20)]);

    expect([taken, again, noted, stolen].map((outcome) => outcome!.applied)).toEqual([true, false, true, false]);
    expect(readSegment(only(store))).toEqual({ ...state, heartbeat: 20 });
    await store.write([releaseWrite(items, 'INDEX', 7, 'one')]);
    expect(readSegment(only(store)).token).toBeUndefined();
  });

  it('are taken over from a worker that gave no sign of life since', async () => {
    const store = new MemoryStore();
    await store.write([leaseWrite(items, 'INDEX', 0, { token: 'one', before: undefined, now: 10 })]);
    const before = readSegment(only(store));

    const [over] = await store.write([leaseWrite(items, 'INDEX', 0, { token: 'two', before, now: 90 })]);
    const [late] = await store.write([leaseWrite(items, 'INDEX', 0, { token: 'three', before, now: 90 })]);

    expect([over!.applied, late!.applied]).toEqual([true, false]);
  });

  it('are not taken when they are done', async () => {
    const store = new MemoryStore();
    await store.write([leaseWrite(items, 'INDEX', 0, { token: 'one', before: undefined, now: 10 })]);
    await store.write([progressWrite(items, 'INDEX', { ...readSegment(only(store)), isDone: true }, 20)]);

    const before = readSegment(only(store));
    const [taken] = await store.write([leaseWrite(items, 'INDEX', 0, { token: 'two', before, now: 90 })]);

    expect([before.isDone, taken!.applied]).toEqual([true, false]);
  });
});

describe('the other items of a change', () => {
  it('are read as they were written, and what is waited for is noted once', async () => {
    const store = new MemoryStore();
    await store.write([waitingWrite(items, 'SPLIT', ['a', 'b'])]);
    await store.write([waitingWrite(items, 'SPLIT', ['c']), reportWrite(items, { records: 5 })]);

    expect(await readWaiting(store, items, 'SPLIT')).toEqual(['a', 'b']);
    expect(await readWaiting(store, items, 'CLEAN')).toBeUndefined();
    expect(await readReport(store, items)).toEqual({ records: 5 });
    expect(readExample(exampleWrite(items, '0001', { kind: 'merge' }).put)).toEqual({ kind: 'merge' });
    expect(readProblem(problemWrite(items, 'r', 'CODE').put)).toEqual({ recordID: 'r', code: 'CODE' });
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

describe('the sign of the rules', () => {
  it('is raised by one, once', async () => {
    const store = new MemoryStore();
    const key = { pk: 'N#0', sk: '#' };

    const outcomes = [1, 1, 3, 2].map((sign) => store.apply(signWrite(key, sign)).applied);

    expect(outcomes).toEqual([true, false, false, true]);
  });

  it('tells a refusal by the sign from others', () => {
    const write = { update: { pk: 'N#0', sk: '#' }, add: { r: 1 }, if: [underSign(1)] };
    const refused = (q: number) => [{ index: 0, before: { pk: 'N#0', sk: '#', q } }];

    expect(() => refuseReplaced([write], refused(2), 1)).toThrow(RulesReplacedError);
    expect(() => refuseReplaced([write], refused(1), 1)).not.toThrow();
    expect(() => refuseReplaced([{ ...write, if: [{ item: 'absent' }] }], refused(2), 1)).not.toThrow();
  });
});
