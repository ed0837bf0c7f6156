import { ArgumentOutOfRangeError } from '../../entities/insights/errors.ts';
import type { OperationDefinition } from './operation.ts';
import { sizeOfList } from './paging.ts';

interface ReviewsArgs {
  readonly input: {
    readonly first?: number | null;
    readonly after?: string | null;
    readonly kinds?: readonly 'NEAR_MATCH'[] | null;
    readonly minScore?: number | null;
  };
}

export const reviews: OperationDefinition<ReviewsArgs> = {
  name: 'reviews',
  kind: 'Query',
  typeDefs: /* GraphQL */ `
    extend type Query {
      "Pairs of records that deserve a person's look, best first, page by page."
      reviews(input: ReviewsInput!): ReviewsOutput!
    }
    input ReviewsInput {
      "At most this many reviews on the page, from 1 to 100; 20 when absent. A page may have fewer while more follow."
      first: Int
      "The \`after\` of the page before; absent for the first page."
      after: ID
      "Only these kinds; all when absent."
      kinds: [ReviewKind!]
      "Only reviews of at least this score, 0 to 1."
      minScore: Float
    }
    enum ReviewKind {
      "Two records of two entities: a review rule holds between them, and no rule links them."
      NEAR_MATCH
    }
  `,
  async resolve({ input: { first, after, kinds, minScore } }, { resolution }) {
    const size = sizeOfList(first);
    if (minScore != null && !(minScore >= 0 && minScore <= 1)) {
      throw new ArgumentOutOfRangeError('minScore', minScore, 'from 0 to 1');
    }
    if (kinds != null && kinds.length === 0) return { reviews: [], after: undefined };
    return resolution.reviews({ first: size, after: after ?? undefined, minScore: minScore ?? undefined });
  },
};
