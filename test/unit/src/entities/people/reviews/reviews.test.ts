import { beforeEach, describe, expect, it } from '@jest/globals';
import { noObserver } from '../../../../../../src/entities/observer.ts';
import type { Resolution } from '../../../../../../src/entities/operations.ts';
import { createResolution } from '../../../../../../src/entities/operations.ts';
import type { CompiledRuleConfig } from '../../../../../../src/rules/types.ts';
import { atOnce } from '../../../../../setup/at-once.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';
import { reviewingRules, toyRules } from '../../../../../setup/toy-rules.ts';

const steward = { user: 'Ada', client: 'review', reason: 'seen on paper' };
const record = (id: string, ...near: string[]) => ({ id, near });

let store: MemoryStore;
let resolution: Resolution;
let found: number;
const time = 1_700_000_000_000;
const open = (rules: CompiledRuleConfig = reviewingRules, reviewPairs?: number) =>
  createResolution({
    store,
    rules,
    now: () => time,
    observer: { ...noObserver, reviewPairs: (count) => (found += count) },
    reviewPairs,
    ...atOnce,
  });
beforeEach(() => {
  store = new MemoryStore();
  found = 0;
  resolution = open();
});

const queue = async (request: { first?: number; after?: string; minScore?: number } = {}) => {
  const { reviews, after } = await resolution.reviews({ first: 100, kinds: ['near'], ...request });
  return { reviews: reviews.flatMap((review) => ('a' in review ? [review] : [])), after };
};
const pairs = async (request = {}) =>
  (await queue(request)).reviews.map(({ a, b, score }) => `${a.id}-${b.id} ${score}`);
const itemsOf = (...prefixes: string[]) =>
  [...store.items.values()].filter(
    ({ pk, sk }) => prefixes.some((prefix) => pk.startsWith(prefix)) || sk.startsWith('~'),
  );

