import { describe, expect, it } from '@jest/globals';
import { PatternCounter } from '../../../../../src/rules/learning/patterns.ts';
import { fitWeights, monotone } from '../../../../../src/rules/learning/weights.ts';

/** All patterns of two levels, each with a weight; levels 1 and 2 are agreement and difference. */
function patternsOf(items: number, weight: (pattern: readonly number[]) => number) {
  const counter = new PatternCounter(items);
  for (let code = 0; code < 2 ** items; code++) {
    const pattern = Array.from({ length: items }, (_, item) => ((code >> item) & 1) + 1);
    counter.add(Uint8Array.from(pattern), weight(pattern));
  }
  return counter.patterns();
}

const sum = (bits: readonly Float64Array[], levels: Uint8Array, row: number): number =>
  bits.reduce((total, own, item) => total + own[levels[row * bits.length + item]!]!, 0);

describe('fitWeights', () => {
  const alone = {
    begin: -10,
    bits: [Float64Array.from([0, 8, -4]), Float64Array.from([0, 8, -4]), Float64Array.from([0, 6, -3])],
  };

  it('keeps weights that explain the probabilities', () => {
    const patterns = patternsOf(3, () => 1_000);
    const probabilities = Float64Array.from(
      patterns.weights,
      (_, row) => 1 / (1 + 2 ** -(alone.begin + sum(alone.bits, patterns.levels, row))),
    );
    const fitted = fitWeights(patterns, probabilities, { alone, strength: 1 });
    expect(fitted.begin).toBeCloseTo(-10, 1);
    fitted.bits.forEach((own, item) => {
      expect(own[1]!).toBeCloseTo(alone.bits[item]![1]!, 1);
    });
  });

  it('counts evidence that always agrees together less than twice', () => {
    const patterns = patternsOf(3, ([first, second]) => (first === second ? 1_000 : 0.001));
    // The second item repeats the first, so only one of them counts.
    const probabilities = Float64Array.from(patterns.weights, (_, row) => {
      const [first, , third] = [0, 1, 2].map((item) => alone.bits[item]![patterns.levels[row * 3 + item]!]!);
      return 1 / (1 + 2 ** -(alone.begin + first! + third!));
    });
    const fitted = fitWeights(patterns, probabilities, { alone, strength: 1 });
    expect(fitted.bits[0]![1]! + fitted.bits[1]![1]!).toBeLessThan(12);
  });
});

describe('monotone', () => {
  it('leaves weights that fall', () => {
    expect(monotone([9, 5, 5, -2], [1, 1, 1, 1])).toEqual([9, 5, 5, -2]);
  });

  it('averages a level that counts more than a stricter one, by how many pairs have it', () => {
    expect(monotone([4, 8, -2], [3, 1, 1])).toEqual([5, 5, -2]);
  });

  it('averages over several levels', () => {
    expect(monotone([1, 2, 3], [1, 1, 1])).toEqual([2, 2, 2]);
  });
});
