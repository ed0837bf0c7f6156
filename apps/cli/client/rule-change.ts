import { storedRecordQuery } from '../../../src/graphql/queries/records.generated.ts';
import {
  type ChangeExamples,
  continueDetailedRuleChangeMutation,
  type DetailedRuleChange,
  detailedRuleChangeQuery,
  documentsAndExamplesQuery,
  rollBackDetailedRuleChangeMutation,
  setDetailedRuleChangePaceMutation,
} from '../../../src/graphql/queries/rule-change.generated.ts';
import { selecting } from '../../../src/graphql/queries.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** @throws QueryRefusedError and what the client throws */
export async function readRuleChange(client: GraphqlClient): Promise<DetailedRuleChange> {
  return dataOf(await client.execute(detailedRuleChangeQuery, {})).ruleChange;
}

/** @throws QueryRefusedError when no change leads to this rule-config, and what the client throws */
export async function continueRuleChange(client: GraphqlClient, to: string): Promise<DetailedRuleChange> {
  return dataOf(await client.execute(continueDetailedRuleChangeMutation, { input: { to } })).change;
}

/** @throws QueryRefusedError when no change to this rule-config is to be taken back, and what the client throws */
export async function rollBackRuleChange(client: GraphqlClient, to: string): Promise<DetailedRuleChange> {
  return dataOf(await client.execute(rollBackDetailedRuleChangeMutation, { input: { to } })).change;
}

/** @throws QueryRefusedError when no change is under way, and what the client throws */
export async function setRuleChangePace(
  client: GraphqlClient,
  input: { readonly paused: boolean; readonly writeUnitsPerSecond?: number | undefined },
): Promise<DetailedRuleChange> {
  return dataOf(await client.execute(setDetailedRuleChangePaceMutation, { input })).change;
}

/** @throws QueryRefusedError and what the client throws */
export async function readChangeExamples(
  client: GraphqlClient,
  { from, to }: { readonly from: string; readonly to: string },
  first: number,
): Promise<ChangeExamples> {
  return dataOf(await client.execute(documentsAndExamplesQuery, { from, to, first })).ruleChange;
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
  const variables = { input: { id }, only: [{ field: 'id', equals: id }] };
  const answer = await client.execute(selecting(storedRecordQuery, selection), variables);
  return dataOf(answer).entityByRecord.entity?.recordInsights.filter.records[0];
}
