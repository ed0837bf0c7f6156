import { queryMany, type Store } from '../../../store/port.ts';
import { InvalidReviewError } from '../../errors.ts';
import {
  isFoundPosition,
  isReviewPosition,
  positionBehind,
  readReview,
  readReviewCount,
  readReviewEntry,
  reviewCountKeys,
  reviewEntryKey,
  reviewPartitions,
  type StoredFound,
  type StoredReview,
  skipWrites,
} from '../../items/reviews.ts';
import { checkUser } from '../decisions/decisions.ts';
import {
  type Review,
  type ReviewCounts,
  type ReviewedPair,
  type ReviewList,
  type ReviewListRequest,
  reviewKinds,
  type SkipRequest,
} from '../types.ts';
import { judgeFound, readFoundReviews, skipFound } from './found-reviews.ts';
import { heldReviews, isWanted, orderOf, queueOrder } from './held-reviews.ts';
import { currentAssignment, freeEnded, judgeQueued, type Reading } from './judge-pairs.ts';

/** Reads of the queue for one page: more of it may have to be dropped than a request has time for. */
const MOST_ROUNDS = 5;
/** Pairs of a shard that are read at once to find free ones: those that persons hold are among the best. */
const FREE_READ = 50;

/**
 * A page of what deserves a look: first what the scan of the statistics found, then the pairs of the queue, best first. What
 * needs no look any more is dropped on the way. A page may have fewer reviews than `first` and be followed by others.
 *
 * @throws InvalidReviewError if `after` is no position in the queue
 */
export async function listReviews(reading: Reading, request: ReviewListRequest): Promise<ReviewList> {
  const { first, after, kinds = reviewKinds } = request;
  checkPosition(after);
  if (typeof request.assigned === 'object') return listHeld(reading, request, request.assigned.to);
  const isBehindFound = after !== undefined && isReviewPosition(after);
  const found = isBehindFound ? { reviews: [], after: undefined } : await listFound(reading, request);
  const hasRoom = found.after === undefined && found.reviews.length < first;
  if (!kinds.includes('near') || !hasRoom) {
    // Behind the last find, the pairs of the queue begin.
    return found;
  }
  const near = await listPairs(reading, {
    ...request,
    first: first - found.reviews.length,
    after: isBehindFound ? after : undefined,
  });
  return { reviews: [...found.reviews, ...near.reviews], after: near.after };
}

function checkPosition(after: string | undefined): void {
  if (after !== undefined && !isReviewPosition(after) && !isFoundPosition(after)) {
    throw new InvalidReviewError(
      `after is ${JSON.stringify(after.slice(0, 80))}, which is no place in the review queue`,
      {
        hint: 'Pass the `after` of the page before unchanged, or leave it out to begin with the best pair.',
      },
    );
  }
}

/** The next finds of the wanted kinds. Has a place to go on while there are more, or where the page is full. */
async function listFound(
  reading: Reading,
  { first, after = '', kinds = reviewKinds, minScore = 0, assigned }: ReviewListRequest,
): Promise<ReviewList> {
  if (!kinds.some((kind) => kind !== 'near')) return { reviews: [], after: undefined };
  const now = reading.now();
  const stored = await readFoundReviews(reading.store);
  await freeEnded(reading.store, stored, now);
  const isOpen = (one: StoredFound) => assigned !== 'free' || currentAssignment(one.assigned, now) === undefined;
  const wanted = stored.filter((one) => one.position > after && kinds.includes(one.found.kind) && isOpen(one));
  const reviews: Review[] = [];
  let at = 0;
  while (at < wanted.length && reviews.length < first) {
    const some = wanted.slice(at, at + first - reviews.length);
    at += some.length;
    const judged = await judgeFound(reading, some);
    reviews.push(...judged.filter((review) => !('score' in review) || review.score >= minScore));
  }
  const goesOn = at < wanted.length || (reviews.length === first && kinds.includes('near'));
  return { reviews, after: goesOn ? wanted[at - 1]!.position : undefined };
}

/**
 * The next pairs of the queue, best first. Drops those of which a record was erased, that are in one entity, that something
 * keeps apart, or that no review rule holds for.
 */
