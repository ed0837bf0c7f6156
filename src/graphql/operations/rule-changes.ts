import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import type { RuleChangeStatus } from '../../entities/rule-changes/types.ts';
import { PaceMissingError } from '../errors.ts';
import type { ObjectType, OperationDefinition } from './operation.ts';

export const ruleChange: OperationDefinition = {
  typeDefs: /* GraphQL */ `
    extend type Query {
      "How far a change of the rules is, and what it does to stored records."
      ruleChange: RuleChange!
    }
  `,
  resolve: (_args, { ruleChanges }) => ruleChanges.status(),
};

interface ContinueRuleChangeArgs {
  readonly input: { readonly to: string };
}

export const continueRuleChange: OperationDefinition<ContinueRuleChangeArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Lets a held change of the rules go on, or begins one that the service refuses to begin by itself."
      continueRuleChange(input: ContinueRuleChangeInput!): RuleChange!
    }
    input ContinueRuleChangeInput {
      "SHA-256 of the rule-config after the change, so that no other change goes on than the one that you examined."
      to: ID!
    }
  `,
  resolve: ({ input }, { ruleChanges }) => ruleChanges.continue(input.to),
};

interface RollBackRuleChangeArgs {
  readonly input?: { readonly to?: string | null } | null;
}

export const rollBackRuleChange: OperationDefinition<RollBackRuleChangeArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Takes back the change under way or, in a steady state, begins the change to the rules before the last one."
      rollBackRuleChange(input: RollBackRuleChangeInput): RuleChange!
    }
    input RollBackRuleChangeInput {
      """
      SHA-256 of the rule-config after the change, so that no other change is taken back than the one that you examined. A
      second request would take back what the first one began. Default: whichever change it is.
      """
      to: ID
    }
  `,
  resolve: ({ input }, { ruleChanges }) => ruleChanges.rollBack(input?.to ?? undefined),
};

interface SetRuleChangePaceArgs {
  readonly input: { readonly paused?: boolean | null; readonly writeUnitsPerSecond?: number | null };
}

/** Write units a second; more than any table has without a request to AWS. */
const MOST_WRITE_UNITS = 1_000_000;

export const setRuleChangePace: OperationDefinition<SetRuleChangePaceArgs> = {
  typeDefs: /* GraphQL */ `
    extend type Mutation {
      "Stops, resumes, slows or quickens a change of the rules."
      setRuleChangePace(input: SetRuleChangePaceInput!): RuleChange!
    }
    "At least one of the two."
    input SetRuleChangePaceInput {
      "True stops the change after the records under way; false lets it go on."
      paused: Boolean
      "Write units a second that all workers together may use, 1 to 1,000,000."
      writeUnitsPerSecond: Int
    }
  `,
  resolve({ input }, { ruleChanges }) {
    const { paused, writeUnitsPerSecond } = input;
    if (paused == null && writeUnitsPerSecond == null) throw new PaceMissingError();
    if (writeUnitsPerSecond != null && (writeUnitsPerSecond < 1 || writeUnitsPerSecond > MOST_WRITE_UNITS)) {
      throw new ArgumentOutOfRangeError('writeUnitsPerSecond', writeUnitsPerSecond, `from 1 to ${MOST_WRITE_UNITS}`);
    }
    return ruleChanges.setPace({
      ...(paused == null ? {} : { paused }),
      ...(writeUnitsPerSecond == null ? {} : { writeUnitsPerSecond }),
    });
  },
};

interface FirstArgs {
  readonly first: number;
}

/** Examples or problems of one answer. */
const MOST_LISTED = 1_000;

