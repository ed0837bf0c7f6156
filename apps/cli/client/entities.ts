import { EntityDataError } from '../../../src/errors.ts';
import { entityByRecordQuery, entityQuery } from '../../../src/graphql/queries/entities.generated.ts';
import { pageOfRecordIDsQuery, recordIDsQuery } from '../../../src/graphql/queries/records.generated.ts';
import { type FoundEntity, type SearchResult, searchQuery } from '../../../src/graphql/queries/search.generated.ts';
import { repeated, selecting, type TypedQuery, type VariablesOf } from '../../../src/graphql/queries.ts';
import type { GraphqlAnswer, GraphqlClient } from './graphql-client.ts';

/** The API refused a query. */
export class QueryRefusedError extends EntityDataError {
  readonly code = 'QUERY_REFUSED';
}

/** Too many to judge, or to fit into an answer. */
const TOO_MANY_EDGES = new Set(['ENTITY_TOO_LARGE', 'RESPONSE_TOO_LARGE']);

/** True when an entity has too many records for what was asked about its edges. */
export const hasTooManyEdges = ({ errors }: GraphqlAnswer<unknown>): boolean =>
  errors?.some(({ extensions }) => TOO_MANY_EDGES.has(extensions?.code ?? '')) === true;

/** Asks with everything, and without what follows from edges where there are too many of them. */
async function askWithEdges<Data, Input>(
  client: GraphqlClient,
  query: TypedQuery<Data, { readonly input: Input; readonly edges: boolean }>,
  input: Input,
): Promise<Data> {
  const answer = await client.execute(query, { input, edges: true });
  return dataOf(hasTooManyEdges(answer) ? await client.execute(query, { input, edges: false }) : answer);
}

/** @throws QueryRefusedError and what the client throws. */
export async function searchEntities(
  client: GraphqlClient,
  record: string,
  input: VariablesOf<typeof searchQuery>['input'],
): Promise<SearchResult> {
  return (await askWithEdges(client, selecting(searchQuery, record), input)).search;
}

/** The entity with this id, or the one that contains a record with this id; undefined when there is none. */
export async function findEntity(
  client: GraphqlClient,
  record: string,
  operation: 'entity' | 'entityByRecord',
  id: string,
): Promise<FoundEntity | undefined> {
  const query = operation === 'entity' ? entityQuery : entityByRecordQuery;
  const { found } = await askWithEdges(client, selecting(query, record), { id });
  return found.entity ?? undefined;
}

export interface EntityRecords {
  readonly id: string;
  readonly recordIDs: readonly string[];
}

/** Record ids per request for an entity that is too large for one answer. */
const ID_PAGE = 5_000;

/**
 * The entities of these records, in the order of the records; undefined for a record that is in none. Sends one request
 * unless a limit of the deployment or the size of the answer requires several.
 *
 * @throws QueryRefusedError and what the client throws
 */
export async function findEntitiesOfRecords(
  client: GraphqlClient,
  recordIDs: readonly string[],
): Promise<(EntityRecords | undefined)[]> {
  if (recordIDs.length === 0) return [];
  const each = recordIDs.map((id) => ({ input: { id } }));
  const answer = await client.execute(...repeated(recordIDsQuery, each));
  if (isTooMuch(answer)) {
    if (recordIDs.length === 1) return [await findInPages(client, recordIDs[0]!)];
    const middle = recordIDs.length >> 1;
    return [
      ...(await findEntitiesOfRecords(client, recordIDs.slice(0, middle))),
      ...(await findEntitiesOfRecords(client, recordIDs.slice(middle))),
    ];
  }
  return Object.values(dataOf(answer)).map(({ entity }) =>
    entity === null ? undefined : { id: entity.id, recordIDs: entity.records.map(({ id }) => id) },
  );
}

/** True when the answer may succeed with fewer records in one request. */
export const isTooMuch = ({ errors, tooLarge }: GraphqlAnswer<unknown>): boolean =>
  tooLarge === true ||
  (errors ?? []).some(({ extensions }) => /^(RESPONSE_TOO_LARGE|TOO_MANY_\w+)$/.test(extensions?.code ?? ''));

async function findInPages(client: GraphqlClient, recordID: string): Promise<EntityRecords | undefined> {
  const recordIDs: string[] = [];
  for (;;) {
    const variables = { input: { id: recordID }, count: ID_PAGE, offset: recordIDs.length };
    const { entity } = dataOf(await client.execute(pageOfRecordIDsQuery, variables)).entityByRecord;
    if (entity === null) return undefined;
    const { records } = entity.recordInsights.limit;
    for (const { id } of records) recordIDs.push(id);
    if (records.length < ID_PAGE) return { id: entity.id, recordIDs };
  }
}

/** @throws QueryRefusedError when the answer has errors or no data */
export function dataOf<Data>({ data, errors, tooLarge }: GraphqlAnswer<Data>): Data {
  if (errors === undefined && data !== undefined && data !== null) return data;
  const messages = tooLarge ? ['The request is too large.'] : (errors ?? []).map(textOf);
  throw new QueryRefusedError(
    messages.length === 0
      ? 'The answer of the API contains no data.'
      : ['The API refused the query.', ...messages].join('\n'),
    { hint: errors?.[0]?.extensions?.hint },
  );
}

function textOf({ message, extensions }: { message: string; extensions?: { code?: string } }): string {
  return extensions?.code === undefined ? message : `${extensions.code}: ${message}`;
}
