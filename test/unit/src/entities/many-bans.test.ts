import { beforeEach, describe, expect, it } from '@jest/globals';
import { REDO_AGE } from '../../../../src/entities/deadline.ts';
import { constraintsOf } from '../../../../src/entities/items/constraints.ts';
import { newID } from '../../../../src/entities/items/ids.ts';
import { nodeKey } from '../../../../src/entities/items/node.ts';
import type { Resolution } from '../../../../src/entities/operations.ts';
import { createResolution } from '../../../../src/entities/operations.ts';
import { atOnce } from '../../../setup/at-once.ts';
import { MemoryStore } from '../../../setup/memory-store.ts';
import { toyRules } from '../../../setup/toy-rules.ts';

const steward = { user: 'Ada', client: 'review', reason: 'seen on paper' };
const record = (id: string, ...exact: string[]) => ({ id, exact });

let store: MemoryStore;
let resolution: Resolution;
let time = 1_700_000_000_000;
const open = (mostBans?: number) =>
  createResolution({
    store,
    rules: toyRules,
    now: () => time,
    ...(mostBans === undefined ? {} : { mostBans }),
    ...atOnce,
  });
beforeEach(() => {
  store = new MemoryStore();
  resolution = open(3);
});

const viewOf = (id: string) => resolution.entityByRecord(id);
const bansOf = async (id: string) => (await viewOf(id))!.connectionBans();
const membersOf = async (id: string) => (await viewOf(id))!.records.map((one) => one['id']).sort();
const snapshot = () => JSON.stringify([...store.items.values()].sort((x, y) => (x.pk + x.sk < y.pk + y.sk ? -1 : 1)));

/** Two entities, each kept apart from as many others. */
async function hubs(ofA: number, ofB: number) {
  await resolution.submit([record('a', 'a'), record('b', 'b')]);
  for (const [hub, count] of [
    ['a', ofA],
    ['b', ofB],
  ] as const) {
    for (let n = 0; n < count; n++) {
      await resolution.submit([record(`${hub}${n}`, `${hub}${n}`)]);
      await resolution.separate({ a: hub, b: `${hub}${n}`, ...steward });
    }
  }
}

describe('an entity with as many bans as it can have', () => {
  it('refuses another separation before anything is stored, and has room again when one is taken back', async () => {
    await hubs(3, 0);
    await resolution.submit([record('c', 'c')]);
    const before = snapshot();
    const separation = { a: 'c', b: 'a', ...steward };

    await expect(resolution.separate(separation)).rejects.toMatchObject({
      code: 'TOO_MANY_BANS',
      hint: expect.stringContaining('undoDecision'),
    });
    await expect(resolution.separate({ ...separation, dryRun: true })).rejects.toMatchObject({ code: 'TOO_MANY_BANS' });
    expect(snapshot()).toBe(before);

    const [ban] = await bansOf('a');
    await resolution.undoDecision({ id: ban!.reference, user: 'Ada', client: 'review' });
    await resolution.separate(separation);
    expect(await bansOf('a')).toHaveLength(3);
  });

  it('refuses a disassembly with a ban before anything is stored, and not one without', async () => {
    await hubs(3, 0);
    await resolution.submit([record('c', 'a')]);
    const before = snapshot();
    const edges = [{ a: 'a', b: 'c' }];

    await expect(resolution.disassemble({ edges, createConnectionBan: true })).rejects.toMatchObject({
      code: 'TOO_MANY_BANS',
    });
    expect(snapshot()).toBe(before);

    const { entityIDs } = await resolution.disassemble({ edges });
    expect(entityIDs).toHaveLength(2);
    expect(await bansOf('c')).toHaveLength(3);
  });

  it('has room again when a ban is lifted, and lifting it again is no error', async () => {
    await hubs(3, 0);
    await resolution.submit([record('c', 'c')]);
    const entityID = (await viewOf('a'))!.id;
    const [ban] = await bansOf('a');
    const lift = { reference: ban!.reference, entityID, others: ban!.others, meta: steward };

    expect(await resolution.removeConnectionBan(lift)).toBe(true);
    expect(await resolution.removeConnectionBan(lift)).toBe(false);
    await resolution.separate({ a: 'a', b: 'c', ...steward });
    expect(await bansOf('a')).toHaveLength(3);
    await expect(resolution.removeConnectionBan({ ...lift, reference: newID(time) })).rejects.toMatchObject({
      code: 'CONNECTION_BAN_NOT_FOUND',
    });
  });
});

