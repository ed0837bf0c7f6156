import { EntityDataError } from '../../../src/errors.ts';
import { type Explanation, explainQuery } from '../../../src/graphql/queries/explain.generated.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** A record that a command is about is not stored. */
export class NoSuchRecordError extends EntityDataError {
  readonly code = 'RECORD_NOT_FOUND';
}

/**
 * Why two stored records are one entity or not.
 *
 * @throws NoSuchRecordError, QueryRefusedError and what the client throws
 */
export async function explainRecords(client: GraphqlClient, a: string, b: string): Promise<Explanation> {
  const answer = await client.execute(explainQuery, { input: { a, b } });
  const unknown = answer.errors?.find(({ extensions }) => extensions?.code === 'RECORD_NOT_FOUND');
  if (unknown !== undefined) throw new NoSuchRecordError(unknown.message);
  return dataOf(answer).explain;
}
