import type { IndexKey, KeyPlan, ResolvedValues } from '../../rules/types.ts';
import { digestText } from '../../text/digest.ts';
import { DistinctCount, type FrequentText, FrequentTexts, type FrequentTextsState } from './sketches.ts';
import type { KeyStatistics } from './types.ts';

/** Values of a field whose counts are kept: a count is at most 0.2 % of the entities too low. */
const KEPT = 512;
/** Characters of the digest that stands for a value. Two of a million values agree by chance once in a million runs. */
const DIGEST = 11;

/**
 * Stands for a value while it is counted: the value itself is that of a person until enough entities share it, and would
 * have to be erased with its records.
 */
export const markOf = (value: string): string => digestText(value).slice(0, DIGEST);

export interface FieldTallyState {
  readonly records: number;
  readonly distinct: string;
  readonly frequent: FrequentTextsState<string>;
}

/** What records have for one resolver. Takes some 60 KB. */
export class FieldTally {
  private records = 0;
  private readonly distinct: DistinctCount;
  /** By mark of the value: entities that have it, and the id of one of them. */
  private readonly frequent: FrequentTexts<string>;

  constructor(state?: FieldTallyState) {
    this.records = state?.records ?? 0;
    this.distinct = state === undefined ? new DistinctCount() : DistinctCount.fromText(state.distinct);
    this.frequent = state === undefined ? new FrequentTexts(KEPT) : FrequentTexts.from(state.frequent, KEPT);
  }

  /**
   * @param values of all records of an entity
   * @param resolver position of the resolver
   */
  add(entityID: string, values: readonly ResolvedValues[], resolver: number): void {
    const different = new Set<string>();
    for (const ofRecord of values) {
      const own = ofRecord[resolver]!;
      if (own.length > 0) this.records += 1;
      for (const value of own) different.add(value);
    }
    for (const value of different) {
      this.distinct.add(value);
      this.frequent.add(markOf(value), entityID);
    }
  }

  counts(): { readonly records: number; readonly distinct: number } {
    return { records: this.records, distinct: this.records === 0 ? 0 : this.distinct.estimate() };
  }

  /** Marks of the values that at least so many entities have, the most frequent first, with one of these entities. */
  shared(entities: number): FrequentText<string>[] {
    return this.frequent.atLeast(entities);
  }

  state(): FieldTallyState {
    return { records: this.records, distinct: this.distinct.toText(), frequent: this.frequent.state() };
  }
}

export interface KeyTallyState extends Omit<KeyStatistics, 'distinct'> {
  readonly signature: string;
  readonly distinct: string;
}

interface OfPlan {
  readonly plan: Pick<KeyPlan, 'signature' | 'ruleIDs' | 'exact'>;
  records: number;
  readonly distinct: DistinctCount;
}

/** Counts the keys of records by the plan that makes them. */
export class KeyTally {
  private readonly plans = new Map<string, OfPlan>();

  constructor(states: readonly KeyTallyState[] = []) {
    for (const { records, distinct, ...plan } of states) {
      this.plans.set(plan.signature, { plan, records, distinct: DistinctCount.fromText(distinct) });
    }
  }

  /** @param keys of one record */
  add(keys: readonly IndexKey[]): void {
    const counted = new Set<OfPlan>();
    for (const { hash, plan } of keys) {
      const ofPlan = this.of(plan);
      ofPlan.distinct.add(hash);
      if (counted.has(ofPlan)) continue;
      counted.add(ofPlan);
      ofPlan.records += 1;
    }
  }

  statistics(): KeyStatistics[] {
    return [...this.plans.values()]
      .map(({ plan: { ruleIDs, exact }, records, distinct }) => ({
        ruleIDs,
        exact,
        records,
        distinct: distinct.estimate(),
      }))
      .sort((a, b) => b.records - a.records || (a.ruleIDs.join() < b.ruleIDs.join() ? -1 : 1));
  }

  state(): KeyTallyState[] {
    return [...this.plans.values()].map(({ plan: { signature, ruleIDs, exact }, records, distinct }) => ({
      signature,
      ruleIDs,
      exact,
      records,
      distinct: distinct.toText(),
    }));
  }

  private of(plan: KeyPlan): OfPlan {
    let ofPlan = this.plans.get(plan.signature);
    if (ofPlan === undefined) {
      ofPlan = { plan, records: 0, distinct: new DistinctCount() };
      this.plans.set(plan.signature, ofPlan);
    }
    return ofPlan;
  }
}
