import { describe, expect, it } from '@jest/globals';
import { findEntity, QueryRefusedError, searchEntities } from '../../../../../apps/cli/client/entities.ts';
import type { GraphqlAnswer, GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';

/** A service that gives this answer to queries with edges, and an entity to all others. */
function service(code: string) {
  const queries: string[] = [];
  const pageInfo = { hasNextPage: false, endCursor: null };
  const entity = { id: 'E', records: [{ id: 'a' }], hits: {}, hitScore: 0 };
  const answer = (query: string): GraphqlAnswer<unknown> => {
    queries.push(query);
    if (query.includes('edges')) return { errors: [{ message: 'no edges', extensions: { code } }] };
    return {
      data: query.includes('search(')
        ? { search: { totalCount: 1, totalIs: 'EXACT', pageInfo, incomplete: [], entities: [entity] } }
        : { found: { entity } },
    };
  };
  const client = { execute: async (query) => answer(query) } as GraphqlClient;
  return { client, queries, entity, pageInfo };
}

describe('an entity with more edges than the API answers', () => {
  it('is shown without them, looked up or found', async () => {
    const { client, queries, entity, pageInfo } = service('ENTITY_TOO_LARGE');

    expect(await findEntity(client, '{ id }', 'entityByRecord', 'a')).toEqual(entity);
    expect(await searchEntities(client, '{ id }', { parameters: { name: 'x' }, first: 10 })).toEqual({
      totalCount: 1,
      totalIs: 'EXACT',
      pageInfo,
      incomplete: [],
      entities: [entity],
    });
    expect(queries).toHaveLength(4);
  });

  it('is the only reason to ask twice', async () => {
    const { client, queries } = service('FORBIDDEN');

    await expect(findEntity(client, '{ id }', 'entity', 'E')).rejects.toThrow(QueryRefusedError);
    expect(queries).toHaveLength(1);
  });
});
