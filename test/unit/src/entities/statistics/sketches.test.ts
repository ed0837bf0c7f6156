import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DistinctCount, FrequentTexts } from '../../../../../src/entities/statistics/sketches.ts';

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
});

/** Counts exactly, in unbounded memory. */
function exactly(texts: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1);
  return counts;
}

function summaryOf(texts: readonly string[]): FrequentTexts<string> {
  const summary = new FrequentTexts<string>(2_048);
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
});
