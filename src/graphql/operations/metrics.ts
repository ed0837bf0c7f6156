import { version } from '../../version.ts';
import { listedLoads } from '../types/load-progress.ts';
import type { OperationDefinition } from './operation.ts';

export const metrics: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      metrics: Metrics!
    }
    type Metrics {
      "The version of the service."
      version: String!
      assemblyStatus: AssemblyStatus!
      "Exact when no operation is in progress."
      recordCount: Float!
      "Exact when no operation is in progress."
      entityCount: Float!
      "Age of the oldest unfinished operation in seconds; null if there is none."
      oldestUnfinishedSeconds: Float
      "Number of over-frequent keys, which yield no more candidates."
      genericKeyCount: Int!
      "Number of search-only keys that more records share than a search reads, as searches found."
      tooFrequentKeyCount: Int!
      "The rules in force; null if they are unknown."
      rules: RulesInForce
      "Bulk loads, the latest first: those that are not finished, and the last 20 that are."
      loads: [LoadProgress!]!
    }
    type RulesInForce {
      "SHA-256 of the rule-config by which records are indexed, linked and found."
      inForce: ID!
      "SHA-256 of the deployed rule-config. If it differs from inForce, it waits, because stored records are not indexed by it."
      deployed: ID!
      "Since when the rule-config has been in force."
      since: Time!
      "Problems with the rules and how to fix them."
      findings: [RulesFinding!]!
    }
    type RulesFinding {
      code: String!
      message: String!
      hint: String!
    }
    type AssemblyStatus {
      state: AssemblyState!
      "Whole minutes; null when ready."
      estimatedTimeRemaining: Int
    }
    enum AssemblyState {
      READY
      IN_PROGRESS
    }
  `,
  async resolve(_args, { resolution }) {
    const { genericKeys, tooFrequentKeys, oldestUnfinished, loads, rules, ...metrics } = await resolution.metrics();
    return {
      ...metrics,
      version,
      loads: listedLoads(loads),
      rules: rules && { ...rules, since: new Date(rules.since).toISOString() },
      oldestUnfinishedSeconds: oldestUnfinished === null ? null : oldestUnfinished / 1_000,
      genericKeyCount: genericKeys.length,
      tooFrequentKeyCount: tooFrequentKeys.length,
    };
  },
};
