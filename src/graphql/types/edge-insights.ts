import type { EdgeInsights } from '../../entities/insights/edge-insights.ts';
import type { SortDirection } from '../../entities/insights/frequency.ts';
import type { ObjectType } from './object-type.ts';

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
    }
    type EdgeMatrixEntry {
      a: String!
      b: String!
      "Per link whether it holds between the two."
      links: Map!
    }
  `,
  resolvers: {
    count: ({ count }) => count,
    frequencyDistribution: (insights, { top, direction }: { top?: number | null; direction?: SortDirection | null }) =>
      insights.frequencyDistribution(top, direction),
    matrix: (insights, { links }: { links?: readonly string[] | null }) => insights.matrix(links),
  },
};
