import { DisjointSets } from '../disjoint-sets.ts';
import type { JoinedPair, Partition } from './partition.ts';

/**
 * What a change does to entities that share records before and after it:
 *
 * - `merge`: several entities become one.
 * - `split`: one entity becomes several.
 * - `both`: records leave entities and join others.
 */
export type ExampleKind = 'merge' | 'split' | 'both';

export const exampleKinds: readonly ExampleKind[] = ['merge', 'split', 'both'];

/** Two records that the change joins or parts, by position. */
export interface ChangedPair {
  readonly kind: ExampleKind;
  readonly a: number;
  readonly b: number;
  /** True if the next rules join the two, false if they part them. */
  readonly joins: boolean;
}

/** What a change of rules does to entities. */
export interface ChangeCounts {
  readonly entitiesBefore: number;
  readonly entitiesAfter: number;
  /** Entities before the change, by what becomes of them. Their sum is `entitiesBefore`. */
  readonly unchanged: number;
  readonly merging: number;
  readonly splitting: number;
  readonly both: number;
  /** Records of entities that change. */
  readonly recordsTouched: number;
  /** Records of the largest entity that a change gives; 0 if none changes. */
  readonly largestEntity: number;
}

interface Group {
  readonly before: Set<number>;
  readonly after: Map<number, number>;
  records: number;
}

/** Compares what two rule sets make of the same records. */
export function compareSets(size: number, before: DisjointSets, after: DisjointSets): ChangeCounts {
  const counts = { unchanged: 0, merging: 0, splitting: 0, both: 0, recordsTouched: 0, largestEntity: 0 };
  let entitiesBefore = 0;
  let entitiesAfter = 0;
  for (const group of groupsOf(size, before, after).values()) {
    entitiesBefore += group.before.size;
    entitiesAfter += group.after.size;
    const kind = kindOf(group);
    if (kind === undefined) {
      counts.unchanged += 1;
      continue;
    }
    counts[COUNTED[kind]] += group.before.size;
    counts.recordsTouched += group.records;
    for (const records of group.after.values()) counts.largestEntity = Math.max(counts.largestEntity, records);
  }
  return { entitiesBefore, entitiesAfter, ...counts };
}

const COUNTED = { merge: 'merging', split: 'splitting', both: 'both' } as const;

/** Groups of records that no entity of before or after connects with one another. */
function groupsOf(size: number, before: DisjointSets, after: DisjointSets): ReadonlyMap<number, Group> {
  const together = togetherIn(size, before, after);
  const groups = new Map<number, Group>();
  for (let position = 0; position < size; position++) {
    const name = together.find(position);
    const group: Group = groups.get(name) ?? { before: new Set(), after: new Map(), records: 0 };
    groups.set(name, group);
    group.before.add(before.find(position));
    const entity = after.find(position);
    group.after.set(entity, (group.after.get(entity) ?? 0) + 1);
    group.records += 1;
  }
  return groups;
}

function togetherIn(size: number, before: DisjointSets, after: DisjointSets): DisjointSets {
  const together = new DisjointSets(size);
  for (let position = 0; position < size; position++) {
    together.join(position, before.find(position));
    together.join(position, after.find(position));
  }
  return together;
}

function kindOf({ before, after }: Group): ExampleKind | undefined {
  if (after.size === 1) return before.size === 1 ? undefined : 'merge';
  return before.size === 1 ? 'split' : 'both';
}

/** Pairs of records that the change joins or parts: at most so many of each kind, one for each group. */
export function changedPairs(size: number, before: Partition, after: Partition, most: number): ChangedPair[] {
  const together = togetherIn(size, before.sets, after.sets);
  const groups = groupsOf(size, before.sets, after.sets);
  const shown = new Set<number>();
  const found: ChangedPair[] = [];
  const take = (pairs: readonly JoinedPair[], apartIn: DisjointSets, joins: boolean) => {
    for (const [a, b] of pairs) {
      if (apartIn.find(a) === apartIn.find(b)) continue;
      const name = together.find(a);
      if (shown.has(name)) continue;
      const kind = kindOf(groups.get(name)!)!;
      if (found.filter((pair) => pair.kind === kind).length >= most) continue;
      shown.add(name);
      found.push({ kind, a, b, joins });
    }
  };
  take(after.pairs, before.sets, true);
  take(before.pairs, after.sets, false);
  return found.sort((x, y) => exampleKinds.indexOf(x.kind) - exampleKinds.indexOf(y.kind));
}
