import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { FrequentTexts } from '../../../../../../src/entities/rule-changes/statistics/frequent-texts.ts';

/** Counts exactly, in unbounded memory. */
function exactly(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function summaryOf(texts: readonly string[]): FrequentTexts<string> {
  const summary = new FrequentTexts<string>();
  for (const text of texts) summary.add(text, `from ${text}`);
  return summary;
}

/** Many texts of one record, among which those of several stand at places that the numbers choose. */
function stream(numbers: readonly number[], others: number): string[] {
  const texts = Array.from({ length: others }, (_, index) => `single ${index}`);
  for (const [index, number] of numbers.entries())
    texts.splice((number * 7_919 + index) % texts.length, 0, `often ${number}`);
  return texts;
}

describe('the summary of the most frequent texts', () => {
  it('counts exactly while there are few different texts', () => {
    const [first, second] = summaryOf(['a', 'b', 'a', 'c', 'a', 'b']).atLeast(2);

    expect(first).toEqual({ text: 'a', atLeast: 3, atMost: 3, sample: 'from a' });
    expect(second).toEqual({ text: 'b', atLeast: 2, atMost: 2, sample: 'from b' });
  });

  it('bounds every count, and misses no text that is frequent enough', () => {
    fc.assert(
      fc.property(fc.array(fc.integer({ min: 0, max: 20 }), { minLength: 200, maxLength: 600 }), (numbers) => {
        const texts = stream(numbers, 12_000);
        const [counts, found] = [exactly(texts), summaryOf(texts).atLeast(1)];
        const names = new Set(found.map(({ text }) => text));
        const wrong = found.filter(({ text, atLeast, atMost }) => {
          const count = counts.get(text)!;
          return atLeast > count || atMost < count || atMost - atLeast > texts.length / 2_048;
        });
        const missed = [...counts].filter(([text, count]) => count > texts.length / 2_048 && !names.has(text));
        expect({ wrong, missed }).toEqual({ wrong: [], missed: [] });
      }),
      { numRuns: 10 },
    );
  });

  it('of two merged summaries bounds the counts of both', () => {
    const [one, other] = [stream([1, 1, 1, 2, 3, 3, 3, 3, 3, 3, 3, 3, 3], 9_000), stream([3, 3, 3, 3, 3, 3, 3], 9_000)];
    const summary = summaryOf(one);
    summary.merge(summaryOf(other.map((text) => text.replace('single', 'other'))));

    const [first] = summary.atLeast(1);

    expect(first).toMatchObject({ text: 'often 3', sample: 'from often 3' });
    expect(first!.atLeast).toBeLessThanOrEqual(16);
    expect(first!.atMost).toBeGreaterThanOrEqual(16);
  });
});
