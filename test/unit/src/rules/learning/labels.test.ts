import { describe, expect, it } from '@jest/globals';
import { draftDesign } from '../../../../../src/rules/design/design.ts';
import { Judge } from '../../../../../src/rules/learning/judge.ts';
import { thresholdByLabels } from '../../../../../src/rules/learning/labels.ts';

const draft = draftDesign({ fields: [{ name: 'email' }, { name: 'last_name' }] });
const weights = {
  begin: -12,
  bits: draft.evidence.map(({ levels, otherwise }) =>
    Float64Array.from([0, ...levels.map(([, bits]) => bits), otherwise]),
  ),
};

/** E-mail addresses are the same, and family names differ in the pairs that are no match. */
const labels = Array.from({ length: 12 }, (_, index) => ({
  a: { id: 'a', email: `x${index}@example.com`, last_name: 'Miller' },
  b: { id: 'b', email: `x${index}@example.com`, last_name: index % 2 === 0 ? 'Miller' : 'Okonkwo' },
  same: index % 2 === 0,
}));

const chosen = (threshold: number, given = labels): number =>
  thresholdByLabels({ weights, threshold }, new Judge(draft.parts, draft.evidence), given);

describe('thresholdByLabels', () => {
  it('separates the pairs that you judged', () => {
    const threshold = chosen(3);
    expect(threshold).toBeGreaterThan(11.5);
    expect(threshold).toBeLessThan(24);
  });

  it('keeps a threshold that judges all labels right', () => {
    expect(chosen(15)).toBe(15);
  });

  it('keeps the model’s threshold for few labels, and for labels of one kind', () => {
    expect(chosen(3, labels.slice(0, 9))).toBe(3);
    expect(
      chosen(
        3,
        labels.map((label) => ({ ...label, same: true })),
      ),
    ).toBe(3);
  });
});
