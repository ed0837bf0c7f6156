import { mkdir } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { checkIds, summarizeColumns } from '../../../../../apps/cli/files/column-summary.ts';
import { readFirstRows } from '../../../../../apps/cli/files/csv-records.ts';
import {
  DuckdbUnavailableError,
  type Engine,
  identifier,
  literal,
  openEngine,
  unavailable,
} from '../../../../../apps/cli/files/engine.ts';
import {
  allRows,
  type FileTable,
  readCells,
  readObjects,
  rowsTable,
  sampleRows,
  type TableRow,
} from '../../../../../apps/cli/files/file-table.ts';

import { ObjectPathFinder } from '../../../../../apps/cli/files/object-paths.ts';

import { allOf } from '../../../../setup/all-of.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();
let engine: Engine;

beforeEach(async () => {
  engine = await openEngine();
});
afterEach(() => engine.close());

const layout = (columns: readonly string[]) => ({
  delimiter: ',',
  quote: '"',
  escape: '"',
  hasHeader: true,
  skipLines: 0,
  columns,
});

async function tableOf(text: string | Buffer, sample?: { rows: number; seed: number }): Promise<FileTable> {
  const file = await directory.write('rows.csv', text);
  const columns = text.toString('latin1').split('\n', 1)[0]!.split(',');
  return readCells(engine, file, layout(columns), sample);
}

const rowsOf = async (table: FileTable): Promise<unknown[]> =>
  (await allOf(allRows(engine, table))).map((row) => ('cells' in row ? row.cells : JSON.parse(row.object)));

/** Makes room for another table. */
const dropTables = () =>
  engine.rows('DROP TABLE IF EXISTS rows; DROP TABLE IF EXISTS reject_errors; DROP TABLE IF EXISTS reject_scans');

describe('readCall', () => {
  // Others of the same folder that a pattern would find are there too.
  const odd = [
    'p[1]',
    'p1',
    'a*',
    'ab',
    'q?',
    'qr',
    'c{d,e}',
    'cd',
    "it's",
    'blank ',
    '~',
    '-d',
    '[!x]',
    'year=2024',
    's3:',
  ];

  it('reads exactly the file of a name, whatever a pattern would mean by it', async () => {
    for (const name of odd) {
      await directory.write(`${name}.csv`, `a,b\n"${name}",1\n`);
      await directory.write(`${name}.csv.gz`, `a,b\n"${name}",2\n`);
      await directory.write(`${name}.jsonl`, `{"a":"${name}","b":3}\n`);
      await engine.rows(
        `COPY (SELECT ${literal(name)} AS a, '4' AS b) TO ${literal(directory.path(`${name}.parquet`))} (FORMAT parquet)`,
      );
    }
    const found: unknown[] = [];
    for (const name of odd) {
      for (const ending of ['csv', 'csv.gz']) {
        await dropTables();
        found.push(
          ...(await rowsOf(
            await readCells(engine, directory.path(`${name}.${ending}`), layout(['a', 'b']), undefined),
          )),
        );
      }
      for (const [ending, format] of [
        ['jsonl', 'json-lines'],
        ['parquet', 'parquet'],
      ] as const) {
        await dropTables();
        found.push(
          ...(await rowsOf(await readObjects(engine, directory.path(`${name}.${ending}`), format, undefined))),
        );
      }
    }

    expect(found).toEqual(odd.flatMap((name) => [[name, '1'], [name, '2'], { a: name, b: 3 }, { a: name, b: '4' }]));
  });

  it('takes a directory for no column', async () => {
    await mkdir(directory.path('region=eu'));
    const file = await directory.write('region=eu/rows.csv', 'a,b\nx,1\n');
    await engine.rows(`COPY (SELECT 'x' AS a) TO ${literal(directory.path('region=eu/x.parquet'))} (FORMAT parquet)`);

    const cells = await readCells(engine, file, layout(['a', 'b']), undefined);
    const [names] = await engine.rows(`SELECT list(column_name) FROM (DESCRIBE ${rowsTable})`);
    await dropTables();
    const objects = await readObjects(engine, directory.path('region=eu/x.parquet'), 'parquet', undefined);

    expect([cells.columns.length, names]).toEqual([2, [['c0', 'c1']]]);
    expect(objects.columns.map(({ steps }) => steps)).toEqual([['a']]);
  });
});

