import { canLink } from '../../../src/entities/keys/candidates.ts';
import { DistinctCount, type FrequentText, FrequentTexts } from '../../../src/entities/statistics/sketches.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { MAX_INDEX_KEYS, type RecordPayload, type ResolvedValues } from '../../../src/rules/types.ts';

/** Values that fewer records have are left out: they may be those of one person. */
const FEWEST_RECORDS = 20;
const FEWEST_SHARE = 0.000_01;

/** A value, or a key, with the number of records that have it. */
interface FrequentValue {
  readonly value: string;
  readonly atLeast: number;
  readonly atMost: number;
}

export interface ResolverStatistics {
  readonly resolverID: string;
  /** Records with a value. */
  readonly records: number;
  /** Different values, about: the standard error is 1.6 %. */
  readonly distinct: number;
  /** The most frequent first. */
  readonly frequent: readonly FrequentValue[];
}

/** A key that many records share. */
export interface SharedKey {
  /** True if it makes all of them one entity by itself. */
  readonly exact: boolean;
  readonly ruleIDs: readonly string[];
  readonly parts: readonly { readonly matcherID: string; readonly part: string }[];
  readonly atLeast: number;
  readonly atMost: number;
  /** The resolver whose value the key is made of, if it has one part and this is a value. */
  readonly resolverID: string | undefined;
}

interface Counted {
  records: number;
  readonly distinct: DistinctCount;
  readonly frequent: FrequentTexts<undefined>;
}

/** Counts the values that the pipeline makes of records, and their keys. Takes some 10 MB, however many records there are. */
export class RulesStatistics {
  records = 0;
  private readonly rules: CompiledRules;
  private readonly counted: readonly Counted[];
  private readonly keys = new FrequentTexts<ResolvedValues>();

  constructor(rules: CompiledRules) {
    this.rules = rules;
    this.counted = rules.resolverIDs.map(() => ({
      records: 0,
      distinct: new DistinctCount(),
      frequent: new FrequentTexts<undefined>(),
    }));
  }

  add(record: RecordPayload): void {
    this.records += 1;
    const values = this.rules.resolve(record);
    for (const [resolver, ofResolver] of values.entries()) {
      if (ofResolver.length === 0) continue;
      const counted = this.counted[resolver]!;
      counted.records += 1;
      for (const value of ofResolver) {
        counted.distinct.add(value);
        counted.frequent.add(value, undefined);
      }
    }
    for (const key of this.rules.indexKeys(values)) {
      if (key.plan.exact || canLink(key)) this.keys.add(key.hash, values);
    }
  }

  resolvers(): ResolverStatistics[] {
    return this.counted.map(({ records, distinct, frequent }, resolver) => ({
      resolverID: this.rules.resolverIDs[resolver]!,
      records,
      distinct: records === 0 ? 0 : distinct.estimate(),
      frequent: frequent
        .atLeast(this.fewest())
        .map(({ text, atLeast, atMost }) => ({ value: text, atLeast, atMost: Math.min(atMost, records) })),
    }));
  }

  /** Keys that at least so many records share, the most frequent first. */
  sharedKeys(records: number): SharedKey[] {
    return this.keys.atLeast(Math.max(records, this.fewest())).map((found) => this.described(found));
  }

  private fewest(): number {
    return Math.max(FEWEST_RECORDS, Math.ceil(this.records * FEWEST_SHARE));
  }

  private described({ text, atLeast, atMost, sample }: FrequentText<ResolvedValues>): SharedKey {
    for (const plan of this.rules.parts.plans) {
      const key = plan.describeKeys(sample, MAX_INDEX_KEYS).find(({ hash }) => hash === text);
      if (key === undefined) continue;
      const [only] = key.parts;
      const at = key.parts.length === 1 ? sample.findIndex((values) => values.includes(only!.part)) : -1;
      const { exact, ruleIDs, parts } = key;
      return { exact, ruleIDs, parts, atLeast, atMost, resolverID: this.rules.resolverIDs[at] };
    }
    return { exact: false, ruleIDs: [], parts: [], atLeast, atMost, resolverID: undefined };
  }
}
