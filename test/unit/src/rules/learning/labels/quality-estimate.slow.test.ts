import { describe, expect, it } from '@jest/globals';
import { type Cell, estimateQuality } from '../../../../../../src/rules/learning/labels/quality-estimate.ts';
import { randomNumbers } from '../../../../../../src/rules/learning/random.ts';

/** A made-up population: pairs by stratum, the share of matches, and what the model expects. */
interface Population {
  readonly pairs: number;
  readonly linked: boolean;
  readonly rate: number;
  readonly expected: number;
}

/** The shares of many draws whose interval holds the truth. */
function covered(population: readonly Population[], answersOfCell: number, draws = 150) {
  const matches = ({ pairs, rate }: Population): number => pairs * rate;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const linked = population.filter((cell) => cell.linked);
  const right = sum(linked.map(matches));
  const truth = {
    precision: right / sum(linked.map(({ pairs }) => pairs)),
    recall: right / sum(population.map(matches)),
  };
  const random = randomNumbers(7);
  const hits = { precision: 0, recall: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const cells = population.map(({ pairs, linked: isLinked, rate, expected }): Cell => {
      const same = Array.from({ length: answersOfCell }, random).filter((own) => own < rate).length;
      return { pairs, linked: isLinked, expected, same, different: answersOfCell - same };
    });
    const estimate = estimateQuality(cells, randomNumbers(draw));
    for (const share of ['precision', 'recall'] as const) {
      if (estimate[share].low <= truth[share] && truth[share] <= estimate[share].high) hits[share] += 1;
    }
  }
  return { precision: hits.precision / draws, recall: hits.recall / draws };
}

describe('estimateQuality in many draws', () => {
  it('has intervals that hold the truth in at least 85 of 100 draws, with a model that is right', () => {
    const cells = [
      { pairs: 2_000, linked: true, rate: 0.98, expected: 0.98 },
      { pairs: 400, linked: true, rate: 0.7, expected: 0.7 },
      { pairs: 300, linked: false, rate: 0.3, expected: 0.3 },
      { pairs: 5_000, linked: false, rate: 0.01, expected: 0.01 },
    ];
    const { precision, recall } = covered(cells, 5);
    expect(precision).toBeGreaterThanOrEqual(0.85);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });

  it('holds the truth of precision, whatever a badly wrong model believes', () => {
    const cells = [
      { pairs: 2_000, linked: true, rate: 0.2, expected: 0.99 },
      { pairs: 1_000, linked: true, rate: 0.3, expected: 0.95 },
      { pairs: 4_000, linked: false, rate: 0.05, expected: 0.1 },
    ];
    const { precision, recall } = covered(cells, 6);
    expect(precision).toBeGreaterThanOrEqual(0.85);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });
});
