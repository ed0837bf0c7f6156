import { checkUser } from '../../entities/people/decisions/decisions.ts';
import type { ListedReviews } from '../types/reviews-output.ts';
import { decidingUser } from './deciding-user.ts';
import type { OperationDefinition } from './operation.ts';
import { sizeOfList } from './paging.ts';
import { kindsOf, type NamedKinds, scoreOf } from './review-filter.ts';

interface ReviewsArgs {
  readonly input: {
    readonly first?: number | null;
    readonly after?: string | null;
    readonly kinds?: NamedKinds;
    readonly minScore?: number | null;
    readonly assigned?: 'ALL' | 'MINE' | 'FREE' | null;
    readonly user?: string | null;
  };
}

export const reviews: OperationDefinition<ReviewsArgs> = {
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
      "By who works on them; all when absent."
      assigned: ReviewAssignment
      "The person who asks, for clients of machines that ask for MINE. A person who is signed in leaves it out."
      user: String
    }
    enum ReviewAssignment {
      ALL
      "Those that the person who asks works on."
      MINE
      "Those that no person works on."
      FREE
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
  async resolve({ input: { first, after, kinds, minScore, assigned, user: said } }, context) {
    const size = sizeOfList(first);
    const score = scoreOf(minScore);
    const { user } = decidingUser(said, context);
    if (assigned === 'MINE') checkUser(user);
    const asked = kindsOf(kinds);
    if (asked.length === 0) return { reviews: [], after: undefined, kinds: asked, user } satisfies ListedReviews;
    const page = await context.resolution.reviews({
      first: size,
      after: after ?? undefined,
      minScore: score,
      kinds: asked,
      assigned: assigned === 'MINE' ? { to: user } : assigned === 'FREE' ? 'free' : undefined,
    });
    return { ...page, kinds: asked, user } satisfies ListedReviews;
  },
};
