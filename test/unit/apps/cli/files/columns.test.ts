import { mkdir } from 'node:fs/promises';
import { relative } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import Ajv from 'ajv/dist/2020.js';
import { type InputFieldType, readRecordInput } from '../../../../../apps/cli/client/record-input.ts';
import { type ColumnOptions, compileColumns, parseColumnMapping } from '../../../../../apps/cli/files/columns.ts';
import {
  type ColumnsFileContent,
  columnOptions,
  columnsJsonSchema,
  dialectOf,
  findColumnsFile,
  readColumnsFile,
} from '../../../../../apps/cli/files/columns-file.ts';
import { ExactNumber, parseExactly, textOfScalar, withPlainNumbers } from '../../../../../apps/cli/files/exact-json.ts';
import { type ColumnType, checkFields, fieldTarget } from '../../../../../apps/cli/files/field-target.ts';
import { compileObjects } from '../../../../../apps/cli/files/object-columns.ts';
import { ColumnsError } from '../../../../../apps/cli/files/source-record.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const columnsFile = 'shop/columns.json';
const mapped = (...texts: readonly string[]) => new Map(texts.map(parseColumnMapping));

/** Reads rows that all start at line 2. */
function readerOf(header: readonly string[], options?: ColumnOptions) {
  const { read } = compileColumns(header, options);
  return (row: readonly string[]) => read(row, 2);
}

