import { describe, expect, it } from '@jest/globals';
import type { GraphqlAnswer, GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import type { FieldColumn } from '../../../../../apps/cli/export/columns.ts';
import {
  type ExportContent,
  entityContent,
  linkContent,
  recordContent,
} from '../../../../../apps/cli/export/content.ts';
import type { Row } from '../../../../../apps/cli/export/row-encoder.ts';
import { defaultRule } from '../../../../../apps/cli/export/survivorship.ts';

const name: FieldColumn = { name: 'name', type: 'text', path: ['name'], selection: '' };
const records = [
  { id: 'a', name: 'Ann' },
  { id: 'b', name: 'Anna' },
  { id: 'c', name: 'Ann' },
];

/** A service with one entity, whose pieces change as told. */
function clientOf(pieces: (offset: number, read: number) => object | null, edges: GraphqlAnswer<unknown>) {
  let reads = 0;
  const execute = async (_query: string, { offset }: { offset?: number }) => {
    if (offset === undefined) return edges;
    if (offset === 0) reads += 1;
    return { data: { entity: { entity: pieces(offset, reads) } } };
  };
  return { execute } as unknown as GraphqlClient;
}

const piece = (from: readonly { readonly id: string }[], offset: number, size: number, id = 'e1') => ({
  id,
  recordInsights: { count: from.length, limit: { records: from.slice(offset, offset + size) } },
});
const tooLarge: GraphqlAnswer<unknown> = { errors: [{ message: 'no', extensions: { code: 'ENTITY_TOO_LARGE' } }] };

async function rowsOfOversized(content: ExportContent, client: GraphqlClient): Promise<Row[]> {
  const rows: Row[] = [];
  for await (const some of content.rowsOfOversized(client, 'e1')) rows.push(...some);
  return rows;
}

describe('records', () => {
  it('have their ids, those of their entities, and the chosen fields', () => {
    const content = recordContent([name]);

    expect(content.columns.map((column) => column.name)).toEqual(['record_id', 'entity_id', 'name']);
    expect(content.rowsOf({ id: 'e1', records: records.slice(0, 2) })).toEqual([
      ['a', 'e1', 'Ann'],
      ['b', 'e1', 'Anna'],
    ]);
  });

  it('of an oversized entity are read piece by piece, each once, although it changes', async () => {
    const client = clientOf(
      // The first read sees an entity that grows between its pieces.
      (offset, read) => piece(read === 1 && offset === 0 ? records.slice(0, 2) : records, offset, 1),
      tooLarge,
    );

    const rows = await rowsOfOversized(recordContent([]), client);

    expect(rows).toEqual([
      ['a', 'e1'],
      ['b', 'e1'],
      ['c', 'e1'],
    ]);
  });

  it('are none where the entity is gone', async () => {
    expect(
      await rowsOfOversized(
        recordContent([]),
        clientOf(() => null, tooLarge),
      ),
    ).toEqual([]);
    expect(
      await rowsOfOversized(
        entityContent([]),
        clientOf(() => null, tooLarge),
      ),
    ).toEqual([]);
  });
});

describe('entities', () => {
  it('have id, size, score and merged fields', () => {
    const content = entityContent([{ column: name, rule: defaultRule }]);

    expect(content.columns.map((column) => column.name)).toEqual(['entity_id', 'size', 'score', 'name']);
    expect(content.rowsOf({ id: 'e1', score: 0.5, records })).toEqual([['e1', 3, 0.5, 'Ann']]);
    expect(content.notes()).toEqual([]);
  });

  it('that are oversized have no score, and are named', async () => {
    const content = entityContent([{ column: name, rule: defaultRule }]);

    const rows = await rowsOfOversized(
      content,
      clientOf((offset) => piece(records, offset, 2), tooLarge),
    );

    expect(rows).toEqual([['e1', 3, undefined, 'Ann']]);
    expect(content.partial).toEqual(['e1']);
  });

  it('have a score although their records come in pieces', async () => {
    const edges = { data: { entity: { entity: { score: 0.25 } } } };

    const rows = await rowsOfOversized(
      entityContent([]),
      clientOf((offset) => piece(records, offset, 2), edges),
    );

    expect(rows).toEqual([['e1', 3, 0.25]]);
  });

  it('say how many dates did not count', () => {
    const content = entityContent([{ column: name, rule: { kind: 'latest', dateField: 'name' }, date: name }]);

    content.rowsOf({ id: 'e1', score: 1, records });

    expect(content.notes()).toEqual([expect.stringContaining('3 dates of --survivorship could not be read')]);
  });
});

describe('links', () => {
  it('are one row for two records, with all rules and the highest weight', () => {
    const links = [
      { a: 'a', b: 'b', rule: 'NAME', score: 0.5 },
      { a: 'a', b: 'b', rule: 'MAIL', score: 0.9 },
      { a: 'b', b: 'c', rule: 'NAME', score: 0.5 },
    ];

    expect(linkContent().rowsOf({ id: 'e1', links, duplicates: { 'GROUP:c': ['d'] } })).toEqual([
      ['a', 'b', ['NAME', 'MAIL'], 0.9, 'e1'],
      ['b', 'c', ['NAME'], 0.5, 'e1'],
      ['c', 'd', ['duplicate'], 1, 'e1'],
    ]);
  });

  it('of an entity with too many of them are missing, and the entity is named', async () => {
    const content = linkContent();

    expect(
      await rowsOfOversized(
        content,
        clientOf(() => null, tooLarge),
      ),
    ).toEqual([]);
    expect(content.partial).toEqual(['e1']);
  });
});
