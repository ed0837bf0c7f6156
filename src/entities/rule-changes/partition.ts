import type { CompiledRuleConfig, IndexKey, KeyPlan, RecordPayload, ResolvedValues } from '../../rules/types.ts';
import { DisjointSets } from '../disjoint-sets.ts';
import { Pace, UNITS_OF_PAIR, UNITS_OF_RECORD } from '../pace.ts';
import { canLink } from '../read/candidates.ts';

/** Two records, by position, that a rule set joins. */
export type JoinedPair = readonly [number, number];

/** A blocking key that more records share than it links. */
export interface OverFrequentHolders {
  readonly ruleIDs: readonly string[];
  readonly records: number;
}

/** What a rule set makes of records that are in memory: the entities that loading them would give. */
export interface Partition {
  readonly sets: DisjointSets;
  /** As many linked pairs as it takes to connect each entity. */
  readonly pairs: readonly JoinedPair[];
  readonly overFrequent: readonly OverFrequentHolders[];
}

interface Holders {
  readonly plan: KeyPlan;
  readonly positions: number[];
}

/** Computes a partition: values and keys of each record once, then each pair with a common key, until all are joined. */
export class Partitioning {
  private readonly rules: CompiledRuleConfig;
  /** More records than this under one blocking key make it over-frequent. */
  private readonly cap: number;
  private readonly values: ResolvedValues[] = [];
  private readonly holders = new Map<string, Holders>();
  private readonly pace = new Pace();

  constructor(rules: CompiledRuleConfig, cap: number) {
    this.rules = rules;
    this.cap = cap;
  }

  /** Returns the keys of the record, whose position is the number of records added before. */
  async add(record: RecordPayload): Promise<readonly IndexKey[]> {
    const values = this.rules.resolve(record);
    const position = this.values.push(values) - 1;
    const keys = this.rules.indexKeys(values);
    for (const key of keys) {
      if (!key.plan.exact && !canLink(key)) continue;
      const holders = this.holders.get(key.hash);
      if (holders === undefined) this.holders.set(key.hash, { plan: key.plan, positions: [position] });
      else holders.positions.push(position);
    }
    if (this.pace.isDue(UNITS_OF_RECORD)) await this.pace.rest();
    return keys;
  }

  async partition(): Promise<Partition> {
    const sets = new DisjointSets(this.values.length);
    const pairs: JoinedPair[] = [];
    const overFrequent: OverFrequentHolders[] = [];
    const join = (a: number, b: number) => {
      if (sets.find(a) === sets.find(b)) return;
      pairs.push([a, b]);
      sets.join(a, b);
    };
    for (const { plan, positions } of this.holders.values()) {
      if (plan.exact) for (const other of positions) join(positions[0]!, other);
    }
    for (const { plan, positions } of this.holders.values()) {
      if (plan.exact || positions.length === 1) continue;
      if (positions.length > this.cap) overFrequent.push({ ruleIDs: plan.ruleIDs, records: positions.length });
      await this.judge(plan, positions.slice(0, this.cap), sets, join);
    }
    overFrequent.sort((a, b) => b.records - a.records);
    return { sets, pairs, overFrequent };
  }

  private async judge(
    plan: KeyPlan,
    positions: readonly number[],
    sets: DisjointSets,
    join: (a: number, b: number) => void,
  ): Promise<void> {
    let apart = new Set(positions.map((position) => sets.find(position))).size;
    for (let second = 1; second < positions.length && apart > 1; second++) {
      for (let first = 0; first < second; first++) {
        const [a, b] = [positions[first]!, positions[second]!];
        if (sets.find(a) === sets.find(b)) continue;
        if (this.pace.isDue(UNITS_OF_PAIR)) await this.pace.rest();
        if (!this.rules.linked(plan, this.values[a]!, this.values[b]!)) continue;
        join(a, b);
        apart -= 1;
      }
    }
  }
}