export const ruleChangeType: ObjectType<RuleChangeStatus> = {
  name: 'RuleChange',
  typeDefs: /* GraphQL */ `
    "The change of the rules that is under way; in a steady state, the last one. A rule-config is named by its SHA-256."
    type RuleChange {
      state: RuleChangeState!
      "Null unless the state is HELD."
      heldBecause: RuleChangeHeldBecause
      "The rule-config whose rules decide links and searches."
      inForce: ID!
      "The rule-config before the change under way or, if there is none, before the last one."
      from: ID
      "The rule-config after that change."
      to: ID
      "A deployed rule-config that waits: for the change under way or, if there is none, for you."
      waiting: ID
      "Why the state is FAILED."
      failure: String
      "Null while no change is under way."
      phase: RuleChangePhase
      "The share of the phase that is done, 0 to 1."
      progress: Float!
      "Whole minutes until the change is done or waits; null while unknown."
      estimatedMinutes: Int
      "When the change began; if none is under way, when the rules came into force."
      since: Time
      "When a worker last went on."
      lastHeartbeat: Time
      "Write units that the change has used, or in a steady state those of the last one."
      writeUnits: Float!
      "Records that came to another entity so far: split off, or united with an older one. In a steady state, by the last change."
      recordsChanged: Float!
      "Stored records that the next rules cannot take in. In a steady state, as counted by the last change."
      problemCount: Float!
      options: RuleChangeOptions!
      "What the change does to stored data; null until the scan of the phase READY is done."
      report: RuleChangeReport
      "At most so many of each kind, 1 to 1,000; one of the entities that the change connects with one another. Empty in a steady state."
      examples(first: Int! = 20): [RuleChangeExample!]!
      "At most so many, 1 to 1,000. Empty in a steady state."
      problems(first: Int! = 20): [RuleChangeProblem!]!
      "The text of a rule-config that this change names; null for any other name."
      document(name: ID!): String
    }
    enum RuleChangeState {
      "No change is under way."
      STEADY
      "A worker goes on, or will within a minute."
      RUNNING
      "Waits for continueRuleChange: counted, or not begun if there is no phase."
      HELD
      "Stopped by setRuleChangePace."
      PAUSED
      "A change is asked for, and begins when another one is done."
      WAITING
      "The next rules cannot be run; the former ones stay in force."
      FAILED
    }
    "The steps of a change, in this order. A change leaves out those that it does not need."
    enum RuleChangePhase {
      "Stored records get the keys that only the next rules have."
      INDEX
      "A scan counts what the change does; then it waits until it may go on."
      READY
      "The next rules are in force; entities that they part are split."
      SPLIT
      "Entities that the next rules join are united."
      UNITE
      "Keys that only the former rules had are deleted."
      CLEAN
    }
    enum RuleChangeHeldBecause {
      "Every change waits in this mode."
      MODE
      "More records would change than largestChangePercent permits."
      MANY_RECORDS
      "An entity of more than largestEntity records would result."
      LARGE_ENTITY
    }
    type RuleChangeOptions {
      mode: RuleChangeMode!
      "The most records, in percent of all, whose entities may change without a question."
      largestChangePercent: Float!
      "The most records of an entity that may result without a question."
      largestEntity: Float!
      "Write units a second that all workers together may use."
      writeUnitsPerSecond: Int!
    }
    enum RuleChangeMode {
      "Indexes and counts, then waits."
      HOLD
      "Goes on if the change stays within the limits, and waits otherwise."
      AUTOMATIC
      "Does nothing until continueRuleChange."
      REFUSE
    }
    type RuleChangeReport {
      "Records that were read."
      records: Float!
      entitiesBefore: Float!
      entitiesAfter: Float!
      "Entities before the change that stay as they are."
      unchanged: Float!
      "Entities before the change that become one with others."
      merging: Float!
      "Entities before the change that become several."
      splitting: Float!
      "Entities before the change whose records leave and join others."
      both: Float!
      "Records of entities that change."
      recordsTouched: Float!
      "Records of the largest entity that results from the change; 0 if none changes."
      largestEntity: Float!
      "Keys of the next rules that more records share than a key may link."
      overFrequentKeys: Float!
      "Stored records that the next rules refuse; they stay, without keys of the next rules."
      refused: Float!
      "True if more changes were found than one process can join, or if other linked records hold together: then the counts are bounds, of which no true count is worse."
      isEstimate: Boolean!
    }
    "Two records that a change joins or parts."
    type RuleChangeExample {
      kind: RuleChangeKind!
      "Ids of the two records."
      records: [ID!]!
      "Ids of the entities that they are in before the change."
      entities: [ID!]!
      "Ids of the rules that join them: next rules for a merge, former rules for a split."
      rules: [String!]!
    }
    enum RuleChangeKind {
      MERGE
      SPLIT
      "Records leave entities and join others."
      BOTH
    }
    "A stored record that the next rules cannot take in as it is."
    type RuleChangeProblem {
      recordID: ID!
      "TOO_MANY_INDEX_KEYS or FIELD_DOES_NOT_EXIST."
      code: String!
    }
  `,
  resolvers: {
    since: ({ since }) => instant(since),
    lastHeartbeat: ({ lastHeartbeat }) => instant(lastHeartbeat),
    problemCount: ({ problems }) => problems,
    report: ({ report }) => report && { ...report, isEstimate: report.isEstimate ?? false },
    options: ({ options }) => ({ ...options, mode: options.mode.toUpperCase() }),
    examples: async (_status, { first }: FirstArgs, { ruleChanges }) => {
      const examples = await ruleChanges.examples(bounded(first));
      return examples.map((example) => ({ ...example, kind: example.kind.toUpperCase() }));
    },
    problems: (_status, { first }: FirstArgs, { ruleChanges }) => ruleChanges.problems(bounded(first)),
    document: async (_status, { name }: { readonly name: string }, { ruleChanges }) =>
      (await ruleChanges.document(name)) ?? null,
  },
};

const instant = (milliseconds: number | undefined): string | null =>
  milliseconds === undefined ? null : new Date(milliseconds).toISOString();

function bounded(first: number): number {
  if (first < 1 || first > MOST_LISTED) throw new ArgumentOutOfRangeError('first', first, `from 1 to ${MOST_LISTED}`);
  return first;
}
