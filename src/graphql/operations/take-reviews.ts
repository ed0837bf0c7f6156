import { MOST_TAKEN } from '../../entities/people/types.ts';
import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import { reviewAnswer } from '../types/reviews-output.ts';
import { decidingUser } from './deciding-user.ts';
import type { OperationDefinition } from './operation.ts';
import { kindsOf, type NamedKinds, scoreOf } from './review-filter.ts';

interface TakeReviewsArgs {
  readonly input: {
    readonly first?: number | null;
    readonly kinds?: NamedKinds;
    readonly minScore?: number | null;
    readonly user?: string | null;
  };
}

const USUAL = 10;

export const takeReviews: OperationDefinition<TakeReviewsArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Gives the best free reviews to a person for an hour, and prolongs the time of all that the person holds."
      takeReviews(input: TakeReviewsInput!): TakeReviewsOutput!
    }
    input TakeReviewsInput {
      "So many of these kinds the person is to hold, with those that the person holds already; 1 to 50, 10 when absent."
      first: Int
      "Only these kinds; all when absent."
      kinds: [ReviewKind!]
      "Of reviews with a score, only those of at least this one, 0 to 1."
      minScore: Float
      "The person who takes, in 1 to 200 characters, for clients of machines. A person who is signed in leaves it out."
      user: String
    }
    type TakeReviewsOutput {
      "All that the person holds now, in the order of the queue. Fewer than asked for if no more are free."
      reviews: [Review!]!
    }
  `,
  async resolve({ input: { first, kinds, minScore, user } }, context) {
    const who = decidingUser(user, context);
    const size = first ?? USUAL;
    if (size < 1 || size > MOST_TAKEN) throw new ArgumentOutOfRangeError('first', size, `from 1 to ${MOST_TAKEN}`);
    const request = { user: who.user, first: size, kinds: kindsOf(kinds), minScore: scoreOf(minScore) };
    const reviews = await context.resolution.takeReviews(request);
    return { reviews: reviews.map((review) => reviewAnswer(review, context)) };
  },
};
