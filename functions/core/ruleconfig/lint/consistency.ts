import { quote } from '../quote.ts';
import type { LintRule } from './lint-rule.ts';
import { contradiction } from './matchers.ts';
import { rulesOf } from './rule-groups.ts';

/** Pairs of rules looked at for one group; a document from a stranger may have many. */
const maxPairs = 100_000;

export const consistencyRules: readonly LintRule[] = [
  {
    code: 'CONSISTENCY_NEVER_HOLDS',
    severity: 'warning',
    meaning:
      'A consistency rule set cannot hold for records that the link rules connect, so that it refuses every link.',
    example: 'link rule "sameCity" (simple on "city"), consistency rule "otherCity" (distinct on "city")',
    fix: 'Write a consistency rule that linked records can satisfy, or take the rule set away.',
    check(context, report) {
      for (const { name, value: ruleSetID, pointer } of context.document.consistencyRuleSetIDs) {
        const ruleSet = context.ruleSets.get(ruleSetID)?.value;
        if (ruleSet?.ruleIDs.length === 0) {
          report(
            pointer,
            `rule set ${quote(ruleSetID)} has no rules: no two records of group ${quote(name)} are linked`,
            'Name a rule in it.',
          );
          continue;
        }
        const group = context.document.mutationRuleSetGroups.find((entry) => entry.name === name);
        const gates = rulesOf(ruleSetID, context);
        const links = rulesOf(group?.value.linkRuleSetID ?? null, context);
        if (gates.length === 0 || links.length === 0 || gates.length * links.length > maxPairs) continue;
        const refused = links.every((link) =>
          gates.every((gate) => contradiction(link.rule.value.matcherIDs, gate.rule.value.matcherIDs, context)),
        );
        if (!refused) continue;
        report(
          pointer,
          `rule set ${quote(ruleSetID)} asks for different values where every link rule of group ${quote(name)} asks for equal ones`,
          'Write a consistency rule that linked records can satisfy.',
        );
      }
    },
  },
];
