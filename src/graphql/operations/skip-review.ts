import { SkipInputError } from '../errors.ts';
import { decidingUser } from './deciding-user.ts';
import type { OperationDefinition } from './operation.ts';
import { namedReview, type ReviewNames } from './review-filter.ts';

interface SkipReviewArgs {
  readonly input: ReviewNames & { readonly user?: string | null };
}

export const skipReview: OperationDefinition<SkipReviewArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Takes a pair out of the review queue until the content of one of its records changes, or another review until it is about something else."
      skipReview(input: SkipReviewInput!): SkipReviewOutput!
    }
    input SkipReviewInput {
      "Id of a record of a near match."
      a: ID
      "Id of its other record."
      b: ID
      "Id of a review of another kind, instead of a and b."
      id: ID
      "The person who skips, in 1 to 200 characters, for clients of machines. A person who is signed in leaves it out."
      user: String
    }
    type SkipReviewOutput {
      "False if it is not in the queue, or was skipped before."
      triggered: Boolean!
    }
  `,
  async resolve({ input: { user, a, b, id } }, context) {
    const who = decidingUser(user, context);
    const named = namedReview({ a, b, id });
    if (named === undefined) throw new SkipInputError();
    return { triggered: await context.resolution.skipReview({ ...who, ...named }) };
  },
};
