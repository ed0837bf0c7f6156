import {
  type AnsweredReview,
  type AnsweredReviewRecord,
  type ReviewPage,
  releaseReviewsMutation,
  reviewsQuery,
  skipReviewMutation,
  takeReviewsMutation,
} from '../../../../src/graphql/queries/reviews.generated.ts';
import { ask } from '../api/graphql.ts';

export type Review = AnsweredReview;
export type ReviewKind = Review['kind'];

/** A review about two records. */
export type PairReview = Review & {
  readonly a: AnsweredReviewRecord;
  readonly b: AnsweredReviewRecord;
  readonly score: number;
};

export const isPair = (review: Review): review is PairReview => review.a !== null && review.b !== null;

/** By who holds a review: no person, the reader, or anyone at all. */
export const whose = ['free', 'mine', 'all'] as const;
export type Whose = (typeof whose)[number];

const assignments = { free: 'FREE', mine: 'MINE', all: 'ALL' } as const satisfies Record<Whose, string>;

/** What a person chooses to see of the queue. */
export interface ReviewFilter {
  readonly whose: Whose;
  readonly minScore: number;
  /** Undefined for all. */
  readonly kind: ReviewKind | undefined;
}

/** Pairs on a page. */
const pageSize = 20;

/** Reviews that the reader takes at once. */
const taken = 10;

/** Pages that one request looks through for a pair: the service drops pairs that were decided elsewhere. */
const mostEmptyPages = 10;

/**
 * The next reviews of the queue, best first.
 *
 * @param after where to go on; undefined for the first page
 */
export async function readReviews(
  filter: ReviewFilter,
  after: string | undefined,
  signal?: AbortSignal,
): Promise<ReviewPage> {
  let next = after;
  for (let pages = 1; ; pages++) {
    const input = { first: pageSize, after: next, assigned: assignments[filter.whose], ...chosen(filter) };
    const { page } = await ask(reviewsQuery, { input }, signal);
    if (page.reviews.length > 0 || page.after === null || pages === mostEmptyPages) return page;
    next = page.after;
  }
}

/** Takes reviews until the reader holds ten of those chosen; answers all that the reader holds. */
export async function takeReviews(filter: ReviewFilter): Promise<readonly Review[]> {
  const input = { first: taken, ...chosen(filter) };
  return (await ask(takeReviewsMutation, { input })).answer.reviews;
}

/** Gives reviews back, all that the reader holds without ids; answers how many it held. */
export async function releaseReviews(reviews?: readonly string[]): Promise<number> {
  const { answer } = await ask(releaseReviewsMutation, {
    input: { ...(reviews !== undefined && { reviews }) },
  });
  return answer.released.length;
}

const chosen = ({ minScore, kind }: ReviewFilter) => ({ minScore, ...(kind !== undefined && { kinds: [kind] }) });

/** Takes a review out of the queue; false if it is not in it any more. */
export async function skipReview(review: Review): Promise<boolean> {
  const input = namesOf(review);
  return (await ask(skipReviewMutation, { input })).answer.triggered;
}

/** What names a review to the service: two records, or the review's own id. */
const namesOf = (review: Review) =>
  review.kind === 'NEAR_MATCH' && isPair(review) ? { a: review.a.id, b: review.b.id } : { id: review.id };
