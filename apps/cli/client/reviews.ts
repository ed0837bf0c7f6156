import {
  type AnsweredReview,
  type ReviewPage,
  releaseReviewsQuery,
  reviewsQuery,
  skipReviewQuery,
  takeReviewsQuery,
} from '../../../src/graphql/queries.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** A page of the review queue, best first. Throws a QueryRefusedError, and what the client throws. */
export async function findReviews(
  client: GraphqlClient,
  input: Readonly<Record<string, unknown>>,
): Promise<ReviewPage> {
  return dataOf(await client.execute<{ page: ReviewPage }>(reviewsQuery, { input })).page;
}

/** Takes a pair, or another review, out of the queue; false if it is not in it. Throws as {@link findReviews} does. */
export async function skipReview(
  client: GraphqlClient,
  input: { readonly user: string } & ({ readonly a: string; readonly b: string } | { readonly id: string }),
): Promise<boolean> {
  return dataOf(await client.execute<{ answer: { triggered: boolean } }>(skipReviewQuery, { input })).answer.triggered;
}

/** Takes reviews, and returns all that the person holds. Throws as {@link findReviews} does. */
export async function takeReviews(
  client: GraphqlClient,
  input: Readonly<Record<string, unknown>>,
): Promise<readonly AnsweredReview[]> {
  const answer = await client.execute<{ answer: { reviews: readonly AnsweredReview[] } }>(takeReviewsQuery, { input });
  return dataOf(answer).answer.reviews;
}

/** Gives reviews back, all without ids, and returns the ids of those. Throws as {@link findReviews} does. */
export async function releaseReviews(
  client: GraphqlClient,
  input: { readonly user: string; readonly reviews?: readonly string[] },
): Promise<readonly string[]> {
  return dataOf(await client.execute<{ answer: { released: readonly string[] } }>(releaseReviewsQuery, { input }))
    .answer.released;
}
