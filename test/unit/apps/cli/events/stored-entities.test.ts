import { describe, expect, it } from '@jest/globals';
import { QueryRefusedError } from '../../../../../apps/cli/client/entities.ts';
import type { GraphqlAnswer, GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { type StoredEntity, tellStoredEntities } from '../../../../../apps/cli/events/stored-entities.ts';

interface Asked {
  readonly ids: readonly string[];
  readonly offset?: number;
}

/** A service that holds these entities and answers so many ids at once. */
function service(
  entities: Readonly<Record<string, readonly string[]>>,
  limits: { fields?: number; ids?: number } = {},
) {
  const { fields = 20, ids: room = Number.POSITIVE_INFINITY } = limits;
  const asked: Asked[] = [];
  const refused = (code: string): GraphqlAnswer<never> => ({ errors: [{ message: 'too much', extensions: { code } }] });
  const entityOf = (recordID: string) => {
    const found = Object.entries(entities).find(([, recordIDs]) => recordIDs.includes(recordID));
    return found && { id: found[0], records: found[1].map((id) => ({ id })) };
  };
  const answer = (query: string, variables: Readonly<Record<string, unknown>>): GraphqlAnswer<unknown> => {
    if (query.includes('recordInsights')) {
      const { input, count, offset } = variables as { input: { id: string }; count: number; offset: number };
      asked.push({ ids: [input.id], offset });
      const { id, records } = entityOf(input.id)!;
      const limit = { records: records.slice(offset, offset + count) };
      return { data: { entityByRecord: { entity: { id, recordInsights: { limit } } } } };
    }
    const ids = Object.values(variables as Record<string, { id: string }>).map(({ id }) => id);
    asked.push({ ids });
    if (ids.length > fields) return refused('TOO_MANY_ROOT_FIELDS');
    const found = ids.map((id) => ({ entity: entityOf(id) ?? null }));
    if (found.reduce((sum, { entity }) => sum + (entity?.records.length ?? 0), 0) > room) {
      return refused('RESPONSE_TOO_LARGE');
    }
    return {
      data: Object.fromEntries(found.map((one, index) => [ids.length === 1 ? 'entityByRecord' : `r${index}`, one])),
    };
  };
  const client: GraphqlClient = {
    execute: async <Data>(query: string, variables: unknown) =>
      answer(query, variables as Readonly<Record<string, unknown>>) as GraphqlAnswer<Data>,
  };
  return { client, asked };
}

async function* each(...ids: string[]): AsyncGenerator<string, void, undefined> {
  yield* ids;
}

async function told(client: GraphqlClient, ids: readonly string[], concurrency = 1, batchSize = 2) {
  const entities: StoredEntity[] = [];
  const end = await tellStoredEntities({
    client,
    recordIDs: each(...ids),
    batchSize,
    concurrency,
    tell: async (entity) => void entities.push(entity),
    now: () => Date.UTC(2026, 0, 2),
  });
  return { end, entities };
}

describe('tellStoredEntities', () => {
  it('tells each entity as an event before every other', async () => {
    const { client } = service({ E: ['a', 'b'] });

    const { entities } = await told(client, ['a']);

    expect(entities).toEqual([
      {
        version: 1,
        id: 'E.0',
        type: 'stored',
        entityID: 'E',
        sequence: 0,
        time: '2026-01-02T00:00:00.000Z',
        recordCount: 2,
        recordCountIsExact: true,
        recordIDs: ['a', 'b'],
        causes: [],
      },
    ]);
  });

  it('asks for no record that an answer has named, and for none twice', async () => {
    const { client, asked } = service({ E: ['a', 'b', 'c'], F: ['d'] });

    const { end, entities } = await told(client, ['a', 'a', 'd', 'b', 'c', 'd', 'e']);

    expect(asked.map(({ ids }) => ids)).toEqual([['a', 'd'], ['e']]);
    expect(entities.map(({ entityID }) => entityID)).toEqual(['E', 'F']);
    expect(end).toEqual({ entities: 2, records: 4, unknown: 1 });
  });

  it('tells an entity once that several requests under way have found', async () => {
    const { client } = service({ E: ['a', 'b', 'c', 'd'] });

    const { end, entities } = await told(client, ['a', 'b', 'c', 'd'], 4, 1);

    expect(entities).toHaveLength(1);
    expect(end).toEqual({ entities: 1, records: 4, unknown: 0 });
  });

  it('asks for fewer where a limit or the size of the answer wants it', async () => {
    const few = service({ E: ['a'], F: ['b'], G: ['c'] }, { fields: 1 });
    const small = service({ E: ['a', 'b'], F: ['c', 'd'] }, { ids: 3 });

    const ofFew = await told(few.client, ['a', 'b', 'c'], 1, 3);
    const ofSmall = await told(small.client, ['a', 'c']);

    expect(ofFew.end).toEqual({ entities: 3, records: 3, unknown: 0 });
    expect(ofSmall.end).toEqual({ entities: 2, records: 4, unknown: 0 });
  });

  it('reads an entity that is too large for an answer in pages', async () => {
    const recordIDs = Array.from({ length: 12_000 }, (_, index) => `r${index}`);
    const { client, asked } = service({ E: recordIDs }, { ids: 11_000 });

    const { entities } = await told(client, ['r7']);

    expect(entities[0]!.recordIDs).toEqual(recordIDs);
    expect(asked.map(({ offset }) => offset)).toEqual([undefined, 0, 5_000, 10_000]);
  });

  it('ends with what the API refuses, and asks nothing more', async () => {
    const asked: unknown[] = [];
    const refusal = { message: 'the token lacks svc/query.entity', extensions: { code: 'FORBIDDEN' } };
    const client = {
      execute: async (_query, variables) => {
        asked.push(variables);
        return { errors: [refusal] };
      },
    } as GraphqlClient;

    const telling = told(client, ['a', 'b', 'c', 'd']);

    await expect(telling).rejects.toThrow(QueryRefusedError);
    await expect(telling).rejects.toThrow('svc/query.entity');
    expect(asked).toHaveLength(1);
  });
});
