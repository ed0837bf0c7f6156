import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import {
  type CellType,
  type Column,
  chosenColumns,
  columnsOfRecord,
  type FieldColumn,
  fieldOf,
  renamed,
  selectionOfColumns,
} from '../../../../../apps/cli/export/columns.ts';
import {
  csvEncoder,
  flatEncoder,
  jsonlEncoder,
  parquetNames,
  type Row,
  renamedForParquet,
  writeParquet,
} from '../../../../../apps/cli/export/row-encoder.ts';

import {
  EntityMerge,
  mergedColumns,
  parseSurvivorship,
  type SurvivorshipRule,
} from '../../../../../apps/cli/export/survivorship.ts';
import { type Engine, literal, openEngine } from '../../../../../apps/cli/files/engine.ts';

import type { SelectableType, TypeReference } from '../../../../../src/graphql/queries.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const named = (name: string): TypeReference => ({ kind: 'SCALAR', name });
const list = (ofType: TypeReference): TypeReference => ({ kind: 'LIST', name: null, ofType });
const required = (ofType: TypeReference): TypeReference => ({ kind: 'NON_NULL', name: null, ofType });

function typesOf(types: Readonly<Record<string, Readonly<Record<string, TypeReference>>>>) {
  return new Map<string, SelectableType>(
    Object.entries(types).map(([name, fields]) => [
      name,
      {
        name,
        kind: name.startsWith('Enum') ? 'ENUM' : 'OBJECT',
        fields: Object.entries(fields).map(([field, type]) => ({ name: field, type })),
      },
    ]),
  );
}

const types = typesOf({
  Record: {
    id: required(named('ID')),
    name: named('String'),
    born: named('Date'),
    age: named('Int'),
    weight: named('Float'),
    active: required(named('Boolean')),
    tags: list(required(named('String'))),
    grid: list(list(named('String'))),
    counts: list(named('Int')),
    free: named('JSON'),
    color: named('EnumColor'),
    address: named('Address'),
    friends: list(named('Record')),
  },
  Address: { city: named('String'), country: named('Country') },
  Country: { code: named('String') },
  EnumColor: {},
});

describe('columnsOfRecord', () => {
  it('gives each value of a record a column with its type, in the order of the schema', () => {
    const columns = columnsOfRecord(types);

    expect(columns.filter(({ name }) => name !== 'friends').map(({ name, type }) => `${name}: ${type}`)).toEqual([
      'name: text',
      'born: text',
      'age: integer',
      'weight: number',
      'active: boolean',
      'tags: texts',
      'grid: json',
      'counts: json',
      'free: json',
      'color: text',
      'address.city: text',
      'address.country.code: text',
    ]);
    expect(columns.find(({ name }) => name === 'friends')).toMatchObject({ type: 'json' });
  });

  it('selects what the columns need, each object once', () => {
    const columns = chosenColumns(columnsOfRecord(types), 'address, name');

    expect(columns.map(({ name }) => name)).toEqual(['name', 'address.city', 'address.country.code']);
    expect(selectionOfColumns(columns)).toBe('{ id name address { city country { code } } }');
    expect(selectionOfColumns([])).toBe('{ id }');
  });

  it('reads the values of a record', () => {
    const [, city, code] = chosenColumns(columnsOfRecord(types), 'name,address');
    const record = { id: '1', address: { city: 'Rome', country: null } };

    expect([fieldOf(record, city!), fieldOf(record, code!), fieldOf({ id: '2' }, city!)]).toEqual([
      'Rome',
      undefined,
      undefined,
    ]);
  });
});

describe('chosenColumns', () => {
  it('takes the id for granted, and suggests a field for a misspelled one', () => {
    const all = columnsOfRecord(types);

    expect(chosenColumns(all, 'id')).toEqual([]);
    expect(chosenColumns(all, 'all')).toBe(all);
    expect(() => chosenColumns(all, 'nmae')).toThrow('--fields names "nmae", which records do not have.');
    expect(() => chosenColumns(all, 'nmae')).toThrow(expect.objectContaining({ hint: 'Did you mean name?' }));
    expect(() => chosenColumns(all, '')).toThrow(expect.objectContaining({ code: 'EXPORT_OPTIONS_INVALID' }));
  });
});

describe('renamed', () => {
  it('leaves the names of the export to the export', () => {
    const fields = typesOf({
      Record: {
        entity_id: named('String'),
        record_entity_id: named('String'),
        Entity_ID: named('String'),
        size: named('Int'),
      },
    });

    expect(renamed(columnsOfRecord(fields), ['entity_id', 'size']).map(({ name }) => name)).toEqual([
      'record_record_entity_id',
      'record_entity_id',
      'Entity_ID',
      'record_size',
    ]);
  });
});

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

const textColumns = (...names: string[]): Column[] => names.map((name) => ({ name, type: 'text' }));
const columns = textColumns('record_id', 'value', 'missing');

const folder = temporaryDirectory();
let engine: Engine;

beforeAll(async () => {
  engine = await openEngine();
});
afterAll(() => engine.close());

