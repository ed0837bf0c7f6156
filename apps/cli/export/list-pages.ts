import {
  type Cohesion,
  type EntityFacts,
  type LinkedEntity,
  listIDsQuery,
  type RecordsOfEntity,
} from '../../../src/graphql/queries/export.generated.ts';
import type { TypedQuery, VariablesOf } from '../../../src/graphql/queries.ts';
import { dataOf, hasTooManyEdges, isTooMuch } from '../client/entities.ts';
import type { GraphqlAnswer, GraphqlClient } from '../client/graphql-client.ts';

/** An entity with what the export selects of it. */
export type ListedEntity = Pick<RecordsOfEntity, 'id'> &
  Partial<RecordsOfEntity & Cohesion & LinkedEntity & EntityFacts>;

export interface ListedPage {
  readonly entities: readonly ListedEntity[];
  /** Ids of entities that no page holds. */
  readonly oversized: readonly string[];
  /** Null on the last page of the segment. */
  readonly after: string | null;
}

interface PageRequest {
  readonly segment: number;
  readonly segments: number;
  /** Null for the first page. */
  readonly after: string | null;
}

/** A query of a page of entities. */
export type ListQuery = TypedQuery<{ readonly entities: ListedPage }, VariablesOf<typeof listIDsQuery>>;

export type ReadPage = (request: PageRequest) => Promise<ListedPage>;

/** What the API allows at most. */
const MOST_ENTITIES = 200;

/**
 * Returns a reader of pages. After an answer that is too large, it asks a segment for fewer entities, and for more again
 * when that succeeds. One entity that is too large by itself counts as oversized.
 *
 * @param refused makes the error for a position that the service does not know
 * @param most entities of a page
 */
export function createPageReader(
  client: GraphqlClient,
  query: ListQuery,
  refused: () => Error,
  most: number = MOST_ENTITIES,
): ReadPage {
  const sizes = new Map<number, number>();
  const ask = (request: PageRequest, first: number, list: ListQuery) =>
    client.execute(list, { input: { ...request, first } });
  return async (request) => {
    for (;;) {
      const first = sizes.get(request.segment) ?? most;
      const answer = await ask(request, first, query);
      if (isUnknownPosition(answer)) throw refused();
      if (!isTooMuch(answer) && !hasTooManyEdges(answer)) {
        sizes.set(request.segment, Math.min(first * 2, most));
        return dataOf(answer).entities;
      }
      if (first === 1) {
        const { entities, oversized, after } = dataOf(await ask(request, first, listIDsQuery)).entities;
        return { entities: [], oversized: [...oversized, ...entities.map(({ id }) => id)], after };
      }
      sizes.set(request.segment, first >> 1);
    }
  };
}

const isUnknownPosition = ({ errors }: GraphqlAnswer<unknown>): boolean =>
  errors?.some(({ extensions }) => extensions?.code === 'POSITION_INVALID') === true;
