import type { Placed } from '../rule-document.ts';
import type { RulePart } from '../types.ts';
import type { LintContext } from './lint-rule.ts';

/** A rule with the place in a rule set that names it. */
export interface RuleUse {
  readonly rule: Placed<RulePart>;
  readonly pointer: string;
}

/** The rules of a rule set that can be judged; none for an unknown rule set. */
export function rulesOf(ruleSetID: string | null, { ruleSets, rules }: LintContext): RuleUse[] {
  const ruleSet = ruleSetID === null ? undefined : ruleSets.get(ruleSetID);
  return (ruleSet?.value.ruleIDs ?? []).flatMap((ruleID, index) => {
    const rule = rules.get(ruleID);
    return rule === undefined ? [] : [{ rule, pointer: `${ruleSet!.pointer}/ruleIDs/${index}` }];
  });
}

/** The ids of all index rule sets, each once. */
export function indexRuleSetIDs({ document }: LintContext): Set<string> {
  return new Set(document.mutationRuleSetGroups.map(({ value }) => value.indexRuleSetID));
}
