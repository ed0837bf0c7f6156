import { eraseMutation } from '../../../src/graphql/queries/records.generated.ts';
import { dataOf } from './entities.ts';
import type { GraphqlClient } from './graphql-client.ts';

/** What an erasure did to the entity of its records. */
export interface Erasure {
  /** False when the records were gone already. */
  readonly triggered: boolean;
  /** False for an entity that is so large that its rest is split within minutes. */
  readonly complete: boolean;
  /** The entities of the records that remain. */
  readonly entityIDs: readonly string[];
}

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
): Promise<Erasure> => dataOf(await client.execute(eraseMutation, { input })).disassemble;
