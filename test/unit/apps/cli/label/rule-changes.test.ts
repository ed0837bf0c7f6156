import { describe, expect, it } from '@jest/globals';
import { ruleChanges } from '../../../../../apps/cli/label/rule-changes.ts';

const document = (threshold: number, weights: readonly number[], otherwise: number, keys: readonly string[][]) => ({
  matchers: [
    { type: 'simple' },
    { type: 'weighted', attributes: { threshold, evidence: [{ name: 'city', weights, otherwise }] } },
  ],
  rules: [{ matcherIDs: ['ENOUGH'], attributes: { indexMatcherIDs: keys } }],
});

describe('ruleChanges', () => {
  it('lists thresholds, weights and keys that differ', () => {
    const before = document(10, [4, 2], -1, [['CITY', 'NAME']]);
    const after = document(8.5, [5, 2], -1, [['CITY'], ['MAIL']]);
    expect(ruleChanges(before, after)).toEqual({
      isChanged: true,
      threshold: { from: 10, to: 8.5 },
      weights: [{ title: 'city', from: { agrees: 4, differs: -1 }, to: { agrees: 5, differs: -1 } }],
      keys: { added: ['CITY', 'MAIL'], removed: ['CITY and NAME'] },
    });
  });

  it('finds no change in the same document', () => {
    const same = document(10, [4], -1, [['CITY']]);
    expect(ruleChanges(same, same)).toMatchObject({ isChanged: false, weights: [], keys: { added: [], removed: [] } });
  });

  it('compares with rules that add no weights', () => {
    const exact = { matchers: [], rules: [{ matcherIDs: ['SAME_MAIL'] }] };
    expect(ruleChanges(exact, document(8, [5], -1, [['CITY']]))).toMatchObject({
      threshold: { from: undefined, to: 8 },
      weights: [{ title: 'city', from: undefined }],
      keys: { added: ['CITY'], removed: ['SAME_MAIL'] },
    });
  });
});
