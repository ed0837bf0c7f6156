import { describe, expect, it } from '@jest/globals';
import { concat } from '../../../../../src/rules/transformers/concat.ts';
import { filter } from '../../../../../src/rules/transformers/filter.ts';
import { list } from '../../../../../src/rules/transformers/list.ts';
import { referencelist } from '../../../../../src/rules/transformers/referencelist.ts';
import { regexextract } from '../../../../../src/rules/transformers/regexextract.ts';
import { split } from '../../../../../src/rules/transformers/split.ts';
import { tokenize } from '../../../../../src/rules/transformers/tokenize.ts';
import { fakeContext, runTransformer } from './run-transformer.ts';

describe('concat', () => {
  it('pairs by position, gives a single value to all and leaves out what is missing', () => {
    const outputs = runTransformer(concat, {
      attributes: { separator: '-' },
      inputs: { b: ['1', '2', '3'], a: ['x'], c: ['p', 'q'] },
    });

    expect(outputs).toEqual({ default: ['1-x-p', '2-x-q', '3-x'] });
  });

  it('takes its pins from the document, in their order there', () => {
    const pins = concat.inputPins(concat.attributes.parse({}), ['street', 'number']);

    expect(pins.map(({ name }) => name)).toEqual(['street', 'number']);
  });
});

describe('filter', () => {
  it('compares whole values', () => {
    expect(
      runTransformer(filter, {
        attributes: { values: ['test'] },
        inputs: { default: ['test', 'test street', 'Test'] },
      }),
    ).toEqual({ default: ['test street', 'Test'] });
  });

  it('reports an empty list', () => {
    expect(filter.lint?.(filter.attributes.parse({ values: [] }))).toMatchObject([{ severity: 'warning' }]);
    expect(filter.lint?.(filter.attributes.parse({ values: [], filterOut: false }))).toMatchObject([
      { severity: 'error', code: 'EMPTY_FILTER', pointer: '/values' },
    ]);
  });
});

describe('split', () => {
  it('takes the separator literally', () => {
    expect(runTransformer(split, { attributes: { separator: '.' }, inputs: { default: ['a.b. .c'] } })).toEqual({
      default: ['a', 'b', 'c'],
    });
  });
});

describe('regexextract', () => {
  const extract = (attributes: object, ...values: string[]) =>
    runTransformer(regexextract, { attributes, inputs: { default: values } })['default'];

  it('takes the first group, the whole match, or every match', () => {
    expect(extract({ pattern: 'id=(\\d+)' }, 'id=1 id=2', 'none')).toEqual(['1']);
    expect(extract({ pattern: 'id=(\\d+)', group: 0 }, 'id=1 id=2')).toEqual(['id=1']);
    expect(extract({ pattern: 'id=(\\d+)', all: true }, 'id=1 id=2')).toEqual(['1', '2']);
  });

  it('ends although a pattern matches nothing', () => {
    expect(extract({ pattern: 'a*', all: true }, 'baab')).toEqual(['aa']);
  });

  it('reports a group that the pattern does not have and a pattern that cannot run', () => {
    const codes = (attributes: object) =>
      regexextract.lint?.(regexextract.attributes.parse(attributes)).map(({ code }) => code);

    expect(codes({ pattern: 'a(b)', group: 2 })).toEqual(['UNKNOWN_GROUP']);
    expect(codes({ pattern: '(?<!a)b', group: 2 })).toEqual(['PATTERN']);
    expect(codes({ pattern: `a${'b'.repeat(1000)}` })).toEqual(['PATTERN']);
  });
});

describe('list', () => {
  it('sorts by character code without changing its input', () => {
    const values = Object.freeze(['b', 'a', 'Z']);

    expect(runTransformer(list, { attributes: { operation: 'sort' }, inputs: { default: values } })).toEqual({
      default: ['Z', 'a', 'b'],
    });
  });

  it('gives nothing beyond the end', () => {
    expect(runTransformer(list, { attributes: { operation: 'slice', offset: 5 }, inputs: { default: ['a'] } })).toEqual(
      {},
    );
  });

  it('extracts from JSON objects only', () => {
    const notes: string[] = [];
    const outputs = runTransformer(list, {
      attributes: { operation: 'extract', paths: ['a.b'] },
      inputs: { default: ['{"a":{"b":1}}', '{broken', 'text', '{"a":2}'] },
      notes,
    });

    expect(outputs).toEqual({ default: ['1'] });
    expect(notes).toEqual([
      '"{broken" is not a JSON object',
      '"text" is not a JSON object',
      'a.b: there is no field "b" in a number',
    ]);
  });

  it('reports extract without paths', () => {
    expect(list.lint?.(list.attributes.parse({ operation: 'extract' }))).toMatchObject([{ code: 'MISSING_ATTRIBUTE' }]);
  });
});

describe('referencelist', () => {
  const nicknames = {
    id: 'nicknames',
    meta: { header: [{ type: 'text' }, { type: 'text' }] },
    rows: [['pat', 'patricia'], ['pat', 'patrick'], ['', 'x'], ['only'], ['__proto__', 'own']],
  };
  const look = (value: string, attributes: object = {}) =>
    runTransformer(referencelist, {
      attributes: { listID: 'nicknames', ...attributes },
      inputs: { default: [value] },
      referenceLists: [nicknames],
    })['default'];

  it('gives one value for each row', () => {
    expect(look('Pat')).toEqual(['patricia', 'patrick']);
    expect(look('Pat', { caseSensitive: true, keepUnknown: false })).toBeUndefined();
  });

  it('gives the listed spelling where a row has one column', () => {
    expect(look('ONLY')).toEqual(['only']);
  });

  it('keeps names of the prototype apart', () => {
    expect([look('__proto__'), look('constructor', { keepUnknown: false })]).toEqual([['own'], undefined]);
  });

  it('refuses to compile for a list that is not there', () => {
    expect(() => referencelist.compile(referencelist.attributes.parse({ listID: 'none' }), fakeContext())).toThrow(
      expect.objectContaining({ code: 'MISSING_PART' }),
    );
  });
});

describe('tokenize', () => {
  it('refuses to compile for a tokenizer that is not there', () => {
    expect(() => tokenize.compile(tokenize.attributes.parse({ tokenizerID: 'none' }), fakeContext())).toThrow(
      'tokenizerID names "none"',
    );
  });
});
