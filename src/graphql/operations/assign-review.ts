import { AssignInputError } from '../errors.ts';
import { reviewAnswer } from '../types/reviews-output.ts';
import { decidingUser } from './deciding-user.ts';
import type { OperationDefinition } from './operation.ts';
import { namedReview, type ReviewNames } from './review-filter.ts';

interface AssignReviewArgs {
  readonly input: ReviewNames & { readonly to: string; readonly user?: string | null };
}

export const assignReview: OperationDefinition<AssignReviewArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Gives a review that is free, or that the person who asks holds, to a person for an hour."
      assignReview(input: AssignReviewInput!): AssignReviewOutput!
    }
    input AssignReviewInput {
      "Id of a record of a near match."
      a: ID
      "Id of its other record."
      b: ID
      "Instead of a and b, the id of a review of another kind, or of a near match that the person who asks holds."
      id: ID
      "The person who gets it, in 1 to 200 characters."
      to: String!
      "The person who assigns, in 1 to 200 characters, for clients of machines. A person who is signed in leaves it out."
      user: String
    }
    type AssignReviewOutput {
      review: Review!
    }
  `,
  async resolve({ input: { a, b, id, to, user } }, context) {
    const who = decidingUser(user, context);
    const named = namedReview({ a, b, id });
    if (named === undefined) throw new AssignInputError();
    const review = await context.resolution.assignReview({ user: who.user, to, ...named });
    return { review: reviewAnswer(review, context) };
  },
};
