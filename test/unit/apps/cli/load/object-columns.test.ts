import { describe, expect, it } from '@jest/globals';
import type { ColumnOptions } from '../../../../../apps/cli/load/columns.ts';
import { ExactNumber, parseExactly, textOfScalar, withPlainNumbers } from '../../../../../apps/cli/load/exact-json.ts';
import { compileObjects } from '../../../../../apps/cli/load/object-columns.ts';

const read = (text: string, options: ColumnOptions) =>
  compileObjects(options).read(parseExactly(text) as Readonly<Record<string, unknown>>, 3);

const text = 'text' as const;
const columnsFile = 'shop/columns.json';

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
    const mappings = new Map([['tags', { path: 'labels', type: 'list' as const }]]);
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
    const mappings = new Map([['Site name', { path: 'Site_name', type: undefined }]]);

    expect(read('{"id":"1","Site name":["x"],"n":1.10,"o":{"p":[2.0]}}', { mappings })).toEqual({
      record: { id: '1', Site_name: ['x'], n: 1.1, o: { p: [2] } },
    });
  });

  it('reads ids exactly, from any field, and by the rules of ids', () => {
    expect(read('{"number":12345678901234567890,"a":1}', { idColumn: 'number' })).toEqual({
      record: { id: '12345678901234567890', a: 1 },
    });
    expect(read('{"id":"a:b"}', { idRules: { replace: [[':', '-']] } })).toEqual({ record: { id: 'a-b' } });
    expect(read('{"a":"x"}', { idRules: { linePrefix: 'shop-' } })).toEqual({ record: { a: 'x', id: 'shop-3' } });
    expect(read('{"key":5,"a":"x"}', { mappings: new Map([['key', { path: 'id', type: undefined }]]) })).toEqual({
      record: { id: '5', a: 'x' },
    });
  });

  it('converts to the type of a field', () => {
    const mappings = new Map([
      ['n', { path: 'n', type: 'number' as const }],
      ['b', { path: 'b', type: 'boolean' as const }],
      ['j', { path: 'j', type: 'json' as const }],
      ['l', { path: 'l', type: 'list' as const }],
      ['t', { path: 't', type: text }],
    ]);

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
    const mappings = new Map([
      ['t', { path: 't', type: text }],
      ['n', { path: 'n', type: 'number' as const }],
    ]);
    const nested = [{ steps: ['o', 'l', '*'], path: 'l.*.x', type: text }];

    expect(read(json, { mappings, nested, columnsFile })).toEqual({ problem });
  });

  it('refuses two values for one position', () => {
    const mappings = new Map([
      ['a', { path: 'x', type: text }],
      ['b', { path: 'x.y', type: text }],
    ]);

    expect(() => compileObjects({ mappings })).toThrow('map to the same position');
  });

  it('cannot be made to change what all objects share', () => {
    expect(read('{"id":"1","__proto__":{"polluted":true},"a":1}', {})).toEqual({ record: { id: '1', a: 1 } });
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
  });
});
