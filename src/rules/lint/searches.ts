import { quote, quoteChoices } from '../../text/quote.ts';
import type { LintRules } from './lint-rule.ts';

export const searchRules: LintRules = {
  NO_DEFAULT_SEARCH: {
    severity: 'warning',
    meaning: 'searchRuleSetIDs has no "default", so every search must name its rule set.',
    example: '"searchRuleSetIDs": { "byName": "names" }',
    fix: 'Write "default": the rule set for searches that name none.',
    check({ document }, report) {
      if (document.searchRuleSetIDs.some((entry) => entry.name === 'default')) return;
      const names = document.searchRuleSetIDs.map((entry) => entry.name);
      report(
        '/searchRuleSetIDs',
        'a search that names no rule set cannot be answered',
        `Write "default": "…"${names.length > 0 ? ` beside ${quoteChoices(names)}` : ''}.`,
      );
    },
  },
  NO_MUTATION_GROUP: {
    severity: 'error',
    meaning: 'mutationRuleSetGroups is empty, so the service never indexes or links a record.',
    example: '"mutationRuleSetGroups": {}',
    fix: 'Write "default": { "indexRuleSetID": "…", "linkRuleSetID": "…", "deduplicateRuleSetID": null }.',
    check({ document }, report) {
      if (document.mutationRuleSetGroups.length > 0) return;
      report('/mutationRuleSetGroups', 'there is no group, so that no record is found or linked');
    },
  },
  UNKNOWN_CONSISTENCY_GROUP: {
    severity: 'error',
    meaning: 'consistencyRuleSetIDs names a group that mutationRuleSetGroups does not have.',
    example: '"mutationRuleSetGroups": { "default": … }, "consistencyRuleSetIDs": { "people": "sameKind" }',
    fix: 'Use the name of a group.',
    check({ document, suggester }, report) {
      const groups = document.mutationRuleSetGroups.map((entry) => entry.name);
      for (const { name, pointer } of document.consistencyRuleSetIDs) {
        if (groups.includes(name)) continue;
        const nearest = suggester.nearest(name, groups);
        report(
          pointer,
          `there is no group ${quote(name)}`,
          nearest ? `Did you mean ${quote(nearest)}?` : `Groups are ${quoteChoices(groups)}.`,
          'key',
        );
      }
    },
  },
};
