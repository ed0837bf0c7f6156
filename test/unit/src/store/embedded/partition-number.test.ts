import { describe, expect, it } from '@jest/globals';
import { partitionNumber } from '../../../../../src/store/embedded/partition-number.ts';

describe('partitionNumber', () => {
  it('gives similar names different numbers, spread over the whole range', () => {
    const numbers = Array.from({ length: 200_000 }, (_, index) => partitionNumber(`R#person-${index}`, 7));

    expect(new Set(numbers).size).toBe(numbers.length);
    expect(numbers.every(Number.isSafeInteger)).toBe(true);
    const eighths = new Array<number>(8).fill(0);
    for (const number of numbers) eighths[Math.floor(number / 2 ** 50)]! += 1;
    for (const count of eighths) expect(count).toBeGreaterThan(24_000);
  });

  it('depends on the seed, so that names which share a number do so in one store only', () => {
    expect(partitionNumber('R#1', 1)).not.toBe(partitionNumber('R#1', 2));
  });
});
