import { byNames } from '../../multimap.ts';
import type { CompiledRuleConfig, KeyPlan } from '../../rules/types.ts';
import type { Context } from '../context.ts';
import { findSets } from '../forest/find.ts';
import { readTree } from '../forest/forest.ts';
import { readRecord, recordKey } from '../items/record.ts';
import { isLinkRemoved, type MemberRecord, STATIC_RULE } from '../keys/record-keys.ts';
import { Pace, UNITS_OF_LOOK } from '../pace.ts';
import { DUPLICATE_LINK } from '../read/insights/edge-insights.ts';

import { Contents } from './contents.ts';
import type { Edge } from './remove-links.ts';

/** The connection of two records that are still in one entity although the edge between them was removed. */
export interface RemainingConnection {
  readonly a: string;
  readonly b: string;
  /** Ids of the shortest chain of links from a to b; the beginning of a longer one. */
  readonly path: readonly string[];
  /** The links of the path, `a:b:RULE`. */
  readonly edges: readonly string[];
}

/** The most pairs whose connection is reported, and the most records of a chain that are named. */
const MOST_PAIRS = 20;
const MOST_NAMED = 100;

/**
 * The connections that remain between pairs of records whose edge was removed. Larger entities than the limit are not
 * read.
 */
export async function remainingConnections(
  { store, rules }: Context,
  pairs: readonly Edge[],
  limit: number,
): Promise<RemainingConnection[]> {
  const ids = [...new Set(pairs.flatMap(({ a, b }) => [a, b]))];
  const items = await store.getMany(ids.map(recordKey));
  const nodes = new Map(
    ids.flatMap((id, index) => (items[index] === undefined ? [] : [[id, readRecord(items[index]).node] as const])),
  );
  const found = await findSets(store, nodes.values());
  const setOf = (id: string) => found.get(nodes.get(id) ?? '');
  const distinct = new Map(pairs.map((pair) => [[pair.a, pair.b].sort().join('\t'), pair]));
  const together = [...distinct.values()]
    .filter(({ a, b }) => setOf(a) !== undefined && setOf(a)?.entity === setOf(b)?.entity)
    .slice(0, MOST_PAIRS);
  const pace = new Pace();
  const members = new Map<string, readonly MemberRecord[]>();
  const remaining: RemainingConnection[] = [];
  for (const { a, b } of together) {
    const { root } = setOf(a)!;
    let records = members.get(root);
    if (records === undefined) {
      const tree = await readTree(store, root, limit, pace);
      records = tree.isTooLarge ? [] : await new Contents(rules).read(store, [...tree.members], pace);
      records = records.filter(({ stored }) => tree.nodes.has(stored.node));
      members.set(root, records);
    }
    const path = await shortestPath(records, rules, a, b, pace);
    // The pair was separated or changed since it was read.
    if (path.length === 0 && records.length > 0) continue;
    remaining.push({ a, b, ...told(path, rules) });
  }
  return remaining;
}

function told(path: readonly MemberRecord[], rules: CompiledRuleConfig): Pick<RemainingConnection, 'path' | 'edges'> {
  const named = path.slice(0, MOST_NAMED);
  const edges = named.slice(1).flatMap((to, index) => {
    const from = named[index]!;
    const [a, b] = from.stored.recordVersion < to.stored.recordVersion ? [from, to] : [to, from];
    return ruleIDs(a, b, rules).map((rule) => `${a.stored.id}:${b.stored.id}:${rule}`);
  });
  return { path: named.map(({ stored }) => stored.id), edges };
}

function ruleIDs(a: MemberRecord, b: MemberRecord, rules: CompiledRuleConfig): string[] {
  const found = rules.links(a.values, b.values).map(({ ruleID }) => ruleID);
  if (a.stored.groups.some((group) => b.stored.groups.includes(group))) found.push(STATIC_RULE);
  return found.length === 0 ? [DUPLICATE_LINK] : [...new Set(found)];
}

/** The shortest path by breadth-first search over links; empty if there is none. */
async function shortestPath(
  records: readonly MemberRecord[],
  rules: CompiledRuleConfig,
  from: string,
  to: string,
  pace: Pace,
): Promise<MemberRecord[]> {
  const start = records.find(({ stored }) => stored.id === from);
  if (start === undefined) return [];
  const cameBy = new Map<MemberRecord, MemberRecord | undefined>([[start, undefined]]);
  const unmet = holdersByKey(records);
  // Grows while it is walked through.
  const queue = [start];
  for (const record of queue) {
    if (record.stored.id === to) return chainTo(record, cameBy);
    for (const { hash, plan } of record.keys) {
      const holders = unmet.get(hash)!.filter((other) => !cameBy.has(other));
      const linked = await linkedWith(record, plan, holders, rules, pace);
      for (const other of linked) cameBy.set(other, record);
      queue.push(...linked);
      unmet.set(
        hash,
        holders.filter((other) => !cameBy.has(other)),
      );
    }
  }
  return [];
}

const holdersByKey = (records: readonly MemberRecord[]): Map<string, MemberRecord[]> =>
  byNames(records, ({ keys }) => keys.map(({ hash }) => hash));

/** The holders of a key that are linked with the record by it. */
async function linkedWith(
  record: MemberRecord,
  plan: KeyPlan,
  holders: readonly MemberRecord[],
  rules: CompiledRuleConfig,
  pace: Pace,
): Promise<MemberRecord[]> {
  const linked: MemberRecord[] = [];
  for (const other of holders) {
    if (pace.isDue(UNITS_OF_LOOK)) await pace.rest();
    if (isLinkRemoved(record.stored, other.stored)) continue;
    const isLinked = plan.exact || (await pace.judge(() => rules.linked(plan, record.values, other.values)));
    if (isLinked) linked.push(other);
  }
  return linked;
}

function chainTo(record: MemberRecord, cameBy: ReadonlyMap<MemberRecord, MemberRecord | undefined>): MemberRecord[] {
  const chain: MemberRecord[] = [];
  for (let at: MemberRecord | undefined = record; at !== undefined; at = cameBy.get(at)) chain.push(at);
  return chain.reverse();
}
