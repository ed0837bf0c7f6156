import { DisjointSets } from '../../disjoint-sets.ts';
import { piecewise } from '../../rules/matchers/long-comparison.ts';
import type { CompiledRuleConfig, IndexKey, ResolvedValues } from '../../rules/types.ts';
import type { Work } from '../../work.ts';
import { UNITS_OF_PAIR } from '../pace.ts';

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

  /** @param recordsOf how many records a position stands for; 0 for one without a record */
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
      const records = recordsOf(position);
      if (records === 0) continue;
      const group = this.groupOf(position);
      const entity = after.find(position);
      this.records[group]! += records;
      this.recordsAfter[entity]! += records;
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
      if (this.groupOf(position) !== position || this.records[position] === 0) continue;
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

/**
 * Pairs of records that a change joins or parts: at most so many of each kind, one for each group, those of one kind after
 * those of another.
 *
 * @param beforePairs pairs of one entity before the change; enough to connect each entity
 * @param afterPairs the same, after it
 */
export function changedPairs(
  comparison: Comparison,
  before: DisjointSets,
  beforePairs: Iterable<readonly [number, number]>,
  after: DisjointSets,
  afterPairs: Iterable<readonly [number, number]>,
  most: number,
): ChangedPair[] {
  const found: ChangedPair[] = [];
  const shown = new Set<number>();
  const counts = { merge: 0, split: 0, both: 0 };
  const add = (a: number, b: number, joins: boolean): void => {
    const kind = comparison.kindOf(a);
    const group = comparison.groupOf(a);
    if (kind === undefined || counts[kind] >= most || shown.has(group)) return;
    shown.add(group);
    counts[kind] += 1;
    found.push({ kind, a, b, joins });
  };
  for (const [a, b] of afterPairs) if (before.find(a) !== before.find(b)) add(a, b, true);
  for (const [a, b] of beforePairs) if (after.find(a) !== after.find(b)) add(a, b, false);
  return found.sort((x, y) => exampleKinds.indexOf(x.kind) - exampleKinds.indexOf(y.kind));
}

/** A record of one of the parts that a change makes of an entity. */
interface HeldInPart {
  readonly part: number;
  readonly values: ResolvedValues;
  readonly keys: readonly IndexKey[];
}

/** Two records of two parts that rules link by a key; undefined if there are none. Judges every pair at most. */
export function* linkedAcross<Held extends HeldInPart>(
  held: readonly Held[],
  rules: CompiledRuleConfig,
): Work<{ readonly one: Held; readonly other: Held; readonly key: IndexKey } | undefined> {
  for (let b = 1; b < held.length; b++) {
    for (let a = 0; a < b; a++) {
      const [one, other] = [held[a]!, held[b]!];
      if (one.part === other.part) continue;
      const hashes = new Set(other.keys.map(({ hash }) => hash));
      const key = yield* piecewise(() =>
        one.keys.find(
          ({ hash, plan }) => hashes.has(hash) && (plan.exact || rules.linked(plan, one.values, other.values)),
        ),
      );
      if (key !== undefined) return { one, other, key };
      yield UNITS_OF_PAIR;
    }
  }
  return undefined;
}
