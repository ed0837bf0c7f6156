import {
  type DecisionAnswer,
  type DecisionOperation,
  type DecisionPage,
  decideQuery,
  decisionsQuery,
} from '../../../src/graphql/queries.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** @throws QueryRefusedError and what the client throws */
export async function decide(
  client: GraphqlClient,
  operation: DecisionOperation,
  input: Readonly<Record<string, unknown>>,
): Promise<DecisionAnswer> {
  return dataOf(await client.execute<{ answer: DecisionAnswer }>(decideQuery(operation), { input })).answer;
}

/** A page of decisions, newest first. Throws as {@link decide} does. */
export async function findDecisions(
  client: GraphqlClient,
  input: Readonly<Record<string, unknown>>,
): Promise<DecisionPage> {
  return dataOf(await client.execute<{ page: DecisionPage }>(decisionsQuery, { input })).page;
}
