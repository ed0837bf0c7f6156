import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { compilePattern } from '../../../../../src/rules/transformers/pattern.ts';
import { patternSize } from '../../../../../src/rules/transformers/pattern-size.ts';

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
    ['\\d{3}-\\d{2}-\\d{4}'],
    ['[A-Z]{1,100} [a-z]{1,100}'],
    ['(?i)\\b(?:apt|unit|suite)\\.? *(\\d+)'],
    ['(?:a?){50}a{50}b'],
    ['.{1000}.{1000}.{1000}'],
    ['((?:[^,]{0,80},){9}(?:x|y{4}))'],
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
