import type { RuleChangePhase } from '../../entities/items/rules-register.ts';
import type { HeldBecause, RuleChangeReport, RuleChangeState } from '../../entities/rule-changes/types.ts';

/** What a change does to stored data, as the API answers it. */
export type AnsweredChangeReport = Required<RuleChangeReport>;

/** A change of the rules as the API answers it, selected by {@link ruleChangeFields}. */
export interface AnsweredRuleChange {
  readonly state: RuleChangeState;
  readonly heldBecause: HeldBecause | null;
  readonly inForce: string;
  readonly from: string | null;
  readonly to: string | null;
  readonly waiting: string | null;
  readonly failure: string | null;
  readonly phase: RuleChangePhase | null;
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
