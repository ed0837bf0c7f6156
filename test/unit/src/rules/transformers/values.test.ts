import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { concat } from '../../../../../src/rules/transformers/concat.ts';
import { field } from '../../../../../src/rules/transformers/field.ts';
import { filter } from '../../../../../src/rules/transformers/filter.ts';
import { list } from '../../../../../src/rules/transformers/list.ts';
import { compilePattern, patternSize } from '../../../../../src/rules/transformers/pattern.ts';

import { referencelist } from '../../../../../src/rules/transformers/referencelist.ts';
import { regexextract } from '../../../../../src/rules/transformers/regexextract.ts';
import { split } from '../../../../../src/rules/transformers/split.ts';
import { stringop } from '../../../../../src/rules/transformers/stringop.ts';
import { tokenize } from '../../../../../src/rules/transformers/tokenize.ts';
import type { TransformerDefinition } from '../../../../../src/rules/transformers/transformer.ts';
import { fakeContext, runTransformer } from './run-transformer.ts';

const values = (path: string, record: Record<string, unknown>, attributes: object = {}) =>
  runTransformer(field, { attributes: { path, caseSensitive: true, ...attributes }, record })['default'] ?? [];

/** What a transformer of one input pin makes of these values. */
const outputOf = (definition: TransformerDefinition, attributes: object, ...inputs: string[]) =>
  runTransformer(definition, { attributes, inputs: { default: inputs } })['default'];
const codesOf = (definition: TransformerDefinition, attributes: object) =>
  definition.lint?.(definition.attributes.parse(attributes)).map(({ severity, code }) => `${severity} ${code}`);

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
    (path) => expect(values(path, { list: ['a'] })).toEqual([]),
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
    const codes = codesOf(field, { path: 'a..b', outputPins: ['x', 'x'] });

    expect(codes).toEqual(['error EMPTY_PATH_STEP', 'error DUPLICATE_PIN']);
  });

  it('accepts a pin that nothing feeds, as public examples write it', () => {
    expect(field.inputPins(field.attributes.parse({ path: 'a' }))).toEqual([{ name: 'default', required: false }]);
  });
});

describe('the size of a pattern', () => {
  const character = fc.constantFrom(
    ...[
      'a',
      'é',
      '𝒳',
      '.',
      '^',
      '$',
      '\\d',
      '\\b',
      '\\[',
      '\\{',
      '\\(',
      '\\pL',
      '\\p{Greek}',
      '\\x{41}',
      '\\x41',
      '-',
      ',',
      '{',
    ],
    ...['[a-z]', '[^a]', '[]a]', '[^]a]', '[\\]{]', '[[:alpha:]{]', '[({]', '\\Q[(a{9}\\E', '\\Q\\E', '(?i)', '(?s-i)'],
  );
  const repetition = fc.constantFrom('', '', '', '*', '+', '?', '*?', '{3}', '{2,}', '{0,9}', '{11}', '{4,5}?');
  const group = fc.constantFrom('(', '(?:', '(?i:', '(?P<n>', '(?<m>', '(?s-i:');
  const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
    pattern: fc.array(tie('piece'), { minLength: 1, maxLength: 5 }).map((pieces) => pieces.join('')),
    piece: fc.oneof(
      { depthSize: 'small' },
      fc.tuple(character, repetition).map((parts) => parts.join('')),
      fc.tuple(tie('pattern'), tie('pattern')).map((parts) => parts.join('|')),
      fc.tuple(group, tie('pattern'), repetition).map(([open, inner, times]) => `${open}${inner})${times}`),
    ),
  }));

  it('is estimated from the text, never much too low', () => {
    let compiled = 0;
    fc.assert(
      fc.property(pattern, (text) => {
        let size: number;
        try {
          size = RE2JS.compile(text).programSize();
        } catch {
          return;
        }
        compiled += 1;
        expect(patternSize(text) * 1.5 + 10).toBeGreaterThanOrEqual(size);
      }),
      { numRuns: 3_000 },
    );
    expect(compiled).toBeGreaterThan(500);
  });

  it.each([
    '\\d{3}-\\d{2}-\\d{4}',
    '[A-Z]{1,100} [a-z]{1,100}',
    '(?i)\\b(?:apt|unit|suite)\\.? *(\\d+)',
    '(?:a?){50}a{50}b',
    '.{1000}.{1000}.{1000}',
    '((?:[^,]{0,80},){9}(?:x|y{4}))',
  ])('is not far too high: %s', (text) => {
    expect(patternSize(text)).toBeLessThan(RE2JS.compile(text).programSize() * 3);
  });
});

describe('compiling a pattern', () => {
  it.each([
    ['a long text, a thousand times', `(?:${'ab'.repeat(450)}){1000}`],
    ['many repetitions', 'a{1000}'.repeat(140)],
    ['repetitions that multiply', `(?:${'(?:ab?){30}'.repeat(60)}){30}`],
    ['what follows a quoted bracket', `(?:\\Q[\\E${'ab'.repeat(450)}){1000}`],
    ['what follows a class with a bracket', `(?:[]]${'ab'.repeat(450)}){1000}`],
    ['what stands before flags', `(?:${'ab'.repeat(450)})(?i){1000}`],
    ['what follows an escaped bracket', `(?:\\[${'ab'.repeat(450)}){1000}`],
  ])('is refused before RE2 expands it: %s', (_what, text) => {
    expect(patternSize(text)).toBeGreaterThan(40_000);
    expect(() => compilePattern(text)).toThrow(expect.objectContaining({ code: 'PATTERN' }));
  });

  it('can ignore case, without changing what the pattern may hold', () => {
    expect(compilePattern('a|b', { ignoreCase: true }).test('xB')).toBe(true);
    expect(compilePattern('a|b').test('xB')).toBe(false);
    expect(() => compilePattern('a)|(b', { ignoreCase: true })).toThrow(expect.objectContaining({ code: 'PATTERN' }));
  });
});

