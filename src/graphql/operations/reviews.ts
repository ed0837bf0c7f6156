import { checkUser } from '../../entities/people/decisions/decisions.ts';
import type { Review, ReviewKind, ReviewList } from '../../entities/people/types.ts';
import { MOST_HELD, MOST_TAKEN, reviewKinds } from '../../entities/people/types.ts';
import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import { SkipInputError } from '../errors.ts';
import { decidingUser } from './decisions.ts';
import type { ObjectType, OperationDefinition, RequestContext } from './operation.ts';
import { mayReadValues } from './operation.ts';
import { sizeOfList } from './paging.ts';

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
    return { reviews: await Promise.all(reviews.map((review) => reviewAnswer(review, context))) };
  },
};

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

/** A page of reviews, and the kinds that were asked for. */
export interface ListedReviews extends ReviewList {
  readonly kinds: readonly ReviewKind[];
  /** The person who asks; empty if neither token nor request names one. */
  readonly user: string;
}

/** The names of kinds in the API. */
const reviewKindNames = {
  near: 'NEAR_MATCH',
  bridge: 'WEAK_BRIDGE',
  growth: 'GREW_FAST',
  value: 'FREQUENT_VALUE',
} as const satisfies Readonly<Record<ReviewKind, string>>;

/** The counts take reads of their own, which a query that does not select them spares. */
export const reviewsOutputType: ObjectType<ListedReviews> = {
  name: 'ReviewsOutput',
  typeDefs: /* GraphQL */ `
    type ReviewsOutput {
      reviews: [Review!]!
      "Where the next page continues; null on the last page. A page may be empty and have one."
      after: ID
      "Reviews of these kinds, with those that are dropped when they are read, because they were decided, united or erased."
      count: Int!
      "The same for each kind, whether it was asked for or not."
      counts: [ReviewCount!]!
      "Reviews of all kinds that persons work on. Some may have left the queue."
      assigned: Int!
      "Those of them that the person who asks works on; 0 where no person is named."
      mine: Int!
    }
    type ReviewCount {
      kind: ReviewKind!
      count: Int!
    }
    type Review {
      id: ID!
      kind: ReviewKind!
      "Of a pair, that of the best rule that holds, 0 to 1; null for other kinds."
      score: Float
      "Of a pair, ids of the review rules that hold; of a bridge, of the rules that link the two."
      rules: [ID!]!
      "When it was found, in RFC 3339."
      foundAt: String!
      "The person who works on it; null if no person does."
      assignedTo: String
      "Until when, in RFC 3339."
      assignedUntil: String
      "A record of the pair; null for kinds that are about no pair."
      a: ReviewedRecord
      "The other record of the pair."
      b: ReviewedRecord
      "The entity that grew; null for other kinds."
      grown: GrownEntity
      "The value that many entities share; null for other kinds."
      shared: FrequentValue
    }
    type ReviewedRecord {
      id: ID!
      entityID: ID!
    }
    type GrownEntity {
      entityID: ID!
      "Its records, when they were counted."
      records: Int!
      "Those that were stored before the scan before."
      recordsBefore: Int!
    }
    type FrequentValue {
      "The resolver that reads the value."
      resolver: ID!
      "At most 100 characters of it; null for a caller who may not read every field that the rules read."
      value: String
      "So many entities have it at least."
      entities: Int!
    }
  `,
  resolvers: {
    reviews: ({ reviews }, _args, context) => Promise.all(reviews.map((review) => reviewAnswer(review, context))),
    count: async ({ kinds }, _args, { resolution }) => {
      const counts = await resolution.countReviews();
      return kinds.reduce((sum, kind) => sum + counts[kind], 0);
    },
    counts: async (_list, _args, { resolution }) => {
      const counts = await resolution.countReviews();
      return reviewKinds.map((kind) => ({ kind: reviewKindNames[kind], count: counts[kind] }));
    },
    assigned: async ({ user }, _args, { resolution }) => (await resolution.countAssigned(user)).assigned,
    mine: async ({ user }, _args, { resolution }) => (await resolution.countAssigned(user)).mine,
  },
};

/** A review as the API answers it. */
async function reviewAnswer(review: Review, context: RequestContext): Promise<object> {
  const { id, kind, foundAt, assigned } = review;
  const answer = {
    id,
    kind: reviewKindNames[kind],
    foundAt: new Date(foundAt).toISOString(),
    rules: [],
    ...(assigned && { assignedTo: assigned.user, assignedUntil: new Date(assigned.until).toISOString() }),
  };
  if (review.kind === 'growth') {
    const { entityID, records, recordsBefore } = review;
    return { ...answer, grown: { entityID, records, recordsBefore } };
  }
  if (review.kind === 'value') {
    const { resolverID, value, entities } = review;
    const shared = { resolver: resolverID, value: (await mayReadValues(context)) ? value : null, entities };
    return { ...answer, shared };
  }
  const { a, b, score, ruleIDs } = review;
  return { ...answer, a, b, score, rules: ruleIDs };
}

/** Kinds of reviews as a request names them; all when absent. */
type NamedKinds = readonly (typeof reviewKindNames)[ReviewKind][] | null;

const kindsOf = (named: NamedKinds | undefined): readonly ReviewKind[] =>
  reviewKinds.filter((kind) => named == null || named.includes(reviewKindNames[kind]));

/** @throws ArgumentOutOfRangeError */
function scoreOf(minScore: number | null | undefined): number | undefined {
  if (minScore == null) return undefined;
  if (minScore >= 0 && minScore <= 1) return minScore;
  throw new ArgumentOutOfRangeError('minScore', minScore, 'from 0 to 1');
}

interface ReviewNames {
  readonly a?: string | null | undefined;
  readonly b?: string | null | undefined;
  readonly id?: string | null | undefined;
}

/** One review by its records or its id; undefined if it is named by neither or by both. */
function namedReview({ a, b, id }: ReviewNames): { a: string; b: string } | { id: string } | undefined {
  if (a != null && b != null && id == null) return { a, b };
  return a != null || b != null || id == null ? undefined : { id };
}
