import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RulesStatistics } from '../../../../../apps/cli/rules/statistics.ts';
import { DistinctCount, FrequentTexts } from '../../../../../src/entities/statistics/sketches.ts';
import { compileRuleConfig } from '../../../../../src/rules/compile/compile.ts';
import { deployedPeople, edits } from '../../../../setup/edited-people.ts';

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

const people = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: `p${index}`,
    firstName: index % 2 === 0 ? 'Ada' : 'Mary',
    lastName: `Name${index}`,
    email: index < 30 ? 'none@none.com' : `mail${index}@example.com`,
    phone: index < 19 ? '+44 20 7946 0000' : '',
  }));

function statisticsOf(count: number, edit = edits.scores) {
  const statistics = new RulesStatistics(compileRuleConfig(deployedPeople(edit).config));
  for (const person of people(count)) statistics.add(person);
  return statistics;
}

describe('statistics of what rules make of records', () => {
  it('counts records with a value, different values and the frequent ones of each resolver', () => {
    const resolvers = statisticsOf(100).resolvers();
    const of = (id: string) => resolvers.find(({ resolverID }) => resolverID === id)!;

    expect(of('FIRST_NAME')).toMatchObject({ records: 100, distinct: 2 });
    expect(of('FIRST_NAME').frequent).toEqual([
      { value: 'ada', atLeast: 50, atMost: 50 },
      { value: 'mary', atLeast: 50, atMost: 50 },
    ]);
    expect(of('EMAIL').frequent).toEqual([{ value: 'none@none.com', atLeast: 30, atMost: 30 }]);
    expect(of('POSTCODE')).toEqual({ resolverID: 'POSTCODE', records: 0, distinct: 0, frequent: [] });
  });

  it('shows no value of fewer than 20 records', () => {
    const phone = statisticsOf(100)
      .resolvers()
      .find(({ resolverID }) => resolverID === 'PHONE')!;

    expect(phone).toMatchObject({ records: 19, distinct: 1, frequent: [] });
  });

  it('names the keys that many records share, and the resolver that makes them', () => {
    const [blocking] = statisticsOf(100).sharedKeys(25);
    const [exact] = statisticsOf(100, edits.exact).sharedKeys(25);

    expect(blocking).toMatchObject({ exact: false, atLeast: 30, resolverID: 'EMAIL' });
    expect(blocking!.parts).toEqual([{ matcherID: 'SAME_EMAIL', part: 'none@none.com' }]);
    expect(exact).toMatchObject({ exact: true, atLeast: 30, resolverID: 'EMAIL' });
    expect(statisticsOf(100).sharedKeys(31)).toEqual([]);
  });
});
