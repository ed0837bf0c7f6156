import { compareRules, haveSamePlans, joiningPlans } from '../../../rules/compile/compare-rules.ts';
import { CompiledRules } from '../../../rules/compile/compiled-rules.ts';
import type { CompiledRuleConfig, IndexKey, RecordPayload } from '../../../rules/types.ts';
import type { MemberRecord } from '../../keys/record-keys.ts';

/** What of the table a change of rules can change. */
export interface Affected {
  /** Whether stored records got keys that only the next rules make: then refused records are counted already. */
  readonly isIndexed: boolean;
  /** Whether entities may come apart. */
  readonly parts: boolean;
  /** The keys by the next rules through which a record may come together with others. */
  joiningKeys(member: MemberRecord): readonly IndexKey[];
}

const EVERYTHING: Affected = { isIndexed: true, parts: true, joiningKeys: ({ keys }) => keys };

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
  const joins = joiningPlans(from, to);
  const mayLackKeys = !haveSamePlans(from, to);
  return {
    isIndexed: added.length > 0,
    parts: kind === 'tightened' || kind === 'mixed',
    // Records that share an exact key of both rules are one entity already. A new key may join what an over-frequent one
    // did not, whatever the rules say.
    joiningKeys(member) {
      const joining = member.keys.filter(({ plan }) => joins(plan));
      const isSure = joining.length === member.keys.length || !mayLackKeys;
      return isSure || hasKeys(from, member) ? joining : member.keys;
    },
  };
}

/** False for a record that got no keys, because the rules would give it too many: no rule of theirs has joined it. */
const hasKeys = (rules: CompiledRules, { stored }: MemberRecord): boolean =>
  rules.givesKeys(rules.resolve(JSON.parse(stored.document) as RecordPayload));