describe('compileColumns', () => {
  it('puts columns into fields of their names and leaves empty cells out', () => {
    const read = readerOf(['id', 'name', 'city']);

    expect(read(['1', 'Ada', ''])).toEqual({ record: { id: '1', name: 'Ada' } });
  });

  it('makes nested objects of dotted columns and lists of numbered ones, without holes', () => {
    const read = readerOf(['id', 'address.city', 'address.street', 'emails.0.address', 'emails.1.address']);

    expect(read(['1', 'Leeds', '', '', 'a@example.com'])).toEqual({
      record: { id: '1', address: { city: 'Leeds' }, emails: [{ address: 'a@example.com' }] },
    });
  });

  it('takes the id from another column', () => {
    const read = readerOf(['number', 'id'], {
      idColumn: 'number',
      mappings: mapped('id=otherId'),
    });

    expect(read(['7', 'x'])).toEqual({ record: { id: '7', otherId: 'x' } });
  });

  it('takes the id from a column that also fills a field', () => {
    const mappings = mapped('Customer no=Customer_no');

    const { read, targets } = compileColumns(['Customer no', 'name'], { idColumn: 'Customer no', mappings });

    expect(read(['7', 'Ada'], 2)).toEqual({ record: { id: '7', Customer_no: '7', name: 'Ada' } });
    expect(targets.map(({ column, steps }) => [column, steps])).toEqual([
      ['Customer no', ['Customer_no']],
      ['name', ['name']],
    ]);
  });

  it('replaces texts within ids, or makes ids of the lines', () => {
    const replaced = readerOf(['id', 'a'], { idRules: { replace: [[':', '-']] } });
    const { read } = compileColumns(['a'], { idRules: { linePrefix: 'shop-' } });

    expect(replaced(['x:1:2', 'y:z'])).toEqual({ record: { id: 'x-1-2', a: 'y:z' } });
    expect(read(['y'], 17)).toEqual({ record: { id: 'shop-17', a: 'y' } });
  });

  const listed = mapped('Name=name', 'old=', 'id=');

  it('holds a file that lists every column against the header', () => {
    expect(readerOf(['id', 'Name'], { mappings: listed, columnsFile })(['1', 'Ada'])).toEqual({
      record: { id: '1', name: 'Ada' },
    });
  });

  it.each([
    [['id', 'Name', 'new'], 'id', 'shop/columns.json does not list the column "new".', /--column "new=FIELD"/],
    [['a;b'], 'No.', 'No column is named "No.".', /^shop\/columns\.json says that it .* The columns are: a;b\.$/],
    [['id', 'old'], 'id', 'No column is named "Name".', /--column "Name="/],
  ])('says what the file and the header %j have not in common', (header, idColumn, message, hint) => {
    const compile = () => compileColumns(header, { mappings: listed, columnsFile, idColumn });

    expect(compile).toThrow(expect.objectContaining({ message, hint: expect.stringMatching(hint) }));
  });

  it('maps columns to fields and types, and leaves columns out', () => {
    const mappings = mapped('Age=age:number', 'vip=isCustomer:boolean', 'tags=tags:list', 'more=more:json', 'secret=');
    const read = readerOf(['id', 'Age', 'vip', 'tags', 'more', 'secret'], { mappings });

    expect(read(['1', '41.5', 'Yes', 'a; b;', '{"x":[1]}', 'hush'])).toEqual({
      record: { id: '1', age: 41.5, isCustomer: true, tags: ['a', 'b'], more: { x: [1] } },
    });
  });

  it.each([
    [['1', 'old'], 'the column age holds "old", no number'],
    [['1'], 'the row has 1 columns, the header 2'],
  ])('says what is wrong with the row %j', (row, problem) => {
    const read = readerOf(['id', 'age'], { mappings: mapped('age=age:number') });

    expect(read(row)).toEqual({ problem });
  });

  it.each(['id,name,', 'id,,', 'id,a,a'])('says what to do about the header %s', (header) => {
    const compile = () => compileColumns(header.split(','));

    expect(compile).toThrow(
      expect.objectContaining({ code: 'COLUMNS_INVALID', hint: expect.stringContaining('first row') }),
    );
  });

  it('says so of a cell that nests deeper than the service reads', () => {
    const read = readerOf(['id', 'more'], { mappings: mapped('more=more:json') });

    expect(read(['1', `${'['.repeat(20_000)}${']'.repeat(20_000)}`])).toEqual({
      problem: expect.stringContaining('the column more nests'),
    });
  });

  it.each([
    [['name'], [], 'No column is named "id".'],
    [['id', 'a', 'a'], [], 'The column "a" occurs twice.'],
    [['id', '', ''], [], 'Two columns have no name.'],
    [['id', 'a'], ['a=b.*.c'], 'The column "a" goes to each element of a list, but has one value a row.'],
    [['number', 'x'], ['number=id', 'x=id'], 'The columns "number" and "x" map to the same position.'],
    [['id'], ['b=c'], 'No column is named "b".'],
    [['id', 'a', 'a.b'], [], 'The columns "a" and "a.b" map to the same position.'],
    [['id', 'a', 'b'], ['b=a'], 'The columns "a" and "b" map to the same position.'],
    [['id', 'a.0', 'a.b'], [], 'The columns "a.0" and "a.b" make "a" both a list and an object.'],
    [['id', 'a..b'], [], 'The column "a..b" goes to "a..b", which is not the path of a field.'],
    [['id', '__proto__.x'], [], 'The column "__proto__.x" goes to "__proto__.x", which is not the path of a field.'],
  ])('refuses the header %j with %j', (header, mappings, message) => {
    const compile = () => compileColumns(header, { mappings: mapped(...mappings) });

    expect(compile).toThrow(new ColumnsError(message));
  });
});

describe('parseColumnMapping', () => {
  it('reads names of columns with dots, blanks, colons and equals signs', () => {
    expect(parseColumnMapping('https://example.com/?a=b#first.name=name.first:text')).toEqual([
      'https://example.com/?a=b#first.name',
      { path: 'name.first', type: 'text' },
    ]);
  });

  it.each(['name', '=name', 'a=b:date', 'a=b:text:text'])('refuses %j', (text) => {
    expect(() => parseColumnMapping(text)).toThrow(ColumnsError);
  });
});

const directory = temporaryDirectory();