describe('stringop', () => {
  const apply = (text: string, attributes: object) => outputOf(stringop, attributes, text)?.[0];

  it.each([
    ['normalizediacritics', 'Ærøskøbing', 'AEroskobing'],
    ['normalizediacritics', 'Straße ẞ', 'Strasse SS'],
    ['normalizediacritics', 'Ǽ', 'AE'],
    ['normalizediacritics', 'Đặng Nguyễn', 'Dang Nguyen'],
    ['normalizediacritics', 'Γιώργος', 'Γιωργος'],
    ['normalizediacritics', 'が김민준', 'が김민준'],
    ['normalizediacritics', 'สมชาย', 'สมชาย'],
    ['onlydigits', '１２-٣४', '1234'],
    ['onlydigits', '\u{1d7d8}\u{1d7d9}', '01'],
    ['onlyletters', 'María 1 José', 'MaríaJosé'],
    ['onlyalphanumeric', 'Ä-1 б2', 'Ä1б2'],
    ['removepunctuation', '«Ana» & Co.', 'Ana  Co'],
    ['normalizespaces', '\u3000a\u2003\n b ', 'a b'],
    ['removespaces', 'a\u00a0b\tc', 'abc'],
    ['lowercase', 'ΣΊΣΥΦΟΣ', 'σίσυφος'],
    ['transliterate', 'Юрий Гагарин', 'Yuriy Gagarin'],
    ['transliterate', 'Ελένη', 'Eleni'],
    ['transliterate', 'محمد', 'mhmd'],
  ])('%s: %s → %s', (operation, text, expected) => {
    expect(apply(text, { operation })).toBe(expected);
  });

  it('gives no value where nothing is left', () => {
    expect(apply('---', { operation: 'onlyletters' })).toBeUndefined();
    expect(apply('abc', { operation: 'substring', start: 3 })).toBeUndefined();
  });

  it('counts whole characters when it cuts', () => {
    expect(apply('😀😁😂', { operation: 'substring', start: 1, length: 1 })).toBe('😁');
    expect(apply('😀😁😂', { operation: 'substring', start: -2 })).toBe('😁😂');
    expect(apply('ab', { operation: 'substring', start: -5, length: 1 })).toBe('a');
  });

  it('replaces in linear time, whatever the pattern', () => {
    expect(apply(`${'a'.repeat(20_000)}b`, { operation: 'replace', pattern: '(a+)+$', replacement: '' })).toHaveLength(
      20_001,
    );
  });

  it('writes groups and dollar signs', () => {
    expect(apply('10 eur', { operation: 'replace', pattern: '(\\d+) eur', replacement: '$$$1' })).toBe('$10');
  });

  it('reports what the schema cannot', () => {
    const codes = (attributes: object) => codesOf(stringop, attributes);

    expect(codes({ operation: 'replace' })).toEqual(['error MISSING_ATTRIBUTE']);
    expect(codes({ operation: 'replace', pattern: '(?=a)' })).toEqual(['error PATTERN']);
    expect(codes({ operation: 'replace', pattern: '(a)\\1' })).toEqual(['error PATTERN']);
    expect(codes({ operation: 'replace', pattern: 'a*' })).toEqual(['warning PATTERN_MATCHES_EMPTY']);
    expect(codes({ operation: 'replace', pattern: 'a', replacement: '$1' })).toEqual(['error UNKNOWN_GROUP']);
    expect(codes({ operation: 'replace', pattern: '((((a{30}){30}){30}){30})' })).toEqual(['error PATTERN']);
    expect(codes({ operation: 'trim', start: 1, pattern: 'a' })).toEqual([
      'warning UNUSED_ATTRIBUTE',
      'warning UNUSED_ATTRIBUTE',
    ]);
  });
});

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
    expect(outputOf(filter, { values: ['test'] }, 'test', 'test street', 'Test')).toEqual(['test street', 'Test']);
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
    expect(outputOf(split, { separator: '.' }, 'a.b. .c')).toEqual(['a', 'b', 'c']);
  });
});

describe('regexextract', () => {
  const extract = (attributes: object, ...values: string[]) => outputOf(regexextract, attributes, ...values);

  it('takes the first group, the whole match, or every match', () => {
    expect(extract({ pattern: 'id=(\\d+)' }, 'id=1 id=2', 'none')).toEqual(['1']);
    expect(extract({ pattern: 'id=(\\d+)', group: 0 }, 'id=1 id=2')).toEqual(['id=1']);
    expect(extract({ pattern: 'id=(\\d+)', all: true }, 'id=1 id=2')).toEqual(['1', '2']);
  });

  it('ends although a pattern matches nothing', () => {
    expect(extract({ pattern: 'a*', all: true }, 'baab')).toEqual(['aa']);
  });

  it('reports a group that the pattern does not have and a pattern that cannot run', () => {
    expect(codesOf(regexextract, { pattern: 'a(b)', group: 2 })).toEqual(['error UNKNOWN_GROUP']);
    expect(codesOf(regexextract, { pattern: '(?<!a)b', group: 2 })).toEqual(['error PATTERN']);
    expect(codesOf(regexextract, { pattern: `a${'b'.repeat(1000)}` })).toEqual(['error PATTERN']);
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
    expect(outputOf(list, { operation: 'slice', offset: 5 }, 'a')).toBeUndefined();
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
    expect(codesOf(list, { operation: 'extract' })).toEqual(['error MISSING_ATTRIBUTE']);
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
