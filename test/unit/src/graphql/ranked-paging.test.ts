import { describe, expect, it } from '@jest/globals';
import { checkRankedPaging } from '../../../../src/graphql/operations/ranked-paging.ts';
import { createTestApi } from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';

const QUERY = `query ($input: SearchInput!) {
  search(input: $input) { entities { id } totalCount totalIs pageInfo { hasNextPage endCursor } }
}`;

describe('a search for the best', () => {
  it.each([
    [{ first: 0 }, 'ARGUMENT_OUT_OF_RANGE'],
    [{ first: 101 }, 'ARGUMENT_OUT_OF_RANGE'],
    [{ after: 'x' }, 'PAGING_CONFLICT'],
    [{ first: 1, page: 1 }, 'PAGING_CONFLICT'],
    [{ first: 1, pageSize: 1 }, 'PAGING_CONFLICT'],
    [{ first: 1, sort: { field: 'id' } }, 'PAGING_CONFLICT'],
    [{ first: 1, sort: { field: 'hitScore', direction: 'ASC' as const } }, 'PAGING_CONFLICT'],
  ])('refuses %j with %s', (input, code) => {
    expect(() => checkRankedPaging(input)).toThrow(expect.objectContaining({ code }));
  });

  it.each([{}, { first: null, after: null }, { first: 100 }, { first: 1, sort: { field: 'hitScore' } }, { page: 2 }])(
    'accepts %j',
    (input) => {
      expect(() => checkRankedPaging(input)).not.toThrow();
    },
  );

  it('passes on what was asked and answers where the page ends', async () => {
    const { ask, resolution } = createTestApi();
    resolution.entities = [new FakeEntity('E1', [{ id: 'a' }]), new FakeEntity('E2', [{ id: 'b' }])];

    const input = {
      parameters: { name: 'x' },
      first: 1,
      after: 'before',
      considerRecords: [{ field: 'name', equals: 'x' }],
    };
    const { data } = await ask(QUERY, { input });

    expect(data).toEqual({
      search: {
        entities: [{ id: 'E1' }],
        totalCount: 2,
        totalIs: 'EXACT',
        pageInfo: { hasNextPage: true, endCursor: 'cursor' },
      },
    });
    expect(resolution.rankedSearches).toEqual([
      {
        parameters: { name: 'x' },
        first: 1,
        after: 'before',
        consider: { keep: expect.any(Function), identity: JSON.stringify(input.considerRecords) },
      },
    ]);
  });

  it('says of pages by number whether entities follow', async () => {
    const { ask, resolution } = createTestApi();
    resolution.entities = [new FakeEntity('E1', [{ id: 'a' }]), new FakeEntity('E2', [{ id: 'b' }])];
    const follows = async (paging: object) => {
      const { data } = await ask(QUERY, { input: { parameters: { name: 'x' }, ...paging } });
      return (data as { search: { pageInfo: object } }).search.pageInfo;
    };

    expect(await follows({ page: 1, pageSize: 1 })).toEqual({ hasNextPage: true, endCursor: null });
    expect(await follows({ page: 2, pageSize: 1 })).toEqual({ hasNextPage: false, endCursor: null });
    expect(await follows({ page: 9, pageSize: 1 })).toEqual({ hasNextPage: false, endCursor: null });
    expect(await follows({})).toEqual({ hasNextPage: false, endCursor: null });
  });
});
