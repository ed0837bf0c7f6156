import type { CompiledRuleConfig } from '../../rules/types.ts';
import { queryMany, type Store } from '../../store/port.ts';
import { InvalidReviewError } from '../errors.ts';
import { findSets } from '../forest/find.ts';
import { isFoundPosition } from '../items/found-review.ts';
import { readRecord, recordKey } from '../items/record.ts';
import {
  dropWrites,
  isReviewPosition,
  pairOfPosition,
  positionBehind,
  readReview,
  readReviewCount,
  reviewCountKeys,
  reviewPartitions,
  type StoredReview,
} from '../items/review.ts';
import { judgeFound, readFoundReviews } from './found-reviews.ts';
import { judgePair } from './judge-pair.ts';
import {
  type Review,
  type ReviewCounts,
  type ReviewedPair,
  type ReviewList,
  type ReviewListRequest,
  reviewKinds,
} from './types.ts';

/** Reads of the queue for one page: more of it may have to be dropped than a request has time for. */
const MOST_ROUNDS = 5;

interface Reading {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
}

/**
 * A page of what deserves a look: first what the scan of the statistics found, then the pairs of the queue, best first. What
 * needs no look any more is dropped on the way. A page may have fewer reviews than `first` and be followed by others.
 *
 * @throws InvalidReviewError if `after` is no position in the queue
 */
export async function listReviews(reading: Reading, request: ReviewListRequest): Promise<ReviewList> {
  const { first, after, kinds = reviewKinds } = request;
  checkPosition(after);
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
  { first, after = '', kinds = reviewKinds, minScore = 0 }: ReviewListRequest,
): Promise<ReviewList> {
  if (!kinds.some((kind) => kind !== 'near')) return { reviews: [], after: undefined };
  const stored = await readFoundReviews(reading.store);
  const wanted = stored.filter(({ position, found }) => position > after && kinds.includes(found.kind));
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
  { store, rules }: Reading,
  { first, after, minScore }: ReviewListRequest,
): Promise<ReviewList> {
  const end = minScore === undefined ? undefined : positionBehind(minScore);
  const reviews: ReviewedPair[] = [];
  let position = after;
  for (let round = 0; round < MOST_ROUNDS && reviews.length < first; round++) {
    const read = await readQueue(store, position, first - reviews.length);
    const wanted = end === undefined ? read.reviews : read.reviews.filter((review) => review.position < end);
    reviews.push(...(await judged({ store, rules }, wanted)));
    if (!read.goesOn || wanted.length < read.reviews.length) return { reviews, after: undefined };
    position = read.position ?? position;
  }
  return { reviews, after: position };
}

/** Makes 16 short reads, and one of what the scan found. */
export async function countReviews(store: Store): Promise<ReviewCounts> {
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

/** The next pairs of all shards, in their order. */
async function readQueue(store: Store, after: string | undefined, limit: number): Promise<QueuePage> {
  const pages = await queryMany(store, reviewPartitions, { limit, ...(after === undefined ? {} : { after }) });
  // Behind the last item of a shard that goes on, the other shards may have more than this shard shows.
  const bounds = pages.flatMap(({ next }) => (next === undefined ? [] : [next]));
  const bound = bounds.sort()[0];
  const found = pages
    .flatMap(({ items }) => items.map(readReview))
    .filter(({ position }) => bound === undefined || position <= bound)
    .sort((a, b) => (a.position < b.position ? -1 : 1));
  const reviews = found.slice(0, limit);
  const isCut = found.length > reviews.length;
  return {
    reviews,
    position: isCut || bound === undefined ? reviews.at(-1)?.position : bound,
    goesOn: isCut || bound !== undefined,
  };
}

/** The pairs that still deserve a look, as they are now; drops the others. */
async function judged({ store, rules }: Reading, stored: readonly StoredReview[]): Promise<readonly ReviewedPair[]> {
  const items = await store.getMany(stored.flatMap(({ a, b }) => [recordKey(a.id), recordKey(b.id)]));
  const records = items.map((item) => (item === undefined ? undefined : readRecord(item)));
  const nodes = new Set(records.flatMap((record) => (record === undefined ? [] : [record.node])));
  const found = await findSets(store, nodes);
  const reviews: ReviewedPair[] = [];
  const drops: StoredReview[] = [];
  for (const [index, review] of stored.entries()) {
    const pair = judgePair(rules, found, records[2 * index], records[2 * index + 1]);
    if (pair === undefined) drops.push(review);
    else {
      reviews.push({
        id: pairOfPosition(review.position),
        kind: 'near',
        a: { id: review.a.id, entityID: pair.a },
        b: { id: review.b.id, entityID: pair.b },
        score: pair.score,
        ruleIDs: pair.ruleIDs,
        foundAt: review.foundAt,
      });
    }
  }
  // A pair that another reader drops, or that is judged again, refuses the transaction.
  await Promise.all(
    drops.map(({ a, b, position }) => store.transact(dropWrites({ own: a, other: b, position, isSkipped: false }))),
  );
  return reviews;
}
