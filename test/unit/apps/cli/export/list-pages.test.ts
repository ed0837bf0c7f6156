import { describe, expect, it } from '@jest/globals';
import type { GraphqlAnswer, GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import { otherData } from '../../../../../apps/cli/export/export-state.ts';
import { createPageReader } from '../../../../../apps/cli/export/list-pages.ts';

interface Asked {
  readonly query: string;
  readonly input: { readonly first: number };
}

const failed = (code: string): GraphqlAnswer<never> => ({ errors: [{ message: 'no', extensions: { code } }] });
const page = (...ids: string[]) => ({
  data: { entities: { entities: ids.map((id) => ({ id })), oversized: [], after: null } },
});

function readerOf(answer: (asked: Asked) => GraphqlAnswer<unknown>, most?: number) {
  const asked: Asked[] = [];
  const client = {
    execute: async (query: string, { input }: { input: Asked['input'] }) => {
      asked.push({ query, input });
      return answer({ query, input });
    },
  } as unknown as GraphqlClient;
  const readPage = createPageReader(client, '{ id records { id } }', () => otherData('http://b', 'http://a'), most);
  return { asked, read: () => readPage({ segment: 0, segments: 1, after: 'x' }) };
}

describe('a reader of pages', () => {
  it('asks for fewer entities after an answer that is too large, and for more again later', async () => {
    const { asked, read } = readerOf(({ input }) => (input.first > 50 ? failed('RESPONSE_TOO_LARGE') : page('a')));

    await read();
    await read();

    expect(asked.map(({ input }) => input.first)).toEqual([200, 100, 50, 100, 50]);
  });

  it('asks for at most as many entities as its caller wants', async () => {
    const { asked, read } = readerOf(({ input }) => (input.first > 20 ? failed('RESPONSE_TOO_LARGE') : page('a')), 30);

    await read();
    await read();
    await read();

    expect(asked.map(({ input }) => input.first)).toEqual([30, 15, 30, 15, 30, 15]);
  });

  it('names an entity that is too large by itself', async () => {
    const { read } = readerOf(({ query }) => (query.includes('records') ? failed('ENTITY_TOO_LARGE') : page('big')));

    expect(await read()).toEqual({ entities: [], oversized: ['big'], after: null });
  });

  it('says which services differ when a position is unknown', async () => {
    const { read } = readerOf(() => failed('POSITION_INVALID'));

    await expect(read()).rejects.toMatchObject({
      code: 'EXPORT_STATE_UNUSABLE',
      message: 'This export began with http://a; http://b is another service, with other data.',
      hint: expect.stringContaining('--force'),
    });
    expect(otherData('http://a', 'http://a').message).toBe('http://a has other data than when this export began.');
  });

  it('passes other refusals on', async () => {
    const { read } = readerOf(() => failed('FORBIDDEN'));

    await expect(read()).rejects.toMatchObject({ code: 'QUERY_REFUSED' });
  });
});
