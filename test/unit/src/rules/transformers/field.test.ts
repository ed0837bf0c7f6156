import { describe, expect, it } from '@jest/globals';
import { field } from '../../../../../src/rules/transformers/field.ts';
import { runTransformer } from './run-transformer.ts';

const values = (path: string, record: Record<string, unknown>, attributes: object = {}) =>
  runTransformer(field, { attributes: { path, caseSensitive: true, ...attributes }, record })['default'] ?? [];

describe('field', () => {
  it.each<[unknown, string[]]>([
    ['text', ['text']],
    ['', []],
    ['  \t', []],
    [' kept ', [' kept ']],
    [null, []],
    [[], []],
    [0, ['0']],
    [-0, ['0']],
    [1.5, ['1.5']],
    [0.1 + 0.2, ['0.30000000000000004']],
    [1e21, ['1000000000000000000000']],
    [1.25e-7, ['0.000000125']],
    [-1.5e22, ['-15000000000000000000000']],
    [true, ['true']],
    [false, ['false']],
    [
      ['a', null, '', 1, ['b']],
      ['a', '1', 'b'],
    ],
    [{ a: 1 }, []],
    ['\ud800x', ['\ufffdx']],
  ])('reads %j as %j', (value, expected) => {
    expect(values('f', { f: value })).toEqual(expected);
  });

  it('gives no value for a field that is missing', () => {
    expect(values('f', {})).toEqual([]);
    expect(values('a.b.c', { a: { b: null } })).toEqual([]);
    expect(values('a.b', { a: 'text' })).toEqual([]);
  });

  it.each(['__proto__', 'constructor', 'toString', '__proto__.constructor', 'constructor.name', 'list.length'])(
    'never walks into the prototype: %s',
    (path) => {
      expect(values(path, { list: ['a'] })).toEqual([]);
    },
  );

  it('reads an own field of the name __proto__', () => {
    expect(values('__proto__', JSON.parse('{"__proto__": "own"}'))).toEqual(['own']);
  });

  it('walks every element of a list, and of lists inside', () => {
    const record = { people: [{ mails: [{ a: 'x' }, { a: 'y' }] }, {}, { mails: [{ a: 'z' }] }] };

    expect(values('people.*.mails.*.a', record)).toEqual(['x', 'y', 'z']);
    expect(values('people.0.mails.1.a', record)).toEqual(['y']);
    expect(values('people.mails', record)).toEqual([]);
  });

  it('survives lists nested without end', () => {
    let nested: unknown = 'deep';
    for (let i = 0; i < 50_000; i++) nested = [nested];

    expect(values('f', { f: nested })).toEqual([]);
  });

  it('lower-cases by default', () => {
    expect(runTransformer(field, { attributes: { path: 'f' }, record: { f: 'ÅSE' } })).toEqual({ default: ['åse'] });
  });

  it('gives the same values on every output pin', () => {
    const outputs = runTransformer(field, { attributes: { path: 'f', outputPins: ['a', 'b'] }, record: { f: 'x' } });

    expect(outputs).toEqual({ a: ['x'], b: ['x'] });
  });

  it('gives objects as JSON text on request, with the case of their names', () => {
    const outputs = runTransformer(field, {
      attributes: { path: 'f', objects: true },
      record: { f: [{ aValue: 'X' }, 'Y'] },
    });

    expect(outputs).toEqual({ default: ['{"aValue":"X"}', 'y'] });
  });

  it('says what it met instead of a value', () => {
    const notes: string[] = [];
    runTransformer(field, { attributes: { path: 'a.b' }, record: { a: [{ b: 1 }] }, notes });
    runTransformer(field, { attributes: { path: 'a' }, record: { a: { b: 1 } }, notes });

    expect(notes).toEqual([
      'a.b: there is a list before "b"; write * to walk its elements',
      'a: is an object, not a value; continue the path with one of its fields',
    ]);
  });

  it('reports empty steps and pins of the same name', () => {
    const notes = field.lint?.(field.attributes.parse({ path: 'a..b', outputPins: ['x', 'x'] })) ?? [];

    expect(notes.map(({ code }) => code)).toEqual(['EMPTY_PATH_STEP', 'DUPLICATE_PIN']);
  });

  it('accepts a pin that nothing feeds, as public examples write it', () => {
    expect(field.inputPins(field.attributes.parse({ path: 'a' }))).toEqual([{ name: 'default', required: false }]);
  });
});
