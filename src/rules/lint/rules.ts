import { quote } from '../../text/plain-text.ts';
import type { LintRules } from './lint-rule.ts';

/** The maximum number of steps for comparing combinations of an untrusted document with each other. */
const maxSteps = 2_000_000;

/** @param orEqual also true for the same matchers: of two equal combinations the later one is useless */
function isWithin(
  shorter: ReadonlySet<string>,
  longer: ReadonlySet<string>,
  orEqual: boolean,
  steps: { left: number },
): boolean {
  steps.left -= 1 + shorter.size;
  if (shorter.size > longer.size || (shorter.size === longer.size && !orEqual)) return false;
  return [...shorter].every((id) => longer.has(id));
}

/** The rule name of edges that a submit itself requests. */
const staticRule = 'STATIC';

export const ruleRules: LintRules = {
  EMPTY_RULE: {
    severity: 'error',
    meaning: 'A rule names no matcher, so any two records would satisfy it.',
    example: '{ "id": "R1", "matcherIDs": [] }',
    fix: 'Name at least one matcher.',
    check({ document }, report) {
      for (const { value, pointer } of document.rules) {
        if (value.matcherIDs.length > 0 || value.attributes.indexMatcherIDs.length > 0) continue;
        report(`${pointer}/matcherIDs`, `rule ${quote(value.id)} has no matchers`);
      }
    },
  },
  REPEATED_ID: {
    severity: 'warning',
    meaning: 'A rule names a matcher twice, or a rule set a rule.',
    example: '"matcherIDs": ["sameEmail", "sameEmail"]',
    fix: 'Name it once.',
    check({ document }, report) {
      const lists = [
        ...document.rules.map(({ value, pointer }) => ({ ids: value.matcherIDs, pointer: `${pointer}/matcherIDs` })),
        ...document.rules.flatMap(({ value, pointer }) =>
          value.attributes.indexMatcherIDs.map((ids, index) => ({
            ids,
            pointer: `${pointer}/attributes/indexMatcherIDs/${index}`,
          })),
        ),
        ...document.ruleSets.map(({ value, pointer }) => ({ ids: value.ruleIDs, pointer: `${pointer}/ruleIDs` })),
      ];
      for (const { ids, pointer } of lists) {
        const seen = new Set<string>();
        for (const [index, id] of ids.entries()) {
          if (seen.has(id)) report(`${pointer}/${index}`, `${quote(id)} is named twice`);
          seen.add(id);
        }
      }
    },
  },
  DISABLED_MATCHER_UNUSED: {
    severity: 'warning',
    meaning:
      'disableIndexMatcherIDs names a matcher that gives no index keys: the rule does not have it, or has indexMatcherIDs.',
    example: '"matcherIDs": ["sameEmail"], "attributes": { "disableIndexMatcherIDs": ["sameName"] }',
    fix: 'Name a matcher of the same rule, or remove the id.',
    check({ document, matchers }, report) {
      for (const { value, pointer } of document.rules) {
        const own = new Set(value.matcherIDs);
        const { disableIndexMatcherIDs, indexMatcherIDs } = value.attributes;
        for (const [index, id] of disableIndexMatcherIDs.entries()) {
          const at = `${pointer}/attributes/disableIndexMatcherIDs/${index}`;
          if (indexMatcherIDs.length > 0) {
            report(
              at,
              `rule ${quote(value.id)} has indexMatcherIDs, so only these give index keys`,
              'Take disableIndexMatcherIDs away.',
            );
          } else if (!own.has(id) && matchers.has(id)) {
            report(
              at,
              `rule ${quote(value.id)} has no matcher ${quote(id)}`,
              'Name a matcher of this rule, or take the id away.',
            );
          }
        }
      }
    },
  },
  USELESS_COMBINATION: {
    severity: 'warning',
    meaning: 'Records that satisfy a combination of indexMatcherIDs satisfy a shorter one as well.',
    example: '"indexMatcherIDs": [["sameEmail"], ["sameEmail", "sameName"]]',
    fix: 'Remove the longer combination: it makes more index keys and finds nothing more.',
    check({ document }, report) {
      const steps = { left: maxSteps };
      for (const { value, pointer } of document.rules) {
        const combinations = value.attributes.indexMatcherIDs.map((ids) => new Set(ids));
        for (const [index, longer] of combinations.entries()) {
          const at = combinations.findIndex(
            (shorter, other) => other !== index && isWithin(shorter, longer, other < index, steps),
          );
          if (steps.left < 0) return;
          if (at === -1) continue;
          report(
            `${pointer}/attributes/indexMatcherIDs/${index}`,
            `in rule ${quote(value.id)}, whatever satisfies combination ${index + 1} also satisfies combination ${at + 1}`,
            `Take combination ${index + 1} away.`,
          );
        }
      }
    },
  },
  RESERVED_RULE_ID: {
    severity: 'warning',
    meaning: `The rule id ${staticRule} also marks the edges of records that were submitted as belonging together.`,
    example: `{ "id": "${staticRule}", "matcherIDs": ["sameEmail"] }`,
    fix: 'Give the rule another id.',
    check({ rules }, report) {
      const rule = rules.get(staticRule);
      if (rule === undefined) return;
      report(`${rule.pointer}/id`, `edges of linked submits are called ${staticRule} as well`);
    },
  },
  EMPTY_RULE_SET: {
    severity: 'warning',
    meaning: 'A rule set has no rules, so it is never satisfied.',
    example: '{ "id": "common", "ruleIDs": [] }',
    fix: 'Name at least one rule.',
    check({ document }, report) {
      for (const { value, pointer } of document.ruleSets) {
        if (value.ruleIDs.length > 0) continue;
        report(`${pointer}/ruleIDs`, `rule set ${quote(value.id)} is never satisfied`);
      }
    },
  },
};
