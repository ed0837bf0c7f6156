import { describe, expect, it } from '@jest/globals';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';

/** More than a call takes arguments. */
const MANY = 130_000;
const many = <Value>(value: Value): Value[] => new Array<Value>(MANY).fill(value);

describe('lintRuleConfig', () => {
  it.each([
    [
      'weights',
      {
        id: 'm',
        type: 'weighted',
        attributes: { threshold: 1, evidence: [{ matcherIDs: many('a'), weights: many(0), otherwise: 1 }] },
      },
    ],
    ['parts that a broken entry names', { id: 5, type: 'or', attributes: { matcherIDs: many('a') } }],
    [
      'parts that a broken entry names in a list of its own',
      { id: 5, type: 'weighted', attributes: { evidence: [{ matcherIDs: many('a') }] } },
    ],
  ])('reports what is wrong with a document of very many %s', (_what, matcher) => {
    const { config, errors } = lintRuleConfig(JSON.stringify({ matchers: [matcher] }));

    expect(config).toBeUndefined();
    expect(errors.length).toBeGreaterThan(0);
  });
});
