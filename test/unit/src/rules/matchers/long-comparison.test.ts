import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Comparer } from '../../../../../src/rules/comparers/comparer.ts';
import { distance } from '../../../../../src/rules/comparers/distance.ts';
import { exact } from '../../../../../src/rules/comparers/exact.ts';
import { similarity } from '../../../../../src/rules/comparers/similarity.ts';
import { LongComparisons, piecewise } from '../../../../../src/rules/matchers/long-comparison.ts';
import type { MatcherContext } from '../../../../../src/rules/matchers/matcher.ts';
import { token } from '../../../../../src/rules/matchers/token.ts';
import {
  anyByFirstTokens,
  anyPairsInPieces,
  pairsAtLeast,
  pairsInPieces,
} from '../../../../../src/rules/matchers/token-pairing.ts';
import { finished, type Work } from '../../../../../src/work.ts';

const ALGORITHMS = ['levenshtein', 'osaDamerauLevenshtein', 'jaro', 'jaroWinkler', 'cosine', 'jaccard', 'dice'];
const comparers = (threshold: number): Comparer[] => [
  ...ALGORITHMS.map((algorithm) => similarity.compile({ algorithm, threshold, shingleSize: 2 } as never) as Comparer),
  distance.compile({ algorithm: 'damerauLevenshtein', allowedDistance: 2 } as never) as Comparer,
];
const text = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'd', 'ä', '1'), maxLength: 8 });
const bitsOf = (bits: number): number => [...(bits >>> 0).toString(2)].filter((bit) => bit === '1').length;

const piecesOf = <Result>(work: Work<Result>): { readonly units: number[]; readonly result: Result } => {
  const units: number[] = [];
  for (;;) {
    const step = work.next();
    if (step.done === true) return { units, result: step.value };
    units.push(step.value);
  }
};

describe('a sketch', () => {
  it('excludes no pair of texts that satisfies its comparer', () => {
    fc.assert(
      fc.property(text, text, fc.constantFrom(0.1, 0.3, 0.5, 0.7, 0.85, 0.95, 1), (a, b, threshold) => {
        for (const { satisfied, sketch } of comparers(threshold)) {
          if (!satisfied(a, b)) continue;
          const [one, other] = [sketch!(a), sketch!(b)];
          expect(bitsOf(one.marks & ~other.marks)).toBeLessThanOrEqual(one.foreign);
          expect(bitsOf(other.marks & ~one.marks)).toBeLessThanOrEqual(other.foreign);
        }
      }),
      { numRuns: 2_000 },
    );
  });
});

describe('tokens that are compared in pieces', () => {
  it('pair up as those that are compared at once', () => {
    const tokens = fc.array(text, { minLength: 1, maxLength: 7 });
    fc.assert(
      fc.property(tokens, tokens, fc.integer({ min: 1, max: 5 }), (a, b, count) => {
        for (const comparer of [...comparers(0.6), exact.compile({} as never) as Comparer]) {
          expect(finished(pairsInPieces(a, b, comparer, count))).toBe(pairsAtLeast(a, b, comparer, count));
        }
      }),
    );
  });

  it('do so in one of many lists, too', () => {
    const lists = fc.array(fc.array(text, { minLength: 1, maxLength: 4 }), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(lists, lists, fc.integer({ min: 1, max: 3 }), fc.boolean(), (left, right, min, all) => {
        const needed = (a: number, b: number) => (all ? Math.max(Math.min(a, b), min) : min);
        const any = (satisfied: (a: string[], b: string[]) => boolean) =>
          left.some((a) => right.some((b) => satisfied(a, b)));
        for (const comparer of [...comparers(0.6), exact.compile({} as never) as Comparer]) {
          expect(finished(anyPairsInPieces(left, right, comparer, needed))).toBe(
            any((a, b) => pairsAtLeast(a, b, comparer, needed(a.length, b.length))),
          );
          const inOrder = (a: readonly string[], b: readonly string[]) =>
            a.length === b.length && a.every((one, at) => comparer.satisfied(one, b[at]!));
          expect(finished(anyByFirstTokens(left, right, comparer, inOrder))).toBe(any(inOrder));
        }
      }),
    );
  });
});

