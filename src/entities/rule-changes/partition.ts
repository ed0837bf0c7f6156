import { DisjointSets } from '../../disjoint-sets.ts';
import type { CompiledRuleConfig, IndexKey, KeyPlan, ResolvedValues } from '../../rules/types.ts';
import { canLink } from '../keys/candidates.ts';
import { Pace } from '../pace.ts';
import { Integers } from './integers.ts';
import { HeldKeys, type KeyHolders } from './key-holders.ts';
import type { StoredTruth } from './stored-truth.ts';

/** Two records, by position, that a rule set joins. */
type JoinedPair = readonly [number, number];

/** A blocking key that more records share than it links. */
export interface OverFrequentHolders {
  readonly ruleIDs: readonly string[];
  readonly records: number;
}

/** What a rule set makes of records that are in memory. */
export interface Partition {
  readonly sets: DisjointSets;
  readonly overFrequent: readonly OverFrequentHolders[];
  /** As many linked pairs as it takes to connect each entity. */
  pairs(): Iterable<JoinedPair>;
}

/**
 * Computes a partition: values and keys of each record once, then each pair with a common key, until all are joined.
 * Keeps 16 bytes a key and the values as text.
 */
export class Partitioning {
  private readonly rules: CompiledRuleConfig;
  /** More records than this under one blocking key make it over-frequent. */
  private readonly cap: number;
  private readonly values: string[] = [];
  private readonly keys = new HeldKeys();
  private readonly pace: Pace;

  constructor(rules: CompiledRuleConfig, cap: number, pace = new Pace()) {
    this.rules = rules;
    this.cap = cap;
    this.pace = pace;
  }

  /** The record's position is the number of records added before. */
  add(values: ResolvedValues, keys: readonly IndexKey[]): void {
    const position = this.values.push(JSON.stringify(values)) - 1;
    for (const key of keys) if (key.plan.exact || canLink(key)) this.keys.add(key, position);
  }

  /**
   * The entities that loading the records gives. Of an over-frequent key, the first holders are linked.
   *
   * With `truth`, those that stored records become: removed links, constraints and groups hold, and an over-frequent key
   * links no records but those that are one entity already.
   */
  async partition(truth?: StoredTruth): Promise<Partition> {
    const joining = new Joining(this.values.length, truth);
    for (const group of truth?.groups ?? []) joining.joinAll(group);
    const blocking: KeyHolders[] = [];
    for (const holders of this.keys.shared()) {
      if (holders.plan.exact) joining.joinAll(holders.positions);
      else blocking.push(holders);
    }
    const overFrequent: OverFrequentHolders[] = [];
    for (const { plan, positions } of blocking) {
      if (positions.length <= this.cap) {
        await this.judge(plan, positions, joining);
        continue;
      }
      overFrequent.push({ ruleIDs: plan.ruleIDs, records: positions.length });
      const parts = truth === undefined ? [positions.slice(0, this.cap)] : truth.byEntity(positions);
      for (const part of parts) await this.judge(plan, part, joining);
    }
    joining.end();
    overFrequent.sort((a, b) => b.records - a.records);
    return { sets: joining.sets, pairs: () => joining.pairs(), overFrequent };
  }

  private async judge(plan: KeyPlan, positions: readonly number[], joining: Joining): Promise<void> {
    const { sets } = joining;
    let apart = new Set(positions.map((position) => sets.find(position))).size;
    const read = new Map<number, ResolvedValues>();
    const valuesOf = (position: number): ResolvedValues => {
      const known = read.get(position) ?? (JSON.parse(this.values[position]!) as ResolvedValues);
      read.set(position, known);
      return known;
    };
    for (let second = 1; second < positions.length && apart > 1; second++) {
      for (let first = 0; first < second; first++) {
        const [a, b] = [positions[first]!, positions[second]!];
        if (!joining.isOpen(a, b)) continue;
        const [one, other] = [valuesOf(a), valuesOf(b)];
        const isLinked = await this.pace.judge(() => this.rules.linked(plan, one, other));
        if (isLinked && joining.join(a, b)) apart -= 1;
      }
    }
  }
}

/** Joins records as far as what is stored allows it. */
class Joining {
  readonly sets: DisjointSets;
  private readonly truth: StoredTruth | undefined;
  private readonly first = new Integers();
  private readonly second = new Integers();
  /** Pairs of two entities of which one is under a constraint: joined when each entity has its parts. */
  private readonly later: JoinedPair[] = [];

  constructor(size: number, truth: StoredTruth | undefined) {
    this.sets = new DisjointSets(size);
    this.truth = truth;
  }

  isOpen(a: number, b: number): boolean {
    return this.sets.find(a) !== this.sets.find(b) && this.truth?.isLinkRemoved(a, b) !== true;
  }

  /** Returns true if the two were apart and are one now. */
  join(a: number, b: number): boolean {
    if (!this.isOpen(a, b)) return false;
    if (this.truth?.isConstrained(a, b)) {
      this.later.push([a, b]);
      return false;
    }
    this.unite(a, b);
    return true;
  }

  /** Joins all holders of an exact key but those that removed links or constraints keep apart. */
  joinAll(holders: readonly number[]): void {
    const { free, within, bound } = this.truth?.joinsOf(holders) ?? { free: holders[0], within: [], bound: [] };
    if (free !== undefined) for (const other of holders) this.join(free, other);
    for (const [first, ...others] of within) for (const other of others) this.join(first!, other);
    for (let second = 1; second < bound.length; second++) {
      for (let first = 0; first < second; first++) this.join(bound[first]!, bound[second]!);
    }
  }

  end(): void {
    for (const [a, b] of this.later) {
      const [first, second] = [this.sets.find(a), this.sets.find(b)];
      if (first !== second && !this.truth!.areSeparated(first, second)) this.unite(a, b);
    }
  }

  *pairs(): Generator<JoinedPair, void, undefined> {
    for (let index = 0; index < this.first.length; index++) yield [this.first.at(index), this.second.at(index)];
  }

  private unite(a: number, b: number): void {
    const [first, second] = [this.sets.find(a), this.sets.find(b)];
    this.sets.join(a, b);
    this.truth?.uniteSides(first, second, this.sets.find(a));
    this.first.push(a);
    this.second.push(b);
  }
}
