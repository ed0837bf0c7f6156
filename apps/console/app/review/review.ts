import {
  type AnsweredReview,
  type ReviewPage,
  reviewsQuery,
  skipReviewQuery,
} from '../../../../src/graphql/queries/review-query.ts';
import { ask } from '../api/graphql.ts';

export type Review = AnsweredReview;

/** Pairs on a page. */
const pageSize = 20;

/** Pages that one request looks through for a pair: the service drops pairs that were decided elsewhere. */
const mostEmptyPages = 10;

/**
 * The next pairs of the review queue, best first.
 *
 * @param after where to go on; undefined for the first page
 */
export async function readReviews(
  minScore: number,
  after: string | undefined,
  signal?: AbortSignal,
): Promise<ReviewPage> {
  let next = after;
  for (let pages = 1; ; pages++) {
    const input = { first: pageSize, after: next, minScore };
    const { page } = await ask<{ readonly page: ReviewPage }>(reviewsQuery, { input }, signal);
    if (page.reviews.length > 0 || page.after === null || pages === mostEmptyPages) return page;
    next = page.after;
  }
}

/** Takes a pair out of the queue; false if it is not in it any more. */
export async function skipReview({ a, b }: Review): Promise<boolean> {
  const input = { a: a.id, b: b.id };
  return (await ask<{ readonly answer: { readonly triggered: boolean } }>(skipReviewQuery, { input })).answer.triggered;
}
