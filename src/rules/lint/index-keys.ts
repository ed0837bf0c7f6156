import { quote } from '../../text/quote.ts';
import type { RulePart } from '../document/types.ts';
import { indexedKeys, isServed, ruleKeyParts } from './key-parts.ts';
import type { LintContext, LintRules } from './lint-rule.ts';
import { indexRuleSetIDs, rulesOf } from './rule-groups.ts';

/** The maximum number of steps for comparing rules with index keys; an untrusted document may have many of both. */
const maxSteps = 2_000_000;

export const indexKeyRules: LintRules = {
  NO_INDEX_KEYS: {
    severity: 'error',
    meaning: 'A rule of an index rule set has no matcher with key parts, so it finds no candidates.',
    example: '"R1": ["similarName"], where "similarName" compares with a similarity, in an index rule set',
    fix: 'Add a matcher on an exact or phonetic value, remove one from disableIndexMatcherIDs, or remove the rule from the index rule set.',
    check(context, report) {
      for (const ruleSetID of indexRuleSetIDs(context)) {
        for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
          if (rule.value.matcherIDs.length + rule.value.attributes.indexMatcherIDs.length === 0) continue;
          const without = ruleKeyParts(rule.value, context).find(({ signatures }) => signatures.size === 0);
          if (without === undefined) continue;
          const { combination, shared } = without;
          report(
            pointer,
            `rule ${quote(rule.value.id)} of index rule set ${quote(ruleSetID)} finds no candidates${byCombination(combination)}: none of its matchers gives index keys`,
            shared.size > 0 && combination === undefined
              ? 'Take a matcher out of disableIndexMatcherIDs.'
              : `Add a matcher on an exact or phonetic value, or take the ${combination === undefined ? 'rule out of this rule set' : 'combination away'}.`,
          );
        }
      }
    },
  },
  SEARCH_NOT_INDEXED: {
    severity: 'error',
    meaning: 'A search rule has no keys in any index rule set, so a search finds nothing by it.',
    example: '"searchRuleSetIDs": { "default": "search" }, where rule "R2" of "search" is in no index rule set',
    fix: 'Add the rule to an index rule set.',
    check(context, report) {
      const index = indexedKeys(allIndexRules(context), context);
      const steps = { left: maxSteps };
      const reported = new Set<string>();
      for (const { name, value: ruleSetID } of context.document.searchRuleSetIDs) {
        for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
          const missed = ruleKeyParts(rule.value, context).find(({ shared }) => !isServed(shared, index, steps));
          if (missed === undefined || reported.has(pointer)) continue;
          reported.add(pointer);
          report(
            pointer,
            `search rule set ${quote(name)} uses rule ${quote(rule.value.id)}, which has no keys${byCombination(missed.combination)} in an index rule set`,
            `Add ${quote(rule.value.id)} to an index rule set.`,
          );
        }
      }
    },
  },
  LINK_NOT_INDEXED: {
    severity: 'warning',
    meaning:
      'A link or deduplicate rule has no keys in an index rule set: it is only applied to records that another rule finds.',
    example: '"linkRuleSetID": "links", where rule "R2" of "links" is not in the index rule set',
    fix: 'Add the rule to the index rule set of its group.',
    check(context, report) {
      const indexed = new Set(allIndexRules(context));
      const index = indexedKeys(indexed, context);
      const steps = { left: maxSteps };
      for (const { name, value: group } of context.document.mutationRuleSetGroups) {
        for (const ruleSetID of new Set([group.linkRuleSetID, group.deduplicateRuleSetID])) {
          for (const { rule, pointer } of rulesOf(ruleSetID, context)) {
            // A rule in an index rule set without keys is a separate error.
            if (indexed.has(rule.value)) continue;
            const missed = ruleKeyParts(rule.value, context).find(({ shared }) => !isServed(shared, index, steps));
            if (missed === undefined) continue;
            report(
              pointer,
              `rule ${quote(rule.value.id)} of group ${quote(name)} has no keys${byCombination(missed.combination)} in an index rule set: it misses records that no other rule finds`,
              `Add ${quote(rule.value.id)} to index rule set ${quote(group.indexRuleSetID)}.`,
            );
          }
        }
      }
    },
  },
};

const byCombination = (combination: number | undefined): string =>
  combination === undefined ? '' : ` by combination ${combination + 1} of its indexMatcherIDs`;

function* allIndexRules(context: LintContext): Generator<RulePart> {
  for (const ruleSetID of indexRuleSetIDs(context)) {
    for (const { rule } of rulesOf(ruleSetID, context)) yield rule.value;
  }
}