describe('values', () => {
  const rows: readonly Row[] = texts.map(([what, text]) => [what, text, undefined]);
  // Its own interface drops a byte order mark at the beginning of a text.
  const selected = 'record_id, hex(value), missing';
  const expected = texts.map(([what, text]) => [what, Buffer.from(text).toString('hex').toUpperCase(), null]);

  it('come back from CSV as they were', async () => {
    const { head, encode } = csvEncoder(columns, false);
    const file = await folder.write('rows.csv', head + encode(rows));

    const read = await engine.rows(
      `SELECT ${selected} FROM read_csv(${literal(file)}, delim = ',', quote = '"', escape = '"', header = true, ` +
        'all_varchar = true, allow_quoted_nulls = false, max_line_size = 10000000)',
    );

    expect(read).toEqual(expected);
  });

  it('come back from JSON lines as they were', async () => {
    const file = await folder.write('rows.jsonl', jsonlEncoder(columns).encode(rows));

    const read = await engine.rows(
      `SELECT ${selected} FROM read_json(${literal(file)}, format = 'newline_delimited', maximum_object_size = 10000000, ` +
        "columns = {record_id: 'VARCHAR', value: 'VARCHAR', missing: 'VARCHAR'})",
    );

    expect(read).toEqual(expected);
  });

  it('come back from Parquet as they were, with their types', async () => {
    const parquet = folder.path('rows.parquet');
    const typed: readonly Column[] = [
      ...columns,
      { name: 'integer', type: 'integer' },
      { name: 'number', type: 'number' },
      { name: 'boolean', type: 'boolean' },
      { name: 'texts', type: 'texts' },
      { name: 'json', type: 'json' },
    ];
    const more = [-2_147_483_648, 0.1, false, ['a', '', '007'], { a: [1, null] }];
    const lines = await folder.write('lines', flatEncoder(typed).encode(rows.map((row) => [...row, ...more])));

    await writeParquet(lines, parquet, typed);

    const read = await engine.rows(
      `SELECT ${selected}, integer, number, boolean, texts, json FROM read_parquet(${literal(parquet)})`,
    );
    const found = [-2_147_483_648, 0.1, false, ['a', '', '007'], '{"a":[1,null]}'];
    expect(read).toEqual(expected.map((row) => [...row, ...found]));
  });

  it('that are no characters of UTF-8 are replaced in CSV and Parquet, and stay in JSON lines', async () => {
    const half: readonly Row[] = [['1', 'a\ud800b', undefined]];
    const lines = await folder.write('lines', flatEncoder(columns).encode(half));
    const parquet = folder.path('half.parquet');

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

  it.each([
    ['a;=1', "a;'=1", 1],
    ['a\n=1', '"a\n\'=1"', 1],
    ['a\0=1', "a\0'=1", 1],
    ['a\t@x', "a\t'@x", 1],
    ['\0=1', "'\0'=1", 1],
    [' "=1', '"\' ""=1"', 1],

    ['＝1', "'＝1", 1],
    ['a;-5', "a;'-5", 0],
    ['a = b; c@d - e', 'a = b; c@d - e', 0],
  ])('sees a formula in %j also behind other separators of cells', (text, written, formulas) => {
    const plain = csvEncoder(columns, false);

    plain.encode([['1', text, undefined]]);

    expect(plain.formulas).toBe(formulas);
    expect(csvEncoder(columns, true).encode([['1', text, undefined]])).toBe(`1,${written},\n`);
  });

  it('looks at a long text once', () => {
    for (const part of ['\n', ' ', ';', ';"', '-', ';-1']) {
      const text = part.repeat(300_000);
      expect(csvEncoder(columns, true).encode([['1', text, undefined]]).length).toBeGreaterThan(text.length);
    }
  });

  it('writes lists and objects as JSON', () => {
    expect(csvEncoder(columns, false).encode([['1', ['a', 'b'], { c: 1 }]])).toBe('1,"[""a"",""b""]","{""c"":1}"\n');
  });
});

describe('jsonlEncoder', () => {
  it('nests names with dots, also such as __proto__, and leaves out what is not there', () => {
    const names = ['id', 'address.city', 'address.zip', '__proto__', 'none'];
    const encoder = jsonlEncoder(textColumns(...names));

    expect(encoder.encode([['1', 'Rome', '00042', 'x', undefined]])).toBe(
      '{"id":"1","address":{"city":"Rome","zip":"00042"},"__proto__":"x"}\n',
    );
  });
});

describe('parquetNames', () => {
  it('gives a number to a name that differs from an earlier one only by case', () => {
    expect(parquetNames(textColumns('entity_id', 'Entity_ID', 'name', 'Name', 'NAME', 'name_2'))).toEqual([
      'entity_id',
      'Entity_ID_2',
      'name',
      'Name_3',
      'NAME_4',
      'name_2',
    ]);
    expect(renamedForParquet(textColumns('name', 'Name'))).toEqual([['Name', 'Name_2']]);
    expect(renamedForParquet(textColumns('a', 'b'))).toEqual([]);
  });

  it('keeps the values of such columns apart', async () => {
    const same = textColumns('name', 'Name');
    // The names of files are no patterns.
    await folder.write('lines1', flatEncoder(same).encode([['c', 'd']]));
    const lines = await folder.write('lines[1]', flatEncoder(same).encode([['a', 'b']]));

    await writeParquet(lines, folder.path('out'), same);

    const read = `SELECT name, name_2 FROM read_parquet(${literal(folder.path('out'))})`;
    expect(await engine.rows(read)).toEqual([['a', 'b']]);
  });
});

const column = (name: string, type: CellType = 'text'): FieldColumn => ({
  name,
  type,
  path: name.split('.'),
  selection: '',
});
const sourceColumns = [column('name'), column('tags', 'texts'), column('changed'), column('age', 'integer')];

function merge(rule: string, field: string, ...records: readonly Readonly<Record<string, unknown>>[]) {
  const merged = mergedColumns([column(field)], sourceColumns, new Map([parseSurvivorship(`${field}=${rule}`)]));
  const entity = new EntityMerge(merged);
  for (const [index, record] of records.entries()) entity.add({ id: `${index}`, ...record });
  return { value: entity.values()[0], unreadable: entity.unreadableDates };
}

const namesOf = (...names: string[]) => names.map((name) => ({ name }));

describe('the rule', () => {
  it.each<[string, string, string, Record<string, unknown>[], unknown]>([
    ['most-frequent', 'takes the value of most records', 'name', namesOf('Anna', 'Ann', 'Ann'), 'Ann'],
    ['most-frequent', 'takes the longest of equally frequent ones', 'name', namesOf('Ann', 'Anna'), 'Anna'],
    ['most-frequent', 'takes the first of equally long ones', 'name', namesOf('Ann', 'Anna', 'Anne'), 'Anna'],
    ['most-frequent', 'counts no empty text', 'name', [{ name: '' }, { name: null }, {}, { name: 'Ann' }], 'Ann'],
    ['most-frequent', 'counts no empty list', 'tags', [{ tags: [] }, { tags: [] }, { tags: ['a'] }], ['a']],
    ['most-frequent', 'finds nothing where all are empty', 'name', [{}, {}], undefined],
    ['most-frequent', 'compares values', 'tags', [{ tags: ['a', 'b'] }, { tags: ['c'] }, { tags: ['c'] }], ['c']],
    ['longest', 'counts characters, not units of UTF-16', 'name', namesOf('😀😀', 'abc'), 'abc'],
    ['longest', 'takes the more frequent of equally long ones', 'name', namesOf('Anna', 'Anne', 'Anne'), 'Anne'],
    ['latest:changed', 'takes the most frequent one without a date', 'name', namesOf('a', 'b', 'b'), 'b'],
  ])('%s %s', (rule, _what, field, records, value) => {
    expect(merge(rule, field, ...records).value).toEqual(value);
  });

  it('latest takes the value of the record with the latest date, whatever the precision and zone', () => {
    const records = [
      { name: 'new', changed: '2024-03-01T00:30:00+02:00' },
      { name: 'old', changed: '2024-02-29' },
      { name: 'undated' },
    ];

    expect(merge('latest:changed', 'name', ...records).value).toBe('new');
  });

  it('latest counts dates that it cannot read, and takes another value', () => {
    const records = [
      { name: 'unreadable', changed: 'last year' },
      { name: 'dated', changed: '2001-01-01' },
    ];

    expect(merge('latest:changed', 'name', ...records)).toEqual({ value: 'dated', unreadable: 1 });
  });
});

describe('mergedColumns', () => {
  const rules = (text: string) => new Map([parseSurvivorship(text)]);

  it('applies the rule of an object to its values', () => {
    const all = [column('address.city'), column('address.zip'), column('name')];

    const merged = mergedColumns(all, all, rules('address=longest'));

    expect(merged.map(({ rule }) => rule.kind)).toEqual(['longest', 'longest', 'most-frequent']);
  });

  it.each<[string, string]>([
    ['nme=longest', '--survivorship names "nme", which records do not have.'],
    ['name=latest:none', '--survivorship names "none", which records do not have.'],
    ['name=latest:age', '--survivorship takes the date of name from age, which is no text.'],
  ])('refuses %s', (text, message) => {
    expect(() => mergedColumns(sourceColumns, sourceColumns, rules(text))).toThrow(message);
  });
});

describe('parseSurvivorship', () => {
  it.each<[string, SurvivorshipRule]>([
    ['name=most-frequent', { kind: 'most-frequent' }],
    ['name=longest', { kind: 'longest' }],
    ['name=latest:changed', { kind: 'latest', dateField: 'changed' }],
  ])('reads %s', (text, rule) => {
    expect(parseSurvivorship(text)).toEqual(['name', rule]);
  });

  it.each(['name', 'name=', 'name=newest', 'name=latest', 'name=latest:', '=longest'])('refuses %j', (text) => {
    expect(() => parseSurvivorship(text)).toThrow(`${JSON.stringify(text)} is no survivorship rule.`);
  });
});
