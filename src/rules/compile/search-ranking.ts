import { append } from '../../multimap.ts';
import type { Matcher } from '../matchers/matcher.ts';
import type { KeyPlan, ResolvedValues, SearchRanking } from '../types.ts';
import { type ResidualRule, residual } from './index-plan.ts';
import { postedValues } from './posted-values.ts';
import { Evaluation } from './rule.ts';
import type { SearchAlternative, SearchRule } from './search-rules.ts';

/** A rule that keys of one plan find records for. */
interface ServedRule {
  /** Position among the rules of the search. */
  readonly position: number;
  /** What is left to compare between two records that share a key of the plan. */
  readonly left: ResidualRule;
}

/**
 * Judges records by their postings alone. That is exact, because two records satisfy an alternative of a rule only if
 * they share a key of its plan, and a posting carries what the plan's key leaves open (decision 50).
 *
 * @param rules that these parameters may satisfy
 * @param weights of the rules, 0 to 1: score times share of the fields
 * @param places of an {@link Evaluation}
 * @returns undefined if a posting cannot say everything: a rule finds records by no key, or compares a value that
 *   postings do not carry
 */
export function rankingOf(
  rules: readonly SearchRule[],
  weights: readonly number[],
  values: ResolvedValues,
  places: number,
): SearchRanking | undefined {
  const served = new Map<KeyPlan, ServedRule[]>();
  for (const [position, { alternatives }] of rules.entries()) {
    for (const alternative of alternatives) {
      const { plan } = alternative;
      if (plan === undefined || untoldMatchers(alternative).length > 0) return undefined;
      append(served, plan, { position, left: residual(alternative, plan.parts) });
    }
  }
  const evaluation = new Evaluation(places);
  const isImplied = ({ left }: ServedRule): boolean => left.matchers.length === 0;
  return {
    weights: rules.map(({ rule: { id } }, index) => [id, weights[index]!] as const),
    isImpliedBy: (plan) => served.get(plan)?.every(isImplied) ?? true,
    rulesOf(plan, carried) {
      const ofPlan = served.get(plan) ?? [];
      if (!ofPlan.every(isImplied)) evaluation.begin(values, postedValues(plan, carried, values.length));
      return ofPlan
        .filter((rule) => isImplied(rule) || evaluation.allSatisfied(rule.left.matchers, rule.left.places))
        .map(({ position }) => position);
    },
    score(positions) {
      let remaining = 1;
      for (let position = 0; position < weights.length; position++) {
        if (positions.has(position)) remaining *= 1 - weights[position]!;
      }
      return 1 - remaining;
    },
  };
}

/**
 * The matchers of an alternative that neither the keys of its plan nor the values of their postings tell about. Empty for
 * an exact key, whose records are read anyway, and for an alternative without a plan.
 */
export function untoldMatchers(alternative: SearchAlternative): readonly Matcher[] {
  const { plan } = alternative;
  if (plan === undefined || plan.exact) return [];
  return residual(alternative, plan.parts).matchers.filter(
    ({ resolvers }) => !resolvers.every((at) => plan.carried.includes(at)),
  );
}
