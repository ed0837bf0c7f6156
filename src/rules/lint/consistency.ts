import { quote } from '../../text/quote.ts';
import type { LintRules } from './lint-rule.ts';
import { contradiction } from './matchers.ts';
import { rulesOf } from './rule-groups.ts';

/** The maximum number of rule pairs checked for one group; an untrusted document may have many. */
const maxPairs = 100_000;

export const consistencyRules: LintRules = {
  CONSISTENCY_NEVER_HOLDS: {
    severity: 'warning',
    meaning: 'Records that satisfy the link rules cannot satisfy the consistency rule set, so it refuses every link.',
    example: 'link rule "sameCity" (simple on "city"), consistency rule "otherCity" (distinct on "city")',
    fix: 'Write a consistency rule that linked records can satisfy, or remove the rule set.',
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
          `rule set ${quote(ruleSetID)} requires different values where every link rule of group ${quote(name)} requires equal ones`,
          'Write a consistency rule that linked records can satisfy.',
        );
      }
    },
  },
};
