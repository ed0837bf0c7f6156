import { EntityDataError } from '../../../src/errors.ts';
import { type SearchQuestion, type SearchResult, searchQuery } from '../../../src/graphql/queries.ts';
import type { GraphqlAnswer, GraphqlClient } from './graphql-client.ts';

export interface FoundEntity {
  readonly id: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly hits: Readonly<Record<string, readonly string[]>>;
  readonly hitScore: number;
  /** `edges`, and the fields derived from them, are missing when an entity has too many edges for one answer. */
  readonly edges?: readonly string[];
  readonly duplicates?: Readonly<Record<string, readonly string[]>>;
  readonly score?: number;
  readonly consistency?: number;
}

/** The API refused a query. */
export class QueryRefusedError extends EntityDataError {
  readonly code = 'QUERY_REFUSED';
}

/** Fields that every query of an entity selects; `record` is the selection of its records. */
const entityFields = (record: string) => `{ id records ${record} edges duplicates hits score consistency hitScore }`;
const fieldsWithoutEdges = (record: string) => `{ id records ${record} hits hitScore }`;

/** Too many to judge, or to fit into an answer. */
const TOO_MANY_EDGES = new Set(['ENTITY_TOO_LARGE', 'RESPONSE_TOO_LARGE']);

/** True when an entity has too many records for what was asked about its edges. */
export const hasTooManyEdges = ({ errors }: GraphqlAnswer<unknown>): boolean =>
  errors?.some(({ extensions }) => TOO_MANY_EDGES.has(extensions?.code ?? '')) === true;

/** Asks with everything, and without what follows from edges where there are too many of them. */
async function askWithEdges<Data>(
  client: GraphqlClient,
  record: string,
  query: (fields: string) => string,
  variables: Readonly<Record<string, unknown>>,
): Promise<Data> {
  const answer = await client.execute<Data>(query(entityFields(record)), variables);
  return dataOf(
    hasTooManyEdges(answer) ? await client.execute<Data>(query(fieldsWithoutEdges(record)), variables) : answer,
  );
}

/** @throws QueryRefusedError and what the client throws. */
export async function searchEntities(
  client: GraphqlClient,
  record: string,
  input: SearchQuestion,
): Promise<SearchResult<FoundEntity>> {
  const { search } = await askWithEdges<{ search: SearchResult<FoundEntity> }>(client, record, searchQuery, { input });
  return search;
}

/** The entity with this id, or the one that contains a record with this id; undefined when there is none. */
export async function findEntity(
  client: GraphqlClient,
  record: string,
  operation: 'entity' | 'entityByRecord',
  id: string,
): Promise<FoundEntity | undefined> {
  const inputType = operation === 'entity' ? 'EntityInput' : 'EntityByRecordInput';
  const query = (fields: string) =>
    `query Find($input: ${inputType}!) { found: ${operation}(input: $input) { entity ${fields} } }`;
  const { found } = await askWithEdges<{ found: { entity: FoundEntity | null } }>(client, record, query, {
    input: { id },
  });
  return found.entity ?? undefined;
}

export interface EntityRecords {
  readonly id: string;
  readonly recordIDs: readonly string[];
}

/** Record ids per request for an entity that is too large for one answer. */
const ID_PAGE = 5_000;
const ENTITY_OF_RECORD = 'entity { id records { id } }';

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
  // No alias for a single record: a deployment may allow none.
  const names = recordIDs.map((_, index) => (recordIDs.length === 1 ? 'entityByRecord' : `r${index}`));
  const query = `query EntitiesOf(${names.map((_, index) => `$i${index}: EntityByRecordInput!`).join(', ')}) { ${names
    .map(
      (name, index) =>
        `${name === 'entityByRecord' ? '' : `${name}: `}entityByRecord(input: $i${index}) { ${ENTITY_OF_RECORD} }`,
    )
    .join(' ')} }`;
  const variables = Object.fromEntries(recordIDs.map((id, index) => [`i${index}`, { id }]));
  const answer = await client.execute<Record<string, { entity: { id: string; records: { id: string }[] } | null }>>(
    query,
    variables,
  );
  if (isTooMuch(answer)) {
    if (recordIDs.length === 1) return [await findInPages(client, recordIDs[0]!)];
    const middle = recordIDs.length >> 1;
    return [
      ...(await findEntitiesOfRecords(client, recordIDs.slice(0, middle))),
      ...(await findEntitiesOfRecords(client, recordIDs.slice(middle))),
    ];
  }
  const data = dataOf(answer);
  return names.map((name) => {
    const entity = data[name]?.entity;
    return entity == null ? undefined : { id: entity.id, recordIDs: entity.records.map(({ id }) => id) };
  });
}

/** True when the answer may succeed with fewer records in one request. */
export const isTooMuch = ({ errors, tooLarge }: GraphqlAnswer<unknown>): boolean =>
  tooLarge === true ||
  (errors ?? []).some(({ extensions }) => /^(RESPONSE_TOO_LARGE|TOO_MANY_\w+)$/.test(extensions?.code ?? ''));

async function findInPages(client: GraphqlClient, recordID: string): Promise<EntityRecords | undefined> {
  const query = `query Page($input: EntityByRecordInput!, $count: Int!, $offset: Int!) { entityByRecord(input: $input) { entity { id recordInsights { limit(count: $count, offset: $offset) { records { id } } } } } }`;
  const recordIDs: string[] = [];
  for (;;) {
    const { entity } = dataOf(
      await client.execute<{
        entityByRecord: { entity: { id: string; recordInsights: { limit: { records: { id: string }[] } } } | null };
      }>(query, { input: { id: recordID }, count: ID_PAGE, offset: recordIDs.length }),
    ).entityByRecord;
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