describe('readCells', () => {
  it('keeps every value as the text that it is', async () => {
    const table = await tableOf('id,zip,note\n001,00123,"a ""b"", c\nd"\n2,1e5, x \n3,,NULL\n4,"",2020-01-01\n');

    expect(table).toMatchObject({ total: 4, stored: 4, rejected: { count: 0, first: [] } });
    expect(await rowsOf(table)).toEqual([
      ['001', '00123', 'a "b", c\nd'],
      ['2', '1e5', ' x '],
      ['3', '', 'NULL'],
      ['4', '', '2020-01-01'],
    ]);
  });

  it('reads the same cells as load', async () => {
    const cell = fc.string({ unit: fc.constantFrom('a', 'ä', '字', ' ', ',', '"', '\n', '0', '.', ';', "'") });
    const rows = fc.array(fc.tuple(fc.constantFrom('x', 'y'), cell, cell), { minLength: 1, maxLength: 20 });
    await fc.assert(
      fc.asyncProperty(rows, async (cells) => {
        const text = cells.map((row) => row.map((one) => `"${one.replaceAll('"', '""')}"`).join(',')).join('\n');
        await dropTables();
        const table = await tableOf(`a,b,c\n${text}\n`);

        const [, ...expected] = await readFirstRows(directory.path('rows.csv'), {}, 1_000);

        expect(await rowsOf(table)).toEqual(expected);
        expect(expected).toEqual(cells);
      }),
      { numRuns: 60 },
    );
  });

  it('sets lines aside that are no rows, and says why', async () => {
    const bytes = Buffer.concat([
      Buffer.from('a,b\n1,x\n2\n3,y,z\n'),
      Buffer.from([0x34, 0x2c, 0xe9, 0x0a]),
      Buffer.from('5,"q"q\n6,z\n'),
    ]);

    const table = await tableOf(bytes);

    expect(await rowsOf(table)).toEqual([
      ['1', 'x'],
      ['6', 'z'],
    ]);
    expect(table.rejected).toMatchObject({
      count: 4,
      lastQuote: { line: 6, offset: 20 },
      first: [
        { line: 3, reason: 'it has fewer cells than the header' },
        { line: 4, reason: 'it has more cells than the header' },
        { line: 5, reason: 'it has bytes that are not UTF-8' },
        { line: 6, reason: 'a quote within a cell is not doubled, or not closed' },
      ],
    });
  });

  it('skips blank lines, also in a file of one column', async () => {
    expect(await rowsOf(await tableOf('a\nx\n\ny\n'))).toEqual([['x'], ['y']]);
  });

  it('keeps a share of the rows of a large file, the same ones for a seed', async () => {
    const text = `a,b\n${Array.from({ length: 5_000 }, (_, index) => `${index},x`).join('\n')}\n`;

    const first = await tableOf(text, { rows: 1_000, seed: 1 });
    const rows = await rowsOf(first);
    await dropTables();
    const again = await rowsOf(await tableOf(text, { rows: 1_000, seed: 1 }));
    await dropTables();
    const other = await rowsOf(await tableOf(text, { rows: 1_000, seed: 2 }));

    expect(first.total).toBe(5_000);
    expect(first.stored).toBe(rows.length);
    // Five standard deviations of a draw with probability 1/5.
    expect(Math.abs(rows.length - 1_000)).toBeLessThan(5 * Math.sqrt(5_000 * 0.2 * 0.8));
    expect(again).toEqual(rows);
    expect(other).not.toEqual(rows);
  });
});

describe('readObjects', () => {
  const lines = [
    '{"id":1,"name":{"first":"Ada","a/b~c":"x"},"emails":[{"at":"a@x"},{"at":"b@x"}],"tags":"one","n":1.10}',
    '',
    '{"id":',
    '[1]',
    '{"id":2,"name":{"first":"Bob"},"tags":["two","three"],"Name":"other","q\\"r":"s"}',
  ];

  it('gives each value of the objects a column', async () => {
    const file = await directory.write('objects.jsonl', lines.join('\n'));

    const table = await readObjects(engine, file, 'json-lines', undefined);
    const [row] = await engine.rows(
      `SELECT ${table.columns.map(({ position }) => `list(c${position} ORDER BY rowid)`).join(', ')} FROM rows`,
    );

    expect(table).toMatchObject({ total: 2, stored: 2, hasObjects: true, rejected: { count: 2 } });
    expect(table.columns.map(({ steps }, index) => [steps.join('.'), row![index]])).toEqual([
      ['id', ['1', '2']],
      ['name.first', ['Ada', 'Bob']],
      ['name.a/b~c', ['x', null]],
      ['emails.*.at', [['a@x', 'b@x'], []]],
      ['tags', [['one'], ['two', 'three']]],
      ['n', ['1.1', null]],
      ['Name', [null, 'other']],
      ['q"r', [null, 's']],
    ]);
    expect(await rowsOf(table)).toEqual([JSON.parse(lines[0]!), JSON.parse(lines[4]!)]);
  });
});

