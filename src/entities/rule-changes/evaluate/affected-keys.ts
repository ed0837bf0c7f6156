import { compareRules, joiningPlans } from '../../../rules/compile/compare-rules.ts';
import { CompiledRules } from '../../../rules/compile/compiled-rules.ts';
import type { CompiledRuleConfig, KeyPlan } from '../../../rules/types.ts';

/** What of the table a change of rules can change. */
export interface Affected {
  /** Whether stored records got keys that only the next rules make: then refused records are counted already. */
  readonly isIndexed: boolean;
  /** Whether entities may come apart. */
  readonly parts: boolean;
  /** Whether records that share a key of this plan of the next rules may come together. */
  joins(plan: KeyPlan): boolean;
}

const EVERYTHING: Affected = { isIndexed: true, parts: true, joins: () => true };

const comparisons = new WeakMap<CompiledRuleConfig, WeakMap<CompiledRuleConfig, Affected>>();

/** Compares the rules of a change, once in a process. */
export function affectedBy(from: CompiledRuleConfig, to: CompiledRuleConfig): Affected {
  if (!(from instanceof CompiledRules && to instanceof CompiledRules)) return EVERYTHING;
  const ofFormer = comparisons.get(from) ?? new WeakMap<CompiledRuleConfig, Affected>();
  comparisons.set(from, ofFormer);
  const affected = ofFormer.get(to) ?? compare(from, to);
  ofFormer.set(to, affected);
  return affected;
}

function compare(from: CompiledRules, to: CompiledRules): Affected {
  const { kind, added } = compareRules(from, to);
  return {
    isIndexed: added.length > 0,
    parts: kind === 'tightened' || kind === 'mixed',
    // Records that share an exact key of both rules are one entity already. A new key may join what an over-frequent one
    // did not, whatever the rules say.
    joins: joiningPlans(from, to),
  };
}
