import { describe, expect, it } from '@jest/globals';
import { type ColumnOptions, compileColumns, parseColumnMapping } from '../../../../../apps/cli/load/columns.ts';
import { ColumnsError } from '../../../../../apps/cli/load/errors.ts';

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
      mappings: new Map([parseColumnMapping('id=otherId')]),
    });

    expect(read(['7', 'x'])).toEqual({ record: { id: '7', otherId: 'x' } });
  });

  it('takes the id from a column that also fills a field', () => {
    const mappings = new Map([parseColumnMapping('Customer no=Customer_no')]);

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

  it('holds a file that lists every column against the header', () => {
    const mappings = new Map([parseColumnMapping('Name=name'), parseColumnMapping('old='), parseColumnMapping('id=')]);
    const columnsFile = 'shop/columns.json';

    expect(readerOf(['id', 'Name'], { mappings, columnsFile })(['1', 'Ada'])).toEqual({
      record: { id: '1', name: 'Ada' },
    });
    expect(() => compileColumns(['id', 'Name', 'new'], { mappings, columnsFile })).toThrow(
      expect.objectContaining({
        message: 'shop/columns.json does not list the column "new".',
        hint: expect.stringContaining('--column "new=FIELD"'),
      }),
    );
    expect(() => compileColumns(['a;b'], { mappings, columnsFile, idColumn: 'No.' })).toThrow(
      expect.objectContaining({
        message: 'No column is named "No.".',
        hint: expect.stringMatching(/^shop\/columns\.json says that it holds the id\..* The columns are: a;b\.$/),
      }),
    );
    expect(() => compileColumns(['id', 'old'], { mappings, columnsFile })).toThrow(
      expect.objectContaining({
        message: 'No column is named "Name".',
        hint: expect.stringContaining('--column "Name="'),
      }),
    );
  });

  it('maps columns to fields and types, and leaves columns out', () => {
    const mappings = ['Age=age:number', 'vip=isCustomer:boolean', 'tags=tags:list', 'more=more:json', 'secret='];
    const read = readerOf(['id', 'Age', 'vip', 'tags', 'more', 'secret'], {
      mappings: new Map(mappings.map(parseColumnMapping)),
    });

    expect(read(['1', '41.5', 'Yes', 'a; b;', '{"x":[1]}', 'hush'])).toEqual({
      record: { id: '1', age: 41.5, isCustomer: true, tags: ['a', 'b'], more: { x: [1] } },
    });
  });

  it.each([
    [['1', 'old'], 'the column age holds "old", no number'],
    [['1'], 'the row has 1 columns, the header 2'],
  ])('says what is wrong with the row %j', (row, problem) => {
    const read = readerOf(['id', 'age'], { mappings: new Map([parseColumnMapping('age=age:number')]) });

    expect(read(row)).toEqual({ problem });
  });

  it.each([
    ['id,name,', /first row/],
    ['id,,', /first row/],
    ['id,a,a', /first row/],
  ])('says what to do about the header %s', (header, hint) => {
    const compile = () => compileColumns(header.split(','));

    expect(compile).toThrow(expect.objectContaining({ code: 'COLUMNS_INVALID', hint: expect.stringMatching(hint) }));
  });

  it('says so of a cell that nests deeper than the service reads', () => {
    const read = readerOf(['id', 'more'], { mappings: new Map([parseColumnMapping('more=more:json')]) });

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
    const compile = () => compileColumns(header, { mappings: new Map(mappings.map(parseColumnMapping)) });

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
