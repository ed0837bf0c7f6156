import type { Placed } from '../document/rule-document.ts';
import type { RulePart } from '../document/types.ts';
import type { LintContext } from './lint-rule.ts';

/** A rule with its position in a rule set. */
export interface RuleUse {
  readonly rule: Placed<RulePart>;
  readonly pointer: string;
}

/** Returns the valid rules of a rule set; none for an unknown rule set. */
export function rulesOf(ruleSetID: string | null, { ruleSets, rules }: LintContext): RuleUse[] {
  const ruleSet = ruleSetID === null ? undefined : ruleSets.get(ruleSetID);
  return (ruleSet?.value.ruleIDs ?? []).flatMap((ruleID, index) => {
    const rule = rules.get(ruleID);
    return rule === undefined ? [] : [{ rule, pointer: `${ruleSet!.pointer}/ruleIDs/${index}` }];
  });
}

/** Returns the distinct ids of all index rule sets. */
export function indexRuleSetIDs({ document }: LintContext): Set<string> {
  return new Set(document.mutationRuleSetGroups.map(({ value }) => value.indexRuleSetID));
}
