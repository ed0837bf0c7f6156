import {
  type AnsweredReview,
  type ReviewPage,
  releaseReviewsMutation,
  reviewsQuery,
  skipReviewMutation,
  takeReviewsMutation,
} from '../../../src/graphql/queries/reviews.generated.ts';
import type { VariablesOf } from '../../../src/graphql/queries.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** A page of the review queue, best first. Throws a QueryRefusedError, and what the client throws. */
export async function findReviews(
  client: GraphqlClient,
  input: VariablesOf<typeof reviewsQuery>['input'],
): Promise<ReviewPage> {
  return dataOf(await client.execute(reviewsQuery, { input })).page;
}

/** Takes a pair, or another review, out of the queue; false if it is not in it. Throws as {@link findReviews} does. */
export async function skipReview(
  client: GraphqlClient,
  input: { readonly user: string } & ({ readonly a: string; readonly b: string } | { readonly id: string }),
): Promise<boolean> {
  return dataOf(await client.execute(skipReviewMutation, { input })).answer.triggered;
}

/** Takes reviews, and returns all that the person holds. Throws as {@link findReviews} does. */
export async function takeReviews(
  client: GraphqlClient,
  input: VariablesOf<typeof takeReviewsMutation>['input'],
): Promise<readonly AnsweredReview[]> {
  return dataOf(await client.execute(takeReviewsMutation, { input })).answer.reviews;
}

/** Gives reviews back, all without ids, and returns the ids of those. Throws as {@link findReviews} does. */
export async function releaseReviews(
  client: GraphqlClient,
  input: { readonly user: string; readonly reviews?: readonly string[] },
): Promise<readonly string[]> {
  return dataOf(await client.execute(releaseReviewsMutation, { input })).answer.released;
}
