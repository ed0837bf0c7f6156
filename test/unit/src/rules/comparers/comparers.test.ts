import { describe, expect, it } from '@jest/globals';
import { dynamicdistance } from '../../../../../src/rules/comparers/dynamicdistance.ts';
import { comparers } from '../../../../../src/rules/comparers/registry.ts';

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

describe.each([...comparers.values()])('comparer $type', (definition) => {
  it('has examples', () => {
    expect(definition.examples.length).toBeGreaterThan(0);
  });

  it.each(definition.examples)(
    'judges $a and $b with $attributes as its example says, in both directions',
    (example) => {
      const comparer = definition.compile(definition.attributes.parse(example.attributes));
      expect(comparer.satisfied(example.a, example.b)).toBe(example.satisfied);
      expect(comparer.satisfied(example.b, example.a)).toBe(example.satisfied);
      expect(comparer.compare(example.a, example.b).satisfied).toBe(example.satisfied);
    },
  );
});

const lintOf = (type: string, attributes: object) => {
  const definition = comparers.get(type)!;
  return (definition.lint?.(definition.attributes.parse(attributes)) ?? []).map(({ code }) => code);
};

describe('comparer lint', () => {
  it.each([
    ['similarity', { threshold: 0 }, ['ACCEPTS_EVERYTHING']],
    ['similarity', { threshold: 1 }, ['SAME_AS_EXACT']],
    ['similarity', { threshold: 0.9 }, []],
    ['distance', { allowedDistance: 0 }, ['SAME_AS_EXACT']],
    ['distance', { allowedDistance: 5 }, ['DISTANCE_NOT_INDEXED']],
    ['distance', { allowedDistance: 2 }, []],
    ['dynamicdistance', { table: { '0': 0, '30': 6 } }, ['DISTANCE_NOT_INDEXED']],
    ['dynamicdistance', {}, []],
    ['number', { tolerance: '100%' }, ['ACCEPTS_EVERYTHING']],
    ['number', { tolerance: '99%' }, []],
  ])('tells of %s %j: %j', (type, attributes, codes) => {
    expect(lintOf(type, attributes)).toEqual(codes);
  });
});
