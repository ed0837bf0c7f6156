import {
  type AnsweredChangeReport,
  type AnsweredRuleChange,
  changeMutations,
  ruleChangeFields,
} from '../../../../src/graphql/queries.ts';
import { ask } from '../api/graphql.ts';
import type { RecordData } from '../api/record-values.ts';

export type ChangeReport = AnsweredChangeReport;
export type RuleChange = AnsweredRuleChange;

export interface ChangeExample {
  readonly kind: 'MERGE' | 'SPLIT' | 'BOTH';
  readonly records: readonly [string, string];
  readonly rules: readonly string[];
}

export async function readRuleChange(signal?: AbortSignal): Promise<RuleChange> {
  const { ruleChange } = await ask<{ readonly ruleChange: RuleChange }>(
    `{ ruleChange { ${ruleChangeFields} } }`,
    {},
    signal,
  );
  return ruleChange;
}

/** What the owner of the data may do with a change. */
export type ChangeAction = 'continue' | 'pause' | 'resume' | 'roll back';

/** The rule-config that a change goes on to, or that begins one. */
export const targetOf = ({ phase, to, waiting }: Pick<RuleChange, 'phase' | 'to' | 'waiting'>): string =>
  (phase === null ? waiting : to) ?? '';

export async function actOnRuleChange(action: ChangeAction, change: RuleChange): Promise<RuleChange> {
  const to = action === 'roll back' ? (change.to ?? '') : targetOf(change);
  const [query, variables] = requestOf(action, to);
  return (await ask<{ readonly change: RuleChange }>(query, variables)).change;
}

function requestOf(action: ChangeAction, to: string): readonly [query: string, variables: object] {
  switch (action) {
    case 'continue':
      return [changeMutations.continueRuleChange(ruleChangeFields), { input: { to } }];
    case 'pause':
    case 'resume':
      return [changeMutations.setRuleChangePace(ruleChangeFields), { input: { paused: action === 'pause' } }];
    case 'roll back':
      return [changeMutations.rollBackRuleChange(ruleChangeFields), { input: { to } }];
  }
}

const mostExamples = 20;

export async function readExamples(signal: AbortSignal): Promise<readonly ChangeExample[]> {
  const { ruleChange } = await ask<{ readonly ruleChange: { readonly examples: readonly ChangeExample[] } }>(
    `{ ruleChange { examples(first: ${mostExamples}) { kind records rules } } }`,
    {},
    signal,
  );
  return ruleChange.examples;
}

/** The rule-configs before and after a change, and two stored records; undefined for what is not there any more. */
export interface ExampleParts {
  readonly former: string | null;
  readonly next: string | null;
  readonly a: RecordData | undefined;
  readonly b: RecordData | undefined;
}

export async function readExampleParts(
  { from, to }: Pick<RuleChange, 'from' | 'to'>,
  [a, b]: readonly [string, string],
  selection: string,
  signal: AbortSignal,
): Promise<ExampleParts> {
  const record = (name: string) =>
    `${name}: entityByRecord(input: { id: $${name} }) { entity { recordInsights { filter(conditions: [{ field: "id", equals: $${name}Value }]) { records { ${selection} } } } } }`;
  const answer = await ask<{
    readonly ruleChange: { readonly former: string | null; readonly next: string | null };
    readonly a: FoundRecord;
    readonly b: FoundRecord;
  }>(
    `query ($from: ID!, $to: ID!, $a: ID!, $b: ID!, $aValue: Any, $bValue: Any) {
      ruleChange { former: document(name: $from) next: document(name: $to) }
      ${record('a')}
      ${record('b')}
    }`,
    { from, to, a, b, aValue: a, bValue: b },
    signal,
  );
  return { ...answer.ruleChange, a: recordIn(answer.a), b: recordIn(answer.b) };
}

interface FoundRecord {
  readonly entity: { readonly recordInsights: { readonly filter: { readonly records: readonly RecordData[] } } } | null;
}

const recordIn = ({ entity }: FoundRecord): RecordData | undefined => entity?.recordInsights.filter.records[0];
