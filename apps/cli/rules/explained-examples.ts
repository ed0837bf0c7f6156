import type { PairExample, PartedExample, StoredExample } from '../../../src/batch/preview.ts';
import { linkedAcross } from '../../../src/entities/rule-changes/report.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { explainPair, type PairExplanation } from '../../../src/rules/compile/explain.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { finished } from '../../../src/work.ts';
import type { GraphqlClient } from '../client/graphql-client.ts';
import { readPayloads } from './stored-entities.ts';

/** An example of a change: two records, explained by both rule sets. */
export interface ExplainedExample extends PairExample {
  readonly former: PairExplanation;
  readonly next: PairExplanation;
}

/** The rules before and after a change. */
interface BothRules {
  readonly former: CompiledRules;
  readonly next: CompiledRules;
}

type Payloads = ReadonlyMap<string, RecordPayload>;

/** Judges the records of the examples by both rule sets. An example whose records are gone is left out. */
function explainExamples(
  examples: readonly PairExample[],
  payloads: Payloads,
  { former, next }: BothRules,
): ExplainedExample[] {
  return examples.flatMap(({ kind, a, b, joins }) => {
    const [first, second] = [payloads.get(a), payloads.get(b)];
    if (first === undefined || second === undefined) return [];
    return { kind, a, b, joins, former: explainPair(former, first, second), next: explainPair(next, first, second) };
  });
}

/** Reads the records of a file a second time, so that only those of examples are in memory. */
export async function explainFromFile(
  records: AsyncIterable<RecordPayload>,
  examples: readonly PairExample[],
  rules: BothRules,
): Promise<ExplainedExample[]> {
  const wanted = new Set(examples.flatMap(({ a, b }) => [a, b]));
  const payloads = new Map<string, RecordPayload>();
  if (wanted.size > 0) {
    for await (const record of records) {
      const id = String(record['id']);
      if (wanted.has(id) && !payloads.has(id)) payloads.set(id, record);
      if (payloads.size === wanted.size) break;
    }
  }
  return explainExamples(examples, payloads, rules);
}

/** Reads the records of a service's examples. */
export async function explainStored(
  client: GraphqlClient,
  selection: string,
  examples: readonly StoredExample[],
  rules: BothRules,
): Promise<ExplainedExample[]> {
  const ids = examples.flatMap((example) => ('parts' in example ? example.parts.flat() : [example.a, example.b]));
  const payloads = await readPayloads(client, [...new Set(ids)], selection);
  const pairs = examples.map((example) => ('parts' in example ? partedPair(example, rules.former, payloads) : example));
  return explainExamples(pairs, payloads, rules);
}

/** A record of each part that the former rules link; the first of each if they link none of those that are shown. */
function partedPair({ kind, joins, parts }: PartedExample, former: CompiledRules, payloads: Payloads): PairExample {
  const held = parts.flatMap((ids, part) =>
    ids.flatMap((id) => {
      const payload = payloads.get(id);
      if (payload === undefined) return [];
      const values = former.resolve(payload);
      return { part, id, values, keys: former.indexKeys(values) };
    }),
  );
  const linked = finished(linkedAcross(held, former));
  return { kind, joins, a: linked?.one.id ?? parts[0][0]!, b: linked?.other.id ?? parts[1][0]! };
}
