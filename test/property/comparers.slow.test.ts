import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { comparers } from '../../src/rules/comparers/registry.ts';
import { editedPair } from './edited-text.ts';

type Pair = readonly [string, string];

const names = editedPair({ maxLength: 14, maxEdits: 4, letters: 'anrest' });
const longTexts = editedPair({ minLength: 8, maxLength: 45, maxEdits: 6, letters: 'abcde ' });
// A swap across the border of two segments is what the index keys of long texts must survive.
const swapped = editedPair({ minLength: 10, maxLength: 30, maxEdits: 4, letters: 'abcdefghijkl', edits: ['swap'] });
const texts: fc.Arbitrary<Pair> = fc.oneof(names, longTexts, swapped);
const anyTexts: fc.Arbitrary<Pair> = fc.oneof(
  fc.tuple(fc.string({ unit: 'binary' }), fc.string({ unit: 'binary' })),
  fc.string({ unit: 'grapheme' }).map((text): Pair => [text, text]),
);
const surnames = fc.constantFrom(
  'meier',
  'mayer',
  'maier',
  'müller',
  'mueller',
  'miller',
  'schmidt',
  'schmitt',
  'smith',
  'Ł',
);
const decimals = fc
  .tuple(fc.double({ noNaN: true, noDefaultInfinity: true }), fc.double({ min: -3, max: 3, noNaN: true }), fc.boolean())
  .map(([from, by, relative]): Pair => [String(from), String(relative ? from * (1 + by / 10) : from + by)]);
const cents = fc
  .tuple(fc.integer({ min: -500, max: 500 }), fc.integer({ min: -120, max: 120 }))
  .map(([from, by]): Pair => [String(from / 100), String((from + by) / 100)]);
const thousands = fc
  .tuple(fc.integer({ min: 100_000, max: 900_000 }), fc.integer({ min: -12, max: 12 }))
  .map(([from, by]): Pair => [String(from), String(from + by)]);
const days = fc
  .tuple(
    fc.integer({ min: 0, max: 60_000 }),
    fc.oneof(fc.integer({ min: -3, max: 3 }), fc.integer({ min: -40, max: 40 })),
    fc.boolean(),
  )
  .map(([from, by, swap]): Pair => {
    const text = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);
    const [year, month, day] = text(from).split('-');
    return [text(from), swap ? `${year}-${day}-${month}` : text(from + by)];
  });