const content: ColumnsFileContent = {
  version: 1,
  source: { delimiter: ';', quote: "'", header: ['no', 'Name'] },
  id: { column: 'no', replace: [[':', '-']] },
  columns: [
    { column: 'no', field: null, reason: 'it is the id' },
    { column: 'Name', field: 'name' },
    { column: ['emails', '*', 'at'], field: 'emails.*.address', type: 'text' },
    { column: ['one'], field: 'one', type: 'number' },
  ],
};
const file = { path: 'shop/columns.json', content };

describe('readColumnsFile', () => {
  it('reads what design writes, and what its JSON Schema accepts', async () => {
    const path = await directory.write('columns.json', JSON.stringify({ $schema: 'columns.schema.json', ...content }));
    const accepts = new Ajv.default().compile(columnsJsonSchema());

    expect((await readColumnsFile(path)).content).toMatchObject(content);
    expect(accepts(content)).toBe(true);
    expect(accepts({ ...content, version: 2 })).toBe(false);
  });

  it.each([
    ['no JSON', '{', /is no JSON/],
    ['another version', '{"version":2,"id":{"column":"a"},"columns":[]}', /\/version/],
    ['an unknown member', '{"version":1,"id":{"column":"a"},"columns":[],"more":1}', /more/],
    ['no rule for ids', '{"version":1,"columns":[]}', /\/id/],
    [
      'a field that is no text',
      '{"version":1,"id":{"column":"a"},"columns":[{"column":"a","field":1}]}',
      /\/columns\/0\/field/,
    ],
  ])('refuses %s and says where', async (_what, text, message) => {
    const path = await directory.write('wrong.json', text);

    await expect(readColumnsFile(path)).rejects.toMatchObject({
      code: 'COLUMNS_FILE_INVALID',
      message: expect.stringMatching(message),
      hint: expect.any(String),
    });
  });

  it('says so when there is none', async () => {
    await expect(readColumnsFile(directory.path('none.json'))).rejects.toMatchObject({
      code: 'COLUMNS_FILE_INVALID',
      hint: expect.stringContaining('--no-columns-file'),
    });
  });
});

describe('findColumnsFile', () => {
  it('prefers the named file, then that of the running instance, then none', async () => {
    await mkdir(directory.path('shop'));
    const ofInstance = await directory.write('shop/columns.json', JSON.stringify(content));
    const named = await directory.write('named.json', JSON.stringify({ ...content, columns: [] }));

    expect((await findColumnsFile({ columnsFile: named }, directory.path('shop')))?.content.columns).toEqual([]);
    expect((await findColumnsFile({}, directory.path('shop')))?.path).toBe(relative('', ofInstance));
    expect(await findColumnsFile({ columnsFile: false }, directory.path('shop'))).toBeUndefined();
    expect(await findColumnsFile({}, directory.path('nowhere'))).toBeUndefined();
    expect(await findColumnsFile({}, undefined)).toBeUndefined();
  });
});

describe('columnOptions', () => {
  it('are those of the file, with what the command line says otherwise', () => {
    const options = columnOptions({ column: mapped('Name=full_name', 'extra=') }, file);

    expect(options).toMatchObject({ idColumn: 'no', idRules: { replace: [[':', '-']] }, columnsFile: file.path });
    expect([...options.mappings!]).toEqual([
      ['no', { path: undefined, type: 'text' }],
      ['Name', { path: 'full_name', type: 'text' }],
      ['one', { path: 'one', type: 'number' }],
      ['extra', { path: undefined, type: 'text' }],
    ]);
    expect(options.nested).toEqual([{ steps: ['emails', '*', 'at'], path: 'emails.*.address', type: 'text' }]);
    expect(columnOptions({ idColumn: 'Name', column: new Map() }, file).idColumn).toBe('Name');
  });

  it('make ids of lines only where no column is named', () => {
    const numbered = { ...file, content: { ...content, id: { linePrefix: 'shop-' } } };

    expect(columnOptions({ column: new Map() }, numbered).idRules).toEqual({ linePrefix: 'shop-' });
    expect(columnOptions({ idColumn: 'no', column: new Map() }, numbered)).toMatchObject({ idColumn: 'no' });
    expect(columnOptions({ idColumn: 'no', column: new Map() }, numbered).idRules).toEqual({});
  });
});

