import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { EntityDataError, RetryableError } from '../../errors.ts';
import { type Pace, realPace } from '../../store/dynamodb/backoff.ts';
import { Calls } from '../../store/dynamodb/calls.ts';
import type { DynamoDB } from '../../store/dynamodb/dynamodb.ts';

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

/** The first part of a document; undefined if it is missing or could not be read in a batch. */
type ReadFirstPart = (tableName: string, id: string) => Promise<Uint8Array | undefined>;

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
function createFirstPartReader(dynamodb: DynamoDB, pace: Pace = realPace): ReadFirstPart {
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

/** Lambda gives a function 10 seconds to start. */
const DEADLINE_MILLISECONDS = 6_000;

/**
 * Calls to the configuration table with a deadline that leaves time to report a failure. A running call ends at the
 * deadline too, because two calls without an answer would use up the time that Lambda allows.
 *
 * @param pace for tests
 */
export function callsOf(dynamodb: DynamoDB, tableName: string, pace: Pace = realPace): Calls {
  const end = pace.now() + DEADLINE_MILLISECONDS;
  return new Calls({
    dynamodb,
    tableName,
    deadlineMilliseconds: DEADLINE_MILLISECONDS,
    timeLeft: () => end - pace.now(),
    pace,
    onCapacity: undefined,
  });
}

/** The location of a document: a file, or the configuration table that Terraform fills. */
type Location =
  | { readonly kind: 'file'; readonly path: string }
  | { readonly kind: 'table'; readonly tableName: string; readonly name: string; readonly sha256: string };

/** A location has the scheme of the configuration table but is invalid. */
class LocationError extends EntityDataError {
  readonly code = 'CONFIGURATION_LOCATION_INVALID';

  constructor(location: string) {
    super(`${JSON.stringify(location)} is no place of a document`, {
      hint: 'Give a path, or dynamodb://<table>/<name>/<SHA-256 in hexadecimal digits> as the Terraform module does.',
    });
  }
}

/** Reads `dynamodb://crm-configuration/rule-config/9f86…`; a location without that scheme is a path. */
export function parseLocation(location: string): Location {
  if (!location.startsWith('dynamodb://')) return { kind: 'file', path: location };
  const [, tableName, name, sha256] =
    /^dynamodb:\/\/([A-Za-z0-9_.-]{3,255})\/([A-Za-z0-9._-]+)\/([0-9a-f]{64})$/.exec(location) ?? [];
  if (tableName === undefined || name === undefined || sha256 === undefined) throw new LocationError(location);
  return { kind: 'table', tableName, name, sha256 };
}

/** The name of the document in messages: its file name, or its name in the table. Works for invalid locations too. */
export function documentName(location: string): string {
  return location.startsWith('dynamodb://') ? location.split('/')[3] || location : basename(location);
}