const points = fc
  .tuple(
    fc.double({ min: -90, max: 90, noNaN: true }),
    fc.double({ min: -180, max: 180, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
    fc.double({ min: -1, max: 1, noNaN: true }),
  )
  .map(([latitude, longitude, north, east]): Pair => {
    const around = ((longitude + east + 540) % 360) - 180;
    const near = Math.max(-90, Math.min(90, latitude + north));
    return [`${latitude.toFixed(6)},${longitude.toFixed(6)}`, `${near.toFixed(6)},${around.toFixed(6)}`];
  });

const neighbours = fc
  .tuple(
    fc.integer({ min: -90_000, max: 90_000 }),
    fc.integer({ min: -180_000, max: 180_000 }),
    fc.integer({ min: -12, max: 12 }),
  )
  .map(
    ([north, east, by]): Pair => [
      `${north / 1_000},${east / 1_000}`,
      `${Math.max(-90, Math.min(90, (north + by) / 1_000))},${(((east + by + 540_000) % 360_000) - 180_000) / 1_000}`,
    ],
  );

const edits = ['levenshtein', 'osa', 'damerauLevenshtein'];
const cases: readonly (readonly [string, object, fc.Arbitrary<Pair>])[] = [
  ['exact', {}, names],
  ['distinct', {}, names],
  ...edits.flatMap((algorithm) => [
    ...[0, 1, 2, 3, 4].map((allowedDistance) => ['distance', { algorithm, allowedDistance }, texts] as const),
    ['dynamicdistance', { algorithm }, texts] as const,
    // A table may also fall, or begin late.
    ['dynamicdistance', { algorithm, table: { '3': 3, '6': 1, '12': 2, '20': 4, '30': 0 } }, texts] as const,
  ]),
  ...['levenshtein', 'osaDamerauLevenshtein', 'jaro', 'jaroWinkler', 'cosine', 'jaccard', 'dice'].flatMap(
    (algorithm) => [
      ['similarity', { algorithm, threshold: 0.8 }, texts] as const,
      ['similarity', { algorithm, threshold: 0.6, shingleSize: 3 }, texts] as const,
    ],
  ),
  ...['cologne', 'soundex', 'metaphone', 'doubleMetaphone', 'nysiis'].map(
    (algorithm) => ['phonetic', { algorithm }, fc.oneof(names, fc.tuple(surnames, surnames))] as const,
  ),
  ['number', {}, cents],
  ['number', { tolerance: 0.1 }, cents],
  ['number', { tolerance: 1 }, fc.oneof(cents, decimals)],
  ['number', { tolerance: 0.3333333333333333 }, fc.oneof(cents, decimals)],
  ['number', { tolerance: '5%' }, fc.oneof(cents, decimals)],
  ['number', { tolerance: '0.001%' }, thousands],
  ['number', { tolerance: '90%' }, fc.oneof(cents, decimals)],
  ['date', {}, days],
  ['date', { toleranceDays: 1 }, days],
  ['date', { toleranceDays: 30 }, days],
  ['date', { toleranceDays: 3, swappedDayMonth: true }, days],
  ['date', { swappedDayMonth: true }, days],
  ['geo', { kilometres: 0 }, points.map(([a]): Pair => [a, a])],
  ['geo', { kilometres: 1 }, fc.oneof(points, neighbours)],
  ['geo', { kilometres: 60 }, points],
  ['geo', { kilometres: 3_000 }, fc.tuple(points, points).map(([[a], [b]]): Pair => [a, b])],
];

/** Comparers that no two different texts of the generators satisfy. */
const onlyEqualTexts = (type: string, given: object): boolean =>
  type === 'exact' ||
  ('allowedDistance' in given && given.allowedDistance === 0) ||
  (type === 'geo' && 'kilometres' in given && given.kilometres === 0) ||
  ((type === 'number' || type === 'date') && Object.keys(given).length === 0);

describe.each(cases)('comparer %s %j', (type, given, pairs) => {
  const definition = comparers.get(type)!;
  const comparer = definition.compile(definition.attributes.parse(given));

  it('is symmetric, and says the same in both of its ways', () => {
    fc.assert(
      fc.property(fc.oneof(pairs, anyTexts), ([a, b]) => {
        const satisfied = comparer.satisfied(a, b);
        const { similarity, satisfied: compared } = comparer.compare(a, b);
        expect(comparer.satisfied(b, a)).toBe(satisfied);
        expect(compared).toBe(satisfied);
        expect(comparer.compare(b, a).similarity).toBe(similarity);
        expect(similarity).toBeGreaterThanOrEqual(0);
        expect(similarity).toBeLessThanOrEqual(1);
      }),
      { numRuns: 200 },
    );
  });

  const keyParts = comparer.keyParts;
  if (keyParts === undefined) return;

  it('gives texts that satisfy it a common key part, and where it decides only those', () => {
    let satisfiedPairs = 0;
    fc.assert(
      fc.property(fc.oneof({ weight: 9, arbitrary: pairs }, anyTexts), ([a, b]) => {
        const satisfied = comparer.satisfied(a, b);
        const parts = new Set(keyParts(a));
        const common = keyParts(b).some((part) => parts.has(part));
        if (satisfied) {
          if (a !== b) satisfiedPairs += 1;
          expect(common).toBe(true);
        } else if (comparer.decides) {
          expect(common).toBe(false);
        }
      }),
      { numRuns: 1_000 },
    );
    if (!onlyEqualTexts(type, given)) expect(satisfiedPairs).toBeGreaterThan(20);
  });

  it('gives few and distinct key parts', () => {
    fc.assert(
      fc.property(pairs, ([text]) => {
        const parts = keyParts(text);
        expect(new Set(parts).size).toBe(parts.length);
        expect(parts.length).toBeLessThan(1_000);
      }),
      { numRuns: 100 },
    );
  });
});
