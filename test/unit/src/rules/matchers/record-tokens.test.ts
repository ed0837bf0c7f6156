import { describe, expect, it } from '@jest/globals';
import {
  MAX_TOKEN_UNITS_OF_RECORD,
  MAX_TOKENS,
  MAX_TOKENS_OF_RECORD,
  recordTokens,
} from '../../../../../src/rules/matchers/record-tokens.ts';

const words = (text: string): string[] => text.split(' ');
const countsOf = (values: readonly string[]): number[] => recordTokens(values, words).map(({ length }) => length);
const text = (tokens: number, length = 1): string => Array.from({ length: tokens }, () => 'x'.repeat(length)).join(' ');

describe('recordTokens', () => {
  it('gives all tokens of values within the bounds, value by value', () => {
    expect(recordTokens(['anna maria', 'beispiel'], words)).toEqual([['anna', 'maria'], ['beispiel']]);
  });

  it('takes the first 500 of one value and goes on with the next', () => {
    expect(countsOf([text(MAX_TOKENS + 1), text(3)])).toEqual([MAX_TOKENS, 3]);
  });

  it('takes the first 1,000 of all values', () => {
    expect(countsOf([text(400), text(400), text(400), text(1)])).toEqual([400, 400, 200]);
    expect(countsOf(Array.from({ length: MAX_TOKENS_OF_RECORD + 5 }, () => 'x'))).toHaveLength(
      MAX_TOKENS_OF_RECORD + 1,
    );
  });

  it('takes tokens of 8,192 characters together, none of them in part', () => {
    const half = MAX_TOKEN_UNITS_OF_RECORD / 2;

    expect(countsOf([text(1, half), text(1, half), text(1)])).toEqual([1, 1, 0]);
    expect(countsOf([text(1, half), text(2, half - 1), text(1)])).toEqual([1, 1]);
  });
});
