import type { LoadProgress } from '../../loads/load-progress.ts';
import { version } from '../../version.ts';
import type { ObjectType, OperationDefinition } from './operation.ts';

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

/** The most finished loads in an answer. */
const FINISHED_LOADS = 20;

export const loadProgressType: ObjectType<LoadProgress> = {
  name: 'LoadProgress',
  typeDefs: /* GraphQL */ `
    type LoadProgress {
      "The folder of its objects below loads/ in the bucket."
      id: ID!
      state: LoadState!
      begun: Time!
      "Null if the load did not announce a number; an estimate until everything is uploaded."
      expectedRecords: Float
      storedRecords: Float!
      "Lines that were refused: each stands in an errors object of the bucket."
      refusedRecords: Float!
      expectedParts: Int
      finishedParts: Int!
      "Objects that became dead letters; the bucket has a report of each."
      failedParts: Int!
      recordsPerSecond: Float
      "Whole minutes; null unless it is in progress."
      estimatedTimeRemaining: Int
    }
    enum LoadState {
      IN_PROGRESS
      "No progress for two hours, although the load is not complete."
      STALLED
      FINISHED
    }
  `,
  resolvers: { begun: ({ begun }) => new Date(begun).toISOString() },
};

/** The loads of an answer: those that are not finished, and the last that are. */
export function listedLoads(loads: readonly LoadProgress[]): readonly LoadProgress[] {
  // Sorted by their end: a caller that waits for a long load must see its end, however many loads began later.
  const finished = loads.filter(({ state }) => state === 'FINISHED').sort((a, b) => b.touched - a.touched);
  const left = new Set(finished.slice(FINISHED_LOADS));
  return loads.filter((load) => !left.has(load));
}
