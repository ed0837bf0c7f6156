import { beforeEach, describe, expect, it } from '@jest/globals';
import { REDO_AGE } from '../../../../../../src/entities/deadline.ts';
import type { Resolution } from '../../../../../../src/entities/operations.ts';
import { createResolution } from '../../../../../../src/entities/operations.ts';
import type { Decided } from '../../../../../../src/entities/people/types.ts';
import type { Store } from '../../../../../../src/store/port.ts';
import { atOnce } from '../../../../../setup/at-once.ts';
import { dying, interrupted } from '../../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';
import { toyRules } from '../../../../../setup/toy-rules.ts';

const steward = { user: 'Ada', client: 'review', reason: 'seen on paper' };
const record = (id: string, ...exact: string[]) => ({ id, exact });

let store: MemoryStore;
let resolution: Resolution;
let time = 1_700_000_000_000;
const open = (on: Store = store) => createResolution({ store: on, rules: toyRules, now: () => time, ...atOnce });
beforeEach(() => {
  store = new MemoryStore();
  resolution = open();
});

const entityOf = async (id: string) => (await resolution.entityByRecord(id))?.id;
const membersOf = async (id: string) => (await resolution.entityByRecord(id))?.records.map((one) => one['id']).sort();
const areTogether = async (a: string, b: string) => (await entityOf(a)) === (await entityOf(b));
const allDecisions = async (record?: string) => (await resolution.decisions({ first: 100, record })).decisions;
const journal = () => [...store.items.values()].filter(({ pk }) => pk.startsWith('J#'));
/** Records that note removed links. */
const cutRecords = () =>
  [...store.items.values()].filter((item) => item.pk.startsWith('R#') && item['c'] !== undefined);
const entitiesIn = ({ records }: Decided) => new Set(records.map(({ entityID }) => entityID)).size;

/** Two ends that a third record joins. */
async function chain(...more: { id: string }[]) {
  await resolution.submit([record('a', 'x')]);
  await resolution.submit([record('m', 'x', 'y')]);
  await resolution.submit([record('b', 'y'), ...more]);
}

/** Two ends that so many records join, each by keys of its own. */
async function paths(count: number) {
  const names = Array.from({ length: count }, (_, index) => index);
  await resolution.submit([record('a', ...names.map((name) => `a${name}`))]);
  await resolution.submit([record('b', ...names.map((name) => `b${name}`))]);
  for (const name of names) await resolution.submit([record(`m${name}`, `a${name}`, `b${name}`)]);
}

describe('link', () => {
  it('makes one entity of two that no rule links, also when their content changes', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);
    const decided = await resolution.link({ a: 'a', b: 'b', ...steward });
    expect(decided).toMatchObject({ triggered: true, complete: true, decision: { kind: 'link', a: 'a', b: 'b' } });
    expect(entitiesIn(decided)).toBe(1);
    expect(decided.records[0]!.recordIDs).toEqual(['a', 'b']);
    await resolution.submit([record('a', 'z')]);
    expect(await areTogether('a', 'b')).toBe(true);
    expect((await resolution.entityByRecord('a'))!.edges()).toEqual(['a:b:STATIC']);
    expect(journal()).toEqual([]);
  });

  it('refuses what a constraint separates, and names it; lifts it when told to', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'x')]);
    const apart = await resolution.separate({ a: 'a', b: 'b', ...steward });
    await expect(resolution.link({ a: 'a', b: 'b', ...steward })).rejects.toMatchObject({
      code: 'RECORDS_SEPARATED',
      message: expect.stringContaining(apart.decision.id),
    });
    expect(await areTogether('a', 'b')).toBe(false);
    const decided = await resolution.link({ a: 'a', b: 'b', ...steward, lift: true });
    expect(entitiesIn(decided)).toBe(1);
  });

  it('refuses a removed link without a constraint in the same way', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'x')]);
    await resolution.disassemble({ edges: [{ a: 'a', b: 'b' }] });
    await expect(resolution.link({ a: 'a', b: 'b', ...steward })).rejects.toMatchObject({ code: 'RECORDS_SEPARATED' });
    await resolution.link({ a: 'a', b: 'b', ...steward, lift: true });
    expect(await areTogether('a', 'b')).toBe(true);
  });

  it('lifts what was seen, and refuses what came meanwhile', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'x')]);
    await resolution.disassemble({ edges: [{ a: 'a', b: 'b' }] });
    const link = (bans: readonly string[], cut: boolean) =>
      resolution.link({ a: 'a', b: 'b', ...steward, lift: true, seen: { bans, cut } });
    await expect(link([], false)).rejects.toMatchObject({
      code: 'RECORDS_SEPARATED',
      message: expect.stringContaining('by what the request does not name: the link between them was removed'),
    });
    const first = await resolution.separate({ a: 'a', b: 'b', ...steward });
    await expect(link([], true)).rejects.toMatchObject({ message: expect.stringContaining(first.decision.id) });
    const second = await resolution.separate({ a: 'a', b: 'b', ...steward, user: 'Grace' });
    const refused = await link([first.decision.id], true).catch(String);
    expect(refused).toContain(second.decision.id);
    expect(refused).not.toContain(first.decision.id);
    expect(await areTogether('a', 'b')).toBe(false);
    await link([first.decision.id, second.decision.id, 'another'], true);
    expect(await areTogether('a', 'b')).toBe(true);
  });

  it('refuses unknown records, one record twice, and empty or long texts', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);
    const refused = (given: object) => expect(resolution.link({ a: 'a', b: 'b', ...steward, ...given })).rejects;
    await refused({ b: 'nothing' }).toMatchObject({ code: 'RECORD_NOT_FOUND' });
    await refused({ b: 'a' }).toMatchObject({ code: 'DECISION_INVALID' });
    await refused({ reason: ' ' }).toMatchObject({ code: 'DECISION_INVALID' });
    await refused({ user: 'x'.repeat(201) }).toMatchObject({ code: 'DECISION_INVALID' });
    expect(await allDecisions()).toEqual([]);
  });

  it('refuses a record that is in ninety groups', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);
    for (let count = 0; count < 90; count++) await resolution.link({ a: 'a', b: 'b', ...steward, reason: `${count}` });
    await expect(resolution.link({ a: 'a', b: 'b', ...steward })).rejects.toMatchObject({ code: 'TOO_MANY_DECISIONS' });
  });
});

