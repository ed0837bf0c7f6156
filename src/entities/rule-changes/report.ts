import { DisjointSets } from '../../disjoint-sets.ts';
import type { Partition } from './partition.ts';

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

const COUNTED = { merge: 'merging', split: 'splitting', both: 'both' } as const;

/**
 * Compares two partitions of the same records. A *group* is the records that entities of before or after connect with
 * one another; each is named by one of its records.
 */
export class Comparison {
  private readonly size: number;
  private readonly after: DisjointSets;
  private readonly together: DisjointSets;
  /** By group: entities before and after, and records. By entity after the change: records. */
  private readonly entitiesBefore: Uint32Array;
  private readonly entitiesAfter: Uint32Array;
  private readonly records: Uint32Array;
  private readonly recordsAfter: Uint32Array;

  /** @param recordsOf how many records a position stands for */
  constructor(
    size: number,
    before: DisjointSets,
    after: DisjointSets,
    recordsOf: (position: number) => number = () => 1,
  ) {
    this.size = size;
    this.after = after;
    this.together = new DisjointSets(size);
    for (let position = 0; position < size; position++) {
      this.together.join(position, before.find(position));
      this.together.join(position, after.find(position));
    }
    this.entitiesBefore = new Uint32Array(size);
    this.entitiesAfter = new Uint32Array(size);
    this.records = new Uint32Array(size);
    this.recordsAfter = new Uint32Array(size);
    for (let position = 0; position < size; position++) {
      const group = this.groupOf(position);
      const entity = after.find(position);
      this.records[group]! += recordsOf(position);
      this.recordsAfter[entity]! += recordsOf(position);
      if (before.find(position) === position) this.entitiesBefore[group]! += 1;
      if (entity === position) this.entitiesAfter[group]! += 1;
    }
  }

  counts(): ChangeCounts {
    const counts = { unchanged: 0, merging: 0, splitting: 0, both: 0, recordsTouched: 0, largestEntity: 0 };
    let entitiesBefore = 0;
    let entitiesAfter = 0;
    for (let position = 0; position < this.size; position++) {
      const kind = this.kindOf(position);
      if (this.after.find(position) === position && kind !== undefined) {
        counts.largestEntity = Math.max(counts.largestEntity, this.recordsAfter[position]!);
      }
      if (this.groupOf(position) !== position) continue;
      const before = this.entitiesBefore[position]!;
      entitiesBefore += before;
      entitiesAfter += this.entitiesAfter[position]!;
      counts[kind === undefined ? 'unchanged' : COUNTED[kind]] += before;
      if (kind !== undefined) counts.recordsTouched += this.records[position]!;
    }
    return { entitiesBefore, entitiesAfter, ...counts };
  }

  groupOf(position: number): number {
    return this.together.find(position);
  }

  /** What becomes of the record's group; undefined if nothing. */
  kindOf(position: number): ExampleKind | undefined {
    const group = this.groupOf(position);
    const before = this.entitiesBefore[group]!;
    if (this.entitiesAfter[group] === 1) return before === 1 ? undefined : 'merge';
    return before === 1 ? 'split' : 'both';
  }
}

/** Chooses examples: at most so many of each kind, one for each group. */
export class ExamplePairs {
  readonly found: ChangedPair[] = [];
  private readonly comparison: Comparison;
  private readonly most: number;
  private readonly shown = new Set<number>();
  private readonly counts = { merge: 0, split: 0, both: 0 };

  constructor(comparison: Comparison, most: number) {
    this.comparison = comparison;
    this.most = most;
  }

  add(a: number, b: number, joins: boolean): void {
    const kind = this.comparison.kindOf(a);
    if (kind === undefined || this.counts[kind] >= this.most) return;
    const group = this.comparison.groupOf(a);
    if (this.shown.has(group)) return;
    this.shown.add(group);
    this.counts[kind] += 1;
    this.found.push({ kind, a, b, joins });
  }

  /** Those of one kind after those of another. */
  sorted(): ChangedPair[] {
    return [...this.found].sort((x, y) => exampleKinds.indexOf(x.kind) - exampleKinds.indexOf(y.kind));
  }
}

/** Pairs of records that the change joins or parts: at most so many of each kind, one for each group. */
export function changedPairs(comparison: Comparison, before: Partition, after: Partition, most: number): ChangedPair[] {
  const examples = new ExamplePairs(comparison, most);
  for (const [a, b] of after.pairs()) if (before.sets.find(a) !== before.sets.find(b)) examples.add(a, b, true);
  for (const [a, b] of before.pairs()) if (after.sets.find(a) !== after.sets.find(b)) examples.add(a, b, false);
  return examples.sorted();
}
