import { beforeEach, describe, expect, it } from '@jest/globals';
import type { Resolution } from '../../../../../../src/entities/operations.ts';
import { createResolution } from '../../../../../../src/entities/operations.ts';
import { replaceFound } from '../../../../../../src/entities/people/reviews/found-reviews.ts';
import { HELD_FOR, MOST_HELD, type Review } from '../../../../../../src/entities/people/types.ts';
import { RetryableError } from '../../../../../../src/errors.ts';
import type { Store, Write } from '../../../../../../src/store/port.ts';
import { atOnce } from '../../../../../setup/at-once.ts';
import { interrupted } from '../../../../../setup/interrupted-store.ts';
import { MemoryStore } from '../../../../../setup/memory-store.ts';
import { reviewingRules } from '../../../../../setup/toy-rules.ts';

let store: MemoryStore;
let resolution: Resolution;
let time: number;
const open = (on: Store = store) => createResolution({ store: on, rules: reviewingRules, now: () => time, ...atOnce });

/** So many pairs, each of two records of their own. The first ones are the best. */
async function submitPairs(count: number): Promise<void> {
  for (let pair = 0; pair < count; pair++) {
    const [x, y] = [pair * 1_000, pair * 1_000 + (pair < count / 2 ? 2 : 4)];
    await resolution.submit([
      { id: `a${pair}`, near: [`x${x}`] },
      { id: `b${pair}`, near: [`x${y}`] },
    ]);
  }
}
beforeEach(() => {
  store = new MemoryStore();
  time = 1_700_000_000_000;
  resolution = open();
});

const take = (user: string, first: number, on = resolution) => on.takeReviews({ user, first });
const idsOf = (reviews: readonly Review[]) => reviews.map(({ id }) => id);
const mine = async (user: string) => idsOf((await resolution.reviews({ first: 100, assigned: { to: user } })).reviews);
const free = async () => idsOf((await resolution.reviews({ first: 100, assigned: 'free' })).reviews);
const all = async () => (await resolution.reviews({ first: 100 })).reviews;
const stored = () => JSON.stringify([...store.items.values()]);

