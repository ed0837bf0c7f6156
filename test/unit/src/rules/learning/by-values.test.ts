import { describe, expect, it } from '@jest/globals';
import { guessKinds } from '../../../../../src/rules/design/guess-kinds.ts';
import { isMisread, roleOf } from '../../../../../src/rules/learning/by-values.ts';
import { fieldStatistics } from '../../../../../src/rules/learning/field-statistics.ts';

const records = (value: (index: number) => unknown) =>
  Array.from({ length: 200 }, (_, index) => ({ id: String(index), value: value(index) }));

const isMisreadAs = (name: string, value: (index: number) => unknown): boolean => {
  const [guessed] = guessKinds({ fields: [{ name }] }).fields;
  return isMisread(guessed!, fieldStatistics('value', records(value)));
};

const role = (value: (index: number) => unknown): string | undefined =>
  roleOf(fieldStatistics('value', records(value)), 200);

describe('isMisread', () => {
  it('sees that values contradict a name', () => {
    expect(isMisreadAs('last_name', (index) => `2001-02-${10 + (index % 18)}`)).toBe(true);
    expect(isMisreadAs('email', (index) => `Director ${index}`)).toBe(true);
    expect(isMisreadAs('company_name', (index) => `Program ${index % 3}`)).toBe(true);
  });

  it('believes a name that the values confirm', () => {
    expect(isMisreadAs('last_name', (index) => `Miller${index}`)).toBe(false);
    expect(isMisreadAs('email', (index) => `a${index}@example.com`)).toBe(false);
  });

  it('believes a name of which there are few values', () => {
    expect(isMisreadAs('email', (index) => (index < 20 ? 'none' : null))).toBe(false);
  });

  it('compares a field of unknown kind by its values', () => {
    expect(isMisreadAs('xyzzy', (index) => `Word ${index}`)).toBe(true);
  });
});

describe('roleOf', () => {
  it.each([
    ['text', (index: number) => `the long title of number ${index % 90}`],
    [
      'name',
      (index: number) =>
        `Name${'abcdefghij'[index % 10]}${'klmnopqrst'[Math.floor(index / 10) % 10]}`.replace(/\d/g, ''),
    ],
    ['code', (index: number) => `KX-${index % 90}B`],
    ['number', (index: number) => String((index % 90) * 1.5)],
    ['date', (index: number) => `2001-${10 + (index % 3)}-${10 + (index % 18)}`],
    ['category', (index: number) => ['red', 'green', 'blue'][index % 3]],
  ])('is %s', (expected, value) => {
    expect(role(value)).toBe(expected);
  });

  it('is none for the key of a table, and for one value', () => {
    expect(role((index) => String(1_000 + index))).toBeUndefined();
    expect(role(() => 'same')).toBeUndefined();
  });
});
