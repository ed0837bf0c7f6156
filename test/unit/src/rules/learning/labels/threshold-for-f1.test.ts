import { describe, expect, it } from '@jest/globals';
import { thresholdForF1 } from '../../../../../../src/rules/learning/labels/threshold-for-f1.ts';

/** Pairs of their own records with these odds in bits, at a begin of 10 bits. */
function chosen(odds: readonly number[], more: Partial<Parameters<typeof thresholdForF1>[1]> = {}) {
  return thresholdForF1(
    {
      first: Int32Array.from(odds.keys(), (index) => 2 * index),
      second: Int32Array.from(odds.keys(), (index) => 2 * index + 1),
      bits: Float64Array.from(odds, (own) => own + 10),
    },
    {
      records: 2 * odds.length,
      weights: new Float64Array(odds.length).fill(1),
      excess: (a) => odds[a / 2]!,
      evenOddsAt: 10,
      goal: 'balanced',
      ...more,
    },
  );
}

describe('thresholdForF1', () => {
  it('is between what is likely and what is not', () => {
    expect(chosen([9, 8, 7, -7, -8])).toMatchObject({ bits: 17, joins: 3 });
  });

  it('is below even odds if most matches are doubtful', () => {
    expect(chosen([-1, -1, -1, -1.5, -7, -8]).bits).toBe(8.5);
  });

  it('accepts fewer pairs for precision, and more for recall', () => {
    const odds = [4, 2, 1, 0, -1, -2, -3, -4];
    expect(chosen(odds, { goal: 'precision' }).bits).toBeGreaterThan(chosen(odds).bits);
    expect(chosen(odds, { goal: 'recall' }).bits).toBeLessThan(chosen(odds).bits);
  });

  it('counts all pairs that a weak link brings together', () => {
    const isOne = (a: number, b: number): boolean => a < 4 === b < 4;
    const links = {
      first: Int32Array.from([0, 1, 2, 4, 5, 6, 3]),
      second: Int32Array.from([1, 2, 3, 5, 6, 7, 4]),
      bits: Float64Array.from([18, 18, 18, 18, 18, 18, 10]),
    };
    const { bits, precision } = thresholdForF1(links, {
      records: 8,
      weights: new Float64Array(7).fill(1),
      excess: (a, b) => (isOne(a, b) ? 8 : -8),
      evenOddsAt: 10,
      goal: 'balanced',
    });
    expect(bits).toBe(18);
    expect(precision).toBeGreaterThan(0.98);
  });

  it('is even odds without any link', () => {
    expect(chosen([])).toMatchObject({ bits: 10, joins: 0 });
  });
});