describe('separate', () => {
  it('says what would become of both, and stores nothing', async () => {
    await chain(record('c', 'y'));
    const before = JSON.stringify([...store.items]);

    const preview = await resolution.separate({ a: 'a', b: 'b', ...steward, dryRun: true });

    expect(preview).toMatchObject({
      triggered: false,
      complete: true,
      decision: { removedLinks: [{ a: 'a', b: 'm' }] },
    });
    expect(preview.records.map(({ id, recordIDs }) => [id, recordIDs])).toEqual([
      ['a', ['a']],
      ['b', ['m', 'b', 'c']],
    ]);
    expect(JSON.stringify([...store.items])).toBe(before);
    const decided = await resolution.separate({ a: 'a', b: 'b', ...steward });
    expect(decided.decision.removedLinks).toEqual(preview.decision.removedLinks);
    expect(decided.records.map(({ recordIDs }) => recordIDs)).toEqual(
      preview.records.map(({ recordIDs }) => recordIDs),
    );
  });

  it('says that two records of two entities stay where they are', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);

    const { records, decision } = await resolution.separate({ a: 'a', b: 'b', ...steward, dryRun: true });

    expect(decision.removedLinks).toEqual([]);
    expect(records.map(({ recordIDs }) => recordIDs)).toEqual([['a'], ['b']]);
    await expect(resolution.separate({ a: 'a', b: 'none', ...steward, dryRun: true })).rejects.toMatchObject({
      code: 'RECORD_NOT_FOUND',
    });
  });

  it('parts two records that a chain joins by one removed link, and keeps them apart', async () => {
    await chain();
    const decided = await resolution.separate({ a: 'a', b: 'b', ...steward });
    expect(decided.decision.removedLinks).toHaveLength(1);
    expect(entitiesIn(decided)).toBe(2);
    expect(decided.records.flatMap(({ recordIDs }) => recordIDs).sort()).toEqual(['a', 'b', 'm']);
    await resolution.submit([record('n', 'x', 'y')]);
    expect(await areTogether('a', 'b')).toBe(false);
    const [ban] = await (await resolution.entityByRecord('a'))!.connectionBans();
    expect(ban).toMatchObject({ reference: decided.decision.id, user: 'Ada', reason: 'seen on paper' });
    expect(journal()).toEqual([]);
  });

  it('parts two records that fifty paths join, in one operation', async () => {
    await paths(50);
    const decided = await resolution.separate({ a: 'a', b: 'b', ...steward });
    expect(decided).toMatchObject({ triggered: true, complete: true });
    expect(decided.decision.removedLinks).toHaveLength(50);
    expect(entitiesIn(decided)).toBe(2);
  });

  it('refuses, and stores nothing, if a record would lose too many links', async () => {
    await paths(91);
    const before = store.items.size;
    await expect(resolution.separate({ a: 'a', b: 'b', ...steward })).rejects.toMatchObject({ code: 'TOO_MANY_CUTS' });
    expect(store.items.size).toBe(before);
    expect(await areTogether('a', 'b')).toBe(true);
  });

  it('only adds the constraint between two that are apart', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);
    const decided = await resolution.separate({ a: 'a', b: 'b', ...steward });
    expect(decided.decision.removedLinks).toEqual([]);
    await resolution.submit([record('m', 'x', 'y')]);
    expect(await areTogether('a', 'b')).toBe(false);
  });

  it('parts two records that a decision linked', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);
    await resolution.link({ a: 'a', b: 'b', ...steward });
    const decided = await resolution.separate({ a: 'a', b: 'b', ...steward });
    expect(entitiesIn(decided)).toBe(2);
    await resolution.undoDecision({ id: decided.decision.id, ...steward });
    expect(await areTogether('a', 'b')).toBe(true);
  });
});

