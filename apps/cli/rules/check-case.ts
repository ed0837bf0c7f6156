import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { explainPair, type RuleSetVerdict } from '../../../src/rules/compile/explain.ts';
import type { ExpectedRuleSet, RuleCase } from './rule-case.ts';

/** The differences from the expectation, one a line; empty when the case passes. */
export function checkCase(rules: CompiledRules, { recordA, recordB, expectation }: RuleCase): string[] {
  const found = explainPair(rules, recordA, recordB);
  const differences: string[] = [];
  const differ = (what: string, expected: string, actual: string) =>
    differences.push(`${what}\n  expected: ${expected}\n  found:    ${actual}`);
  if (expectation?.together !== undefined && expectation.together !== found.together) {
    differ('the records', togetherText(expectation.together), togetherText(found.together));
  }
  for (const { name, ruleSet } of expectation?.searchRuleSets ?? []) {
    const search = found.searches.find(({ searchRules }) => searchRules === name);
    checkRuleSet(`search rules ${JSON.stringify(name)}`, ruleSet, search?.rules, differ);
  }
  for (const expected of expectation?.mutationRuleSetGroups ?? []) {
    const group = found.groups.find(({ group: name }) => name === expected.name);
    const where = `group ${JSON.stringify(expected.name)}`;
    if (group === undefined) {
      differ(where, 'a mutation rule set group', `only ${rules.groups.map((name) => JSON.stringify(name)).join(', ')}`);
      continue;
    }
    if (expected.outcome !== undefined && expected.outcome !== group.outcome) {
      differ(`${where}, outcome`, expected.outcome, group.outcome);
    }
    checkRuleSet(`${where}, index rule set`, expected.indexRuleSet, group.index, differ);
    checkRuleSet(`${where}, link rule set`, expected.linkRuleSet, group.link, differ);
    checkRuleSet(`${where}, deduplicate rule set`, expected.deduplicateRuleSet, group.deduplicate, differ);
    checkRuleSet(`${where}, consistency rule set`, expected.consistencyRuleSet, group.consistency, differ);
  }
  return differences;
}

function checkRuleSet(
  where: string,
  expected: ExpectedRuleSet | undefined,
  found: RuleSetVerdict | undefined,
  differ: (what: string, expected: string, actual: string) => void,
): void {
  if (expected === undefined || Object.keys(expected).length === 0) return;
  if (found === undefined) {
    differ(where, expected.ruleSetID ?? 'a rule set', 'none');
    return;
  }
  if (expected.ruleSetID !== undefined && expected.ruleSetID !== found.ruleSetID) {
    differ(where, expected.ruleSetID, found.ruleSetID);
  }
  const { satisfiedRules, unsatisfiedRules } = expected;
  if (satisfiedRules !== undefined && !sameSet(satisfiedRules, found.satisfiedRuleIDs)) {
    differ(`${where}, satisfied rules`, listText(satisfiedRules), listText(found.satisfiedRuleIDs));
  }
  const wrong = (unsatisfiedRules ?? []).filter((rule) => !found.unsatisfiedRuleIDs.includes(rule));
  if (wrong.length > 0) {
    differ(`${where}, unsatisfied rules`, listText(unsatisfiedRules!), listText(found.unsatisfiedRuleIDs));
  }
}

const togetherText = (together: boolean): string => (together ? 'belong to one entity' : 'do not match');
const listText = (rules: readonly string[]): string => (rules.length === 0 ? 'none' : [...rules].sort().join(', '));
const sameSet = (a: readonly string[], b: readonly string[]): boolean =>
  new Set(a).size === new Set(b).size && a.every((rule) => b.includes(rule));
