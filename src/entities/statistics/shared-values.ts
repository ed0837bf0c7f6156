import type { CompiledRuleConfig } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import { digestText } from '../../text/digest.ts';
import type { Found } from '../items/reviews.ts';
import { entityTrees, readForest } from '../read/read-entities.ts';
import { type FieldTally, type FieldTallyOptions, fewestOf } from './field-tally.ts';
import { type FieldStatistics, MOST_FINDS, READ_RECORDS, type SharedValue } from './types.ts';

/** Characters of the digest that stands for a value. Two of a million values agree by chance once in a million runs. */
const DIGEST = 11;

/**
 * A digest stands for a value of stored data while it is counted: the value itself is that of a person until enough entities
 * share it, and would have to be erased with its records. A count is at most 0.2 % of the entities too low.
 */
export const storedValues: FieldTallyOptions = {
  kept: 512,
  mark: (value) => digestText(value).slice(0, DIGEST),
};

/** Values shown of each field, and characters of each. */
const SHOWN = 10;
const CHARACTERS = 100;
/** Entities read together to learn the values. */
const READ_AT_ONCE = 20;

/** What a tally knows of fields. */
export interface CountedFields {
  readonly entities: number;
  /** By position of the resolver, with the id of an entity that has the value. */
  readonly fields: readonly FieldTally<string>[];
}

type Marked = Omit<SharedValue, 'value'> & { readonly mark: string; readonly entityID: string };

/**
 * The statistics of each field. The tally knows digests of values, so the values themselves come from an entity that had
 * each. A value that this entity has no longer is left out.
 */
export async function fieldStatistics(
  store: Store,
  rules: CompiledRuleConfig,
  tally: CountedFields,
): Promise<readonly FieldStatistics[]> {
  const fewest = fewestOf(tally.entities);
  const fields = tally.fields.map((field) =>
    field
      .shared(fewest)
      .slice(0, SHOWN)
      .map(({ text, atLeast, atMost, sample }): Marked => ({ mark: text, entityID: sample, atLeast, atMost })),
  );
  const values = await valuesByMark(store, rules, fields);
  return tally.fields.map((field, resolver) => ({
    resolverID: rules.resolverIDs[resolver]!,
    ...field.counts(),
    frequent: fields[resolver]!.flatMap(({ mark, atLeast, atMost }) => {
      const value = values[resolver]!.get(mark);
      return value === undefined ? [] : [{ value, atLeast, atMost: Math.min(atMost, tally.entities) }];
    }),
  }));
}

/** By resolver, the values of the wanted marks. */
async function valuesByMark(
  store: Store,
  rules: CompiledRuleConfig,
  fields: readonly (readonly Marked[])[],
): Promise<readonly ReadonlyMap<string, string>[]> {
  const wanted = fields.map((field) => new Set(field.map(({ mark }) => mark)));
  const values = fields.map(() => new Map<string, string>());
  const samples = [...new Set(fields.flatMap((field) => field.map(({ entityID }) => entityID)))];
  for (let start = 0; start < samples.length; start += READ_AT_ONCE) {
    const seen = await readForest(store, samples.slice(start, start + READ_AT_ONCE), READ_RECORDS);
    for (const { records } of entityTrees(seen).values()) {
      for (const { payload } of records) noteValues(rules.resolve(payload), wanted, values);
    }
  }
  return values;
}

function noteValues(
  ofRecord: readonly (readonly string[])[],
  wanted: readonly ReadonlySet<string>[],
  values: readonly Map<string, string>[],
): void {
  for (const [resolver, marks] of wanted.entries()) {
    if (values[resolver]!.size === marks.size) continue;
    for (const value of ofRecord[resolver]!) {
      const mark = storedValues.mark(value);
      if (marks.has(mark)) values[resolver]!.set(mark, value.slice(0, CHARACTERS).toWellFormed());
    }
  }
}

/**
 * The values that deserve a look: those that 20 entities or more share, in fields in which at least every second record has a
 * value of its own. So a city is none, and a placeholder for a telephone is one.
 */
export function sharedValueFinds(fields: readonly FieldStatistics[], rules: string): readonly Found[] {
  return fields
    .filter(({ records, distinct }) => 2 * distinct >= records)
    .flatMap(({ resolverID, frequent }) =>
      frequent.map(({ value, atLeast }) => ({ kind: 'value', resolverID, value, entities: atLeast, rules }) as const),
    )
    .sort((a, b) => b.entities - a.entities || (a.value < b.value ? -1 : 1))
    .slice(0, MOST_FINDS);
}
