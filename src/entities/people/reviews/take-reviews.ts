import { present } from '../../../assert.ts';
import { RetryableError } from '../../../errors.ts';
import { InvalidReviewError, TooManyReviewsError } from '../../errors.ts';
import { assignWrite, freeWrite } from '../../items/reviews.ts';
import { checkUser } from '../decisions/decisions.ts';
import { HELD_FOR, MOST_HELD, type ReleaseRequest, type Review, reviewKinds, type TakeRequest } from '../types.ts';
import {
  idOfPosition,
  isHeldBy,
  isWanted,
  openPositions,
  queueOrder,
  readHoldingOf,
  readHoldingToReplace,
  replaceHolding,
  reviewsAt,
  storedAt,
} from './held-reviews.ts';
import { keyOfReview, type Reading, type StoredAssignment } from './judge-pairs.ts';
import { listReviews } from './list-reviews.ts';

/** Each attempt that is in vain means that another person took a review. */
const MOST_ATTEMPTS = 20;
/** Pages of free reviews that one request looks through. */
const MOST_PAGES = 5;

/**
 * Gives a person the best free reviews, so that the person holds as many as asked for, and prolongs the time of all that the
 * person holds. Returns all of them, in the order of the queue. So a repetition hands out the same ones.
 *
 * The holding is written first. Then each review is assigned only if it is as it was read. A review that another person took
 * meanwhile is replaced by another one.
 *
 * @throws InvalidDecisionError, TooManyReviewsError
 */
export async function takeReviews(reading: Reading, request: TakeRequest): Promise<readonly Review[]> {
  const { user, first, kinds = reviewKinds, minScore = 0 } = request;
  const { store, now } = reading;
  checkUser(user);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const holding = await readHoldingToReplace(store, user, now());
    const listed = await reviewsAt(reading, openPositions(holding, now()));
    const kept = listed.filter(({ assigned }) => assigned === undefined || assigned.user === user);
    const missing = Math.max(0, first - kept.filter((review) => isWanted(review, kinds, minScore)).length);
    if (missing > 0 && kept.length + missing > MOST_HELD) {
      throw new TooManyReviewsError(user, kept.length, missing, MOST_HELD);
    }
    const chosen = [...kept, ...(await findFree(reading, request, missing, kept))];
    const until = now() + HELD_FOR;
    const positions = chosen.map(({ position }) => position);
    if (!(await replaceHolding(store, user, holding, { positions, until }))) continue;
    if (!(await assignAll(reading, chosen, user, until))) continue;
    await store.durable();
    const mine = { user, until };
    return chosen.map((review) => ({ ...review, assigned: mine })).sort(byOrder);
  }
  throw new RetryableError('other persons take reviews at the same time', { hint: 'Send the same request again.' });
}

const byOrder = (x: Review, y: Review): number => (queueOrder(x) < queueOrder(y) ? -1 : 1);

/** The best reviews that no person works on, without some. */
async function findFree(
  reading: Reading,
  { kinds, minScore }: TakeRequest,
  missing: number,
  without: readonly Review[],
): Promise<readonly Review[]> {
  const known = new Set(without.map(({ id }) => id));
  const found: Review[] = [];
  let after: string | undefined;
  for (let page = 0; page < MOST_PAGES && found.length < missing; page++) {
    const first = missing - found.length;
    const { reviews, after: next } = await listReviews(reading, { first, after, kinds, minScore, assigned: 'free' });
    found.push(...reviews.filter(({ id }) => !known.has(id)));
    if (next === undefined) break;
    after = next;
  }
  return found;
}

/** Returns false if another person took one of them, or it left the queue. */
async function assignAll(
  { store }: Reading,
  reviews: readonly Review[],
  user: string,
  until: number,
): Promise<boolean> {
  if (reviews.length === 0) return true;
  const outcomes = await store.write(
    reviews.map(({ position, assigned }) => assignWrite(keyOfReview(position), assigned, { user, until })),
  );
  return outcomes.every(({ applied }) => applied);
}

const reviewID = /^([bgv]\.)?[\w-]{22}$/;

/**
 * Gives reviews back that a person holds. Returns the ids of those that the person held and holds no more; others stay as they
 * are.
 *
 * @throws InvalidDecisionError, InvalidReviewError
 */
export async function releaseReviews(
  { store, now }: Omit<Reading, 'rules'>,
  { user, ids }: ReleaseRequest,
): Promise<readonly string[]> {
  checkUser(user);
  for (const id of ids ?? []) checkID(id);
  const isNamed = (position: string) => ids === undefined || ids.includes(idOfPosition(position));
  const stored = await storedAt(store, openPositions(await readHoldingOf(store, user), now()).filter(isNamed));
  const held = stored.flatMap(({ position, assigned }) =>
    assigned !== undefined && isHeldBy(assigned, user, now()) ? [{ position, assigned }] : [],
  );
  if (held.length === 0) return [];
  const outcomes = await store.write(held.map(({ position, assigned }) => freeWrite(keyOfReview(position), assigned)));
  const isFree = (_: unknown, index: number) => present(outcomes[index], 'every write has an outcome').applied;
  const released = held.filter(isFree).map(({ position }) => idOfPosition(position));
  await forgetHeld({ store, now }, user, released);
  await store.durable();
  return released;
}

/** Removes reviews from what a person may hold, but for those that the person has taken again. */
async function forgetHeld({ store, now }: Omit<Reading, 'rules'>, user: string, ids: readonly string[]): Promise<void> {
  for (;;) {
    const holding = await readHoldingOf(store, user);
    const positions = openPositions(holding, now());
    const stored = await storedAt(store, positions);
    const held = new Set(stored.filter(({ assigned }) => isHeldBy(assigned, user, now())).map(idOf));
    const left = positions.filter(
      (position) => !ids.includes(idOfPosition(position)) || held.has(idOfPosition(position)),
    );
    if (holding === undefined || left.length === positions.length) return;
    if (await replaceHolding(store, user, holding, { ...holding, positions: left })) return;
  }
}

const idOf = ({ position }: StoredAssignment): string => idOfPosition(position);

/** @throws InvalidReviewError */
function checkID(id: string): void {
  if (reviewID.test(id)) return;
  throw new InvalidReviewError(`${JSON.stringify(id.slice(0, 80))} is no id of a review`, {
    hint: 'Take ids from `reviews` or from the answer of `takeReviews`.',
  });
}
