import { EntityDataError } from '../../functions/core/errors.ts';
import type { GraphqlAnswer, GraphqlClient } from './graphql-client.ts';

export interface FoundEntity {
  readonly id: string;
  readonly records: readonly Readonly<Record<string, unknown>>[];
  readonly edges: readonly string[];
  readonly duplicates: Readonly<Record<string, readonly string[]>>;
  readonly hits: Readonly<Record<string, readonly string[]>>;
  readonly score: number;
  readonly consistency: number;
  readonly hitScore: number;
}

/** The API refused a query. */
export class QueryRefusedError extends EntityDataError {
  readonly code = 'QUERY_REFUSED';
}

/** What is asked of every entity; `record` is the selection of its records. */
const entityFields = (record: string) => `{ id records ${record} edges duplicates hits score consistency hitScore }`;

/** @throws QueryRefusedError and what the client throws. */
export async function searchEntities(
  client: GraphqlClient,
  record: string,
  parameters: Readonly<Record<string, unknown>>,
  searchRules: string | undefined,
): Promise<{ readonly entities: readonly FoundEntity[]; readonly totalCount: number }> {
  const query = `query Search($input: SearchInput!) { search(input: $input) { totalCount entities ${entityFields(record)} } }`;
  const input = { parameters, ...(searchRules === undefined ? {} : { searchRules }) };
  const answer = await client.execute<{ search: { entities: FoundEntity[]; totalCount: number } }>(query, { input });
  return dataOf(answer).search;
}

/** The entity of this id, or the one that a record of this id is in; undefined when there is none. */
export async function findEntity(
  client: GraphqlClient,
  record: string,
  operation: 'entity' | 'entityByRecord',
  id: string,
): Promise<FoundEntity | undefined> {
  const inputType = operation === 'entity' ? 'EntityInput' : 'EntityByRecordInput';
  const query = `query Find($input: ${inputType}!) { found: ${operation}(input: $input) { entity ${entityFields(record)} } }`;
  const answer = await client.execute<{ found: { entity: FoundEntity | null } }>(query, { input: { id } });
  return dataOf(answer).found.entity ?? undefined;
}

function dataOf<Data>({ data, errors, tooLarge }: GraphqlAnswer<Data>): Data {
  if (errors === undefined && data !== undefined && data !== null) return data;
  const messages = tooLarge ? ['The request is too large.'] : (errors ?? []).map(textOf);
  throw new QueryRefusedError(
    messages.length === 0 ? 'The API answered no data.' : ['The API refused the query.', ...messages].join('\n'),
    {
      ...(errors?.[0]?.extensions?.hint === undefined ? {} : { hint: errors[0].extensions.hint }),
    },
  );
}

function textOf({ message, extensions }: { message: string; extensions?: { code?: string } }): string {
  return extensions?.code === undefined ? message : `${extensions.code}: ${message}`;
}