describe('the review queue', () => {
  it('has pairs that a review rule holds for and that are not linked, best first', async () => {
    await resolution.submit([record('a', 'x1')]);
    await resolution.submit([record('b', 'x5'), record('c', 'x3')]);
    await resolution.submit([record('d', 'y1'), record('e', 'x40')]);

    expect(await pairs()).toEqual(['b-c 0.8', 'a-c 0.8', 'a-b 0.6']);
    const [best] = (await queue()).reviews;
    expect(best).toMatchObject({ ruleIDs: ['ALMOST'], foundAt: time });
    expect(best!.a.entityID).toBe((await resolution.entityByRecord(best!.a.id))?.id);
    expect((await resolution.countReviews()).near).toBe(3);
    expect(found).toBe(3);
  });

  it('has no pair of one entity, also of two that another record connects', async () => {
    await resolution.submit([record('a', 'x1'), record('b', 'x2'), record('c', 'x3')]);
    expect(await pairs()).toEqual([]);
    expect((await resolution.countReviews()).near).toBe(0);
  });

  it('costs no read or write without review rules, and none with a limit of 0', async () => {
    for (const without of [open(toyRules), open(reviewingRules, 0)]) {
      await without.submit([record('a', 'x1'), record('b', 'x4')]);
      expect(itemsOf('Y')).toEqual([]);
    }
  });

  it('comes page by page, above a least score', async () => {
    await resolution.submit([
      record('a', 'x0'),
      record('b', 'x2'),
      record('c', 'x4'),
      record('d', 'x6'),
      record('e', 'x9'),
    ]);
    const all = await pairs();
    expect(all).toHaveLength(7);
    const paged: string[] = [];
    for (let after: string | undefined, page = 0; page === 0 || after !== undefined; page++) {
      const { reviews, after: next } = await queue({ first: 3, ...(after === undefined ? {} : { after }) });
      paged.push(...reviews.map(({ a, b, score }) => `${a.id}-${b.id} ${score}`));
      after = next;
    }
    expect(paged).toEqual(all);
    expect(await pairs({ minScore: 0.7 })).toEqual(all.filter((text) => Number(text.split(' ')[1]) >= 0.7));
    await expect(queue({ after: 'x' })).rejects.toMatchObject({ code: 'REVIEW_INVALID' });
  });

  it('drops a pair that was linked, separated or united meanwhile', async () => {
    await resolution.submit([
      record('a', 'x1'),
      record('b', 'x3'),
      record('c', 'y1'),
      record('d', 'y3'),
      record('e', 'z1'),
      record('f', 'z3'),
    ]);
    expect(await pairs()).toHaveLength(3);
    await resolution.link({ a: 'a', b: 'b', ...steward });
    await resolution.separate({ a: 'c', b: 'd', ...steward });
    await resolution.submit([record('between', 'z2')]);
    expect(await pairs()).toEqual([]);
    expect((await resolution.countReviews()).near).toBe(0);
    expect(itemsOf().filter(({ pk }) => pk.startsWith('I#'))).toEqual([]);
  });

  it('has a pair again when its decision is taken back', async () => {
    await resolution.submit([record('a', 'x1'), record('b', 'x3')]);
    for (const decide of [resolution.link, resolution.separate]) {
      const { decision } = await decide({ a: 'a', b: 'b', ...steward });
      expect(await pairs()).toEqual([]);
      await resolution.undoDecision({ id: decision.id, ...steward });
      expect(await pairs()).toEqual(['a-b 0.8']);
    }
  });

  it('judges a pair again when a record changes', async () => {
    await resolution.submit([record('a', 'x1'), record('b', 'x3')]);
    await resolution.submit([record('b', 'x5')]);
    expect(await pairs()).toEqual(['a-b 0.6']);
    await resolution.submit([record('b', 'x50')]);
    expect(await pairs()).toEqual([]);
    expect((await resolution.countReviews()).near).toBe(0);
  });

  it('lists the decisions of a record without its pairs', async () => {
    await resolution.submit([record('a', 'x1'), record('b', 'x3'), record('c', 'x5')]);
    const { decision } = await resolution.separate({ a: 'a', b: 'b', ...steward });
    const listed = await resolution.decisions({ first: 1, record: 'a' });
    expect(listed.decisions.map(({ id }) => id)).toEqual([decision.id]);
    expect((await resolution.decisions({ first: 5, record: 'a' })).after).toBeUndefined();
    expect(await resolution.separate({ a: 'a', b: 'b', ...steward })).toMatchObject({ triggered: false });
  });

  it('keeps the ten best pairs of a record', async () => {
    await resolution.submit([record('hub', 'x5')]);
    for (let index = 0; index < 12; index++) {
      // Each in an entity of its own: all have the hub's letter, and further letters of which no other has one.
      await resolution.submit([
        record(`r${String(index).padStart(2, '0')}`, `x${index < 6 ? 10 : 7}`, `n${index * 100}`),
      ]);
    }
    const own = (await pairs()).filter((text) => text.includes('hub'));
    expect(own.length).toBeLessThanOrEqual(10);
    expect(own[0]).toContain('0.8');
  });

  it('has no more pairs than its limit', async () => {
    resolution = open(reviewingRules, 16);
    for (let index = 0; index < 60; index++) {
      const letter = String.fromCharCode(0x4e00 + index);
      await resolution.submit([record(`a${index}`, `${letter}1`), record(`b${index}`, `${letter}3`)]);
    }
    const { near: count } = await resolution.countReviews();
    expect(count).toBeGreaterThan(8);
    expect(count).toBeLessThanOrEqual(16);
  });

  it('forgets an erased record in every item', async () => {
    await resolution.submit([record('a', 'x1'), record('b', 'x3'), record('c', 'x5')]);
    await resolution.skipReview({ a: 'b', b: 'c', ...steward });
    await resolution.disassemble({ recordIDs: ['b'] });
    expect([...store.items.values()].filter((item) => Object.values(item).includes('b'))).toEqual([]);
    expect([...store.items.values()].filter(({ pk, sk }) => `${pk}${sk}`.match(/[#~]b$/))).toEqual([]);
    expect(await pairs()).toEqual(['a-c 0.6']);
    expect((await resolution.countReviews()).near).toBe(1);
  });
});

describe('skipReview', () => {
  it('takes a pair out until one of its records changes', async () => {
    await resolution.submit([record('a', 'x1'), record('b', 'x3')]);
    expect(await resolution.skipReview({ a: 'b', b: 'a', ...steward })).toBe(true);
    expect(await pairs()).toEqual([]);
    expect((await resolution.countReviews()).near).toBe(0);
    expect(await resolution.skipReview({ a: 'a', b: 'b', ...steward })).toBe(false);

    await resolution.submit([record('a', 'x1')]);
    await resolution.sweep();
    expect(await pairs()).toEqual([]);
    await resolution.submit([record('a', 'x0')]);
    expect(await pairs()).toEqual(['a-b 0.7']);
  });

  it('does nothing to a pair that is not in the queue, and asks for a user', async () => {
    expect(await resolution.skipReview({ a: 'a', b: 'b', ...steward })).toBe(false);
    await expect(resolution.skipReview({ a: 'a', b: 'b', user: ' ', client: '' })).rejects.toMatchObject({
      code: 'DECISION_INVALID',
    });
  });
});
