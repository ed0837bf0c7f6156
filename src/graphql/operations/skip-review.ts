import { decidingUser } from './deciding-user.ts';
import type { OperationDefinition } from './operation.ts';

interface SkipReviewArgs {
  readonly input: { readonly a: string; readonly b: string; readonly user?: string | null };
}

export const skipReview: OperationDefinition<SkipReviewArgs> = {
  name: 'skipReview',
  kind: 'Mutation',
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Takes a pair out of the review queue until the content of one of its records changes."
      skipReview(input: SkipReviewInput!): SkipReviewOutput!
    }
    input SkipReviewInput {
      "Id of a record of the pair."
      a: ID!
      "Id of the other record."
      b: ID!
      "The person who skips, in 1 to 200 characters, for clients of machines. A person who is signed in leaves it out."
      user: String
    }
    type SkipReviewOutput {
      "False if the pair is not in the queue, or was skipped before."
      triggered: Boolean!
    }
  `,
  async resolve({ input: { user, ...pair } }, context) {
    return { triggered: await context.resolution.skipReview({ ...pair, ...decidingUser(user, context) }) };
  },
};
