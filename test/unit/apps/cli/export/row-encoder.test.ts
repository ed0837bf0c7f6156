import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { type Engine, openEngine } from '../../../../../apps/cli/duckdb/engine.ts';
import { literal } from '../../../../../apps/cli/duckdb/sql.ts';
import type { Column } from '../../../../../apps/cli/export/columns.ts';
import { parquetNames, renamedForParquet, writeParquet } from '../../../../../apps/cli/export/parquet.ts';
import { csvEncoder, flatEncoder, jsonlEncoder, type Row } from '../../../../../apps/cli/export/row-encoder.ts';

const texts: readonly (readonly [what: string, text: string])[] = [
  ['quotes', 'the "Anchor" inn'],
  ['a quote alone', '"'],
  ['line feeds', 'first\nsecond\n'],
  ['carriage returns', 'first\rsecond\r\n'],
  ['delimiters', 'a,b;c\td|e'],
  ['blanks around', '  x  '],
  ['a blank', ' '],
  ['no characters', ''],
  ['emoji', '👩‍👩‍👧 😀'],
  ['letters from right to left', 'שלום, عالم'],
  ['a mark of direction', '\u202eabc'],
  ['U+0000', 'a\u0000b'],
  ['control characters', '\u0001\u001f\u007f\u0085'],
  ['separators of JavaScript', 'a\u2028b\u2029c'],
  ['a byte order mark', '\ufeffx'],
  ['leading zeros', '00420'],
  ['a number beyond 2^53', '9007199254740993'],
  ['what looks like a number', '1e5'],
  ['what looks like nothing', 'NULL'],
  ['what looks like a truth value', 'true'],
  ['what looks like a date', '2024-02-29'],
  ['a formula', '=1+1'],
  ['another formula', '@SUM(A1)'],
  ['a backslash', 'C:\\new\\table'],
  ['what looks like JSON', '{"a":[1,"x"]}'],
  ['many characters', 'é'.repeat(1_000_000)],
];

const columns: readonly Column[] = [
  { name: 'record_id', type: 'text' },
  { name: 'value', type: 'text' },
  { name: 'missing', type: 'text' },
];

describe('values', () => {
  let folder: string;
  let engine: Engine;

  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'entity-data-rows-'));
    engine = await openEngine();
  });
  afterEach(async () => {
    engine.close();
    await rm(folder, { recursive: true });
  });

  const rows: readonly Row[] = texts.map(([what, text]) => [what, text, undefined]);
  // Its own interface drops a byte order mark at the beginning of a text.
  const selected = 'record_id, hex(value), missing';
  const expected = texts.map(([what, text]) => [what, Buffer.from(text).toString('hex').toUpperCase(), null]);

  it('come back from CSV as they were', async () => {
    const file = join(folder, 'rows.csv');
    const { head, encode } = csvEncoder(columns, false);
    await writeFile(file, head + encode(rows));

    const read = await engine.rows(
      `SELECT ${selected} FROM read_csv(${literal(file)}, delim = ',', quote = '"', escape = '"', header = true, ` +
        'all_varchar = true, allow_quoted_nulls = false, max_line_size = 10000000)',
    );

    expect(read).toEqual(expected);
  });

  it('come back from JSON lines as they were', async () => {
    const file = join(folder, 'rows.jsonl');
    await writeFile(file, jsonlEncoder(columns).encode(rows));

    const read = await engine.rows(
      `SELECT ${selected} FROM read_json(${literal(file)}, format = 'newline_delimited', maximum_object_size = 10000000, ` +
        "columns = {record_id: 'VARCHAR', value: 'VARCHAR', missing: 'VARCHAR'})",
    );

    expect(read).toEqual(expected);
  });

  it('come back from Parquet as they were, with their types', async () => {
    const lines = join(folder, 'lines');
    const parquet = join(folder, 'rows.parquet');
    const typed: readonly Column[] = [
      ...columns,
      { name: 'integer', type: 'integer' },
      { name: 'number', type: 'number' },
      { name: 'boolean', type: 'boolean' },
      { name: 'texts', type: 'texts' },
      { name: 'json', type: 'json' },
    ];
    const more = [-2_147_483_648, 0.1, false, ['a', '', '007'], { a: [1, null] }];
    await writeFile(lines, flatEncoder(typed).encode(rows.map((row) => [...row, ...more])));

    await writeParquet(lines, parquet, typed);

    const read = await engine.rows(
      `SELECT ${selected}, integer, number, boolean, texts, json FROM read_parquet(${literal(parquet)})`,
    );
    const found = [-2_147_483_648, 0.1, false, ['a', '', '007'], '{"a":[1,null]}'];
    expect(read).toEqual(expected.map((row) => [...row, ...found]));
  });

  it('that are no characters of UTF-8 are replaced in CSV and Parquet, and stay in JSON lines', async () => {
    const half: readonly Row[] = [['1', 'a\ud800b', undefined]];
    const lines = join(folder, 'lines');
    const parquet = join(folder, 'rows.parquet');
    await writeFile(lines, flatEncoder(columns).encode(half));

    await writeParquet(lines, parquet, columns);

    expect(await engine.rows(`SELECT value FROM read_parquet(${literal(parquet)})`)).toEqual([['a\ufffdb']]);
    expect(Buffer.from(csvEncoder(columns, false).encode(half)).toString()).toBe('1,a\ufffdb,\n');
    expect(jsonlEncoder(columns).encode(half)).toBe('{"record_id":"1","value":"a\\ud800b"}\n');
  });
});

