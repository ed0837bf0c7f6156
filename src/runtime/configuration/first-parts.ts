import { EntityDataError, RetryableError } from '../../errors.ts';
import { type Pace, realPace } from '../../store/dynamodb/backoff.ts';
import type { Calls } from '../../store/dynamodb/calls.ts';
import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';
import { callsOf } from './calls-of.ts';

/** The first part of a document; undefined if it is missing or could not be read in a batch. */
export type ReadFirstPart = (tableName: string, id: string) => Promise<Uint8Array | undefined>;

interface Group {
  readonly ids: Set<string>;
  readonly parts: Promise<ReadonlyMap<string, Uint8Array>>;
}

/**
 * Batches the reads of one turn of the event loop into one call, up to 100 documents.
 *
 * A read that AWS refuses returns undefined too; the later query of all parts raises the error.
 *
 * @param pace for tests
 * @throws RetryableError when the table does not answer in time
 */
export function createFirstPartReader(dynamodb: DynamoDB, pace: Pace = realPace): ReadFirstPart {
  const groups = new Map<string, Group>();
  const groupOf = (tableName: string): Group => {
    const ids = new Set<string>();
    const parts = Promise.resolve().then(() => {
      groups.delete(tableName);
      return readFirstParts(callsOf(dynamodb, tableName, pace), tableName, [...ids]);
    });
    return { ids, parts };
  };
  return async (tableName, id) => {
    const group = groups.get(tableName) ?? groupOf(tableName);
    groups.set(tableName, group);
    group.ids.add(id);
    return (await group.parts).get(id);
  };
}

async function readFirstParts(
  calls: Calls,
  tableName: string,
  ids: readonly string[],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const parts = new Map<string, Uint8Array>();
  try {
    const { Responses = {} } = await calls.read('BatchGetItem', {
      RequestItems: {
        [tableName]: { Keys: ids.map((id) => ({ id: { S: id }, part: { N: '0' } })), ConsistentRead: true },
      },
    });
    for (const { id, data } of Responses[tableName] ?? []) {
      if (id?.S !== undefined && data?.B !== undefined) parts.set(id.S, data.B);
    }
  } catch (error) {
    if (!(error instanceof EntityDataError) || error instanceof RetryableError) throw error;
  }
  return parts;
}
