import { describe, expect, it } from '@jest/globals';
import { EdgeInsights } from '../../../../../src/entities/insights/edge-insights.ts';

const links = [
  { a: '1', b: '2', rule: 'R1' },
  { a: '1', b: '2', rule: 'R2' },
  { a: '2', b: '3', rule: 'R1' },
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