describe('a long comparison', () => {
  const longWork = (result: boolean, done: string[]) =>
    function* (): Work<boolean> {
      done.push('first');
      yield 5_000;
      done.push('second');
      yield 5_000;
      return result;
    };

  it('runs at once where nobody can rest, and outside of the judging in pieces otherwise', () => {
    const comparisons = new LongComparisons();
    const done: string[] = [];
    expect(comparisons.compare('at once', longWork(true, done))).toBe(true);
    expect(done).toEqual(['first', 'second']);

    const judged = piecesOf(piecewise(() => comparisons.compare('in pieces', longWork(true, done))));
    expect(judged).toEqual({ units: [0, 5_000, 5_000, 0], result: true });
    expect(done).toHaveLength(4);
  });

  it('is made once for the same contents, also of several in one judging', () => {
    const comparisons = new LongComparisons();
    const done: string[] = [];
    const judge = () =>
      comparisons.compare('a', longWork(true, done)) && comparisons.compare('b', longWork(false, done));
    expect(piecesOf(piecewise(judge)).result).toBe(false);
    expect(piecesOf(piecewise(judge))).toEqual({ units: [0], result: false });
    expect(done).toHaveLength(4);
  });
});

describe('the matcher of tokens', () => {
  const context = (run: Comparer, cut: (value: string) => string[] = (value) => [value]): MatcherContext => ({
    id: 'M',
    resolver: () => ({ id: 'list', position: 0, meaning: 'list', mustExist: false }),
    tokenizer: () => ({ run: cut, meaning: 'cut', atMostOneToken: false }),
    comparer: () => ({ run, meaning: 'similar' }),
    matcher: () => {
      throw new Error('has no inner matcher');
    },
  });
  const words = (count: number, letters: string) =>
    Array.from({ length: count }, (_, n) =>
      [...letters].map((letter, at) => ((n >> at) % 2 === 0 ? letter : letter + at)).join(''),
    );

  /** A comparer that counts its comparisons. */
  const counted = (threshold: number) => {
    let compared = 0;
    const plain = similarity.compile({ algorithm: 'jaroWinkler', threshold, shingleSize: 2 } as never) as Comparer;
    const counting: Comparer = {
      ...plain,
      satisfied: (a, b) => {
        compared += 1;
        return plain.satisfied(a, b);
      },
    };
    return { counting, count: () => compared };
  };

  it.each(['minimum', 'all', 'sameorder'])('does not look at values with fewer tokens than min (%s)', (strategy) => {
    const { counting, count } = counted(0.95);
    const attributes = { resolverID: 'list', tokenizerID: 'T', comparerID: 'C', strategy, min: 64 };
    const matcher = token.compile(
      { ...attributes, mustExist: false, indexStrategy: 'none' } as never,
      context(counting),
    );

    const { units, result } = piecesOf(
      piecewise(() => matcher.satisfied([words(1_000, 'abcdefghij')], [words(1_000, 'abcdefghij')])),
    );

    expect(result).toBe(false);
    expect(units).toEqual([0]);
    expect(count()).toBe(0);
  });

  it.each(['minimum', 'all', 'sameorder'])(
    'does not pair each value of one side with each of the other (%s)',
    (strategy) => {
      const { counting, count } = counted(0.99);
      const attributes = { resolverID: 'list', tokenizerID: 'T', comparerID: 'C', strategy, min: 2 };
      const matcher = token.compile(
        { ...attributes, mustExist: false, indexStrategy: 'none' } as never,
        context(counting, (value) => value.split(' ')),
      );
      const twoEach = (letters: string) => words(500, letters).map((word) => `${word} ${word}x`);
      const [a, b] = [twoEach('abcdefghi'), twoEach('zywvutsrq')];

      const { units, result } = piecesOf(piecewise(() => matcher.satisfied([a], [b])));

      expect(result).toBe(false);
      // A piece for each row of tokens, none for each of 250,000 pairs of values.
      expect(units.length).toBeLessThan(1_010);
      expect(Math.max(...units)).toBeLessThan(2_000);
      expect(count()).toBeLessThan(1_000);
      expect(matcher.satisfied([a], [[a[7]!, ...b]])).toBe(true);
    },
  );

  it('compares two lists of a thousand values in pieces of about a millisecond', () => {
    const { counting, count } = counted(0.99);
    const attributes = { resolverID: 'list', tokenizerID: 'T', comparerID: 'C', strategy: 'minimum', min: 1 };
    const matcher = token.compile({ ...attributes, mustExist: false, indexStrategy: 'none' }, context(counting));
    const [a, b] = [[words(1_000, 'abcdefghij')], [words(1_000, 'zyxwvutsrq')]];

    const { units, result } = piecesOf(piecewise(() => matcher.satisfied(a, b)));

    expect(result).toBe(false);
    expect(units.length).toBeGreaterThan(500);
    expect(Math.max(...units)).toBeLessThan(2_000);
    // The others have too few letters in common.
    expect(count()).toBeLessThan(1_000);
    const again = [[...a[0]!]];
    expect(piecesOf(piecewise(() => matcher.satisfied(b, again)))).toEqual({ units: [0], result: false });
    expect(matcher.satisfied(a, [[a[0]![7]!, ...b[0]!]])).toBe(true);
  });
});
