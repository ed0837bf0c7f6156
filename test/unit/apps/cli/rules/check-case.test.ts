import { describe, expect, it } from '@jest/globals';
import { checkCase } from '../../../../../apps/cli/rules/check-case.ts';
import { readRules } from '../../../../../apps/cli/rules/read-rules.ts';
import type { RuleCase } from '../../../../../apps/cli/rules/rule-case.ts';

const rules = readRules('examples/people/rule-config.json');
const pair = {
  name: 'a pair',
  recordA: { id: '1', firstName: 'Ada', lastName: 'Example', email: 'ada@example.com' },
  recordB: { id: '2', firstName: 'Ada', lastName: 'Exampel', email: 'Ada@Example.com' },
};
const check = (expectation: RuleCase['expectation']) => checkCase(rules, { ...pair, expectation });

describe('checkCase', () => {
  it('finds no difference in what is true', () => {
    expect(
      check({
        together: true,
        searchRuleSets: [{ name: 'default', ruleSet: { satisfiedRules: ['NAME', 'EMAIL'] } }],
        mutationRuleSetGroups: [
          {
            name: 'people',
            outcome: 'LINK',
            linkRuleSet: { satisfiedRules: ['EMAIL_NAME'], unsatisfiedRules: ['PHONE_NAME'] },
          },
        ],
      }),
    ).toEqual([]);
  });

  it('tells what was expected and what was found', () => {
    expect(check({ together: false })).toEqual([
      'the records\n  expected: do not match\n  found:    belong to one entity',
    ]);
  });

  it('is strict about satisfied rules: one more or one less is a difference', () => {
    const linkRuleSet = (satisfiedRules: string[]) =>
      check({ mutationRuleSetGroups: [{ name: 'people', linkRuleSet: { satisfiedRules } }] });

    expect(linkRuleSet([])).toHaveLength(1);
    expect(linkRuleSet(['EMAIL_NAME', 'PHONE_NAME'])).toHaveLength(1);
  });

  it('reports a rule that should not be satisfied and is', () => {
    const [difference] = check({
      mutationRuleSetGroups: [{ name: 'people', linkRuleSet: { unsatisfiedRules: ['EMAIL_NAME'] } }],
    });

    expect(difference).toContain('link rule set, unsatisfied rules\n  expected: EMAIL_NAME');
  });

  it('reports rule sets, search rules and groups that the document does not have', () => {
    expect(
      check({
        searchRuleSets: [{ name: 'strict', ruleSet: { satisfiedRules: [] } }],
        mutationRuleSetGroups: [
          { name: 'companies' },
          { name: 'people', outcome: 'DUPLICATE', deduplicateRuleSet: { ruleSetID: 'SAME' } },
          { name: 'people', linkRuleSet: { ruleSetID: 'OTHER' } },
        ],
      }),
    ).toEqual([
      'search rules "strict"\n  expected: a rule set\n  found:    none',
      'group "companies"\n  expected: a mutation rule set group\n  found:    only "people"',
      'group "people", outcome\n  expected: DUPLICATE\n  found:    LINK',
      'group "people", deduplicate rule set\n  expected: SAME\n  found:    none',
      'group "people", link rule set\n  expected: OTHER\n  found:    LINK',
    ]);
  });

  it('passes over an empty rule set, which says nothing', () => {
    expect(check({ mutationRuleSetGroups: [{ name: 'people', deduplicateRuleSet: {} }] })).toEqual([]);
  });
});
