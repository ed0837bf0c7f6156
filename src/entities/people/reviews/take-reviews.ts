import { RetryableError } from '../../../errors.ts';
import { TooManyReviewsError } from '../../errors.ts';
import { assignWrite } from '../../items/reviews.ts';
import { checkUser } from '../decisions/decision-input.ts';
import { keyOfReview } from './assigned.ts';
import {
  isWanted,
  openPositions,
  queueOrder,
  readHoldingToReplace,
  replaceHolding,
  reviewsAt,
} from './held-reviews.ts';
import type { Reading } from './judge-queued.ts';
import { listReviews } from './list-reviews.ts';
import { HELD_FOR, MOST_HELD, type Review, reviewKinds, type TakeRequest } from './types.ts';

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