describe('assigned reviews', () => {
  it('are the best free ones, and the same when the request is repeated', async () => {
    await submitPairs(6);
    const queue = idsOf(await all());

    const taken = await take('Ada', 2);
    expect(idsOf(taken)).toEqual(queue.slice(0, 2));
    expect(taken[0]!.assigned).toEqual({ user: 'Ada', until: time + HELD_FOR });
    time += 60_000;
    const again = await take('Ada', 2);
    expect(idsOf(again)).toEqual(idsOf(taken));
    expect(again[0]!.assigned!.until).toBe(time + HELD_FOR);

    expect(idsOf(await take('Grace', 3))).toEqual(queue.slice(2, 5));
    expect(idsOf(await take('Ada', 9))).toEqual([...queue.slice(0, 2), queue[5]]);
    expect(await free()).toEqual([]);
    expect(await mine('Grace')).toEqual(queue.slice(2, 5));
    expect(await resolution.countAssigned('Grace')).toEqual({ assigned: 6, mine: 3 });
    const users = (await all()).map(({ assigned }) => assigned?.user);
    expect(users).toEqual(['Ada', 'Ada', 'Grace', 'Grace', 'Grace', 'Ada']);
  });

  it('never go to two persons who take at the same moment', async () => {
    await submitPairs(12);
    const persons = ['Ada', 'Grace', 'Hedy', 'Emmy'];
    const taken = await Promise.all(persons.map((person) => take(person, 3, open())));
    expect(taken.map((reviews) => reviews.length)).toEqual([3, 3, 3, 3]);
    expect(new Set(taken.flatMap(idsOf)).size).toBe(12);
    for (const [index, person] of persons.entries()) expect(await mine(person)).toEqual(idsOf(taken[index]!));
  });

  it('are handed out once to a person who asks twice at the same moment', async () => {
    await submitPairs(6);
    const [once, twice] = await Promise.all([take('Ada', 2, open()), take('Ada', 2, open())]);
    expect(idsOf(twice)).toEqual(idsOf(once));
    expect(await mine('Ada')).toHaveLength(2);
  });

  it('go on after a process that died between the holding and the reviews', async () => {
    await submitPairs(6);
    const dying = interrupted(store, (verb, writes) => {
      if (verb === 'write' && (writes as Write[]).some((write) => 'update' in write)) throw new RetryableError('gone');
    });
    await expect(take('Ada', 2, open(dying))).rejects.toThrow('gone');
    expect(await mine('Ada')).toEqual([]);
    const queue = idsOf(await all());
    expect(idsOf(await take('Grace', 1))).toEqual(queue.slice(0, 1));
    expect(idsOf(await take('Ada', 2))).toEqual(queue.slice(1, 3));
  });

  it('end by themselves, and no name is left', async () => {
    await submitPairs(2);
    await take('Ada Lovelace', 2);
    time += HELD_FOR - 1;
    expect(await mine('Ada Lovelace')).toHaveLength(2);
    expect(await take('Grace', 2)).toEqual([]);

    time += 1;
    expect(await mine('Ada Lovelace')).toEqual([]);
    expect(await free()).toHaveLength(2);
    expect((await all()).map(({ assigned }) => assigned)).toEqual([undefined, undefined]);
    expect(await resolution.countAssigned('Ada Lovelace')).toEqual({ assigned: 0, mine: 0 });
    expect(stored()).not.toContain('Ada Lovelace');
    expect(await take('Grace', 2)).toHaveLength(2);
  });

  it('are forgotten by the sweeper once they have ended', async () => {
    await submitPairs(3);
    const [erased] = await take('Ada Lovelace', 2);
    await resolution.disassemble({ recordIDs: ['a' in erased! ? erased.a.id : ''], edges: [] });
    time += HELD_FOR / 2;
    await take('Grace', 1);
    time += HELD_FOR / 2;
    await resolution.sweep();
    expect(stored()).not.toContain('Ada Lovelace');
    expect(stored()).not.toContain(erased!.position);
    expect(await mine('Grace')).toHaveLength(1);
    time += HELD_FOR / 2;
    await resolution.sweep();
    expect(stored()).not.toContain('Grace');
    expect([...store.items.values()].filter(({ pk }) => pk === 'Y@')).toEqual([]);
  });

  it('leave no name where the person takes others after the hour', async () => {
    await submitPairs(2);
    await take('Ada', 2);
    time += HELD_FOR;
    expect(await resolution.takeReviews({ user: 'Ada', first: 1, kinds: ['bridge'] })).toEqual([]);
    expect(stored()).not.toContain('"Ada"');
  });

  it('are released by the person who holds them, and by no other', async () => {
    await submitPairs(4);
    const [first, second] = idsOf(await take('Ada', 2)) as [string, string];
    const [other] = idsOf(await take('Grace', 1)) as [string];

    expect(await resolution.releaseReviews({ user: 'Ada', ids: [first, other] })).toEqual([first]);
    expect(await resolution.releaseReviews({ user: 'Ada', ids: [first] })).toEqual([]);
    expect(await mine('Ada')).toEqual([second]);
    expect(await mine('Grace')).toEqual([other]);
    expect(await resolution.releaseReviews({ user: 'Ada', ids: undefined })).toEqual([second]);
    expect(await resolution.releaseReviews({ user: 'Ada', ids: undefined })).toEqual([]);
    expect(stored()).not.toContain('"Ada"');
    await expect(resolution.releaseReviews({ user: 'Ada', ids: ['x'] })).rejects.toMatchObject({
      code: 'REVIEW_INVALID',
      message: '"x" is no id of a review',
    });
  });

  it('go with their pair, and a person who takes again gets others', async () => {
    await submitPairs(4);
    const [first] = await take('Ada', 2);
    const [a, b] = 'a' in first! ? [first.a.id, first.b.id] : ['', ''];
    // Another person may decide all the same.
    await resolution.link({ a, b, user: 'Grace', client: '', reason: 'seen on paper' });
    expect(await mine('Ada')).toHaveLength(1);
    expect(await take('Ada', 2)).toHaveLength(2);
    expect(await mine('Ada')).not.toContain(first!.id);

    const [second] = await take('Ada', 2);
    const erased = 'a' in second! ? second.a.id : '';
    await resolution.disassemble({ recordIDs: [erased], edges: [] });
    expect(await mine('Ada')).not.toContain(second!.id);
  });

  it('are free again when a record of the pair changes', async () => {
    await submitPairs(1);
    await take('Ada', 1);
    await resolution.submit([{ id: 'b0', near: ['x3'] }]);
    expect(await mine('Ada')).toEqual([]);
    expect(await free()).toHaveLength(1);
  });

  it('are at most a hundred of a person', async () => {
    await submitPairs(MOST_HELD + 2);
    expect(await take('Ada', MOST_HELD)).toHaveLength(MOST_HELD);
    expect(await free()).toHaveLength(2);
    // A request for what the person holds already is none for more.
    expect(await take('Ada', 50)).toHaveLength(100);
    await expect(resolution.takeReviews({ user: 'Ada', first: 1, kinds: ['growth'] })).rejects.toMatchObject({
      code: 'TOO_MANY_REVIEWS',
      message: '"Ada" holds 100 reviews, and with 1 more would hold more than 100',
    });
  });

  it('are chosen by kind and score, beside those that the person holds', async () => {
    await submitPairs(4);
    const best = (await all()).filter((review) => 'score' in review && review.score >= 0.8);
    expect(idsOf(await resolution.takeReviews({ user: 'Ada', first: 4, minScore: 0.8 }))).toEqual(idsOf(best));
    expect(await resolution.takeReviews({ user: 'Grace', first: 4, kinds: ['bridge'] })).toEqual([]);
    expect(await take('Ada', 3)).toHaveLength(3);
    const page = await resolution.reviews({ first: 2, assigned: { to: 'Ada' } });
    expect(page.reviews).toHaveLength(2);
    const next = await resolution.reviews({ first: 2, after: page.after!, assigned: { to: 'Ada' } });
    expect(next.reviews).toHaveLength(1);
    expect(next.after).toBeUndefined();
  });

  it('may be finds, which a scan keeps and a skip ends', async () => {
    await submitPairs(1);
    const { id: entityID } = (await resolution.entityByRecord('a0'))!;
    const growth = { kind: 'growth' as const, entityID, records: 1, recordsBefore: 0, version: 0 };
    await replaceFound(store, [growth], time);
    const [find, pair] = await take('Ada', 2);
    expect([find!.kind, pair!.kind]).toEqual(['growth', 'near']);
    expect(await free()).toEqual([]);

    await replaceFound(store, [growth], time + 1);
    expect(await mine('Ada')).toEqual([find!.id, pair!.id]);
    expect(await resolution.releaseReviews({ user: 'Ada', ids: [find!.id] })).toEqual([find!.id]);
    expect(idsOf(await take('Grace', 1))).toEqual([find!.id]);
    await resolution.skipReview({ user: 'Grace', client: '', id: find!.id });
    expect(await mine('Grace')).toEqual([]);
    expect(stored()).not.toContain('Grace');
  });

  it('refuse a person without a name', async () => {
    const empty = { code: 'DECISION_INVALID', message: 'user is empty' };
    await expect(take('', 1)).rejects.toMatchObject(empty);
    await expect(resolution.releaseReviews({ user: '', ids: undefined })).rejects.toMatchObject(empty);
  });
});
