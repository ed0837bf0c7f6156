import type { IndexKey, KeyPlan, ResolvedValues } from '../../rules/types.ts';
import { DistinctCount, type FrequentText, FrequentTexts, type FrequentTextsState } from './sketches.ts';
import type { KeyStatistics } from './types.ts';

/** Values that fewer have are left out: they may be those of one person. */
const FEWEST = 20;
const FEWEST_SHARE = 0.000_01;

/** How many must have a value so that it is shown, of so many records or entities. */
export const fewestOf = (all: number): number => Math.max(FEWEST, Math.ceil(all * FEWEST_SHARE));

/** How values are kept while they are counted. */
export interface FieldTallyOptions {
  /** Values whose counts are kept: a count is at most the number of values, divided by this, too low. */
  readonly kept: number;
  /** What stands for a value. */
  readonly mark: (value: string) => string;
}

export interface FieldTallyState<Sample> {
  readonly records: number;
  readonly distinct: string;
  readonly frequent: FrequentTextsState<Sample>;
}

/** What records have for one resolver. Takes some 60 KB if 512 values are kept. */
export class FieldTally<Sample> {
  private records = 0;
  private readonly mark: FieldTallyOptions['mark'];
  private readonly distinct: DistinctCount;
  /** By mark of the value: how often it was added, and the sample that came with it first. */
  private readonly frequent: FrequentTexts<Sample>;

  constructor({ kept, mark }: FieldTallyOptions, state?: FieldTallyState<Sample>) {
    this.mark = mark;
    this.records = state?.records ?? 0;
    this.distinct = state === undefined ? new DistinctCount() : DistinctCount.fromText(state.distinct);
    this.frequent = state === undefined ? new FrequentTexts(kept) : FrequentTexts.from(state.frequent, kept);
  }

  /**
   * Adds records, each value once however many of them have it.
   *
   * @param resolver position of the resolver
   */
  add(values: readonly ResolvedValues[], resolver: number, sample: Sample): void {
    const different = new Set<string>();
    for (const ofRecord of values) {
      const own = ofRecord[resolver]!;
      if (own.length > 0) this.records += 1;
      for (const value of own) different.add(value);
    }
    for (const value of different) {
      this.distinct.add(value);
      this.frequent.add(this.mark(value), sample);
    }
  }

  counts(): { readonly records: number; readonly distinct: number } {
    return { records: this.records, distinct: this.records === 0 ? 0 : this.distinct.estimate() };
  }

  /** Marks of the values that were added at least so often, the most frequent first, with their samples. */
  shared(times: number): FrequentText<Sample>[] {
    return this.frequent.atLeast(times);
  }

  state(): FieldTallyState<Sample> {
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
