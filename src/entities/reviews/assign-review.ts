import { RetryableError } from '../../errors.ts';
import { checkAssignee, checkUser } from '../decisions/decision-input.ts';
import { ReviewAssignedError, ReviewNotFoundError, TooManyReviewsError } from '../errors.ts';
import { assignWrite } from '../items/assignment.ts';
import { isFoundPosition, nameOfFound } from '../items/found-review.ts';
import { readReviewEntry, reviewEntryKey } from '../items/review.ts';
import { keyOfReview } from './assigned.ts';
import { readFoundReviews } from './found-reviews.ts';
import {
  idOfPosition,
  openPositions,
  readHoldingOf,
  readHoldingToReplace,
  replaceHolding,
  reviewsAt,
} from './held-reviews.ts';
import type { Reading } from './judge-queued.ts';
import { forgetHeld } from './release-reviews.ts';
import { type AssignRequest, HELD_FOR, MOST_HELD, type Review } from './types.ts';

const MOST_ATTEMPTS = 20;

/**
 * Gives a review that is free, or that the person who asks holds, to a person. The time begins anew.
 *
 * @throws InvalidDecisionError, ReviewNotFoundError, ReviewAssignedError, TooManyReviewsError
 */
export async function assignReview(reading: Reading, request: AssignRequest): Promise<Review> {
  const { user, to } = request;
  checkUser(user);
  checkAssignee(to);
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const assigned = await assignOnce(reading, request);
    if (assigned === undefined) continue;
    if (user !== to) await forgetHeld(reading, user, [assigned.id]);
    await reading.store.durable();
    return assigned;
  }
  throw new RetryableError('other persons take reviews at the same time', { hint: 'Send the same request again.' });
}

/** Undefined if the review, or what the person holds, changed meanwhile. */
async function assignOnce(reading: Reading, request: AssignRequest): Promise<Review | undefined> {
  const { store, now } = reading;
  const { user, to } = request;
  const review = await readNamed(reading, request);
  const { id, position, assigned } = review;
  if (assigned !== undefined && assigned.user !== user && assigned.user !== to) {
    throw new ReviewAssignedError(nameOf(request), assigned.user, assigned.until);
  }
  const holding = await readHoldingToReplace(store, to, now());
  const listed = await reviewsAt(reading, openPositions(holding, now()));
  const kept = listed.filter((one) => one.id !== id && (one.assigned === undefined || one.assigned.user === to));
  if (kept.length >= MOST_HELD) throw new TooManyReviewsError(to, kept.length, 1, MOST_HELD);
  const until = now() + HELD_FOR;
  const positions = [...kept.map((one) => one.position), position];
  if (!(await replaceHolding(store, to, holding, { positions, until }))) return undefined;
  const [outcome] = await store.write([assignWrite(keyOfReview(position), assigned, { user: to, until })]);
  return outcome!.applied ? { ...review, assigned: { user: to, until } } : undefined;
}

/** @throws ReviewNotFoundError */
async function readNamed(reading: Reading, request: AssignRequest): Promise<Review> {
  const position = await positionOf(reading, request);
  const [review] = position === undefined ? [] : await reviewsAt(reading, [position]);
  if (review === undefined) throw new ReviewNotFoundError(nameOf(request));
  return review;
}

async function positionOf({ store, now }: Reading, request: AssignRequest): Promise<string | undefined> {
  if ('a' in request) {
    const [item] = await store.getMany([reviewEntryKey(request.a, request.b)]);
    const entry = item && readReviewEntry(item);
    return entry?.isSkipped === false ? entry.position : undefined;
  }
  const { id, user } = request;
  const held = openPositions(await readHoldingOf(store, user), now()).find((one) => idOfPosition(one) === id);
  if (held !== undefined && !isFoundPosition(held)) return held;
  return (await readFoundReviews(store)).find(({ position }) => nameOfFound(position) === id)?.position;
}

const nameOf = (request: AssignRequest): string =>
  'a' in request
    ? `the pair of ${JSON.stringify(request.a.slice(0, 80))} and ${JSON.stringify(request.b.slice(0, 80))}`
    : `the review ${JSON.stringify(request.id.slice(0, 80))}`;