describe('undoDecision', () => {
  it('parts what only the decision linked, and leaves another decision about the pair', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);
    const first = await resolution.link({ a: 'a', b: 'b', ...steward });
    const second = await resolution.link({ a: 'b', b: 'a', ...steward, user: 'Bob' });
    expect(entitiesIn(await resolution.undoDecision({ id: first.decision.id, ...steward }))).toBe(1);
    expect(entitiesIn(await resolution.undoDecision({ id: second.decision.id, ...steward }))).toBe(2);
    expect([...store.items.values()].filter(({ pk }) => /^K#/.test(pk))).toHaveLength(2);
    expect(journal()).toEqual([]);
  });

  it('brings removed links back and links what came meanwhile', async () => {
    await paths(5);
    const { decision } = await resolution.separate({ a: 'a', b: 'b', ...steward });
    await resolution.submit([record('c', 'b0', 'p'), record('d', 'p')]);
    const undone = await resolution.undoDecision({ id: decision.id, user: 'Bob', client: 'other' });
    expect(undone.decision.undone).toMatchObject({ user: 'Bob', client: 'other' });
    expect(await membersOf('a')).toHaveLength(9);
    expect(await (await resolution.entityByRecord('a'))!.connectionBans()).toEqual([]);
    expect(cutRecords()).toEqual([]);
    expect(journal()).toEqual([]);
  });

  it('is answered the second time, and refused for an unknown id', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'x')]);
    const { decision } = await resolution.separate({ a: 'a', b: 'b', ...steward });
    await resolution.undoDecision({ id: decision.id, ...steward });
    const again = await resolution.undoDecision({ id: decision.id, user: 'Bob', client: '' });
    expect(again).toMatchObject({ triggered: false, decision: { undone: { user: 'Ada' } } });
    for (const id of ['01HZZZZZZZZZZZZZZZZZZZZZZZ', 'nothing']) {
      const undone = resolution.undoDecision({ id, ...steward });
      await expect(undone).rejects.toMatchObject({ code: 'DECISION_NOT_FOUND' });
    }
  });

  it.each([
    ['joined', 2],
    ['joined', 3],
    ['joined', 4],
    ['joined', 6],
    ['joined', 8],
    ['apart', 2],
  ])('holds while the separation of two that are %s is carried out, before transaction %d', async (are, position) => {
    if (are === 'joined') {
      await resolution.submit([record('a', 'x', 'p'), record('b', 'x', 'q'), record('c', 'p', 'q')]);
    } else await resolution.submit([record('a', 'x'), record('b', 'y')]);
    const before = (await membersOf('a'))!;
    let transactions = 0;
    const slow = interrupted(store, async (verb) => {
      if (verb !== 'transact' || ++transactions !== position) return;
      const [decision] = await allDecisions();
      await resolution.undoDecision({ id: decision!.id, ...steward });
    });

    await open(slow).separate({ a: 'a', b: 'b', ...steward });

    expect(transactions).toBeGreaterThanOrEqual(position);
    expect(await membersOf('a')).toEqual(before);
    expect(await (await resolution.entityByRecord('a'))!.connectionBans()).toEqual([]);
    expect(cutRecords()).toEqual([]);
    expect(journal()).toEqual([]);
  });

  it('goes by the content of the day', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'x')]);
    const { decision } = await resolution.separate({ a: 'a', b: 'b', ...steward });
    await resolution.submit([record('b', 'y')]);
    const undone = await resolution.undoDecision({ id: decision.id, ...steward });
    expect(entitiesIn(undone)).toBe(2);
    await resolution.submit([record('b', 'x')]);
    expect(await areTogether('a', 'b')).toBe(true);
  });
});

