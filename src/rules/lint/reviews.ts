import { quote } from '../../text/quote.ts';
import type { LintRules } from './lint-rule.ts';
import { rulesOf } from './rule-groups.ts';

export const reviewRules: LintRules = {
  REVIEW_RULE_LINKS: {
    severity: 'warning',
    meaning:
      'A review rule of a group also links records, so pairs that satisfy it are linked and never come to the review queue.',
    example: '"linkRuleSetID": "links", "reviewRuleSetID": "reviews", where rule "R1" is in both rule sets',
    fix: 'Remove the rule from the review rule set, and name a rule in it that is less strict than those that link.',
    check(context, report) {
      const gated = new Set(context.document.consistencyRuleSetIDs.map(({ name }) => name));
      for (const { name, value: group } of context.document.mutationRuleSetGroups) {
        // With a consistency rule set, pairs that it refuses come to the queue.
        if (gated.has(name)) continue;
        const linking = new Set(rulesOf(group.linkRuleSetID, context).map(({ rule }) => rule.value));
        for (const { rule, pointer } of rulesOf(group.reviewRuleSetID ?? null, context)) {
          if (!linking.has(rule.value)) continue;
          report(
            pointer,
            `review rule ${quote(rule.value.id)} of group ${quote(name)} also links records, so its pairs are never reviewed`,
            `Take ${quote(rule.value.id)} out of the review rule set.`,
          );
        }
      }
    },
  },
};
