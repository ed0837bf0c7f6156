import { describe, expect, it } from '@jest/globals';
import type { ValueRole } from '../../../../../src/rules/learning/by-values.ts';
import { fieldsOfOneFact } from '../../../../../src/rules/learning/one-fact.ts';

const films = Array.from({ length: 40 }, (_, film) => ({ title: `film ${film}`, minutes: 80 + ((film * 7) % 37) }));
/** Two lists of the same films, which name the duration differently. */
const lists = (durationOf: (minutes: number) => number) => [
  ...films.map(({ title, minutes }, index) => ({ id: `a${index}`, title, runtimeMinutes: String(minutes) })),
  ...films.map(({ title, minutes }, index) => ({ id: `b${index}`, title, runtime: String(durationOf(minutes)) })),
];
const all = ['title', 'runtimeMinutes', 'runtime'];
const roles = new Map<string, ValueRole>([
  ['runtimeMinutes', 'number'],
  ['runtime', 'number'],
]);

describe('fieldsOfOneFact', () => {
  it('groups fields with the same values in records that share a rare value', () => {
    expect(
      fieldsOfOneFact(
        roles,
        all,
        lists((minutes) => minutes),
      ),
    ).toEqual([['runtimeMinutes', 'runtime']]);
  });

  it('keeps fields with other values apart', () => {
    expect(
      fieldsOfOneFact(
        roles,
        all,
        lists((minutes) => minutes + 1),
      ),
    ).toEqual([['runtimeMinutes'], ['runtime']]);
  });

  it('keeps fields apart that records have together', () => {
    const together = lists((minutes) => minutes).map((record) => ({ runtimeMinutes: '90', runtime: '90', ...record }));
    expect(fieldsOfOneFact(roles, all, together)).toEqual([['runtimeMinutes'], ['runtime']]);
  });

  it('keeps fields apart whose values are compared differently', () => {
    const other = new Map<string, ValueRole>([...roles, ['runtime', 'code']]);
    expect(
      fieldsOfOneFact(
        other,
        all,
        lists((minutes) => minutes),
      ),
    ).toEqual([['runtimeMinutes'], ['runtime']]);
  });
});
