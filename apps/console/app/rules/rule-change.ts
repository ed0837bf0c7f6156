import {
  type AnsweredChangeReport,
  type AnsweredRuleChange,
  type ChangeExample,
  continueRuleChangeMutation,
  examplePartsQuery,
  examplesQuery,
  rollBackRuleChangeMutation,
  ruleChangeQuery,
  setRuleChangePaceMutation,
} from '../../../../src/graphql/queries/rule-change.generated.ts';
import { selecting } from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';

export type ChangeReport = AnsweredChangeReport;
export type RuleChange = AnsweredRuleChange;

export async function readRuleChange(signal?: AbortSignal): Promise<RuleChange> {
  return (await ask(ruleChangeQuery, {}, signal)).ruleChange;
}

/** What the owner of the data may do with a change. */
export type ChangeAction = 'continue' | 'pause' | 'resume' | 'roll back';

/** The rule-config that a change goes on to, or that begins one. */
export const targetOf = ({ phase, to, waiting }: Pick<RuleChange, 'phase' | 'to' | 'waiting'>): string =>
  (phase === null ? waiting : to) ?? '';

export async function actOnRuleChange(action: ChangeAction, change: RuleChange): Promise<RuleChange> {
  switch (action) {
    case 'continue':
      return (await ask(continueRuleChangeMutation, { input: { to: targetOf(change) } })).change;
    case 'pause':
    case 'resume':
      return (await ask(setRuleChangePaceMutation, { input: { paused: action === 'pause' } })).change;
    case 'roll back':
      return (await ask(rollBackRuleChangeMutation, { input: { to: change.to ?? '' } })).change;
  }
}

const mostExamples = 20;

export async function readExamples(signal: AbortSignal): Promise<readonly ChangeExample[]> {
  return (await ask(examplesQuery, { first: mostExamples }, signal)).ruleChange.examples;
}

/** The rule-configs before and after a change, and two stored records; undefined for what is not there any more. */
export interface ExampleParts {
  readonly former: string | null;
  readonly next: string | null;
  readonly a: RecordData | undefined;
  readonly b: RecordData | undefined;
}

export async function readExampleParts(
  { from, to }: { readonly from: string; readonly to: string },
  [a = '', b = '']: ChangeExample['records'],
  selection: string,
  signal: AbortSignal,
): Promise<ExampleParts> {
  const only = (id: string) => [{ field: 'id', equals: id }];
  const variables = { from, to, a, b, onlyA: only(a), onlyB: only(b) };
  const answer = await ask(selecting(examplePartsQuery, `{ ${selection} }`), variables, signal);
  const recordIn = ({ entity }: (typeof answer)['a']) => entity?.recordInsights.filter.records[0];
  return { ...answer.ruleChange, a: recordIn(answer.a), b: recordIn(answer.b) };
}
