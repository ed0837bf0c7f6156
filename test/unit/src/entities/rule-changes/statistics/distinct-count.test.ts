import { describe, expect, it } from '@jest/globals';
import { DistinctCount } from '../../../../../../src/entities/rule-changes/statistics/distinct-count.ts';

function counted(from: number, to: number): DistinctCount {
  const count = new DistinctCount();
  for (let index = from; index < to; index++) count.add(`text ${index}`);
  return count;
}

describe('the count of different texts', () => {
  it.each([0, 1, 2, 50, 1_000, 10_000, 300_000])('is within 5 percent of %d', (texts) => {
    const estimate = counted(0, texts).estimate();

    expect(Math.abs(estimate - texts)).toBeLessThanOrEqual(0.05 * texts);
  });

  it('counts repeated texts once', () => {
    const count = counted(0, 5_000);
    for (let index = 0; index < 5_000; index++) count.add(`text ${index}`);

    expect(count.estimate()).toBe(counted(0, 5_000).estimate());
  });

  it('of two merged sketches is that of all texts', () => {
    const merged = counted(0, 6_000);
    merged.merge(counted(4_000, 10_000));

    expect(merged.estimate()).toBe(counted(0, 10_000).estimate());
  });
});
