import { describe, expect, it } from '@jest/globals';
import { dynamicdistance } from '../../../../../src/rules/comparers/dynamicdistance.ts';

const comparerOf = (table: Readonly<Record<string, number>>) =>
  dynamicdistance.compile(dynamicdistance.attributes.parse({ table }));

/** Two texts of this length that differ in so many places. */
const pair = (length: number, edits: number): [string, string] => [
  'a'.repeat(length),
  'b'.repeat(edits) + 'a'.repeat(length - edits),
];

describe('dynamicdistance', () => {
  it('takes the entry with the largest minimal length that the shorter text reaches', () => {
    const comparer = comparerOf({ '0': 0, '4': 1, '8': 2 });

    expect([3, 4, 7, 8, 20].map((length) => comparer.satisfied(...pair(length, 1)))).toEqual([
      false,
      true,
      true,
      true,
      true,
    ]);
    expect([4, 7, 8, 20].map((length) => comparer.satisfied(...pair(length, 2)))).toEqual([false, false, true, true]);
  });

  it('allows nothing below the first entry, whatever the order of the entries', () => {
    const comparer = comparerOf({ '12': 0, '6': 2 });

    expect([5, 6, 11, 12].map((length) => comparer.satisfied(...pair(length, 1)))).toEqual([false, true, true, false]);
  });

  it('serves a table with an entry for every length', () => {
    const table = Object.fromEntries(Array.from({ length: 10_000 }, (_, length) => [length, length % 2]));

    expect(comparerOf(table).satisfied(...pair(1_001, 1))).toBe(true);
    expect(comparerOf(table).satisfied(...pair(1_000, 1))).toBe(false);
  });
});
