import type { IndexKey, KeyPlan } from '../../rules/types.ts';
import { DistinctCount } from '../rule-changes/statistics/distinct-count.ts';
import type { KeyStatistics } from './types.ts';

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