describe('csvEncoder', () => {
  it('counts cells that a spreadsheet may run, and leaves them as they are', () => {
    const encoder = csvEncoder(columns, false);

    const text = encoder.encode([
      ['1', '=1+1', '-2 (345) 6'],
      ['2', '+49 30 1234', '@x'],
    ]);

    expect(text).toBe('1,=1+1,-2 (345) 6\n2,+49 30 1234,@x\n');
    expect(encoder.formulas).toBe(2);
  });

  it('keeps a spreadsheet from running cells where that is asked for', () => {
    const encoder = csvEncoder(columns, true);

    expect(encoder.head).toBe('\ufeffrecord_id,value,missing\n');
    expect(encoder.encode([['1', '=1+1', undefined]])).toBe("1,'=1+1,\n");
    expect(encoder.formulas).toBe(0);
  });

  it('writes lists and objects as JSON', () => {
    expect(csvEncoder(columns, false).encode([['1', ['a', 'b'], { c: 1 }]])).toBe('1,"[""a"",""b""]","{""c"":1}"\n');
  });
});

describe('jsonlEncoder', () => {
  it('nests names with dots, also such as __proto__, and leaves out what is not there', () => {
    const names = ['id', 'address.city', 'address.zip', '__proto__', 'none'];
    const encoder = jsonlEncoder(names.map((name) => ({ name, type: 'text' })));

    expect(encoder.encode([['1', 'Rome', '00042', 'x', undefined]])).toBe(
      '{"id":"1","address":{"city":"Rome","zip":"00042"},"__proto__":"x"}\n',
    );
  });
});

describe('parquetNames', () => {
  const named = (...names: string[]): Column[] => names.map((name) => ({ name, type: 'text' }));

  it('gives a number to a name that differs from an earlier one only by case', () => {
    expect(parquetNames(named('entity_id', 'Entity_ID', 'name', 'Name', 'NAME', 'name_2'))).toEqual([
      'entity_id',
      'Entity_ID_2',
      'name',
      'Name_3',
      'NAME_4',
      'name_2',
    ]);
    expect(renamedForParquet(named('name', 'Name'))).toEqual([['Name', 'Name_2']]);
    expect(renamedForParquet(named('a', 'b'))).toEqual([]);
  });

  it('keeps the values of such columns apart', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'entity-data-rows-'));
    const engine = await openEngine();
    const same = named('name', 'Name');
    try {
      await writeFile(join(folder, 'lines'), flatEncoder(same).encode([['a', 'b']]));

      await writeParquet(join(folder, 'lines'), join(folder, 'out'), same);

      const read = `SELECT name, name_2 FROM read_parquet(${literal(join(folder, 'out'))})`;
      expect(await engine.rows(read)).toEqual([['a', 'b']]);
    } finally {
      engine.close();
      await rm(folder, { recursive: true });
    }
  });
});
