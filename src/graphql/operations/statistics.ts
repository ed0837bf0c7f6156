import type {
  FieldStatistics,
  KeyStatistics,
  StatisticsScan,
  StatisticsStatus,
} from '../../entities/statistics/types.ts';
import { listedLoads } from './metrics.ts';
import { mayReadValues, type ObjectType, type OperationDefinition } from './operation.ts';

export const statistics: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "Statistics of the stored data, as the last scan counted them: this reads what is counted, not the records."
      statistics: Statistics!
    }
  `,
  resolve: (_args, { resolution }) => resolution.statistics(),
};

export const refreshStatistics: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Asks for a scan in the background that counts all stored records anew. Does nothing while one is under way."
      refreshStatistics: Statistics!
    }
  `,
  resolve: (_args, { resolution }) => resolution.refreshStatistics(),
};

export const statisticsType: ObjectType<StatisticsStatus> = {
  name: 'Statistics',
  typeDefs: /* GraphQL */ `
    "Statistics of all stored records, as the last scan counted them."
    type Statistics {
      "The scan that is under way; null if there is none."
      scan: StatisticsScan
      "What the last scan that ended has found; null before there was one."
      found: FoundStatistics
      "False if other rules came into force since."
      areOfRulesInForce: Boolean!
      "Bulk loads, the latest first: those that are not finished, and the last 20 that are."
      loads: [LoadProgress!]!
    }
    type StatisticsScan {
      "When it was asked for."
      begun: Time!
      "When a worker last went on."
      lastHeartbeat: Time!
      "Records that it has read."
      records: Float!
    }
    "Exact for data that did not change during the scan, but for what is said to be a bound or about."
    type FoundStatistics {
      "When the scan was asked for."
      begun: Time!
      "When the scan ended."
      ended: Time!
      "Records that were read."
      records: Float!
      entities: Float!
      sizes: [EntitySizes!]!
      "The 20 largest entities, the largest first."
      largest: [LargeEntity!]!
      "Entities of more than 10,000 records: their records are not read."
      unread: Float!
      "Entities of more than 100 records: rule hits and cohesion leave them out."
      unjudged: Float!
      "The 20 entities of the lowest score, the lowest first; without those of score 1."
      lowestScores: [WeakEntity!]!
      "The 20 entities of which one link holds the largest parts together, the largest part first."
      bridged: [WeakEntity!]!
      "The rules that link records, those with the most pairs first."
      ruleHits: [RuleHits!]!
      "The first 50 resolvers, in the order of the rule-config."
      fields: [FieldStatistics!]!
      keys: [KeyStatistics!]!
      "Keys that more records share than a key may link, by the rules that share them."
      overFrequentKeys: [OverFrequentKeys!]!
      "Sources with records, by name; empty if the schema declares none."
      sources: [SourceStatistics!]!
    }
    type EntitySizes {
      from: Int!
      "Null for the last range, which has no end."
      to: Int
      entities: Float!
    }
    type LargeEntity {
      entityID: ID!
      "10,001 stands for any larger number."
      records: Int!
    }
    type WeakEntity {
      entityID: ID!
      records: Int!
      "Mean, over the records, of the best link of each."
      score: Float!
      "The most records that one removed link would part from the rest; 0 unless both parts have several."
      bridged: Int!
    }
    type RuleHits {
      rule: ID!
      "Pairs of records that the rule links, in entities of at most 100 records."
      pairs: Float!
      "Entities with such a pair."
      entities: Float!
    }
    "A field as the rules read it: the values of a resolver."
    type FieldStatistics {
      resolver: ID!
      "Records with a value."
      records: Float!
      "Different values, about: the standard error is 1.6 %."
      distinct: Float!
      "The ten values that most entities have, of those that 20 entities share at least. Null for a caller who may not read every field that the rules read, and if other rules came into force."
      frequent: [SharedValue!]
    }
    type SharedValue {
      "At most 100 characters of it."
      value: String!
      "So many entities have it at least."
      atLeast: Float!
      "And so many at most."
      atMost: Float!
    }
    "The index keys that some rules share."
    type KeyStatistics {
      rules: [ID!]!
      "True if sharing such a key links by itself."
      deciding: Boolean!
      "Records with such a key."
      records: Float!
      "Different keys, about."
      distinct: Float!
    }
    "The records of a source, and the entities that they are in."
    type SourceStatistics {
      source: ID!
      records: Float!
      "Entities with at least one of them."
      entities: Float!
      "Records beside another one of the source in their entity: records less entities."
      duplicates: Float!
      "Entities with records of no other source."
      alone: Float!
      "For each other source, entities with records of both."
      shared: [SharedEntities!]!
    }
    type SharedEntities {
      source: ID!
      entities: Float!
    }
    type OverFrequentKeys {
      rules: [ID!]!
      keys: Float!
    }
  `,
  resolvers: {
    loads: async (_statistics, _args, { resolution }) => listedLoads((await resolution.metrics()).loads),
    scan: ({ scan }) => scan && scanAnswer(scan),
    found: async ({ statistics, areOfRulesInForce }, _args, context) => {
      if (statistics === undefined) return null;
      const { begun, ended, ruleHits, fields, keys, overFrequentKeys, sources = [], ...found } = statistics;
      const showsValues = areOfRulesInForce && (await mayReadValues(context));
      return {
        ...found,
        begun: instant(begun),
        ended: instant(ended),
        ruleHits: ruleHits.map(({ ruleID, ...hits }) => ({ rule: ruleID, ...hits })),
        fields: fields.map((field) => fieldAnswer(field, showsValues)),
        keys: keys.map(keyAnswer),
        sources: sources.map((source) => ({ ...source, duplicates: source.records - source.entities })),
        overFrequentKeys: overFrequentKeys.map(({ ruleIDs, keys: number }) => ({ rules: ruleIDs, keys: number })),
      };
    },
  },
};

const instant = (milliseconds: number): string => new Date(milliseconds).toISOString();

const scanAnswer = ({ begun, heartbeat, records }: StatisticsScan) => ({
  begun: instant(begun),
  lastHeartbeat: instant(heartbeat),
  records,
});

const fieldAnswer = ({ resolverID, frequent, ...counts }: FieldStatistics, showsValues: boolean) => ({
  resolver: resolverID,
  ...counts,
  frequent: showsValues ? frequent : null,
});

const keyAnswer = ({ ruleIDs, exact, ...counts }: KeyStatistics) => ({ rules: ruleIDs, deciding: exact, ...counts });
