import type { LoadProgress } from '../../loads/load-progress.ts';
import { version } from '../../version.ts';
import type { OperationDefinition } from './operation.ts';

/** Loads that are over, of which so many are told of. */
const FINISHED_LOADS = 20;

export const metrics: OperationDefinition = {
  name: 'metrics',
  kind: 'Query',
  typeDefs: /* GraphQL */ `
    extend type Query {
      metrics: Metrics!
    }
    type Metrics {
      "The version of the service."
      version: String!
      assemblyStatus: AssemblyStatus!
      "Exact as soon as no operation is under way."
      recordCount: Float!
      "Exact as soon as no operation is under way."
      entityCount: Float!
      "Seconds for which the oldest unfinished operation has been under way; null when there is none."
      oldestUnfinishedSeconds: Float
      "How many index keys are shared by so many records that they find no candidates any more."
      genericKeyCount: Int!
      "How many index keys that serve searches only are shared by more records than a search looks at, as searches found out."
      tooFrequentKeyCount: Int!
      "By which rules the service goes; null when it does not know."
      rules: RulesInForce
      "Bulk loads, the latest first: those that are not finished, and the last 20 that are."
      loads: [LoadProgress!]!
    }
    type RulesInForce {
      "SHA-256 of the rule-config by which records are indexed, linked and found."
      inForce: ID!
      "SHA-256 of the rule-config that is deployed. Another one than inForce waits: stored records are not made by it."
      deployed: ID!
      "Since when the rule-config has been in force."
      since: Time!
      "What the owner should know of the rules: problems and what to do."
      findings: [RulesFinding!]!
    }
    type RulesFinding {
      code: String!
      message: String!
      hint: String!
    }
    type LoadProgress {
      "The folder of its objects below loads/ in the bucket."
      id: ID!
      state: LoadState!
      begun: Time!
      "Null when nobody has announced how many there will be; an estimate until everything is uploaded."
      expectedRecords: Float
      storedRecords: Float!
      "Lines that were refused: each stands in an errors object of the bucket."
      refusedRecords: Float!
      expectedParts: Int
      finishedParts: Int!
      "Objects that were given up: they lie in the dead letters, and a report of each in the bucket."
      failedParts: Int!
      recordsPerSecond: Float
      "Whole minutes; null unless it is in progress."
      estimatedTimeRemaining: Int
    }
    enum LoadState {
      IN_PROGRESS
      "Nothing came for two hours although not everything is there."
      STALLED
      FINISHED
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
      loads: listed(loads),
      rules: rules && { ...rules, since: new Date(rules.since).toISOString() },
      oldestUnfinishedSeconds: oldestUnfinished === null ? null : oldestUnfinished / 1_000,
      genericKeyCount: genericKeys.length,
      tooFrequentKeyCount: tooFrequentKeys.length,
    };
  },
};

function listed(loads: readonly LoadProgress[]): object[] {
  // Those that ended last: whoever waits for a long load must see its end, however many began after it.
  const finished = loads.filter(({ state }) => state === 'FINISHED').sort((a, b) => b.touched - a.touched);
  const left = new Set(finished.slice(FINISHED_LOADS));
  return loads
    .filter((load) => !left.has(load))
    .map((load) => ({ ...load, begun: new Date(load.begun).toISOString() }));
}
