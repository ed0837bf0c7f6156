import { describe, expect, it } from '@jest/globals';
import { type LevelTables, learnMixture } from '../../../../../src/rules/learning/mixture.ts';
import { PatternCounter } from '../../../../../src/rules/learning/patterns.ts';
import { randomNumbers } from '../../../../../src/rules/learning/random.ts';

const items = 5;
/** Shares of agreement by class; an item has two levels, agreement and difference. */
const agreement = {
  same: [0.9, 0.85, 0.95, 0.8, 0.7],
  related: [0.9, 0.8, 0.05, 0.02, 0.05],
  strangers: [0.02, 0.05, 0.01, 0.01, 0.02],
};
const counts = { same: 2_000, related: 3_000, strangers: 100_000 };

function simulated(seed: number) {
  const random = randomNumbers(seed);
  const counter = new PatternCounter(items);
  for (const [name, count] of Object.entries(counts)) {
    const shares = agreement[name as keyof typeof agreement];
    for (let i = 0; i < count; i++) {
      // Every tenth value is missing.
      counter.add(
        Uint8Array.from(shares, (share) => (random() < 0.1 ? 0 : random() < share ? 1 : 2)),
        1,
      );
    }
  }
  return counter.patterns();
}

const tables = (share: number): LevelTables =>
  Array.from({ length: items }, () => Float64Array.from([0, share, 1 - share]));

const options = {
  levels: new Array<number>(items).fill(2),
  experience: tables(0.8),
  most: tables(1).map(() => Float64Array.from([1e12, 1e12, 1e12])),
  mostBits: tables(1).map(() => Float64Array.from([1e12, 1e12, 1e12])),
  alone: [],
  shared: [true, true, false, false, false],
  strength: 100,
  relatedStrength: 10,
  matches: 500,
  mostMatches: 50_000,
  rounds: 60,
};

describe('learnMixture', () => {
  const mixture = learnMixture(simulated(7), options);

  it('recovers the number of matches of simulated pairs', () => {
    expect(Math.abs(mixture.matches - counts.same)).toBeLessThan(0.1 * counts.same);
  });

  it('recovers how matches agree', () => {
    agreement.same.forEach((share, item) => {
      expect(Math.abs(mixture.same[item]![1]! - share)).toBeLessThan(0.06);
    });
  });

  it('keeps related pairs, which agree on shared items only, apart from matches', () => {
    const [related] = mixture.related;
    expect(related![0]![1]!).toBeGreaterThan(0.6);
    expect(related![2]![1]!).toBeLessThan(0.3);
  });

  it('returns the same for the same pairs', () => {
    expect(learnMixture(simulated(7), options)).toEqual(mixture);
  });

  it('keeps what experience says against a match', () => {
    const most = options.most.map(() => Float64Array.from([1e12, 1e12, 2 ** -6]));
    const held = learnMixture(simulated(7), { ...options, most });
    held.same.forEach((table, item) => {
      expect(Math.log2(table[2]! / held.strangers[item]![2]!)).toBeLessThanOrEqual(-5.5);
    });
  });

  it('does not take pairs that agree on one item alone for matches', () => {
    const counter = new PatternCounter(items);
    const random = randomNumbers(3);
    const add = (count: number, shares: readonly number[]): void => {
      for (let i = 0; i < count; i++) {
        counter.add(
          Uint8Array.from(shares, (share) => (random() < share ? 1 : 2)),
          1,
        );
      }
    };
    add(300, agreement.same);
    // An episode has the title and the number of all second episodes, and nothing else of theirs.
    const episodes = [0.05, 0.9, 0.98, 0.01, 0.02];
    add(6_000, episodes);
    add(100_000, agreement.strangers);
    const patterns = counter.patterns();
    const alone = learnMixture(patterns, { ...options, alone: [2] });
    const none = learnMixture(patterns, options);
    expect(Math.abs(alone.matches - 300)).toBeLessThan(Math.abs(none.matches - 300));
    expect(alone.related[1]![1]![1]!).toBeGreaterThan(0.8);
    expect(alone.related[1]![3]![1]!).toBeLessThan(0.05);
  });

  it('counts agreement at most the given bits', () => {
    const mostBits = tables(1).map((_, item) => Float64Array.from([1e12, item === 0 ? 0 : 1e12, 1e12]));
    const patterns = simulated(7);
    const limited = learnMixture(patterns, { ...options, mostBits });
    const usual = learnMixture(patterns, options);
    const onlyFirst = patterns.weights.findIndex(
      (_, row) =>
        patterns.levels[row * items] === 1 &&
        patterns.levels[row * items + 1] === 1 &&
        patterns.levels[row * items + 2] === 2,
    );
    expect(limited.probabilities[onlyFirst]!).toBeLessThan(usual.probabilities[onlyFirst]!);
  });
});