describe('two entities that would have too many bans together', () => {
  it('refuse a record that unites them before anything is stored', async () => {
    await hubs(2, 2);
    const before = snapshot();

    await expect(resolution.submit([record('new', 'z'), record('link', 'a', 'b')])).rejects.toMatchObject({
      problems: [{ index: 1, error: { code: 'TOO_MANY_BANS' } }],
    });
    // Two records that are linked with one another unite them, too.
    await expect(resolution.submit([record('l1', 'a', 'q'), record('l2', 'q', 'b')])).rejects.toMatchObject({
      problems: [{ index: 1, error: { code: 'TOO_MANY_BANS' } }],
    });
    expect(snapshot()).toBe(before);
    await expect(resolution.link({ a: 'a', b: 'b', ...steward })).rejects.toMatchObject({ code: 'TOO_MANY_BANS' });
    expect(snapshot()).toBe(before);
  });

  it('stay apart where it was not known before, with nothing left to do, until there is room', async () => {
    await resolution.submit([record('a', 'a'), record('b', 'b'), record('link', 'z')]);
    await hubs(2, 2);

    const [changed] = await resolution.submit([record('link', 'a', 'b')]);

    expect(changed!.outcome).toBe('UPDATED');
    expect([await membersOf('a'), await membersOf('b')].map((ids) => ids.includes('link'))).toEqual([true, false]);
    time += 2 * REDO_AGE;
    expect(await resolution.sweep()).toBe(0);
    expect((await resolution.metrics()).oldestUnfinished).toBeNull();

    const [ban] = await bansOf('b');
    await resolution.undoDecision({ id: ban!.reference, user: 'Ada', client: 'review' });
    expect(await membersOf('b')).toEqual(['a', 'b', 'link']);
    expect(await bansOf('b')).toHaveLength(3);
  });

  it('become one if one of them adds no ban', async () => {
    await hubs(3, 0);
    await resolution.submit([record('link', 'a', 'b')]);
    expect(await membersOf('b')).toEqual(['a', 'b', 'link']);
  });
});

describe('separations at the same time', () => {
  it('never give an entity more than twice as many bans; the others are taken back', async () => {
    const others = Array.from({ length: 9 }, (_, n) => `o${n}`);
    await resolution.submit([record('a', ...others), ...others.map((id) => record(id, id))]);

    // No process takes another one for dead.
    const pause = () => new Promise<void>((resolve) => void setImmediate(resolve));
    resolution = createResolution({ store, rules: toyRules, now: () => time, mostBans: 3, lockTime: 1, pause });

    const outcomes = await Promise.allSettled(others.map((id) => resolution.separate({ a: 'a', b: id, ...steward })));

    const apart = (await bansOf('a')).flatMap((ban) => ban.others);
    expect(apart.length).toBeGreaterThan(3);
    expect(apart.length).toBeLessThanOrEqual(6);
    const made = outcomes.filter(({ status }) => status === 'fulfilled').length;
    expect(made).toBe(apart.length);
    expect(outcomes.flatMap((one) => (one.status === 'rejected' ? [one.reason.code] : []))).toEqual(
      Array(9 - made).fill('TOO_MANY_BANS'),
    );
    // Their records are together again.
    expect((await membersOf('a')).length).toBe(10 - made);
    const { decisions } = await resolution.decisions({ first: 20 });
    expect(decisions.filter(({ undone }) => undone === null)).toHaveLength(made);
    time += 2 * REDO_AGE;
    expect(await resolution.sweep()).toBe(0);
    expect((await resolution.metrics()).oldestUnfinished).toBeNull();
  });
});

describe('reading bans', () => {
  it('reads each entity once, however many there are', async () => {
    const others = Array.from({ length: 100 }, (_, n) => `o${n}`);
    resolution = open();
    await resolution.submit([record('a', 'a')]);
    await resolution.submit(others.map((id) => record(id, id)));
    for (const id of others) await resolution.separate({ a: 'a', b: id, ...steward });
    const view = await viewOf('a');
    const key = nodeKey(view!.id);
    let reads = 0;
    store.getMany = (keys) => {
      reads += keys.filter(({ pk, sk }) => pk === key.pk && sk === key.sk).length;
      return MemoryStore.prototype.getMany.call(store, keys);
    };

    const bans = await view!.connectionBans();

    expect(bans.flatMap((ban) => ban.others)).toHaveLength(100);
    expect(reads).toBe(1);
  });

  it('reads an entity that has more bans than new ones get', async () => {
    await resolution.submit([record('a', 'a')]);
    const { id } = (await viewOf('a'))!;
    const sides = Array.from({ length: 7 }, () => ({ reference: newID(time), side: id, lifted: [] }));
    store.apply({ put: { ...nodeKey(id), b: constraintsOf(sides).text } });

    expect(await bansOf('a')).toHaveLength(7);
    await resolution.submit([record('c', 'a')]);
    expect(await membersOf('a')).toEqual(['a', 'c']);
  });
});