async function listPairs(
  reading: Reading,
  { first, after, minScore, assigned }: ReviewListRequest,
): Promise<ReviewList> {
  const now = reading.now();
  const isFree = (review: StoredReview) => currentAssignment(review.assigned, now) === undefined;
  const end = minScore === undefined ? undefined : positionBehind(minScore);
  const reviews: ReviewedPair[] = [];
  let position = after;
  for (let round = 0; round < MOST_ROUNDS && reviews.length < first; round++) {
    const read = await readQueue(
      reading.store,
      position,
      first - reviews.length,
      assigned === 'free' ? isFree : undefined,
    );
    const wanted = end === undefined ? read.reviews : read.reviews.filter((review) => review.position < end);
    reviews.push(...(await judgeQueued(reading, wanted)));
    if (!read.goesOn || wanted.length < read.reviews.length) return { reviews, after: undefined };
    position = read.position ?? position;
  }
  return { reviews, after: position };
}

/** What a person holds, in the order of the queue. */
async function listHeld(
  reading: Reading,
  { first, after, kinds = reviewKinds, minScore = 0 }: ReviewListRequest,
  user: string,
): Promise<ReviewList> {
  const held = await heldReviews(reading, user);
  const wanted = held.filter(
    (review) => isWanted(review, kinds, minScore) && (after === undefined || queueOrder(review) > orderOf(after)),
  );
  const reviews = wanted.slice(0, first);
  return { reviews, after: wanted.length > first ? reviews.at(-1)!.position : undefined };
}

/** Makes 16 short reads, and one of what the scan found. */
export async function countReviews({ store }: Pick<Reading, 'store'>): Promise<ReviewCounts> {
  const [items, found] = await Promise.all([
    store.getMany(reviewCountKeys, { consistent: false }),
    readFoundReviews(store),
  ]);
  const counts = { near: 0, bridge: 0, growth: 0, value: 0 };
  for (const item of items) counts.near += readReviewCount(item);
  for (const { found: one, skipped } of found) if (skipped === undefined) counts[one.kind] += 1;
  return counts;
}

interface QueuePage {
  readonly reviews: readonly StoredReview[];
  /** Where the next page begins; undefined if this one moved nowhere. */
  readonly position: string | undefined;
  readonly goesOn: boolean;
}

/**
 * The next pairs of all shards, in their order.
 *
 * @param isListed tells which pairs the page has; all when undefined
 */
async function readQueue(
  store: Store,
  after: string | undefined,
  limit: number,
  isListed: ((review: StoredReview) => boolean) | undefined,
): Promise<QueuePage> {
  const shardLimit = isListed === undefined ? limit : Math.max(limit, FREE_READ);
  const pages = await queryMany(store, reviewPartitions, { limit: shardLimit, after });
  // Behind the last item of a shard that goes on, the other shards may have more than this shard shows.
  const bounds = pages.flatMap(({ next }) => (next === undefined ? [] : [next]));
  const bound = bounds.sort()[0];
  const found = pages
    .flatMap(({ items }) => items.map(readReview))
    .filter((review) => (bound === undefined || review.position <= bound) && isListed?.(review) !== false)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const reviews = found.slice(0, limit);
  const isCut = found.length > reviews.length;
  return {
    reviews,
    position: isCut || bound === undefined ? reviews.at(-1)?.position : bound,
    goesOn: isCut || bound !== undefined,
  };
}

/**
 * Takes a pair out of the review queue until the content of one of its records changes, or a find of the statistics until it
 * is about something else. Returns false if it is not in the queue.
 *
 * @throws InvalidDecisionError
 */
export async function skipReview(reading: Reading, request: SkipRequest): Promise<boolean> {
  const { user } = request;
  checkUser(user);
  if ('id' in request) return skipFound(reading, request.id);
  const { store } = reading;
  const { a, b } = request;
  for (;;) {
    const [item] = await store.getMany([reviewEntryKey(a, b)]);
    const entry = item === undefined ? undefined : readReviewEntry(item);
    if (entry === undefined || entry.isSkipped) return false;
    const { applied } = await store.transact(skipWrites(entry, user));
    if (!applied) continue;
    await store.durable();
    return true;
  }
}
