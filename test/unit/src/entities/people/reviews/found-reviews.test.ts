import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../../../../../src/entities/operations.ts';
import { createResolution } from '../../../../../../src/entities/operations.ts';
import type { Review, ReviewKind } from '../../../../../../src/entities/people/types.ts';
import { sharedValueFinds } from '../../../../../../src/entities/statistics/shared-values.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';
import { reviewingRules, toyRules } from '../../../../../setup/toy-rules.ts';

const steward = { user: 'Ada', client: 'review', reason: 'seen on paper' };
const day = 24 * 60 * 60_000;

let store: MemoryStore;
let resolution: Resolution;
/** Goes on from test to test: ids of one process never go back. */
let time = 1_700_000_000_000;
const open = (rules = reviewingRules) =>
  createResolution({ store, table: store, rules, updateRecords: true, now: () => time, pause: async () => undefined });
beforeEach(() => {
  store = new MemoryStore();
  resolution = open();
});

/** Has everything counted, a day later. */
const scan = async () => {
  time += day;
  await resolution.refreshStatistics();
  while (await resolution.workOnStatistics(1_000));
};
const list = async (...kinds: ReviewKind[]): Promise<readonly Review[]> =>
  (await resolution.reviews({ first: 100, ...(kinds.length === 0 ? {} : { kinds }) })).reviews;
const textOf = (review: Review): string => {
  if (review.kind === 'growth') return `growth ${review.recordsBefore} ${review.records}`;
  if (review.kind === 'value') return `value ${review.resolverID} ${review.value} ${review.entities}`;
  return `${review.kind} ${review.a.id}-${review.b.id} ${review.score}`;
};
const texts = async (...kinds: ReviewKind[]) => (await list(...kinds)).map(textOf);

/** Records that share a value, of which the first also has a near value. */
const clique = (name: string, size: number, near: string) =>
  Array.from({ length: size }, (_, index) => ({
    id: `${name}${index}`,
    exact: [name],
    ...(index === 0 ? { near: [near] } : {}),
  }));
/** Two parts of an entity that one link holds together. */
const dumbbell = (name: string, near = 'x') => [
  ...clique(`${name}l`, 3, `${near}1`),
  ...clique(`${name}r`, 3, `${near}2`),
];

describe('a weak bridge', () => {
  beforeEach(async () => {
    await resolution.submit([...dumbbell('a'), ...clique('solid', 4, 'y1')]);
    await scan();
  });

  it('is the pair of records whose link alone holds two parts together', async () => {
    const [bridge] = await list('bridge');

    expect(await texts()).toEqual(['bridge al0-ar0 0.5']);
    expect(bridge).toMatchObject({ ruleIDs: ['NEAR'], foundAt: time });
    const entityID = (await resolution.entityByRecord('al0'))!.id;
    expect(bridge).toMatchObject({ a: { entityID }, b: { entityID } });
    expect(await resolution.countReviews()).toEqual({ near: 0, bridge: 1, growth: 0, value: 0 });
  });

  it('is gone when a person separates the two, and when a person links them', async () => {
    await resolution.submit(dumbbell('b', 'z'));
    await scan();
    expect(await texts('bridge')).toEqual(['bridge al0-ar0 0.5', 'bridge bl0-br0 0.5']);

    await resolution.separate({ a: 'al0', b: 'ar0', ...steward });
    await resolution.link({ a: 'bl0', b: 'br0', ...steward });

    expect(await texts('bridge')).toEqual([]);
    expect((await resolution.countReviews()).bridge).toBe(0);
    await scan();
    expect(await texts('bridge')).toEqual([]);
  });

  it('is gone when another link joins the two parts, and when the entity becomes another', async () => {
    await resolution.submit([{ id: 'more', exact: ['al', 'ar'] }]);
    expect(await texts('bridge')).toEqual([]);

    await resolution.submit(dumbbell('c', 'w'));
    await scan();
    expect(await texts('bridge')).toHaveLength(1);
    await resolution.disassemble({ recordIDs: dumbbell('c').map(({ id }) => id) });
    expect(await texts('bridge')).toEqual([]);
    expect([...store.items.values()].filter(({ pk }) => pk === 'Y!')).toEqual([]);
  });

  it('is skipped over scans, until one of its records changes', async () => {
    const [bridge] = await list('bridge');
    expect(await resolution.skipReview({ id: bridge!.id, ...steward })).toBe(true);
    expect(await resolution.skipReview({ id: bridge!.id, ...steward })).toBe(false);
    expect(await texts('bridge')).toEqual([]);
    await scan();
    expect(await texts('bridge')).toEqual([]);

    await resolution.submit([{ id: 'ar0', exact: ['ar'], near: ['x0'] }]);
    expect(await texts('bridge')).toEqual(['bridge al0-ar0 0.5']);
  });

  it('names records in answers only, so that an erased one is nowhere', async () => {
    const stored = JSON.stringify([...store.items.values()].filter(({ pk }) => pk === 'Y!' || pk === 'Z#'));

    expect(stored).not.toMatch(/al0|ar0/);
  });
});

