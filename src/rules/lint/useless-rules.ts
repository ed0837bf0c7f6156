import { byNames } from '../../multimap.ts';
import { quote } from '../../text/plain-text.ts';
import type { RulePart } from '../document/types.ts';
import { type LintContext, type LintRules, rulesOf } from './lint-rule.ts';
import { innerMatchers } from './matchers.ts';

/**
 * The maximum number of steps for an untrusted document: comparing rules with each other grows with the square of their
 * number.
 */
const maxSteps = 2_000_000;

export const uselessRules: LintRules = {
  USELESS_RULE: {
    severity: 'warning',
    meaning:
      'Every pair that satisfies the rule also satisfies a simpler rule of the same set with at least the same score.',
    example: '"R1": ["sameEmail"], "R2": ["sameEmail", "sameName"], both in one rule set',
    fix: 'Remove the longer rule from the set, give it a higher score, or make the shorter one stricter.',
    check(context, report) {
      const implied = impliedMatchers(context);
      const steps = { left: maxSteps };
      for (const { value: ruleSet } of context.document.ruleSets) {
        const uses = rulesOf(ruleSet.id, context);
        const users = rulesByMatcher(uses.map((use) => use.rule.value));
        const seen = new Set<RulePart>();
        for (const { rule, pointer } of uses) {
          seen.add(rule.value);
          const simpler = simplerRule(rule.value, users, implied, seen, steps);
          if (steps.left < 0) return;
          if (simpler === undefined) continue;
          report(
            pointer,
            `in rule set ${quote(ruleSet.id)}, whatever satisfies rule ${quote(rule.value.id)} also satisfies rule ${quote(simpler.id)}`,
            `Take ${quote(rule.value.id)} out of the set, give it a higher score, or make ${quote(simpler.id)} stricter.`,
          );
        }
      }
    },
  },
};

function simplerRule(
  rule: RulePart,
  users: ReadonlyMap<string, readonly RulePart[]>,
  implied: ReadonlyMap<string, ReadonlySet<string>>,
  seen: ReadonlySet<RulePart>,
  steps: { left: number },
): RulePart | undefined {
  const satisfied = satisfiedMatchers(rule, implied, steps);
  for (const id of satisfied) {
    for (const other of users.get(id) ?? []) {
      steps.left -= 1;
      if (steps.left < 0) return undefined;
      if (!makesUseless(other, rule, satisfied)) continue;
      steps.left -= other.matcherIDs.length;
      // Of two rules with the same matchers, the later one is useless.
      if (!sameMatchers(other, rule) || seen.has(other)) return other;
    }
  }
  return undefined;
}

/** The matchers of a rule and those that they imply; incomplete when no steps are left. */
function satisfiedMatchers(
  rule: RulePart,
  implied: ReadonlyMap<string, ReadonlySet<string>>,
  steps: { left: number },
): ReadonlySet<string> {
  const satisfied = new Set<string>(rule.matcherIDs);
  for (const id of rule.matcherIDs) {
    const around = implied.get(id) ?? none;
    for (const outer of around) satisfied.add(outer);
    steps.left -= 1 + around.size;
    if (steps.left < 0) break;
  }
  return satisfied;
}

const none: ReadonlySet<string> = new Set();

/** Rules by the first of their matchers: one required matcher is enough to find a simpler rule. */
const rulesByMatcher = (rules: readonly RulePart[]): Map<string, RulePart[]> =>
  byNames(rules, ({ matcherIDs }) => matcherIDs.slice(0, 1));

function makesUseless(simpler: RulePart, rule: RulePart, satisfied: ReadonlySet<string>): boolean {
  return (
    simpler !== rule &&
    simpler.id !== rule.id &&
    simpler.attributes.score >= rule.attributes.score &&
    asksNoMore(simpler.attributes.indexMatcherIDs, rule.attributes.indexMatcherIDs) &&
    simpler.matcherIDs.every((id) => satisfied.has(id))
  );
}

/** True if the first rule has no combinations, or the very same as the second. */
function asksNoMore(first: Combinations, second: Combinations): boolean {
  return first.length === 0 || JSON.stringify(first) === JSON.stringify(second);
}

type Combinations = RulePart['attributes']['indexMatcherIDs'];

function sameMatchers(a: RulePart, b: RulePart): boolean {
  if (!asksNoMore(b.attributes.indexMatcherIDs, a.attributes.indexMatcherIDs)) return false;
  const ids = new Set(a.matcherIDs);
  return ids.size === new Set(b.matcherIDs).size && b.matcherIDs.every((id) => ids.has(id));
}

/** Types of matchers that are satisfied when one inner matcher is. */
const satisfiedByOne = new Set(['any', 'orempty']);

/** By matcher: itself and the `orempty` and `any` matchers that contain it, which it satisfies as well. */
function impliedMatchers({ document }: LintContext): ReadonlyMap<string, ReadonlySet<string>> {
  const implied = new Map<string, Set<string>>();
  for (const { value } of document.matchers) {
    if (!satisfiedByOne.has(value.type)) continue;
    for (const inner of innerMatchers(value)) {
      const around = implied.get(inner) ?? new Set([inner]);
      around.add(value.id);
      implied.set(inner, around);
    }
  }
  return implied;
}
