import { readdir } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { describe, expect, it } from '@jest/globals';
import { openEngine } from '../../../../../apps/cli/duckdb/engine.ts';
import { literal } from '../../../../../apps/cli/duckdb/sql.ts';
import type { ColumnsFile, ColumnsFileContent } from '../../../../../apps/cli/load/columns-file.ts';
import { openSource, type SourceOptions, statSource } from '../../../../../apps/cli/load/source-file.ts';
import { fileStart, type SourcePosition, type SourceRecord } from '../../../../../apps/cli/load/source-record.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const directory = temporaryDirectory();

const mapping = (content: Partial<ColumnsFileContent>): ColumnsFile => ({
  path: 'shop/columns.json',
  content: {
    version: 1,
    id: { column: 'no' },
    columns: [
      { column: 'no', field: null },
      { column: 'Größe', field: 'Grosse' },
    ],
    ...content,
  },
});

async function recordsOf(file: string, options: Partial<SourceOptions> = {}, from: SourcePosition = fileStart) {
  const source = await openSource(file, { column: new Map(), ...options });
  try {
    const records: SourceRecord[] = [];
    for await (const record of source.read(from)) records.push(record);
    return { records, total: source.total, targets: source.targets };
  } finally {
    await source.close();
  }
}

async function writeParquet(name: string, query: string): Promise<string> {
  const engine = await openEngine();
  await engine.rows(`COPY (${query}) TO ${literal(directory.path(name))} (FORMAT parquet)`);
  engine.close();
  return directory.path(name);
}

describe('openSource', () => {
  it('reads Parquet: scalars as texts, lists and objects as they are', async () => {
    const file = await writeParquet(
      'a.parquet',
      `SELECT 'r' || i AS id, '0' || i AS zip, 1.50::DECIMAL(5,2) AS price, 12345678901234567890::UBIGINT AS big,
         DATE '2020-01-31' AS since, ['x', 'y'] AS tags, {'city': 'Leeds'} AS address, NULL::VARCHAR AS none
       FROM range(3) r(i)`,
    );

    const { records, total } = await recordsOf(file);

    expect(total).toBe(3);
    expect(records[0]).toEqual({
      line: 1,
      end: 1,
      nextLine: 2,
      record: {
        id: 'r0',
        zip: '00',
        price: '1.50',
        big: '12345678901234567890',
        since: '2020-01-31',
        tags: ['x', 'y'],
        address: { city: 'Leeds' },
        none: null,
      },
    });
  });

  it('keeps the order of many rows, and goes on behind any of them', async () => {
    const file = await writeParquet('many.parquet', `SELECT 'r' || i AS id, i % 7 AS n FROM range(300000) r(i)`);

    const { records } = await recordsOf(file);
    const rest = await recordsOf(file, {}, { offset: 299_990, line: 299_991 });

    expect(records.every((entry, index) => 'record' in entry && entry.record['id'] === `r${index}`)).toBe(true);
    expect(rest.records).toEqual(records.slice(299_990));
  });

  it.each([
    ['a list', '[{"id":"1","a":"x"},\n {"id":"2","a":[1]}]'],
    ['objects over several lines', '{\n "id":"1","a":"x"}\n{"id":"2",\n"a":[1]\n}'],
  ])('reads JSON with %s', async (_what, text) => {
    const file = await directory.write('all.json', text);

    const { records, total } = await recordsOf(file);

    expect(total).toBe(2);
    expect(records).toMatchObject([{ record: { id: '1', a: 'x' } }, { line: 2, record: { id: '2', a: [1] } }]);
    expect((await recordsOf(file, {}, { offset: 1, line: 2 })).records).toEqual(records.slice(1));
  });

  it('says where JSON is damaged', async () => {
    const file = await directory.write('cut.json', '[{"id":"1"},{"id":');

    await expect(recordsOf(file)).rejects.toMatchObject({
      code: 'SOURCE_FILE_UNUSABLE',
      message: expect.stringMatching(/cut\.json cannot be read: Malformed JSON at byte \d+/),
    });
  });

  it.each([
    ['utf-16le', Buffer.from('\uFEFFno;Größe\n1;groß\n', 'utf16le'), 'UTF-16'],
    ['latin1', Buffer.from('no;Größe\n1;groß\n', 'latin1'), 'Windows-1252 (Latin-1)'],
    ['utf-8', Buffer.from('\uFEFFno;Größe\n1;groß\n'), undefined],
  ])('reads %s by a mapping, whatever the name of the file, and leaves no copy', async (_encoding, bytes, title) => {
    const file = await directory.write('rows.dat', bytes);
    const said: string[] = [];
    const before = await readdir(tmpdir());

    const { records } = await recordsOf(file, {
      mapping: mapping({ source: { delimiter: ';' } }),
      tell: (sentence) => said.push(sentence),
    });

    expect(records).toMatchObject([{ line: 2, record: { id: '1', Grosse: 'groß' } }]);
    expect(said).toEqual(title === undefined ? [] : [`${file} is ${title}; it is read as such.`]);
    const left = (await readdir(tmpdir())).filter((name) => !before.includes(name));
    expect(left.filter((name) => name.startsWith('entity-data-load-'))).toEqual([]);
  });

  it('reads a file without a header, with quotes of another kind', async () => {
    const source = { delimiter: ';', quote: "'", header: ['no', 'Größe'] };
    const file = await directory.write('plain.csv', "1;'a;''b'\n2;c\n");

    const { records } = await recordsOf(file, { mapping: mapping({ source }) });

    expect(records).toMatchObject([
      { line: 1, record: { id: '1', Grosse: "a;'b" } },
      { line: 2, record: { id: '2', Grosse: 'c' } },
    ]);
  });

  it('numbers lines where a file has no ids, the same from any position', async () => {
    const numbered = mapping({ id: { linePrefix: 'shop-' }, columns: [{ column: 'a', field: 'a' }] });
    const file = await directory.write('noid.csv', 'a\nx\n"y\ny"\n\nz\n');

    const { records } = await recordsOf(file, { mapping: numbered });
    const [, second, third] = records;
    const rest = await recordsOf(file, { mapping: numbered }, { offset: second!.end, line: second!.nextLine });

    expect(records.map((entry) => 'record' in entry && entry.record['id'])).toEqual(['shop-2', 'shop-3', 'shop-6']);
    expect(rest.records).toEqual([third]);
  });

  it('tells which fields the columns fill where it knows them', async () => {
    const csv = await directory.write('known.csv', 'no,Größe\n1,x\n');
    const lines = await directory.write('known.jsonl', '{"no":"1","Größe":"x"}\n');
    const targets = [{ column: 'Größe', steps: ['Grosse'], type: 'text' }];

    expect((await recordsOf(csv, { mapping: mapping({}) })).targets).toEqual(targets);
    expect((await recordsOf(lines, { mapping: mapping({}) })).targets).toEqual(targets);
    expect((await recordsOf(lines, { idColumn: 'no' })).targets).toBeUndefined();
  });

  it('refuses a file whose name and mapping do not say what it is', async () => {
    const file = await directory.write('rows.txt', 'id,a\n1,x\n');

    await expect(recordsOf(file)).rejects.toMatchObject({ message: expect.stringContaining('is not a .csv, .tsv, ') });
  });
});

describe('statSource', () => {
  it('refuses a directory and a file that is not there', async () => {
    await expect(statSource(directory.path())).rejects.toThrow('is a directory, not a file.');
    await expect(statSource(directory.path('none.csv'))).rejects.toThrow('cannot be read: ENOENT');
  });
});
