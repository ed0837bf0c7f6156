import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { EntityDataError } from '../../errors.ts';
import { type Pace, realPace } from '../../store/dynamodb/backoff.ts';
import type { Calls } from '../../store/dynamodb/calls.ts';
import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';
import { callsOf } from './calls-of.ts';
import { createFirstPartReader } from './first-parts.ts';
import { documentName, parseLocation } from './location.ts';

/** Reads the text at a location. */
export type ReadDocument = (location: string) => Promise<string>;

/** The document is missing, or is not the one that was deployed. */
class DocumentUnreadableError extends EntityDataError {
  readonly code = 'CONFIGURATION_UNREADABLE';
}

/** Reads files only. */
export const readFileDocument: ReadDocument = async (location) => {
  const parsed = parseLocation(location);
  if (parsed.kind !== 'file') {
    throw new DocumentUnreadableError(`${location} is in a table, and here only files can be read`, {
      hint: 'Give the path of a file.',
    });
  }
  try {
    return await readFile(parsed.path, 'utf8');
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new DocumentUnreadableError(`${documentName(location)} cannot be read: ${code}`, {
      hint: 'Check the path and who may read it.',
      cause,
    });
  }
};

/**
 * Reads files, and documents of the configuration table: the parts of a document are the items of the partition
 * `<name>/<sha256>`, in the order of the number `part`, with their bytes in `data`. The hash of the bytes is compared with
 * the one in the location, so that a function runs only with the document of its deployment.
 *
 * The hash also shows whether the first part is the whole document, as for most documents. Documents that are requested
 * together are therefore read by one call; only longer ones need a query of all their parts.
 *
 * @param pace for tests
 */
export function createDocumentReader(dynamodb: DynamoDB, pace: Pace = realPace): ReadDocument {
  const firstPartOf = createFirstPartReader(dynamodb, pace);
  return async (location) => {
    const parsed = parseLocation(location);
    if (parsed.kind === 'file') return readFileDocument(location);
    const { tableName, name, sha256 } = parsed;
    const id = `${name}/${sha256}`;
    const firstPart = await firstPartOf(tableName, id);
    if (firstPart !== undefined && hashOf(firstPart) === sha256) return textOf(firstPart);
    const content = await readParts(callsOf(dynamodb, tableName, pace), tableName, id);
    const found = hashOf(content);
    if (found !== sha256) {
      throw new DocumentUnreadableError(
        content.length === 0
          ? `${name} is not in the table ${tableName}`
          : `${name} in the table ${tableName} has the hash ${found} instead of ${sha256}`,
        { hint: 'Apply the Terraform module again: it fills this table.' },
      );
    }
    return textOf(content);
  };
}

const hashOf = (content: Uint8Array): string => createHash('sha256').update(content).digest('hex');

const textOf = (content: Uint8Array): string =>
  Buffer.from(content.buffer, content.byteOffset, content.byteLength).toString('utf8');

async function readParts(calls: Calls, tableName: string, id: string): Promise<Buffer> {
  const parts: Uint8Array[] = [];
  let start: Record<string, { S: string } | { N: string }> | undefined;
  do {
    const { Items = [], LastEvaluatedKey } = await calls.read('Query', {
      TableName: tableName,
      KeyConditionExpression: '#id = :id',
      ExpressionAttributeNames: { '#id': 'id' },
      ExpressionAttributeValues: { ':id': { S: id } },
      ConsistentRead: true,
      ...(start !== undefined && { ExclusiveStartKey: start }),
    });
    for (const item of Items) parts.push(item['data']?.B ?? new Uint8Array());
    start = LastEvaluatedKey as typeof start;
  } while (start !== undefined);
  return Buffer.concat(parts);
}
