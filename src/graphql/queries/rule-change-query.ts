/** What a change does to stored data, as the API answers it. */
export interface AnsweredChangeReport {
  readonly records: number;
  readonly entitiesBefore: number;
  readonly entitiesAfter: number;
  readonly unchanged: number;
  readonly merging: number;
  readonly splitting: number;
  readonly both: number;
  readonly recordsTouched: number;
  readonly largestEntity: number;
  readonly overFrequentKeys: number;
  readonly refused: number;
  /** True if the counts are bounds. */
  readonly isEstimate: boolean;
}

/** A change of the rules as the API answers it, selected by {@link ruleChangeFields}. */
export interface AnsweredRuleChange {
  readonly state: 'STEADY' | 'RUNNING' | 'HELD' | 'PAUSED' | 'WAITING' | 'FAILED';
  readonly heldBecause: 'MODE' | 'MANY_RECORDS' | 'LARGE_ENTITY' | null;
  readonly inForce: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly waiting: string | null;
  readonly failure: string | null;
  readonly phase: 'INDEX' | 'READY' | 'SPLIT' | 'UNITE' | 'CLEAN' | null;
  readonly progress: number;
  readonly estimatedMinutes: number | null;
  readonly recordsChanged: number;
  readonly problemCount: number;
  readonly report: AnsweredChangeReport | null;
}

/** A selection, without braces. */
export const ruleChangeFields = `
  state heldBecause inForce from to waiting failure phase progress estimatedMinutes recordsChanged problemCount
  report {
    records entitiesBefore entitiesAfter unchanged merging splitting both recordsTouched largestEntity
    overFrequentKeys refused isEstimate
  }`;

/** Mutations that answer the change as `change`. `fields` is a selection without braces. */
export const changeMutations = {
  continueRuleChange: (fields: string) =>
    `mutation ($input: ContinueRuleChangeInput!) { change: continueRuleChange(input: $input) { ${fields} } }`,
  setRuleChangePace: (fields: string) =>
    `mutation ($input: SetRuleChangePaceInput!) { change: setRuleChangePace(input: $input) { ${fields} } }`,
  rollBackRuleChange: (fields: string) =>
    `mutation ($input: RollBackRuleChangeInput!) { change: rollBackRuleChange(input: $input) { ${fields} } }`,
} as const;
