import { present } from '../../../assert.ts';
import type { Key, Store } from '../../../store/port.ts';
import {
  type Assignment,
  type Holding,
  holdingKey,
  holdingPartition,
  holdingWrite,
  isFoundPosition,
  nameOfFound,
  pairKey,
  pairOfPosition,
  readHolding,
  readReview,
  type StoredFound,
  type StoredReview,
} from '../../items/reviews.ts';
import type { AssignedCounts, Review, ReviewKind } from '../types.ts';
import { judgeFound, readFoundReviews } from './found-reviews.ts';
import { freeEnded, judgeQueued, type Reading } from './judge-pairs.ts';

/** Holdings that are read together. */
const MOST_HOLDINGS = 1_000;

/** The id of the review at a place. */
export const idOfPosition = (position: string): string =>
  isFoundPosition(position) ? nameOfFound(position) : pairOfPosition(position);

/** Finds come before pairs. */
export const orderOf = (position: string): string => (isFoundPosition(position) ? position : `~${position}`);
export const queueOrder = ({ position }: Review): string => orderOf(position);

/** True for a review of these kinds that has no score, or at least this one. */
export const isWanted = (review: Review, kinds: readonly ReviewKind[], minScore: number): boolean =>
  kinds.includes(review.kind) && (!('score' in review) || review.score >= minScore);

/** The reviews that a person holds, in the order of the queue. Drops those that need no look any more. */
export async function heldReviews(reading: Reading, user: string): Promise<readonly Review[]> {
  const listed = await reviewsAt(reading, openPositions(await readHoldingOf(reading.store, user), reading.now()));
  return listed.filter(({ assigned }) => assigned?.user === user);
}

/** Counts what persons hold: exactly what this one does, and what the holdings of the others list. */
export async function countAssigned({ store, now }: Omit<Reading, 'rules'>, user: string): Promise<AssignedCounts> {
  const time = now();
  const own = holdingKey(user);
  const others = (await readHoldings(store))
    .filter(({ key }) => key.sk !== own.sk)
    .reduce((sum, { holding }) => sum + openPositions(holding, time).length, 0);
  const mine = await storedAt(store, openPositions(await readHoldingOf(store, user), time));
  const count = mine.filter(({ assigned }) => isHeldBy(assigned, user, time)).length;
  return { assigned: others + count, mine: count };
}

/** Forgets what persons held until now: removes the holdings, and the names from the reviews that they list. */
export async function forgetEndedHoldings(store: Store, now: number): Promise<void> {
  for (const { key, holding } of await readHoldings(store)) {
    if (holding.until > now) continue;
    await freeEnded(store, await storedAt(store, holding.positions), now);
    await store.write([holdingWrite(key, holding, { positions: [], until: now })]);
  }
}

async function readHoldings(store: Store): Promise<readonly { readonly key: Key; readonly holding: Holding }[]> {
  const { items } = await store.query(holdingPartition, { limit: MOST_HOLDINGS });
  return items.map((item) => ({ key: { pk: item.pk, sk: item.sk }, holding: readHolding(item) }));
}

export const isHeldBy = (assigned: Assignment | undefined, user: string, now: number): boolean =>
  assigned?.user === user && assigned.until > now;

export async function readHoldingOf(store: Store, user: string): Promise<Holding | undefined> {
  const [item] = await store.getMany([holdingKey(user)]);
  return item && readHolding(item);
}

/** Reads a holding that is about to be replaced. If it has ended, removes the name from the reviews that it lists. */
export async function readHoldingToReplace(store: Store, user: string, now: number): Promise<Holding | undefined> {
  const holding = await readHoldingOf(store, user);
  if (holding !== undefined && holding.until <= now) {
    await freeEnded(store, await storedAt(store, holding.positions), now);
  }
  return holding;
}

/** What a holding lists that has not ended. */
export const openPositions = (holding: Holding | undefined, now: number): readonly string[] =>
  holding === undefined || holding.until <= now ? [] : holding.positions;

/** Replaces what a person may hold. Returns false if it is not as it was read. */
export async function replaceHolding(
  store: Store,
  user: string,
  before: Holding | undefined,
  next: Holding,
): Promise<boolean> {
  if (before === undefined && next.positions.length === 0) return true;
  const [outcome] = await store.write([holdingWrite(holdingKey(user), before, next)]);
  return present(outcome, 'every write has an outcome').applied;
}

/** The reviews that are still in the queue at these places. A find may have got another place. */
export async function storedAt(
  store: Store,
  positions: readonly string[],
): Promise<readonly (StoredReview | StoredFound)[]> {
  const pairs = positions.filter((position) => !isFoundPosition(position));
  const names = new Set(positions.filter(isFoundPosition).map(nameOfFound));
  const [items, found] = await Promise.all([
    store.getMany(pairs.map(pairKey)),
    names.size === 0 ? [] : readFoundReviews(store),
  ]);
  return [
    ...found.filter(({ position }) => names.has(nameOfFound(position))),
    ...items.flatMap((item) => (item === undefined ? [] : [readReview(item)])),
  ];
}

/** The same, as they are now and in the order of the queue. Drops those that need no look any more. */
export async function reviewsAt(reading: Reading, positions: readonly string[]): Promise<readonly Review[]> {
  const stored = await storedAt(reading.store, positions);
  const found = stored.filter((one): one is StoredFound => 'found' in one);
  await freeEnded(reading.store, found, reading.now());
  const [finds, pairs] = await Promise.all([
    judgeFound(reading, found),
    judgeQueued(
      reading,
      stored.filter((one): one is StoredReview => 'a' in one),
    ),
  ]);
  return [...finds, ...pairs].sort((x, y) => (queueOrder(x) < queueOrder(y) ? -1 : 1));
}
