import type { CompiledRules } from './compiled-rules.ts';
import { linkingOf } from './groups.ts';
import type { IndexPlan } from './index-plan.ts';

/** A key plan in words. */
export interface ComparedPlan {
  readonly ruleIDs: readonly string[];
  /** The matchers whose values its keys are made of, for a combination of a rule with `indexMatcherIDs`. */
  readonly combination?: readonly string[];
  readonly exact: boolean;
  /** Ids of the resolvers whose values its postings carry. */
  readonly carried: readonly string[];
}

/** What a document makes of data that another one has indexed and linked. */
export interface RulesComparison {
  /** Plans whose keys stored records have. */
  readonly shared: readonly ComparedPlan[];
  /** Plans that stored records have no keys of. */
  readonly added: readonly ComparedPlan[];
  /** Plans that only stored records have keys of. */
  readonly gone: readonly ComparedPlan[];
  /** Whether other pairs of records with a common key are linked, or are duplicates. */
  readonly linksChange: boolean;
  /** Nothing that is stored depends on what differs: a deployment comes into force at once. */
  readonly isAlike: boolean;
}

export function compareRules(former: CompiledRules, next: CompiledRules): RulesComparison {
  const planned = (rules: CompiledRules) => new Set(rules.parts.plans.map(({ identity }) => identity));
  const [before, after] = [planned(former), planned(next)];
  return {
    shared: next.parts.plans.filter(({ identity }) => before.has(identity)).map((plan) => inWords(plan, next)),
    added: next.parts.plans.filter(({ identity }) => !before.has(identity)).map((plan) => inWords(plan, next)),
    gone: former.parts.plans.filter(({ identity }) => !after.has(identity)).map((plan) => inWords(plan, former)),
    linksChange: linkingOf(former.parts.groups) !== linkingOf(next.parts.groups),
    isAlike: former.fingerprint === next.fingerprint,
  };
}

const inWords = (
  { ruleIDs, combination, exact, carried }: IndexPlan,
  { resolverIDs }: CompiledRules,
): ComparedPlan => ({
  ruleIDs,
  ...(combination !== undefined && { combination }),
  exact,
  carried: carried.map((position) => resolverIDs[position]!),
});
