import { DisjointSets } from '../../disjoint-sets.ts';
import { byNames } from '../../multimap.ts';
import { compileRuleConfig } from '../../rules/compile/compile.ts';
import { loadRuleConfig } from '../../rules/lint/lint-rule-config.ts';
import type { RecordPayload } from '../../rules/types.ts';
import type { Design } from '../design/design.ts';

/** Records under one key beyond which only neighbors are compared. */
const mostUnderKey = 100;
const neighbors = 12;

/** The entities that the rules of a design make of records: what the service would link, keys and vetoes included. */
export function linkedByRules(
  { ruleConfig }: Pick<Design, 'ruleConfig'>,
  records: readonly RecordPayload[],
): DisjointSets {
  const rules = compileRuleConfig(loadRuleConfig(JSON.stringify(ruleConfig), undefined, 'the designed rule-config'));
  const values = records.map((record) => rules.resolve(record));
  const blocks = byNames(values.keys(), (index) => rules.indexKeys(values[index]!).map(({ hash }) => hash));
  const components = new DisjointSets(records.length);
  for (const block of blocks.values()) {
    const reach = block.length <= mostUnderKey ? block.length : neighbors;
    for (let i = 0; i < block.length; i++) {
      for (let j = i + 1; j < Math.min(block.length, i + 1 + reach); j++) {
        const [a, b] = [block[i]!, block[j]!];
        if (components.find(a) === components.find(b)) continue;
        if (rules.links(values[a]!, values[b]!).length > 0) components.join(a, b);
      }
    }
  }
  return components;
}
