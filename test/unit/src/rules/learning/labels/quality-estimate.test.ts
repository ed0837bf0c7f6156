import { describe, expect, it } from '@jest/globals';
import { type Cell, estimateQuality } from '../../../../../../src/rules/learning/labels/quality-estimate.ts';
import { randomNumbers } from '../../../../../../src/rules/learning/random.ts';

describe('estimateQuality', () => {
  it('becomes narrower with more answers, around the truth', () => {
    const cell = (times: number): Cell => ({
      pairs: 1_000,
      linked: true,
      expected: 0.9,
      same: 9 * times,
      different: times,
    });
    const few = estimateQuality([cell(1)], randomNumbers(1)).precision;
    const many = estimateQuality([cell(50)], randomNumbers(1)).precision;
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 3);
    expect(many.value).toBeCloseTo(0.9, 1);
  });

  it('knows nothing of precision without answers, or without links', () => {
    const cell: Cell = { pairs: 100, linked: true, expected: 0.999, same: 0, different: 0 };
    const { precision, answers } = estimateQuality([cell], randomNumbers(1));
    expect(precision.high - precision.low).toBeGreaterThan(0.9);
    expect(answers).toBe(0);
    expect(estimateQuality([{ ...cell, linked: false }], randomNumbers(1)).precision).toMatchObject({
      low: 0,
      high: 1,
    });
    expect(estimateQuality([], randomNumbers(1)).recall.value).toBe(1);
  });

  it('reaches 1 if no answer speaks against it', () => {
    const cell: Cell = { pairs: 100, linked: true, expected: 0.9, same: 8, different: 0 };
    expect(estimateQuality([cell], randomNumbers(1)).precision.high).toBe(1);
    expect(estimateQuality([{ ...cell, different: 1 }], randomNumbers(1)).precision.high).toBeLessThan(1);
  });
});
