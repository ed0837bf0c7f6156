import { quote } from '../../text/quote.ts';
import type { LintRule } from './lint-rule.ts';

/** The rule name of edges that a submit itself requests. */
const staticRule = 'STATIC';

export const ruleRules: readonly LintRule[] = [
  {
    code: 'EMPTY_RULE',
    severity: 'error',
    meaning: 'A rule names no matcher, so any two records would satisfy it.',
    example: '{ "id": "R1", "matcherIDs": [] }',
    fix: 'Name at least one matcher.',
    check({ document }, report) {
      for (const { value, pointer } of document.rules) {
        if (value.matcherIDs.length > 0) continue;
        report(`${pointer}/matcherIDs`, `rule ${quote(value.id)} has no matchers`, 'Name at least one matcher.');
      }
    },
  },
  {
    code: 'REPEATED_ID',
    severity: 'warning',
    meaning: 'A rule names a matcher twice, or a rule set a rule.',
    example: '"matcherIDs": ["sameEmail", "sameEmail"]',
    fix: 'Name it once.',
    check({ document }, report) {
      const lists = [
        ...document.rules.map(({ value, pointer }) => ({ ids: value.matcherIDs, pointer: `${pointer}/matcherIDs` })),
        ...document.ruleSets.map(({ value, pointer }) => ({ ids: value.ruleIDs, pointer: `${pointer}/ruleIDs` })),
      ];
      for (const { ids, pointer } of lists) {
        const seen = new Set<string>();
        for (const [index, id] of ids.entries()) {
          if (seen.has(id)) report(`${pointer}/${index}`, `${quote(id)} is named twice`, 'Name it once.');
          seen.add(id);
        }
      }
    },
  },
  {
    code: 'DISABLED_MATCHER_UNUSED',
    severity: 'warning',
    meaning: 'disableIndexMatcherIDs names a matcher that the rule does not have.',
    example: '"matcherIDs": ["sameEmail"], "attributes": { "disableIndexMatcherIDs": ["sameName"] }',
    fix: 'Name a matcher of the same rule, or remove the id.',
    check({ document, matchers }, report) {
      for (const { value, pointer } of document.rules) {
        const own = new Set(value.matcherIDs);
        for (const [index, id] of value.attributes.disableIndexMatcherIDs.entries()) {
          if (own.has(id) || !matchers.has(id)) continue;
          report(
            `${pointer}/attributes/disableIndexMatcherIDs/${index}`,
            `rule ${quote(value.id)} has no matcher ${quote(id)}`,
            'Name a matcher of this rule, or take the id away.',
          );
        }
      }
    },
  },
  {
    code: 'RESERVED_RULE_ID',
    severity: 'warning',
    meaning: `The rule id ${staticRule} also marks the edges of records that were submitted as belonging together.`,
    example: `{ "id": "${staticRule}", "matcherIDs": ["sameEmail"] }`,
    fix: 'Give the rule another id.',
    check({ rules }, report) {
      const rule = rules.get(staticRule);
      if (rule === undefined) return;
      report(
        `${rule.pointer}/id`,
        `edges of linked submits are called ${staticRule} as well`,
        'Give the rule another id.',
      );
    },
  },
  {
    code: 'EMPTY_RULE_SET',
    severity: 'warning',
    meaning: 'A rule set has no rules, so it is never satisfied.',
    example: '{ "id": "common", "ruleIDs": [] }',
    fix: 'Name at least one rule.',
    check({ document }, report) {
      for (const { value, pointer } of document.ruleSets) {
        if (value.ruleIDs.length > 0) continue;
        report(`${pointer}/ruleIDs`, `rule set ${quote(value.id)} is never satisfied`, 'Name at least one rule.');
      }
    },
  },
];
