import { describe, expect, it } from '@jest/globals';
import { pairwiseQuality } from '../../../../bench/quality/pairwise.ts';
import { qualityTable } from '../../../../bench/quality/table.ts';

const clusters = (text: string): Map<string, string> =>
  new Map(
    text.split(' ').flatMap((records, cluster) => [...records].map((record) => [record, String(cluster)] as const)),
  );

describe('pairwiseQuality', () => {
  it.each([
    ['ab c', 'ab c', 1, 1],
    ['abc', 'ab c', 1 / 3, 1],
    ['a b c', 'ab c', 1, 0],
    ['ab cd', 'abcd', 1, 1 / 3],
    ['a b', 'a b', 1, 1],
  ])('compares the clusters %s with the truth %s', (found, truth, precision, recall) => {
    const quality = pairwiseQuality(clusters(found), clusters(truth));

    expect(quality.precision).toBeCloseTo(precision);
    expect(quality.recall).toBeCloseTo(recall);
  });

  it('refuses a clustering that has lost a record', () => {
    expect(() => pairwiseQuality(clusters('a'), clusters('ab'))).toThrow('record b');
  });
});

describe('qualityTable', () => {
  it('has a row per set and configuration, with the marks of others', () => {
    const quality = { precision: 1, recall: 0.5, f1: 2 / 3 };

    const table = qualityTable([{ set: 'febrl1', records: 1000, configuration: 'designed', quality }]);

    expect(table).toContain('| febrl1 |   1,000 | designed ');
    expect(table).toContain('0.6667');
    expect(table).toContain('0.995 (rules in SQL)');
  });
});