describe('dialectOf', () => {
  it('takes the delimiter of the command line first', () => {
    expect(dialectOf({}, file)).toMatchObject({ delimiter: ';', quote: "'", header: ['no', 'Name'] });
    expect(dialectOf({ delimiter: '|' }, file)).toMatchObject({ delimiter: '|', quote: "'" });
    expect(dialectOf({}, undefined)).toEqual({ delimiter: undefined });
  });
});

const read = (text: string, options: ColumnOptions) =>
  compileObjects(options).read(parseExactly(text) as Readonly<Record<string, unknown>>, 3);

const text = 'text' as const;

describe('parseExactly', () => {
  it('keeps how numbers are written, and nothing else changes', () => {
    const json = '{"a":1.10,"b":12345678901234567890,"c":[1,2.5,1e3],"d":{"e":-0},"f":"1.10","g":null,"h":true}';

    const value = parseExactly(json) as Record<string, unknown>;

    expect(textOfScalar(value['a'])).toBe('1.10');
    expect(textOfScalar(value['b'])).toBe('12345678901234567890');
    expect(value['c']).toEqual([1, 2.5, new ExactNumber('1e3', 1000)]);
    expect(withPlainNumbers(value)).toEqual(JSON.parse(json));
  });

  it.each([null, [1], { a: 1 }, undefined])('finds no text in %j', (value) => {
    expect(textOfScalar(value)).toBeUndefined();
  });
});

