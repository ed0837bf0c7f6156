import type { PartedExample, StoredExample } from '../../../src/entities/rule-changes/preview-stored.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { explainPair } from '../../../src/rules/compile/explain.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import type { RulesChange } from './compared-rules.ts';
import type { ExplainedExample } from './preview-text.ts';
import { readPayloads } from './stored-entities.ts';

/** Reads the records of the examples and judges them by both rule sets. An example whose records are gone is left out. */
export async function explainStored(
  client: GraphqlClient,
  selection: string,
  examples: readonly StoredExample[],
  { former, next }: RulesChange,
): Promise<ExplainedExample[]> {
  const ids = examples.flatMap((example) => (example.joins ? [example.a, example.b] : example.parts.flat()));
  const payloads = await readPayloads(client, [...new Set(ids)], selection);
  return examples.flatMap((example) => {
    const [a, b] = example.joins ? [example.a, example.b] : partedPair(example, former, payloads);
    const [first, second] = [payloads.get(a), payloads.get(b)];
    if (first === undefined || second === undefined) return [];
    return {
      kind: example.kind,
      a,
      b,
      joins: example.joins,
      former: explainPair(former, first, second),
      next: explainPair(next, first, second),
    };
  });
}

/** A record of each part that the former rules link; the first of each if they link none of those that are shown. */
function partedPair(
  { parts: [ones, others] }: PartedExample,
  former: CompiledRules,
  payloads: ReadonlyMap<string, RecordPayload>,
): readonly [string, string] {
  const keyed = (id: string) => {
    const payload = payloads.get(id);
    if (payload === undefined) return [];
    const values = former.resolve(payload);
    return [{ id, values, keys: new Map(former.indexKeys(values).map((key) => [key.hash, key.plan])) }];
  };
  const candidates = others.flatMap(keyed);
  for (const one of ones.flatMap(keyed)) {
    for (const other of candidates) {
      for (const [hash, plan] of one.keys) {
        if (other.keys.has(hash) && (plan.exact || former.linked(plan, one.values, other.values))) {
          return [one.id, other.id];
        }
      }
    }
  }
  return [ones[0]!, others[0]!];
}
