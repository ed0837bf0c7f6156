import { canLink } from '../../../src/entities/keys/candidates.ts';
import { FieldTally, fewestOf } from '../../../src/entities/statistics/field-tally.ts';
import { type FrequentText, FrequentTexts } from '../../../src/entities/statistics/sketches.ts';
import type { FieldStatistics } from '../../../src/entities/statistics/types.ts';
import type { CompiledRules } from '../../../src/rules/compile/compiled-rules.ts';
import { MAX_INDEX_KEYS, type RecordPayload, type ResolvedValues } from '../../../src/rules/types.ts';
import { count } from '../commands/entity.ts';

/** Values of a resolver, and keys, whose counts are kept: a count is at most a 2,048th of all too low. */
const KEPT = 2_048;

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

/**
 * Counts the values that the pipeline makes of records, and their keys: as the scan of a service counts stored entities
 * (src/entities/statistics), but by record. Takes some 10 MB, however many records there are.
 */
export class RulesStatistics {
  records = 0;
  private readonly rules: CompiledRules;
  /** By position of the resolver. */
  private readonly fields: readonly FieldTally<undefined>[];
  private readonly keys = new FrequentTexts<ResolvedValues>(KEPT);

  constructor(rules: CompiledRules) {
    this.rules = rules;
    this.fields = rules.resolverIDs.map(() => new FieldTally({ kept: KEPT, mark: (value) => value }));
  }

  add(record: RecordPayload): void {
    this.records += 1;
    const values = this.rules.resolve(record);
    for (const [resolver, field] of this.fields.entries()) field.add([values], resolver, undefined);
    for (const key of this.rules.indexKeys(values)) {
      if (key.plan.exact || canLink(key)) this.keys.add(key.hash, values);
    }
  }

  resolvers(): FieldStatistics[] {
    return this.fields.map((field, resolver) => {
      const { records, distinct } = field.counts();
      const frequent = field
        .shared(fewestOf(this.records))
        .map(({ text, atLeast, atMost }) => ({ value: text, atLeast, atMost: Math.min(atMost, records) }));
      return { resolverID: this.rules.resolverIDs[resolver]!, records, distinct, frequent };
    });
  }

  /** Keys that at least so many records share, the most frequent first. */
  sharedKeys(records: number): SharedKey[] {
    return this.keys.atLeast(Math.max(records, fewestOf(this.records))).map((found) => this.described(found));
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

const number = (value: number): string => value.toLocaleString('en');

/** Statistics for people to read: a line for each resolver, and its most frequent values below it. */
export function statisticsText(records: number, resolvers: readonly FieldStatistics[], top: number): string {
  const lines = [count(records, 'record')];
  for (const { resolverID, records: filled, distinct, frequent } of resolvers) {
    const share = records === 0 ? 0 : (100 * filled) / records;
    lines.push(
      `${resolverID}: ${count(filled, 'record')} with a value (${share.toFixed(1)} %), about ${number(distinct)} different`,
    );
    for (const { value, atLeast, atMost } of frequent.slice(0, top)) {
      const times = atLeast === atMost ? number(atLeast) : `${number(atLeast)} to ${number(atMost)}`;
      lines.push(`  ${times.padStart(9)}  ${printable(value)}`);
    }
  }
  return `${lines.join('\n')}\n`;
}

/** A record's value must not steer the reader's terminal. */
export const printable = (text: string): string => text.replace(/\p{Cc}/gu, ' ');
