import { type Review, type ReviewKind, type ReviewList, reviewKinds } from '../../entities/people/types.ts';
import type { RequestContext } from '../operations/operation.ts';
import { mayReadValues } from './may-read-values.ts';
import type { ObjectType } from './object-type.ts';

/** A page of reviews, and the kinds that were asked for. */
export interface ListedReviews extends ReviewList {
  readonly kinds: readonly ReviewKind[];
  /** The person who asks; empty if neither token nor request names one. */
  readonly user: string;
}

/** The names of kinds in the API. */
export const reviewKindNames = {
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
    reviews: ({ reviews }, _args, context) => reviews.map((review) => reviewAnswer(review, context)),
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
export function reviewAnswer(review: Review, context: RequestContext): object {
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
    return { ...answer, shared: { resolver: resolverID, value: mayReadValues(context) ? value : null, entities } };
  }
  const { a, b, score, ruleIDs } = review;
  return { ...answer, a, b, score, rules: ruleIDs };
}
