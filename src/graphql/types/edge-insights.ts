import type { EdgeInsights } from '../../entities/read/insights/edge-insights.ts';
import type { SortDirection } from '../../entities/read/insights/values.ts';
import type { ObjectType } from './object-type.ts';

interface PairsArgs {
  readonly first?: number | null;
  readonly after?: string | null;
  readonly record?: string | null;
}

/** Pairs on a page. */
const DEFAULT_PAIRS = 300;

export const edgeInsightsType: ObjectType<EdgeInsights> = {
  name: 'EdgeInsights',
  typeDefs: /* GraphQL */ `
    "Questions about the links of an entity."
    type EdgeInsights {
      "How many edges there are."
      count: Int!
      "How often each rule links two records, the most frequent first unless direction is ASC."
      frequencyDistribution(top: Int, direction: SortDirection): [FrequencyDistributionEntry!]!
      "A row for each pair of records that are linked, by these links only when they are given: ids of rules, and duplicate."
      matrix(links: [String!]): [EdgeMatrixEntry!]!
      """
      The pairs of records that are linked, page by page: first those that hold the entity together, then the others, the
      highest score first. first is 1 to 1000, 300 when absent; record selects the pairs of one record.
      """
      pairs(first: Int, after: ID, record: ID): LinkedPairs!
    }
    type LinkedPairs {
      pairs: [LinkedPair!]!
      "Pairs on all pages."
      count: Int!
      "Where the next page begins; null on the last page."
      after: ID
    }
    type LinkedPair {
      a: ID!
      b: ID!
      "Ids of the rules that link the two, the one of the highest score first."
      rules: [String!]!
      "The highest score of these rules, 0 to 1."
      score: Float!
      "Without this pair the entity falls apart."
      bridge: Boolean!
    }
    type EdgeMatrixEntry {
      a: String!
      b: String!
      "Per link whether it holds between the two."
      links: Map!
    }
  `,
  resolvers: {
    count: async (insights) => {
      await insights.prepare();
      return insights.count;
    },
    frequencyDistribution: async (
      insights,
      { top, direction }: { top?: number | null; direction?: SortDirection | null },
    ) => {
      await insights.prepare();
      return insights.frequencyDistribution(top, direction);
    },
    pairs: async (insights, { first, after, record }: PairsArgs) => {
      await insights.prepare();
      const page = insights.pairs({
        first: first ?? DEFAULT_PAIRS,
        after: after ?? undefined,
        record: record ?? undefined,
      });
      return { ...page, pairs: page.pairs.map(({ isBridge, ...pair }) => ({ ...pair, bridge: isBridge })) };
    },
    matrix: async (insights, { links }: { links?: readonly string[] | null }) => {
      await insights.prepare();
      return insights.matrix(links);
    },
  },
};
