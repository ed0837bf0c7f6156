import { describe, expect, it } from '@jest/globals';
import { stringop } from '../../../../../src/rules/transformers/stringop.ts';
import { runTransformer } from './run-transformer.ts';

const apply = (text: string, attributes: object) =>
  runTransformer(stringop, { attributes, inputs: { default: [text] } })['default']?.[0];
const codes = (attributes: object) =>
  stringop.lint?.(stringop.attributes.parse(attributes)).map(({ severity, code }) => `${severity} ${code}`);

describe('stringop', () => {
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
