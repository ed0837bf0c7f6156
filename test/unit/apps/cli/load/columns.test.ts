import { describe, expect, it } from '@jest/globals';
import { ColumnsError, compileColumns, parseColumnMapping } from '../../../../../apps/cli/load/columns.ts';

describe('compileColumns', () => {
  it('puts columns into fields of their names and leaves empty cells out', () => {
    const read = compileColumns(['id', 'name', 'city']);

    expect(read(['1', 'Ada', ''])).toEqual({ record: { id: '1', name: 'Ada' } });
  });

  it('makes nested objects of dotted columns and lists of numbered ones, without holes', () => {
    const read = compileColumns(['id', 'address.city', 'address.street', 'emails.0.address', 'emails.1.address']);

    expect(read(['1', 'Leeds', '', '', 'a@example.com'])).toEqual({
      record: { id: '1', address: { city: 'Leeds' }, emails: [{ address: 'a@example.com' }] },
    });
  });

  it('takes the id from another column', () => {
    const read = compileColumns(['number', 'id'], {
      idColumn: 'number',
      mappings: new Map([parseColumnMapping('id=otherId')]),
    });

    expect(read(['7', 'x'])).toEqual({ record: { id: '7', otherId: 'x' } });
  });

  it('maps columns to fields and types, and leaves columns out', () => {
    const mappings = ['Age=age:number', 'vip=isCustomer:boolean', 'tags=tags:list', 'more=more:json', 'secret='];
    const read = compileColumns(['id', 'Age', 'vip', 'tags', 'more', 'secret'], {
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
    const read = compileColumns(['id', 'age'], { mappings: new Map([parseColumnMapping('age=age:number')]) });

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
    const read = compileColumns(['id', 'more'], { mappings: new Map([parseColumnMapping('more=more:json')]) });

    expect(read(['1', `${'['.repeat(20_000)}${']'.repeat(20_000)}`])).toEqual({
      problem: expect.stringContaining('the column more nests'),
    });
  });

  it.each([
    [['name'], [], 'No column is named "id".'],
    [['id', 'a', 'a'], [], 'The column "a" occurs twice.'],
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
  it.each(['name', '=name', 'a=b:date', 'a=b:text:text'])('refuses %j', (text) => {
    expect(() => parseColumnMapping(text)).toThrow(ColumnsError);
  });
});
