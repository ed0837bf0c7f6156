import { MOST_HELD } from '../../entities/people/types.ts';
import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import { decidingUser } from './deciding-user.ts';
import type { OperationDefinition } from './operation.ts';

interface ReleaseReviewsArgs {
  readonly input: { readonly reviews?: readonly string[] | null; readonly user?: string | null };
}

export const releaseReviews: OperationDefinition<ReleaseReviewsArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Gives reviews back that a person holds, so that others may take them."
      releaseReviews(input: ReleaseReviewsInput!): ReleaseReviewsOutput!
    }
    input ReleaseReviewsInput {
      "Ids of reviews, at most 100; all that the person holds when absent."
      reviews: [ID!]
      "The person who holds them, for clients of machines. A person who is signed in leaves it out."
      user: String
    }
    type ReleaseReviewsOutput {
      "Ids of the reviews that the person held and holds no more."
      released: [ID!]!
    }
  `,
  async resolve({ input: { reviews, user } }, context) {
    const who = decidingUser(user, context);
    const count = reviews?.length ?? 0;
    if (count > MOST_HELD) throw new ArgumentOutOfRangeError('reviews', `${count} ids`, `at most ${MOST_HELD} ids`);
    return { released: await context.resolution.releaseReviews({ user: who.user, ids: reviews ?? undefined }) };
  },
};
