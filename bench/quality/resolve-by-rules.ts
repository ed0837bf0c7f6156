import { compileRuleConfig } from '../../src/rules/compile/compile.ts';
import type { RuleConfig } from '../../src/rules/document/types.ts';
import type { KeyPlan, RecordPayload } from '../../src/rules/types.ts';

/** A blocking key of more records yields no candidates: the service's default. */
const OVER_FREQUENT = 1_000;

/**
 * Resolves the records by the compiled rules alone: the connected components of the links that the service makes, without
 * a store. A key that becomes over-frequent links nothing here, whereas the service keeps what it linked before.
 * Answers an entity id for every record.
 */
export function resolveByRules(config: RuleConfig, records: readonly RecordPayload[]): Map<string, string> {
  const rules = compileRuleConfig(config);
  const values = records.map((record) => rules.resolve(record));
  const blocks = new Map<string, { readonly plan: KeyPlan; readonly holders: number[] }>();
  values.forEach((own, index) => {
    for (const { hash, plan } of rules.indexKeys(own)) {
      const block = blocks.get(hash);
      if (block === undefined) blocks.set(hash, { plan, holders: [index] });
      else block.holders.push(index);
    }
  });
  const parents = Int32Array.from(records.keys());
  const find = (record: number): number => {
    let at = record;
    while (parents[at] !== at) {
      parents[at] = parents[parents[at]!]!;
      at = parents[at]!;
    }
    return at;
  };
  for (const { plan, holders } of blocks.values()) {
    if (!plan.exact && holders.length > OVER_FREQUENT) continue;
    for (const [at, a] of holders.entries()) {
      for (const b of plan.exact ? holders.slice(0, Math.min(1, at)) : holders.slice(0, at)) {
        if (find(a) !== find(b) && (plan.exact || rules.linked(plan, values[a]!, values[b]!))) {
          parents[find(a)] = find(b);
        }
      }
    }
  }
  return new Map(records.map((record, index) => [String(record['id']), String(find(index))]));
}