describe('an entity that grew', () => {
  it('has twice the records that it had before the scan before, and five more at least', async () => {
    await resolution.submit([...clique('a', 3, 'x1'), ...clique('b', 10, 'y1'), ...clique('c', 2, 'z1')]);
    await scan();
    expect(await texts('growth')).toEqual([]);
    const more = (name: string, count: number) =>
      Array.from({ length: count }, (_, index) => ({ id: `${name}-${index}`, exact: [name] }));
    time += 1;
    await resolution.submit([...more('a', 6), ...more('b', 6), ...more('c', 3), ...more('new', 9)]);
    await scan();

    expect(await texts('growth')).toEqual(['growth 3 9']);
    await scan();
    expect(await texts('growth')).toEqual([]);
  });

  it('is gone when a record left it, when it merged, and when it was skipped', async () => {
    for (const change of ['erase', 'merge', 'skip'] as const) {
      store = new MemoryStore();
      resolution = open();
      await resolution.submit([{ id: 'old', exact: ['older'] }]);
      time += 1;
      await resolution.submit(clique('a', 2, 'x1'));
      await scan();
      time += 1;
      await resolution.submit(Array.from({ length: 6 }, (_, index) => ({ id: `n${index}`, exact: ['a'] })));
      await scan();
      const [grown] = await list('growth');
      expect(textOf(grown!)).toBe('growth 2 8');

      if (change === 'erase') await resolution.disassemble({ recordIDs: ['n1'] });
      if (change === 'merge') await resolution.link({ a: 'old', b: 'a1', ...steward });
      if (change === 'skip') expect(await resolution.skipReview({ id: grown!.id, ...steward })).toBe(true);

      expect([change, await texts('growth')]).toEqual([change, []]);
    }
  });
});

describe('a frequent value', () => {
  it('is one that many entities share where most values are of one record', () => {
    const frequent = (value: string, atLeast: number) => ({ value, atLeast, atMost: atLeast + 1 });
    const finds = sharedValueFinds(
      [
        { resolverID: 'city', records: 1_000, distinct: 499, frequent: [frequent('London', 300)] },
        { resolverID: 'email', records: 1_000, distinct: 500, frequent: [frequent('none@x', 40), frequent('a@x', 20)] },
        { resolverID: 'phone', records: 100, distinct: 80, frequent: [frequent('0000', 50)] },
      ],
      'rules',
    );

    expect(finds.map((find) => (find.kind === 'value' ? [find.resolverID, find.value, find.entities] : []))).toEqual([
      ['phone', '0000', 50],
      ['email', 'none@x', 40],
      ['email', 'a@x', 20],
    ]);
  });

  it('is found by the scan, stays skipped, and is gone under other rules', async () => {
    // An over-frequent value links no records: here each of these has a value of its own that keeps it apart.
    const rules = { ...toyRules, indexKeys: () => [], links: () => [] };
    resolution = open(rules);
    const records = Array.from({ length: 60 }, (_, index) => ({
      id: `r${index}`,
      exact: index < 25 ? ['none'] : [`v${index}`],
    }));
    await resolution.submit(records);
    await scan();

    expect(await texts('value')).toEqual(['value exact none 25']);
    const [value] = await list('value');
    expect(await open({ ...rules, fingerprint: 'other' }).skipReview({ id: value!.id, ...steward })).toBe(false);
    expect(await resolution.skipReview({ id: value!.id, ...steward })).toBe(true);
    await scan();
    expect(await texts('value')).toEqual([]);
  });
});

describe('the whole queue', () => {
  it('lists at most 100 finds of each kind, then pairs, page by page, each once', async () => {
    const letters = [...'abcdefghijklmnopqrstuvw'];
    const bridges = letters.flatMap((letter) =>
      Array.from({ length: 5 }, (_, index) => [
        ...clique(`${letter}${index}l`, 2, `${letter}${index * 20 + 1}`),
        ...clique(`${letter}${index}r`, 2, `${letter}${index * 20 + 2}`),
      ]).flat(),
    );
    for (let start = 0; start < bridges.length; start += 100)
      await resolution.submit(bridges.slice(start, start + 100));
    await resolution.submit([
      { id: 'p', near: ['x1'] },
      { id: 'q', near: ['x4'] },
      { id: 'r', near: ['x7'] },
    ]);
    await scan();
    const read: string[] = [];
    for (let after: string | undefined, page = 0; page === 0 || after !== undefined; page++) {
      const { reviews, after: next } = await resolution.reviews({ first: 7, after });
      expect(reviews.length).toBeLessThanOrEqual(7);
      read.push(...reviews.map(({ id }) => id));
      after = next;
    }

    expect((await resolution.countReviews()).bridge).toBe(100);
    expect(read).toHaveLength(102);
    expect(new Set(read).size).toBe(102);
    expect(await texts('near')).toEqual(['near p-q 0.7', 'near q-r 0.7']);
    const others = await resolution.reviews({ first: 5, kinds: ['growth', 'value'] });
    expect(others).toEqual({ reviews: [], after: undefined });
    const good = await resolution.reviews({ first: 100, kinds: ['bridge', 'near'], minScore: 0.6 });
    expect(good.reviews).toHaveLength(2);
  });

  it('says that a review that is not there cannot be skipped', async () => {
    expect(await resolution.skipReview({ id: 'b.nothing', ...steward })).toBe(false);
  });
});
