import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { similarity } from '../../src/rules/comparers/similarity.ts';
import { editedPair } from './edited-text.ts';

const algorithms = [
  'levenshtein',
  'osaDamerauLevenshtein',
  'jaro',
  'jaroWinkler',
  'cosine',
  'jaccard',
  'dice',
] as const;
const threshold = fc.integer({ min: 1, max: 100 }).map((percent) => percent / 100);

describe.each(algorithms)('the similarity %s', (algorithm) => {
  const comparer = (least: number) => similarity.compile({ algorithm, threshold: least, shingleSize: 2 });

  it('has bounds of one family, of which a higher one is satisfied by no more', () => {
    fc.assert(
      fc.property(
        editedPair({ maxLength: 10, maxEdits: 4, letters: 'abc' }),
        threshold,
        threshold,
        ([a, b], one, other) => {
          const [low, high] = [comparer(Math.min(one, other)), comparer(Math.max(one, other))];
          expect(low.bound!.family).toBe(high.bound!.family);
          expect(low.bound!.level).toBeLessThanOrEqual(high.bound!.level);
          if (high.satisfied(a, b)) expect(low.satisfied(a, b)).toBe(true);
        },
      ),
    );
  });
});
