import type { RecordPayload } from '../../functions/core/matching/compiled.ts';
import type { CompiledRules } from '../../functions/core/matching/compiled-rules.ts';
import { explainPair } from '../../functions/core/matching/explain.ts';
import type { DescribedKey } from '../../functions/core/matching/index-plan.ts';

export interface RecordKeys {
  readonly id: string;
  readonly keys: readonly DescribedKey[];
  /** Why the record would be refused. */
  readonly problems: readonly string[];
}

export interface KeyUse {
  readonly key: DescribedKey;
  readonly records: number;
}

/** The index keys that a record would be stored under, in words. */
export function keysOf(rules: CompiledRules, record: RecordPayload): RecordKeys {
  const { keys, problems } = explainPair(rules, record, record).a;
  return { id: String(record['id'] ?? ''), keys, problems };
}

/** Keys by how many of the records have them, most first: the head of this list is what becomes a hub. */
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
