import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type EditAlgorithm, editDistance } from '../../src/text/edit-distance.ts';
import { editedPair } from './edited-text.ts';

/** The definitions, word for word: the cheapest way to rewrite the front of a into the front of b. */
function reference(a: string, b: string, algorithm: EditAlgorithm): number {
  const known = new Map<number, number>();
  const cost = (i: number, j: number): number => {
    if (i === 0 || j === 0) return Math.max(i, j);
    const at = i * 1_000 + j;
    const found = known.get(at);
    if (found !== undefined) return found;
    let best = Math.min(cost(i - 1, j) + 1, cost(i, j - 1) + 1, cost(i - 1, j - 1) + (a[i - 1] === b[j - 1] ? 0 : 1));
    if (algorithm === 'osa' && i > 1 && j > 1 && a[i - 1] === b[j - 2] && a[i - 2] === b[j - 1]) {
      best = Math.min(best, cost(i - 2, j - 2) + 1);
    }
    if (algorithm === 'damerauLevenshtein') best = Math.min(best, ...transpositions(i, j));
    known.set(at, best);
    return best;
  };
  /** Costs of swapping two letters and editing what stands between them. */
  function* transpositions(i: number, j: number): Generator<number> {
    for (let k = 1; k < i; k++) {
      for (let l = 1; l < j; l++) {
        if (a[k - 1] === b[j - 1] && a[i - 1] === b[l - 1]) yield cost(k - 1, l - 1) + (i - k - 1) + 1 + (j - l - 1);
      }
    }
  }
  return cost(a.length, b.length);
}

describe.each(['levenshtein', 'osa', 'damerauLevenshtein'] as const)('editDistance %s', (algorithm) => {
  it('is what the definition says, up to the limit', () => {
    fc.assert(
      fc.property(editedPair({ maxLength: 12, maxEdits: 5, letters: 'abc' }), fc.nat(8), ([a, b], limit) => {
        const expected = reference(a, b, algorithm);
        const found = editDistance(a, b, algorithm, limit);
        if (expected <= limit) expect(found).toBe(expected);
        else expect(found).toBeGreaterThan(limit);
      }),
      { numRuns: 1_500 },
    );
  });

  it('is what the definition says for texts longer than a machine word', () => {
    fc.assert(
      fc.property(
        editedPair({ minLength: 34, maxLength: 70, maxEdits: 6, letters: 'ab' }),
        fc.nat(10),
        ([a, b], limit) => {
          const expected = reference(a, b, algorithm === 'damerauLevenshtein' ? 'osa' : algorithm);
          const found = editDistance(a, b, algorithm, limit);
          if (algorithm === 'damerauLevenshtein') {
            if (found <= limit) expect(found).toBeLessThanOrEqual(expected);
            else expect(expected).toBeGreaterThan(limit);
          } else if (expected <= limit) expect(found).toBe(expected);
          else expect(found).toBeGreaterThan(limit);
        },
      ),
      { numRuns: 100 },
    );
  });
});

describe('editDistance', () => {
  it('compares texts beyond the longest length for equality only', () => {
    const long = 'a'.repeat(5_000);
    expect(editDistance(long, long, 'levenshtein', 3)).toBe(0);
    expect(editDistance(long, `${long}b`, 'levenshtein', 3)).toBe(Number.POSITIVE_INFINITY);
  });
});
