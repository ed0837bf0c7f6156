import { eraseMutation } from '../../../src/graphql/queries/records.generated.ts';
import type { AnswerOf } from '../../../src/graphql/queries.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/**
 * Erases records of one entity.
 *
 * @throws QueryRefusedError and what the client throws
 */
export const eraseRecords = async (
  client: GraphqlClient,
  input: {
    readonly recordIDs: readonly string[];
    readonly meta?: { readonly user: string; readonly reason: string } | undefined;
  },
): Promise<AnswerOf<typeof eraseMutation>['disassemble']> =>
  dataOf(await client.execute(eraseMutation, { input })).disassemble;
