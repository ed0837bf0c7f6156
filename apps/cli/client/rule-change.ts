import type { RuleChangeOptions } from '../../../src/entities/items/rules-register.ts';
import type { ExampleKind } from '../../../src/entities/rule-changes/report.ts';
import type { RuleChangeExample, RuleChangeProblem } from '../../../src/entities/rule-changes/types.ts';
import { type AnsweredRuleChange, changeMutations, ruleChangeFields } from '../../../src/graphql/queries.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** A change of the rules as the command line asks for it. */
export interface RuleChange extends AnsweredRuleChange {
  readonly since: string | null;
  readonly lastHeartbeat: string | null;
  readonly writeUnits: number;
  /** The first of them. */
  readonly problems: readonly RuleChangeProblem[];
  readonly options: Omit<RuleChangeOptions, 'mode'> & { readonly mode: Uppercase<RuleChangeOptions['mode']> };
}

/** Records that a change has a problem with are shown as examples of them. */
const PROBLEMS = 5;

const FIELDS = `${ruleChangeFields} since lastHeartbeat writeUnits
  problems(first: ${PROBLEMS}) { recordID code }
  options { mode largestChangePercent largestEntity writeUnitsPerSecond }`;

/** @throws QueryRefusedError and what the client throws */
export async function readRuleChange(client: GraphqlClient): Promise<RuleChange> {
  const query = `{ ruleChange { ${FIELDS} } }`;
  return dataOf(await client.execute<{ ruleChange: RuleChange }>(query, {})).ruleChange;
}

/** @throws QueryRefusedError when no change leads to this rule-config, and what the client throws */
export async function continueRuleChange(client: GraphqlClient, to: string): Promise<RuleChange> {
  return changed(client, changeMutations.continueRuleChange(FIELDS), { input: { to } });
}

/** @throws QueryRefusedError when no change to this rule-config is to be taken back, and what the client throws */
export async function rollBackRuleChange(client: GraphqlClient, to: string): Promise<RuleChange> {
  return changed(client, changeMutations.rollBackRuleChange(FIELDS), { input: { to } });
}

/** @throws QueryRefusedError when no change is under way, and what the client throws */
export async function setRuleChangePace(
  client: GraphqlClient,
  input: { readonly paused: boolean; readonly writeUnitsPerSecond?: number | undefined },
): Promise<RuleChange> {
  return changed(client, changeMutations.setRuleChangePace(FIELDS), { input });
}

async function changed(client: GraphqlClient, query: string, variables: object): Promise<RuleChange> {
  return dataOf(await client.execute<{ change: RuleChange }>(query, { ...variables })).change;
}

/** A pair of records that a change joins or parts. */
export type ChangeExample = Omit<RuleChangeExample, 'kind'> & { readonly kind: Uppercase<ExampleKind> };

/** The documents of a change with examples of what it does. A document that the service does not have is null. */
export interface ChangeExamples {
  readonly former: string | null;
  readonly next: string | null;
  readonly examples: readonly ChangeExample[];
}

/** @throws QueryRefusedError and what the client throws */
export async function readChangeExamples(
  client: GraphqlClient,
  { from, to }: { readonly from: string; readonly to: string },
  first: number,
): Promise<ChangeExamples> {
  const query = `query Examples($from: ID!, $to: ID!, $first: Int!) {
    ruleChange {
      former: document(name: $from) next: document(name: $to)
      examples(first: $first) { kind records entities rules }
    }
  }`;
  return dataOf(await client.execute<{ ruleChange: ChangeExamples }>(query, { from, to, first })).ruleChange;
}

/**
 * A stored record, read without the others of its entity; undefined when it is stored no more.
 *
 * @param selection the fields of the record, such as `{ id name }`
 * @throws QueryRefusedError and what the client throws
 */
export async function findRecord(
  client: GraphqlClient,
  selection: string,
  id: string,
): Promise<RecordPayload | undefined> {
  const query = `query Record($id: ID!, $conditions: [FilterCondition!]!) {
    entityByRecord(input: { id: $id }) { entity { recordInsights { filter(conditions: $conditions) { records ${selection} } } } }
  }`;
  const answer = await client.execute<{
    entityByRecord: { entity: { recordInsights: { filter: { records: readonly RecordPayload[] } } } | null };
  }>(query, { id, conditions: [{ field: 'id', equals: id }] });
  return dataOf(answer).entityByRecord.entity?.recordInsights.filter.records[0];
}
