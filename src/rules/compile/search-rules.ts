import { servingPlan } from './groups.ts';
import { type IndexPlan, residual } from './index-plan.ts';
import type { PipelineOutput } from './pipeline.ts';
import { type Alternative, matchersOf, type Rule } from './rule.ts';

/** A rule of a search rule set. */
export interface SearchRule {
  readonly rule: Rule;
  readonly alternatives: readonly SearchAlternative[];
  /** The positions of the resolvers that the rule reads. */
  readonly resolvers: readonly number[];
  /** Paths of the record that each resolver reads, by its position. */
  readonly pathsOf: ReadonlyMap<number, readonly (readonly string[])[]>;
  /** Paths of the record that the rule depends on. */
  readonly paths: readonly (readonly string[])[];
}

/** An alternative of a search rule. */
export interface SearchAlternative extends Alternative {
  /** The index keys that find records satisfying it; undefined if the index does not support it. */
  readonly plan: IndexPlan | undefined;
  /** True if two records that share a key of the plan always satisfy it. */
  readonly isImplied: boolean;
}

export function compileSearchRules(
  rules: readonly Rule[],
  plans: readonly IndexPlan[],
  outputs: readonly PipelineOutput[],
): SearchRule[] {
  return rules.map((rule) => {
    const resolvers = [...new Set(matchersOf(rule).flatMap((matcher) => matcher.resolvers))];
    return {
      rule,
      alternatives: rule.alternatives.map((alternative) => {
        const plan = servingPlan(alternative, plans);
        const isImplied = plan !== undefined && residual(alternative, plan.parts).matchers.length === 0;
        return { ...alternative, plan, isImplied };
      }),
      resolvers,
      pathsOf: new Map(resolvers.map((at) => [at, outputs[at]!.paths])),
      paths: resolvers.flatMap((at) => outputs[at]!.paths),
    };
  });
}
