import { describe, expect, it } from '@jest/globals';
import { BestOf } from '../../../../../src/entities/statistics/best-of.ts';
import { seededRandom } from '../../../../setup/interleaving.ts';

describe('BestOf', () => {
  it('has the first of all that came, in their order', () => {
    const random = seededRandom(3);
    for (let round = 0; round < 50; round++) {
      const numbers = Array.from({ length: Math.floor(random() * 30) }, () => random());
      const best = new BestOf<number>(5, (a, b) => a - b);

      for (const number of numbers) best.add(number);

      expect(best.found).toEqual([...numbers].sort((a, b) => a - b).slice(0, 5));
    }
  });
});
