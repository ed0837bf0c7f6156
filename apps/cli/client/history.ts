import { type HistoryPage, historyQuery } from '../../../src/graphql/queries/history.generated.ts';
import type { VariablesOf } from '../../../src/graphql/queries.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** A page of a history, newest first. Throws a QueryRefusedError, and what the client throws. */
export async function findHistory(
  client: GraphqlClient,
  input: VariablesOf<typeof historyQuery>['input'],
): Promise<HistoryPage> {
  return dataOf(await client.execute(historyQuery, { input })).page;
}