describe('a decision', () => {
  it('that is sent again is answered again, and not stored twice', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'x'), record('c', 'y')]);
    for (const decide of [resolution.link, resolution.separate]) {
      const pair = decide === resolution.link ? { a: 'a', b: 'c' } : { a: 'a', b: 'b' };
      const first = await decide({ ...pair, ...steward });
      const second = await decide({ ...pair, ...steward });
      expect(second).toEqual({ ...first, triggered: false });
    }
    expect(await allDecisions()).toHaveLength(2);
  });

  it('is listed newest first, by pages and by record', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y'), record('c', 'z')]);
    const made: string[] = [];
    for (const [a, b] of [
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'c'],
    ] as const) {
      time += 1_000;
      made.unshift((await resolution.link({ a, b, ...steward })).decision.id);
    }
    const first = await resolution.decisions({ first: 2 });
    const second = await resolution.decisions({ first: 2, after: first.after });
    expect([...first.decisions, ...second.decisions].map(({ id }) => id)).toEqual(made);
    expect(second.after).toBeUndefined();
    expect((await allDecisions('b')).map(({ a, b }) => [a, b])).toEqual([
      ['b', 'c'],
      ['a', 'b'],
    ]);
    expect(first.decisions[0]).toMatchObject({ decidedAt: time, user: 'Ada', client: 'review', undone: null });
    await expect(resolution.decisions({ first: 2, after: 'x' })).rejects.toMatchObject({ code: 'DECISION_INVALID' });
  });

  it('loses reason and id when a record is erased, and can be taken back', async () => {
    await chain();
    const { decision } = await resolution.separate({ a: 'a', b: 'b', ...steward });
    for (const id of ['a', 'm']) await resolution.disassemble({ recordIDs: [id] });
    expect(await allDecisions()).toMatchObject([{ a: null, b: 'b', reason: null, removedLinks: [], user: 'Ada' }]);
    const items = JSON.stringify([...store.items.values()].filter(({ pk }) => /^[HIX]#/.test(pk)));
    expect(items).not.toContain(steward.reason);
    expect(await allDecisions('a')).toEqual([]);
    const undone = await resolution.undoDecision({ id: decision.id, ...steward });
    expect(undone.records).toMatchObject([{ id: 'b' }]);
  });

  it('about an erased record is not about another that is given its id', async () => {
    await resolution.submit([record('a', 'x'), record('b', 'y')]);
    await resolution.link({ a: 'a', b: 'b', ...steward });
    await resolution.disassemble({ recordIDs: ['a'] });
    await resolution.submit([record('a', 'x')]);
    await resolution.link({ a: 'a', b: 'b', ...steward });
    expect((await allDecisions()).map(({ a }) => a)).toEqual(['a', null]);
  });

  it.each(['link', 'separate', 'undo of a link', 'undo of a separation'])(
    'is finished by the sweeper wherever its process dies: %s',
    async (what) => {
      let deaths = 0;
      for (let step = 0; ; step++) {
        store = new MemoryStore();
        resolution = open();
        await resolution.submit([record('c', 'q')]);
        await paths(3);
        if (what.startsWith('undo')) await act(what.endsWith('link') ? 'link' : 'separate');
        resolution = open(dying(store, step));
        const died = await act(what).then(
          () => false,
          () => true,
        );
        resolution = open();
        time += 2 * REDO_AGE;
        await resolution.sweep();
        expect(journal()).toEqual([]);
        await expectWhole(what);
        if (!died) break;
        deaths += 1;
      }
      expect(deaths).toBeGreaterThan(1);
    },
  );

  /** The decision is carried out, or taken back, or was never stored. */
  async function expectWhole(what: string): Promise<void> {
    const decisions = await allDecisions();
    const stands = decisions.length > 0 && !isUndone(decisions);
    if (what.endsWith('link')) expect(await areTogether('a', 'c')).toBe(stands);
    else expect(await areTogether('a', 'b')).toBe(!stands);
  }

  const isUndone = (decisions: readonly { undone: unknown }[]) => decisions.every(({ undone }) => undone !== null);

  async function act(what: string): Promise<unknown> {
    if (what === 'link') return resolution.link({ a: 'a', b: 'c', ...steward });
    if (what === 'separate') return resolution.separate({ a: 'a', b: 'b', ...steward });
    const [decision] = await allDecisions();
    return resolution.undoDecision({ id: decision!.id, ...steward });
  }
});
