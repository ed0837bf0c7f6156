import type { CompiledRuleConfig } from '../../rules/types.ts';
import { queryMany, type Store } from '../../store/port.ts';
import { InvalidReviewError } from '../errors.ts';
import { findSets } from '../forest/find.ts';
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
import { judgePair } from './judge-pair.ts';
import type { ReviewedPair, ReviewList, ReviewListRequest } from './types.ts';

/** Reads of the queue for one page: more of it may have to be dropped than a request has time for. */
const MOST_ROUNDS = 5;

interface Reading {
  readonly store: Store;
  readonly rules: CompiledRuleConfig;
}

/**
 * A page of the review queue, best first. Pairs that need no look any more are dropped on the way: a record of them was
 * erased, they are in one entity, something keeps them apart, or no review rule holds. A page may have fewer pairs than
 * `first` and be followed by others.
 *
 * @throws InvalidReviewError if `after` is no position in the queue
 */
export async function listReviews(
  { store, rules }: Reading,
  { first, after, minScore }: ReviewListRequest,
): Promise<ReviewList> {
  if (after !== undefined && !isReviewPosition(after)) {
    throw new InvalidReviewError(
      `after is ${JSON.stringify(after.slice(0, 80))}, which is no place in the review queue`,
      {
        hint: 'Pass the `after` of the page before unchanged, or leave it out to begin with the best pair.',
      },
    );
  }
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

/** Pairs in the queue, with those that are dropped when they are read. Makes 16 short reads. */
export async function countReviews(store: Store): Promise<number> {
  const items = await store.getMany(reviewCountKeys, { consistent: false });
  return items.reduce((sum, item) => sum + readReviewCount(item), 0);
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