describe('summarizeColumns', () => {
  it('counts values, different ones and the most frequent ones, without blanks around them', async () => {
    const table = await tableOf('id,city\n1,Leeds\n2, Leeds \n3,York\n4,\n5,"  "\n6,Bath\n');

    const [, city] = await summarizeColumns(engine, table);

    expect(city).toEqual({
      filled: 4,
      distinct: 3,
      isApproximate: false,
      top: [
        { value: 'Leeds', count: 2 },
        { value: 'Bath', count: 1 },
        { value: 'York', count: 1 },
      ],
      shortest: expect.stringMatching(/^(?:York|Bath)$/),
      longest: 'Leeds',
    });
  });

  it('counts the elements of lists', async () => {
    const file = await directory.write('lists.jsonl', '{"t":["a","b"]}\n{"t":["a"]}\n{"t":[]}\n{"t":[" "]}\n');
    const table = await readObjects(engine, file, 'json-lines', undefined);

    expect((await summarizeColumns(engine, table))[0]).toMatchObject({
      filled: 2,
      distinct: 2,
      top: [
        { value: 'a', count: 2 },
        { value: 'b', count: 1 },
      ],
    });
  });

  it('estimates where there are too many cells to count', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `${index},${index % 3 === 0 ? 'often' : `v${index}`}`);
    const table = await tableOf(`id,v\n${rows.join('\n')}\n`);

    const [id, v] = await summarizeColumns(engine, { ...table, stored: 100_000_000 });

    expect(id).toMatchObject({ isApproximate: true, filled: 2_000 });
    expect(Math.abs(id!.distinct - 2_000)).toBeLessThan(400);
    expect(v!.top[0]).toEqual({ value: 'often', count: 667 });
  });
});

describe('sampleRows', () => {
  const idsOf = (rows: readonly TableRow[]) => rows.map((row) => ('cells' in row ? Number(row.cells[0]) : 0));

  it('draws without repetition, the same rows for a seed, from the whole file', async () => {
    const table = await tableOf(`a,b\n${Array.from({ length: 20_000 }, (_, index) => `${index},x`).join('\n')}\n`);

    const ids = idsOf(await sampleRows(engine, table, 500, 7));
    const again = idsOf(await sampleRows(engine, table, 500, 7));
    const fewer = idsOf(await sampleRows(engine, table, 100, 7));
    const other = idsOf(await sampleRows(engine, table, 500, 8));

    expect(new Set(ids).size).toBe(500);
    expect(again).toEqual(ids);
    expect(fewer).toEqual(ids.slice(0, 100));
    expect(other).not.toEqual(ids);
    // The mean of a uniform draw, within five standard deviations.
    const mean = ids.reduce((sum, id) => sum + id, 0) / 500;
    expect(Math.abs(mean - 10_000)).toBeLessThan(5 * (20_000 / Math.sqrt(12 * 500)));
  });

  it('gives all rows of a small file', async () => {
    const table = await tableOf('a,b\n1,x\n2,y\n');

    expect(idsOf(await sampleRows(engine, table, 500, 1)).sort()).toEqual([1, 2]);
  });
});

describe('checkIds', () => {
  it('counts missing, repeated and refused ids, and names some', async () => {
    const table = await tableOf('id,a\n1,x\n,x\n1,x\na:b,x\n2,x\n2,x\n2,x\n"tab\tid",x\n');

    const problems = await checkIds(engine, table.columns[0]!.position);

    expect(problems).toEqual({
      missing: 1,
      missingRows: [2],
      doubled: 2,
      doubledRows: 5,
      mostDoubled: [
        { id: '2', count: 3 },
        { id: '1', count: 2 },
      ],
      refused: 2,
      firstRefused: expect.any(String),
      withColon: 1,
    });
  });

  it('sees what a replacement does', async () => {
    const table = await tableOf('id,a\na:b,x\na-b,x\n');

    expect(await checkIds(engine, 0)).toMatchObject({ refused: 1, withColon: 1, firstRefused: 'a:b', doubled: 0 });
    expect(await checkIds(engine, 0, [[':', '-']])).toMatchObject({ refused: 0, doubled: 1, doubledRows: 2 });
    expect(table.stored).toBe(2);
  });

  it('finds an id that is too long', async () => {
    await tableOf(`id,a\n${'ä'.repeat(257)},x\n${'a'.repeat(512)},x\n`);

    expect(await checkIds(engine, 0)).toMatchObject({ refused: 1, withColon: 0 });
  });
});

