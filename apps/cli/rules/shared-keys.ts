import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { explainPair } from '../../../src/rules/compile/explain.ts';
import type { DescribedKey } from '../../../src/rules/compile/index-plan.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';

export interface RecordKeys {
  readonly id: string;
  readonly keys: readonly DescribedKey[];
  /** Why the API would refuse the record. */
  readonly problems: readonly string[];
}

export interface KeyUse {
  readonly key: DescribedKey;
  readonly records: number;
}

/** The index keys of a record, described in words. */
export function keysOf(rules: CompiledRules, record: RecordPayload): RecordKeys {
  const { keys, problems } = explainPair(rules, record, record).a;
  return { id: String(record['id'] ?? ''), keys, problems };
}

/** Keys by number of records, largest first: the first ones are those that become over-frequent. */
export function mostSharedKeys(records: Iterable<RecordKeys>, top: number): KeyUse[] {
  const uses = new Map<string, { key: DescribedKey; records: number }>();
  for (const { keys } of records) {
    for (const key of keys) {
      const use = uses.get(key.hash);
      if (use === undefined) uses.set(key.hash, { key, records: 1 });
      else use.records += 1;
    }
  }
  return [...uses.values()].sort((a, b) => b.records - a.records).slice(0, top);
}
