import type { CompiledRuleConfig, IndexKey, KeyPlan, ResolvedValues } from '../matching/compiled.ts';
import { DisjointSets } from './clusters.ts';
import type { StoredRecord } from './layout.ts';

/** Records that were submitted to belong together share a key of this plan for their group. */
export const STATIC_RULE = 'STATIC';
export const STATIC_PLAN: KeyPlan = { signature: STATIC_RULE, ruleIDs: [STATIC_RULE], deciding: true, carried: [] };

export const staticKey = (group: string): IndexKey => ({ hash: group, plan: STATIC_PLAN });

/** All keys of a stored record: those of its values and those of its groups. */
export function keysOf(rules: CompiledRuleConfig, values: ResolvedValues, groups: readonly string[]): IndexKey[] {
  const keys = rules.indexKeys(values);
  return groups.length === 0 ? keys : [...keys, ...groups.map(staticKey)];
}

/** A stored record with what the rules make of it. */
export interface MemberRecord {
  readonly stored: StoredRecord;
  readonly values: ResolvedValues;
  readonly keys: readonly IndexKey[];
}

/** Whether the two have no edge, whatever the rules say. */
export const isCut = (a: StoredRecord, b: StoredRecord): boolean => a.cuts.includes(b.id) || b.cuts.includes(a.id);

/** The connected components of the records by their links, each in the order of the records. */
export function components(records: readonly MemberRecord[], rules: CompiledRuleConfig): MemberRecord[][] {
  const sets = new DisjointSets(records.length);
  const byKey = new Map<string, { plan: KeyPlan; holders: number[] }>();
  records.forEach(({ keys }, index) => {
    for (const { hash, plan } of keys) {
      const entry = byKey.get(hash);
      if (entry === undefined) byKey.set(hash, { plan, holders: [index] });
      else entry.holders.push(index);
    }
  });
  const cut = (a: number, b: number) => isCut(records[a]!.stored, records[b]!.stored);
  for (const { plan, holders } of byKey.values()) {
    if (holders.length === 1) continue;
    if (plan.deciding) joinHolders(sets, holders, records, cut);
    else {
      for (let second = 1; second < holders.length; second++) {
        for (let first = 0; first < second; first++) {
          const [a, b] = [holders[first]!, holders[second]!];
          if (sets.find(a) === sets.find(b) || cut(a, b)) continue;
          if (rules.linked(plan, records[a]!.values, records[b]!.values)) sets.join(a, b);
        }
      }
    }
  }
  const parts = new Map<number, MemberRecord[]>();
  records.forEach((record, index) => {
    const root = sets.find(index);
    const part = parts.get(root);
    if (part === undefined) parts.set(root, [record]);
    else part.push(record);
  });
  return [...parts.values()];
}

/** Joins the holders of a deciding key: all but those that are cut from one another and from nobody else. */
function joinHolders(
  sets: DisjointSets,
  holders: readonly number[],
  records: readonly MemberRecord[],
  cut: (a: number, b: number) => boolean,
): void {
  const named = new Set<string>();
  for (const holder of holders) for (const id of records[holder]!.stored.cuts) named.add(id);
  const isFree = (holder: number) =>
    records[holder]!.stored.cuts.length === 0 && !named.has(records[holder]!.stored.id);
  const free = holders.find(isFree);
  if (free !== undefined) {
    for (const holder of holders) sets.join(free, holder);
    return;
  }
  for (let second = 1; second < holders.length; second++) {
    for (let first = 0; first < second; first++) {
      if (!cut(holders[first]!, holders[second]!)) sets.join(holders[first]!, holders[second]!);
    }
  }
}
