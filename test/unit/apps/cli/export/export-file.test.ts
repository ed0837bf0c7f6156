import { mkdir, stat, writeFile } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { beforeEach, describe, expect, it } from '@jest/globals';
import type { GraphqlAnswer, GraphqlClient } from '../../../../../apps/cli/client/graphql-client.ts';
import type { FieldColumn } from '../../../../../apps/cli/export/columns.ts';
import {
  type ExportContent,
  entityContent,
  linkContent,
  recordContent,
} from '../../../../../apps/cli/export/content.ts';
import {
  checkPlace,
  finish,
  openPart,
  refuseExisting,
  unwritable,
} from '../../../../../apps/cli/export/export-file.ts';
import { beginning, otherData } from '../../../../../apps/cli/export/export-state.ts';
import { createExportProgress } from '../../../../../apps/cli/export/file-export.ts';
import { createPageReader } from '../../../../../apps/cli/export/list-pages.ts';
import type { Row } from '../../../../../apps/cli/export/row-encoder.ts';
import { defaultRule } from '../../../../../apps/cli/export/survivorship.ts';
import { listRecordsQuery } from '../../../../../src/graphql/queries/export.generated.ts';
import { selecting } from '../../../../../src/graphql/queries.ts';
import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const folder = temporaryDirectory('beforeEach');

beforeEach(async () => {
  await writeFile(folder.path('file.txt'), 'x');
});

describe('checkPlace', () => {
  it.each([
    ['file.txt/x.csv', 'x.csv cannot be made: a part of its path is a file, not a directory.'],
    ['file.txt/y/x.csv', 'x.csv cannot be made: a part of its path is a file, not a directory.'],
    ['none/x.csv', 'none does not exist.'],
    ['.', 'is a directory.'],
    [`${'n'.repeat(300)}.csv`, 'cannot be written: the name is too long.'],
  ])('refuses %s and says what is wrong', async (name, message) => {
    await expect(checkPlace(folder.path(name))).rejects.toMatchObject({
      code: 'EXPORT_FILE_UNUSABLE',
      message: expect.stringContaining(message),
      hint: expect.any(String),
    });
  });

  it('refuses no name, and what is no regular file', async () => {
    await expect(checkPlace('')).rejects.toThrow('--out names no file.');
    await expect(checkPlace('/dev/null')).rejects.toThrow('/dev/null is no regular file');
  });

  it('permits a new file and an existing one', async () => {
    await checkPlace(folder.path('new.csv'));
    await checkPlace(folder.path('file.txt'));
    expect(await stat(folder.path('new.csv')).catch(() => 'none')).toBe('none');
  });
});

describe('refuseExisting', () => {
  it('refuses a file, and a part without a state', async () => {
    await writeFile(folder.path('x.csv.part'), '');

    await expect(refuseExisting(folder.path('file.txt'), true)).rejects.toThrow('file.txt exists.');
    await expect(refuseExisting(folder.path('x.csv'), false)).rejects.toThrow('was interrupted, or is under way');
    await refuseExisting(folder.path('x.csv'), true);
  });
});

describe('openPart', () => {
  it('refuses a part that is shorter than its state says', async () => {
    await writeFile(folder.path('x.csv.part'), 'abc');

    await expect(openPart(folder.path('x.csv'), 4)).rejects.toThrow('x.csv.part has 3 of the 4 bytes');
  });

  it('lets only this user read what it writes', async () => {
    const part = await openPart(folder.path('x.csv'), 0);
    await part.write('é');
    await part.flush();
    await part.close();

    expect(part.bytes).toBe(2);
    expect(((await stat(folder.path('x.csv.part'))).mode & 0o777).toString(8)).toBe('600');
  });
});

describe('finish', () => {
  it('replaces no file that was made meanwhile', async () => {
    await writeFile(folder.path('x.csv.part'), '');

    const finished = finish(folder.path('x.csv.part'), folder.path('file.txt'), false);

    await expect(finished).rejects.toThrow('was made by another program meanwhile; the export is in');
  });

  it('says that a directory took the name', async () => {
    await writeFile(folder.path('x.csv.part'), '');
    await mkdir(folder.path('x.csv'));

    const finished = finish(folder.path('x.csv.part'), folder.path('x.csv'), true);

    await expect(finished).rejects.toThrow('x.csv cannot be written: it is a directory.');
  });
});

