import type { ReviewList } from '../../entities/reviews/types.ts';
import type { ObjectType } from './object-type.ts';

/** The count takes reads of its own, which a query that does not select it spares. */
export const reviewsOutputType: ObjectType<ReviewList> = {
  name: 'ReviewsOutput',
  typeDefs: /* GraphQL */ `
    type ReviewsOutput {
      reviews: [Review!]!
      "Where the next page continues; null on the last page. A page may be empty and have one."
      after: ID
      "Pairs in the queue, with those that are dropped when they are read, because they were decided, united or erased."
      count: Int!
    }
    type Review {
      id: ID!
      kind: ReviewKind!
      "That of the best review rule that holds, 0 to 1."
      score: Float!
      "Ids of the review rules that hold."
      rules: [ID!]!
      "When the pair was found, in RFC 3339."
      foundAt: String!
      a: ReviewedRecord!
      b: ReviewedRecord!
    }
    type ReviewedRecord {
      id: ID!
      entityID: ID!
    }
  `,
  resolvers: {
    reviews: ({ reviews }) =>
      reviews.map(({ ruleIDs, foundAt, ...pair }) => ({
        ...pair,
        kind: 'NEAR_MATCH',
        rules: ruleIDs,
        foundAt: new Date(foundAt).toISOString(),
      })),
    count: (_list, _args, { resolution }) => resolution.countReviews(),
  },
};
