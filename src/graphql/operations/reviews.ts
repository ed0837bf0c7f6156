import { ArgumentOutOfRangeError } from '../../entities/insights/errors.ts';
import { reviewKinds } from '../../entities/reviews/types.ts';
import { type ListedReviews, reviewKindNames } from '../types/reviews-output.ts';
import type { OperationDefinition } from './operation.ts';
import { sizeOfList } from './paging.ts';

interface ReviewsArgs {
  readonly input: {
    readonly first?: number | null;
    readonly after?: string | null;
    readonly kinds?: readonly (typeof reviewKindNames)[keyof typeof reviewKindNames][] | null;
    readonly minScore?: number | null;
  };
}

export const reviews: OperationDefinition<ReviewsArgs> = {
  name: 'reviews',
  kind: 'Query',
  typeDefs: /* GraphQL */ `
    extend type Query {
      "What deserves a person's look, page by page: first what the last scan of the statistics found, then near matches."
      reviews(input: ReviewsInput!): ReviewsOutput!
    }
    input ReviewsInput {
      "At most this many reviews on the page, from 1 to 100; 20 when absent. A page may have fewer while more follow."
      first: Int
      "The \`after\` of the page before; absent for the first page."
      after: ID
      "Only these kinds; all when absent."
      kinds: [ReviewKind!]
      "Of reviews with a score, only those of at least this one, 0 to 1."
      minScore: Float
    }
    enum ReviewKind {
      "Two records of two entities: a review rule holds between them, and no rule links them."
      NEAR_MATCH
      "Two records whose link alone holds two parts of an entity together, each of several records."
      WEAK_BRIDGE
      "An entity that has twice the records that it had before the scan before, or more."
      GREW_FAST
      "A value that 20 entities or more share, where at least every second record has a value of its own."
      FREQUENT_VALUE
    }
  `,
  async resolve({ input: { first, after, kinds, minScore } }, { resolution }) {
    const size = sizeOfList(first);
    if (minScore != null && !(minScore >= 0 && minScore <= 1)) {
      throw new ArgumentOutOfRangeError('minScore', minScore, 'from 0 to 1');
    }
    const asked = reviewKinds.filter((kind) => kinds == null || kinds.includes(reviewKindNames[kind]));
    if (asked.length === 0) return { reviews: [], after: undefined, kinds: asked } satisfies ListedReviews;
    const page = await resolution.reviews({
      first: size,
      after: after ?? undefined,
      minScore: minScore ?? undefined,
      kinds: asked,
    });
    return { ...page, kinds: asked } satisfies ListedReviews;
  },
};