describe('compileObjects', () => {
  it('puts values of objects and lists into fields of other names', () => {
    const nested = [
      { steps: ['name', 'first'], path: 'given.name', type: text },
      { steps: ['mails', '*', 'at'], path: 'emails.*.address', type: text },
      { steps: ['mails', '*', 'secret'], path: undefined, type: text },
      { steps: ['a.b', 'c d'], path: 'c_d', type: text },
    ];
    const mappings = mapped('tags=labels:list');
    const json =
      '{"id":7,"name":{"first":"Ada"},"mails":[{"at":"a@x"},{"secret":1},{"at":"b@x"}],"a.b":{"c d":1.50},"tags":["x",2,null]}';

    expect(read(json, { nested, mappings, columnsFile })).toEqual({
      record: {
        id: '7',
        given: { name: 'Ada' },
        emails: [{ address: 'a@x' }, { address: 'b@x' }],
        c_d: '1.50',
        labels: ['x', '2'],
      },
    });
  });

  it('keeps unlisted fields as they are without a file that lists all', () => {
    const mappings = mapped('Site name=Site_name');

    expect(read('{"id":"1","Site name":["x"],"n":1.10,"o":{"p":[2.0]}}', { mappings })).toEqual({
      record: { id: '1', Site_name: ['x'], n: 1.1, o: { p: [2] } },
    });
  });

  it('takes texts that stand for no value for none, but where a column keeps them', () => {
    const { mappings, nested, ...rest } = columnOptions(
      { column: new Map() },
      {
        path: columnsFile,
        content: {
          version: 1,
          id: { column: 'no' },
          nulls: ['-0-', 'NULL'],
          columns: [
            { column: 'no', field: null },
            { column: 'name', field: 'name', keeps: ['NULL'] },
            { column: 'tags', field: 'tags', type: 'list' },
            { column: ['at', 'city'], field: 'city' },
          ],
        },
      },
    );
    const options = { mappings, nested, ...rest };

    expect(read('{"no":"1","name":"NULL","tags":["-0- ","a","NULL"],"at":{"city":" -0- "}}', options)).toEqual({
      record: { id: '1', name: 'NULL', tags: ['a'] },
    });
    expect(compileColumns(['no', 'name', 'tags'], options).read(['2', ' -0-', 'null'], 2)).toEqual({
      record: { id: '2', tags: ['null'] },
    });
  });

  it('takes names of inherited properties for names like any other', () => {
    const nested = [
      { steps: ['constructor', 'prototype', 'polluted'], path: 'constructor.prototype.polluted', type: text },
      { steps: ['toString', 'x'], path: 'toString.x', type: text },
    ];

    const found = read('{"id":"1","constructor":{"prototype":{"polluted":"y"}},"toString":{"x":"z"}}', { nested });

    expect(JSON.stringify(found)).toBe(
      '{"record":{"constructor":{"prototype":{"polluted":"y"}},"toString":{"x":"z"},"id":"1"}}',
    );
    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
    expect(Object.hasOwn(Object, 'x')).toBe(false);
    expect(read('{"a":"b"}', { idColumn: 'constructor' })).toEqual({ record: { a: 'b' } });
  });

  it('reads ids exactly, from any field, and by the rules of ids', () => {
    expect(read('{"number":12345678901234567890,"a":1}', { idColumn: 'number' })).toEqual({
      record: { id: '12345678901234567890', a: 1 },
    });
    expect(read('{"id":"a:b"}', { idRules: { replace: [[':', '-']] } })).toEqual({ record: { id: 'a-b' } });
    expect(read('{"a":"x"}', { idRules: { linePrefix: 'shop-' } })).toEqual({ record: { a: 'x', id: 'shop-3' } });
    expect(read('{"key":5,"a":"x"}', { mappings: mapped('key=id') })).toEqual({ record: { id: '5', a: 'x' } });
  });

  it('converts to the type of a field', () => {
    const mappings = mapped('n=n:number', 'b=b:boolean', 'j=j:json', 'l=l:list', 't=t:text');

    expect(read('{"n":"4.5","b":"yes","j":{"x":1.0},"l":"one","t":true}', { mappings })).toEqual({
      record: { n: 4.5, b: true, j: { x: 1 }, l: ['one'], t: 'true' },
    });
  });

  it.each([
    ['{"id":"1","t":["x"]}', 'the field t is a list, no text'],
    ['{"id":"1","n":"old"}', 'the field n holds "old", no number'],
    ['{"id":"1","o":"x"}', 'the field o is a text, no object'],
    ['{"id":"1","o":{"l":{"m":1}}}', 'the field o.l is an object, no list'],
    ['{"id":"1","more":1}', 'shop/columns.json does not list the field "more"'],
    ['{"id":"1","o":{"other":1}}', 'shop/columns.json does not list the field "o.other"'],
    ['{"id":{"x":1}}', 'the id is an object, no text'],
  ])('says what is wrong with %s', (json, problem) => {
    const mappings = mapped('t=t:text', 'n=n:number');
    const nested = [{ steps: ['o', 'l', '*'], path: 'l.*.x', type: text }];

    expect(read(json, { mappings, nested, columnsFile })).toEqual({ problem });
  });

  it('refuses two values for one position', () => {
    expect(() => compileObjects({ mappings: mapped('a=x:text', 'b=x.y:text') })).toThrow('map to the same position');
  });

  it('cannot be made to change what all objects share', () => {
    expect(read('{"id":"1","__proto__":{"polluted":true},"a":1}', {})).toEqual({ record: { id: '1', a: 1 } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});

const field = (name: string, more: Partial<InputFieldType> = {}): InputFieldType => ({
  name,
  kind: 'SCALAR',
  lists: 0,
  isRequired: false,
  ...more,
});
const types = new Map([
  [
    'RecordInput',
    new Map([
      ['id', field('ID', { isRequired: true })],
      ['lastName', field('String', { isRequired: true })],
      ['age', field('Int')],
      ['vip', field('Boolean')],
      ['tags', field('String', { lists: 1 })],
      ['color', field('Color', { kind: 'ENUM' })],
      ['emails', field('EmailInput', { kind: 'INPUT_OBJECT', lists: 1 })],
      ['more', field('Any')],
    ]),
  ],
  ['EmailInput', new Map([['address', field('String')]])],
]);
const check = (...targets: readonly (readonly [column: string, path: string, type?: ColumnType])[]) =>
  checkFields(
    [['Last', 'lastName', 'text'] as const, ...targets].map(([column, path, type]) => fieldTarget(column, path, type)),
    types,
  );

describe('checkFields', () => {
  it('accepts columns that fit', () => {
    expect(() =>
      check(
        ['a', 'age', 'number'],
        ['b', 'vip', 'boolean'],
        ['c', 'tags', 'list'],
        ['d', 'tags', 'text'],
        ['e', 'color', 'text'],
        ['f', 'emails.0.address', 'text'],
        ['g', 'emails.*.address', 'text'],
        ['h', 'more.what.ever', 'json'],
        ['i', 'emails', 'json'],
        ['j', 'age'],
      ),
    ).not.toThrow();
  });

  it.each([
    [['Shoe', 'shoeSize', 'text'], 'The records of the service have no field shoeSize for the column "Shoe".'],
    [['Tag', 'tag', 'text'], 'The records of the service have no field tag for the column "Tag"; there is tags.'],
    [['Mail', 'emails.0.at', 'text'], 'The records of the service have no field emails.0.at for the column "Mail".'],
    [['Age', 'age', 'text'], 'The column "Age" gives a text, and age takes Int.'],
    [['Vip', 'vip', 'number'], 'The column "Vip" gives a number, and vip takes Boolean.'],
    [['Age', 'age', 'list'], 'The column "Age" gives a list of texts, and age takes Int.'],
    [['Mail', 'emails', 'text'], 'The column "Mail" gives a text, and emails takes EmailInput in a list.'],
    [['Age', 'age.0', 'number'], 'The column "Age" goes to an element of age, which is no list.'],
  ] as const)('refuses %j', (target, message) => {
    expect(() => check(target)).toThrow(
      expect.objectContaining({ code: 'COLUMNS_INVALID', message, hint: expect.stringContaining('--column') }),
    );
  });

  it('names a field that every record needs, and all problems at once', () => {
    const missing = () => checkFields([fieldTarget('Age', 'age', 'text')], types);

    expect(missing).toThrow(
      /do not fit the records of the service:\n {2}The column "Age".*\n {2}Every record .* lastName/,
    );
  });
});

describe('readRecordInput', () => {
  const client = (data: unknown) => ({ execute: async () => ({ data }) as never });
  const scalar = (name: string) => ({ kind: 'SCALAR', name });

  it('reads lists and required fields', async () => {
    const required = { kind: 'NON_NULL', name: null, ofType: scalar('ID') };
    const list = { kind: 'LIST', name: null, ofType: { kind: 'NON_NULL', name: null, ofType: scalar('String') } };
    const inputFields = [
      { name: 'id', type: required },
      { name: 'tags', type: list },
    ];
    const answer = {
      __schema: {
        types: [
          { name: 'RecordInput', inputFields },
          { name: 'Record', inputFields: null },
        ],
      },
    };

    const read = await readRecordInput(client(answer));

    expect(read!.sources).toBeUndefined();
    expect([...read!.types.get('RecordInput')!]).toEqual([
      ['id', { name: 'ID', kind: 'SCALAR', lists: 0, isRequired: true }],
      ['tags', { name: 'String', kind: 'SCALAR', lists: 1, isRequired: false }],
    ]);
  });

  it.each([[null], [{}], [{ __schema: { types: [] } }]])(
    'answers nothing where the API tells nothing: %j',
    async (data) => {
      expect(await readRecordInput(client(data))).toBeUndefined();
    },
  );
});