describe('unwritable', () => {
  const failure = (code: string) => Object.assign(new Error(`${code}: some operation, write`), { code });

  it.each([
    ['ENOSPC', 'the disk is full', '--resume'],
    ['EDQUOT', 'the disk quota of this user is used up', '--resume'],
    ['EFBIG', 'the file would be larger than the system allows', '--resume'],
    ['EACCES', 'this user may not write there', 'Name a file'],
    ['EROFS', 'the file system is read-only', 'Name a file'],
    ['EIO', 'EIO: some operation, write', 'Name a file'],
  ])('says what %s means and what to do', (code, reason, hint) => {
    expect(unwritable('x.csv', failure(code))).toMatchObject({
      message: `x.csv cannot be written: ${reason}.`,
      hint: expect.stringContaining(hint),
    });
  });

  it('recognizes a full disk by what DuckDB says, and keeps errors of the export', () => {
    const full = unwritable('x', new Error('IO Error: Could not write file "x": No space left on device\n\nmore'));

    expect(full.hint).toContain('--resume');
    expect(full.message).not.toContain('more');
    expect(unwritable('y', full)).toBe(full);
  });
});

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

const inPieces = (edges: GraphqlAnswer<unknown>) => clientOf((offset) => piece(records, offset, 2), edges);
const withoutEntity = clientOf(() => null, tooLarge);

const rowsOfOversized = async (content: ExportContent, client: GraphqlClient): Promise<Row[]> =>
  (await allOf(content.rowsOfOversized(client, 'e1'))).flat();

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
    expect(await rowsOfOversized(recordContent([]), withoutEntity)).toEqual([]);
    expect(await rowsOfOversized(entityContent([]), withoutEntity)).toEqual([]);
  });
});

describe('entities', () => {
  it('have id, size, score and merged fields', () => {
    const content = entityContent([{ column: name, rule: defaultRule }]);

    expect(content.columns.map((column) => column.name)).toEqual(['entity_id', 'size', 'score', 'confidence', 'name']);
    expect(content.rowsOf({ id: 'e1', score: 0.5, records })).toEqual([['e1', 3, 0.5, undefined, 'Ann']]);
    expect(content.notes()).toEqual([]);
  });

  it('that are oversized have no score, and are named', async () => {
    const content = entityContent([{ column: name, rule: defaultRule }]);

    const rows = await rowsOfOversized(content, inPieces(tooLarge));

    expect(rows).toEqual([['e1', 3, undefined, undefined, 'Ann']]);
    expect(content.partial).toEqual(['e1']);
  });

  it('have a score although their records come in pieces', async () => {
    const edges = { data: { entity: { entity: { score: 0.25 } } } };

    const rows = await rowsOfOversized(entityContent([]), inPieces(edges));

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

    expect(await rowsOfOversized(content, withoutEntity)).toEqual([]);
    expect(content.partial).toEqual(['e1']);
  });
});

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
  const readPage = createPageReader(
    client,
    selecting(listRecordsQuery, '{ id }'),
    () => otherData('http://b', 'http://a'),
    most,
  );
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

/** What is shown of an export whose states come at these milliseconds. */
function shown(isTTY: boolean, ...moments: readonly number[]): string {
  const stream = Object.assign(new PassThrough(), { isTTY, columns: 120, cursorTo: () => true, clearLine: () => true });
  let time = 0;
  const from = beginning(1, false);
  const progress = createExportProgress({ stream, total: 10_000, now: () => time });
  for (const moment of moments) {
    time = moment;
    progress.update({ ...from, entities: moment, rows: 2 * moment });
  }
  progress.stop();
  return (stream.read() ?? '').toString();
}

describe('the progress of an export', () => {
  it('is not shown within the first second', () => {
    expect(shown(true, 300, 999)).toBe('');
    expect(shown(false, 300, 999)).toBe('');
  });

  it('is a bar on a terminal', () => {
    expect(shown(true, 500, 5_000)).toContain('50% | 10,000 records');
  });

  it('is plain lines in a log, some seconds apart', () => {
    const text = shown(false, 1_000, 2_000, 7_000, 8_000);

    expect(text).toBe('70%, 14,000 records, 2,000/s, 0:03 left\n');
  });
});
