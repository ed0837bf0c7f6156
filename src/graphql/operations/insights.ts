import type { EdgeInsights } from '../../entities/read/insights/edge-insights.ts';
import type { FilterCondition } from '../../entities/read/insights/filter.ts';
import type { RecordInsights, SortCriterion } from '../../entities/read/insights/record-insights.ts';
import type { SortDirection } from '../../entities/read/insights/values.ts';
import type { ObjectType, RequestContext } from './operation.ts';

interface FieldArgs {
  readonly field: string;
  readonly caseSensitive?: boolean | null;
}

interface FieldsArgs {
  readonly fields: readonly string[];
  readonly caseSensitive?: boolean | null;
}

interface FrequencyArgs extends FieldArgs {
  readonly top?: number | null;
  readonly direction?: SortDirection | null;
}

/** A resolver whose caller may read the field in its arguments. */
function ofField<Args extends FieldArgs, Answer>(answer: (insights: RecordInsights, args: Args) => Answer) {
  return (insights: RecordInsights, args: Args, { recordPaths, scopes }: RequestContext): Answer => {
    recordPaths.demand(args.field, scopes);
    return answer(insights, args);
  };
}

function ofFields<Answer>(answer: (insights: RecordInsights, args: FieldsArgs) => Answer) {
  return (insights: RecordInsights, args: FieldsArgs, { recordPaths, scopes }: RequestContext): Answer => {
    for (const field of args.fields) recordPaths.demand(field, scopes);
    return answer(insights, args);
  };
}

/** Every insight is computed when it is selected, and only for fields that the caller may read. */
export const recordInsightsType: ObjectType<RecordInsights> = {
  name: 'RecordInsights',
  typeDefs: /* GraphQL */ `
    """
    Questions about a list of records. A field is a path such as emails.*.address, where * walks the elements of a list.
    Null is no value. Text compares without regard to case unless caseSensitive is true.
    """
    type RecordInsights {
      records: [Record!]!
      count: Int!
      first: Record
      last: Record
      "The records that fulfil all conditions."
      filter(conditions: [FilterCondition!]!): RecordInsights!
      "Stable. Numbers compare as numbers when all values are numeric. Without a value: last ascending, first descending."
      sort(criteria: [SortCriteria!]!): RecordInsights!
      limit(count: Int!, offset: Int): RecordInsights!
      "Records with equal values in all of the fields together, in first-seen order."
      group(fields: [String!]!, caseSensitive: Boolean): [RecordInsights!]!
      "How many different values, or combinations of values of several fields, there are."
      countDistinct(fields: [String!]!, caseSensitive: Boolean): Int!
      values(field: String!): [Any]!
      "Each value once, as it was first seen."
      valuesDistinct(field: String!, caseSensitive: Boolean): [Any]!
      "How often each value occurs, the most frequent first unless direction is ASC; ties in first-seen order."
      frequencyDistribution(
        field: String!
        caseSensitive: Boolean
        top: Int
        direction: SortDirection
      ): [FrequencyDistributionEntry!]!
      average(field: String!): Float
      max(field: String!): Float
      min(field: String!): Float
      "Of an even count the mean of the two middle ones."
      median(field: String!): Float
      sum(field: String!): Float
      "Of the population."
      standardDeviation(field: String!): Float
      "How likely two values drawn at random are equal: the sum of the squared frequencies over the squared count."
      confidence(field: String!, caseSensitive: Boolean): Float
      "The record with the latest time."
      newest(field: String!): Record
      "The record with the earliest time."
      oldest(field: String!): Record
      "The elements of all lists."
      flatten(field: String!): [Any]!
      flattenDistinct(field: String!, caseSensitive: Boolean): [Any]!
    }
    type FrequencyDistributionEntry {
      "As it was first seen."
      value: Any
      frequency: Int!
      "A share, 0 to 1."
      percentage: Float!
    }
    "All criteria that are given must hold for one value of the field; a record without a value fulfils only isNull."
    input FilterCondition {
      "A path such as emails.*.address."
      field: String!
      "As numbers when both are numbers, otherwise as text; lists and objects as a whole."
      equals: Any
      isNull: Boolean
      startsWith: String
      endsWith: String
      "RE2 syntax; matches anywhere in the text. Expensive patterns over much text are refused."
      likeRegex: String
      lessThan: Float
      lessEquals: Float
      greaterThan: Float
      greaterEquals: Float
      "Later than."
      after: Time
      "Not before."
      since: Time
      "Earlier than."
      before: Time
      "Not after."
      until: Time
      "Turns the verdict of the whole condition round."
      invert: Boolean
      caseSensitive: Boolean
    }
    input SortCriteria {
      field: String!
      direction: SortDirection
    }
    enum SortDirection {
      ASC
      DESC
    }
  `,
  resolvers: {
    // The class has getters, which are not own properties.
    records: ({ records }) => records,
    count: ({ count }) => count,
    first: ({ first }) => first,
    last: ({ last }) => last,
    filter: (insights, { conditions }: { conditions: readonly FilterCondition[] }, context) => {
      const { recordPaths, scopes, filterBudget } = context;
      for (const { field } of conditions) recordPaths.demand(field, scopes);
      return insights.filter(conditions, filterBudget);
    },
    sort: (insights, { criteria }: { criteria: readonly SortCriterion[] }, { recordPaths, scopes }) => {
      for (const { field } of criteria) recordPaths.demand(field, scopes);
      return insights.sort(criteria);
    },
    limit: (insights, { count, offset }: { count: number; offset?: number | null }) => insights.limit(count, offset),
    group: ofFields((insights, { fields, caseSensitive }) => insights.group(fields, caseSensitive === true)),
    countDistinct: ofFields((insights, { fields, caseSensitive }) =>
      insights.countDistinct(fields, caseSensitive === true),
    ),
    values: ofField((insights, { field }) => insights.values(field)),
    valuesDistinct: ofField((insights, { field, caseSensitive }) =>
      insights.valuesDistinct(field, caseSensitive === true),
    ),
    frequencyDistribution: ofField((insights, { field, ...options }: FrequencyArgs) =>
      insights.frequencyDistribution(field, options),
    ),
    average: ofField((insights, { field }) => insights.average(field)),
    max: ofField((insights, { field }) => insights.max(field)),
    min: ofField((insights, { field }) => insights.min(field)),
    median: ofField((insights, { field }) => insights.median(field)),
    sum: ofField((insights, { field }) => insights.sum(field)),
    standardDeviation: ofField((insights, { field }) => insights.standardDeviation(field)),
    confidence: ofField((insights, { field, caseSensitive }) => insights.confidence(field, caseSensitive === true)),
    newest: ofField((insights, { field }) => insights.newest(field)),
    oldest: ofField((insights, { field }) => insights.oldest(field)),
    flatten: ofField((insights, { field }) => insights.flatten(field)),
    flattenDistinct: ofField((insights, { field, caseSensitive }) =>
      insights.flattenDistinct(field, caseSensitive === true),
    ),
  },
};

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