describe('openEngine', () => {
  it('runs statements and streams rows in their order', async () => {
    await engine.rows('CREATE TABLE t AS SELECT i FROM range(10000) r(i)');
    const streamed = await allOf(engine.stream('SELECT i FROM t'));

    expect(streamed.map(([value]) => Number(value))).toEqual(Array.from({ length: 10_000 }, (_, index) => index));
    expect(await engine.rows(`SELECT ${literal("it's")} AS ${identifier('a "b"')}`)).toEqual([["it's"]]);
  });

  it('loads nothing from a network', async () => {
    const reading = engine.rows("SELECT * FROM read_csv('https://127.0.0.1:9/a.csv')");

    await expect(reading).rejects.toThrow(/httpfs|disabled|extension/i);
  });

  it('interrupts what is running, and begins nothing afterwards', async () => {
    const abort = new AbortController();
    const engine = await openEngine({ signal: abort.signal });

    const running = engine.rows('SELECT count(*) FROM range(1000000000000) a(i) WHERE i % 7 = 3');
    abort.abort();

    await expect(running).rejects.toMatchObject({ name: 'AbortError' });
    await expect(engine.rows('SELECT 1')).rejects.toMatchObject({ name: 'AbortError' });
    await expect(engine.stream('SELECT 1').next()).rejects.toMatchObject({ name: 'AbortError' });
    engine.close();
  });
});

describe('unavailable', () => {
  it('says which platforms have a binary, and which this one is', () => {
    const error = unavailable(new Error('Cannot find module'));

    expect(error).toBeInstanceOf(DuckdbUnavailableError);
    expect(error.message).toBe('DuckDB, which reads and writes these files, cannot be loaded: Cannot find module');
    expect(error.hint).toContain(`this is ${process.platform} on ${process.arch}`);
  });
});

function pathsOf(...objects: readonly Readonly<Record<string, unknown>>[]) {
  const finder = new ObjectPathFinder();
  for (const object of objects) finder.add(object);
  const { usable, unusable } = finder.paths();
  return {
    usable: usable.map(({ steps, isList }) => `${steps.join('.')}${isList ? '[]' : ''}`),
    unusable: unusable.map(({ steps, reason }) => `${steps.join('.')}: ${reason}`),
  };
}

describe('ObjectPathFinder', () => {
  it('finds texts, numbers, lists and nested values in the order of their first occurrence', () => {
    expect(
      pathsOf(
        { id: 1, name: { first: 'a' } },
        { id: 'x', name: { last: 'b' }, tags: ['t'], emails: [{ at: 'c', n: 1 }] },
      ),
    ).toEqual({ usable: ['id', 'name.first', 'name.last', 'tags[]', 'emails.*.at', 'emails.*.n'], unusable: [] });
  });

  it('takes a text for a list of one', () => {
    expect(pathsOf({ tags: 'a' }, { tags: ['b', 'c'] }).usable).toEqual(['tags[]']);
  });

  it.each([
    [[{ a: 'x' }, { a: { b: 1 } }], 'a: it is an object in some records and a text or a list in others'],
    [[{ a: [[1]] }], 'a: it holds lists within lists'],
    [[{ a: [{ b: 1 }, 'x'] }], 'a: it holds objects and texts in one list'],
    [[{ a: null }, { a: '' }], 'a: it is always empty'],
    [[{ a: [] }, { a: [null] }], 'a: it is always empty'],
    [[{ a: {} }], 'a: it is always an empty object'],
    [
      [{ a: Object.fromEntries(Array.from({ length: 400 }, (_, index) => [`k${index}`, index])) }],
      'a: it nests too deep, or its objects have too many different names',
    ],
  ])('says why %j is no column', (objects, reason) => {
    expect(pathsOf(...(objects as Record<string, unknown>[]))).toEqual({ usable: [], unusable: [reason] });
  });

  it('bounds the depth', () => {
    const deep = JSON.parse(`${'{"a":'.repeat(40)}1${'}'.repeat(40)}`) as Record<string, unknown>;

    expect(pathsOf(deep).unusable).toEqual([expect.stringContaining('nests too deep')]);
  });
});
