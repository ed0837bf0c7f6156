import { describe, expect, it } from '@jest/globals';
import { EdgeInsights } from '../../../../../src/entities/insights/edge-insights.ts';

const links = [
  { a: '1', b: '2', rule: 'R1', score: 0.5 },
  { a: '1', b: '2', rule: 'R2', score: 0.9 },
  { a: '2', b: '3', rule: 'R1', score: 0.5 },
];
const of = (duplicates: Record<string, string[]> = {}, edges = links) =>
  new EdgeInsights({ links: () => edges, duplicates: () => duplicates });

describe('count', () => {
  it('counts edges, not duplicates', () => {
    expect(of({ '1': ['4'] }).count).toBe(3);
    expect(of({}, []).count).toBe(0);
  });
});

describe('frequencyDistribution', () => {
  it('counts how often each rule links', () => {
    expect(of().frequencyDistribution()).toEqual([
      { value: 'R1', frequency: 2, percentage: 2 / 3 },
      { value: 'R2', frequency: 1, percentage: 1 / 3 },
    ]);
    expect(
      of()
        .frequencyDistribution(1, 'ASC')
        .map(({ value }) => value),
    ).toEqual(['R2']);
    expect(of({}, []).frequencyDistribution()).toEqual([]);
  });

  it('refuses a negative top', () => {
    expect(() => of().frequencyDistribution(-1)).toThrow(expect.objectContaining({ code: 'ARGUMENT_OUT_OF_RANGE' }));
  });
});

describe('matrix', () => {
  it('has a row for each pair and a column for each rule', () => {
    expect(of().matrix()).toEqual([
      { a: '1', b: '2', links: { R1: true, R2: true } },
      { a: '2', b: '3', links: { R1: true, R2: false } },
    ]);
  });

  it('shows only the links asked for, and only pairs that have one of them', () => {
    expect(of().matrix(['R2', 'R9'])).toEqual([{ a: '1', b: '2', links: { R2: true, R9: false } }]);
    expect(of().matrix([])).toEqual(of().matrix());
  });

  it('holds duplicates as well', () => {
    expect(of({ '1': ['4'] }).matrix(['duplicate'])).toEqual([{ a: '1', b: '4', links: { duplicate: true } }]);
    expect(of({ 'G1:1': ['4'], 'G2:1': ['4'] }, []).matrix()).toEqual([
      { a: '1', b: '4', links: { 'G1:duplicate': true, 'G2:duplicate': true } },
    ]);
  });
});

describe('pairs', () => {
  const edge = (a: string, b: string, score: number, rule = 'R1') => ({ a, b, rule, score });
  /** Two triangles and a pair that joins them. */
  const triangles = [
    edge('a', 'b', 0.4),
    edge('a', 'c', 0.9),
    edge('b', 'c', 0.8),
    edge('c', 'd', 0.3),
    edge('d', 'e', 0.5),
    edge('d', 'f', 0.6),
    edge('e', 'f', 0.7),
  ];
  const names = (insights: EdgeInsights, question: Parameters<EdgeInsights['pairs']>[0]) =>
    insights.pairs(question).pairs.map(({ a, b }) => `${a}${b}`);

  it('has all rules of a pair and the highest score of them', () => {
    expect(of().pairs({ first: 10 })).toEqual({
      count: 2,
      after: undefined,
      pairs: [
        { a: '1', b: '2', rules: ['R2', 'R1'], score: 0.9, isBridge: true },
        { a: '2', b: '3', rules: ['R1'], score: 0.5, isBridge: true },
      ],
    });
  });

  it('has first those of a maximum spanning tree, then the others', () => {
    expect(names(of({}, triangles), { first: 10 })).toEqual(['ac', 'bc', 'ef', 'df', 'cd', 'de', 'ab']);
  });

  it('marks the pair that holds two parts together', () => {
    const bridges = of({}, triangles)
      .pairs({ first: 10 })
      .pairs.filter(({ isBridge }) => isBridge);

    expect(bridges.map(({ a, b }) => a + b)).toEqual(['cd']);
  });

  it('comes in pages, and of one record', () => {
    const insights = of({}, triangles);
    const page = insights.pairs({ first: 3 });

    expect(page).toMatchObject({ count: 7, after: '3' });
    expect(names(insights, { first: 3, after: page.after })).toEqual(['df', 'cd', 'de']);
    expect(insights.pairs({ first: 3, after: '6' }).after).toBeUndefined();
    expect(names(insights, { first: 10, record: 'd' })).toEqual(['df', 'cd', 'de']);
    expect(insights.pairs({ first: 10, record: 'none' })).toEqual({ pairs: [], count: 0, after: undefined });
  });

  it('refuses a page of another size and an unknown position', () => {
    for (const question of [{ first: 0 }, { first: 1_001 }, { first: 1, after: 'x' }, { first: 1, after: '-1' }]) {
      expect(() => of().pairs(question)).toThrow(expect.objectContaining({ code: 'ARGUMENT_OUT_OF_RANGE' }));
    }
  });

  it('is quick and needs no stack for a long chain, and for all pairs of many records', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => edge(`r${index}`, `r${index + 1}`, 1));
    const page = of({}, chain).pairs({ first: 1_000 });

    expect(page.count).toBe(20_000);
    expect(page.pairs.every(({ isBridge }) => isBridge)).toBe(true);
    const ids = Array.from({ length: 300 }, (_, index) => `r${index}`);
    const all = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => edge(a, b, 1)));
    const { pairs, count } = of({}, all).pairs({ first: 299 });
    expect(count).toBe(44_850);
    expect(new Set(pairs.flatMap(({ a, b }) => [a, b])).size).toBe(300);
    expect(pairs.some(({ isBridge }) => isBridge)).toBe(false);
  });
});
