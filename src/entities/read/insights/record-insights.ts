import { compileValuePath } from '../../../rules/transformers/path.ts';
import type { RecordPayload } from '../../../rules/types.ts';
import { ArgumentOutOfRangeError, EmptyFilterError, ValueNotNumericError, ValueNotTimeError } from './errors.ts';
import { compileFilter, type FilterBudget, type FilterCondition } from './filter.ts';
import {
  comparableText,
  confidence,
  countValues,
  type FrequencyEntry,
  type FrequencyOptions,
  frequencyDistribution,
  instantOf,
  numberOf,
  opened,
  type SortDirection,
} from './values.ts';

/**
 * Answers questions about a list of records. Fields are paths as in the rule-config, including `*`. A list or object at
 * the end of a path is one value, except for functions of numbers and times, which use the elements of a list. Null is
 * never a value. Text comparison ignores case by default. Everything is computed on demand.
 */
export class RecordInsights {
  readonly records: readonly RecordPayload[];

  constructor(records: readonly RecordPayload[]) {
    this.records = records;
  }

  get count(): number {
    return this.records.length;
  }

  get first(): RecordPayload | null {
    return this.records[0] ?? null;
  }

  get last(): RecordPayload | null {
    return this.records.at(-1) ?? null;
  }

  /** The records that meet all conditions; see {@link compileFilter}. */
  filter(conditions: readonly FilterCondition[], budget?: FilterBudget): RecordInsights {
    return new RecordInsights(this.records.filter(compileFilter(conditions, budget)));
  }

  /** See {@link sortRecords}. */
  sort(criteria: readonly SortCriterion[]): RecordInsights {
    return new RecordInsights(sortRecords(this.records, criteria));
  }

  /** At most `count` records from `offset` on. */
  limit(count: number, offset: number | null = 0): RecordInsights {
    if (count < 0) throw new ArgumentOutOfRangeError('count', count, '0 or more');
    const from = offset ?? 0;
    if (from < 0) throw new ArgumentOutOfRangeError('offset', from, '0 or more');
    return new RecordInsights(this.records.slice(from, from + count));
  }

  /**
   * Groups records with equal values in all fields, in the order of first occurrence. A missing value equals a missing
   * value.
   */
  group(fields: readonly string[], caseSensitive = false): RecordInsights[] {
    const keyOf = this.combinationKey(fields, caseSensitive);
    const groups = Map.groupBy(this.records, (record) => JSON.stringify(keyOf(record)));
    return Array.from(groups.values(), (records) => new RecordInsights(records));
  }

  /**
   * The number of distinct values of the field. For several fields, the number of distinct combinations, without
   * records that have no value in any of them. In a combination, all values that `*` finds in a record count as one
   * list.
   */
  countDistinct(fields: readonly string[], caseSensitive = false): number {
    if (fields.length === 1) return countValues(this.values(fields[0]!), caseSensitive).length;
    const keyOf = this.combinationKey(fields, caseSensitive);
    const keys = new Set<string>();
    for (const record of this.records) {
      const key = keyOf(record);
      if (key.some((values) => values.length > 0)) keys.add(JSON.stringify(key));
    }
    return keys.size;
  }

  /** Every value, in the order of the records. */
  values(field: string): unknown[] {
    const values: unknown[] = [];
    const collect = compileValuePath(field);
    for (const record of this.records) collect(record, values);
    return values;
  }

  /** Each value once, in the spelling of its first occurrence. */
  valuesDistinct(field: string, caseSensitive = false): unknown[] {
    return countValues(this.values(field), caseSensitive).map(({ value }) => value);
  }

  /** The elements of list values, and all other values unchanged. */
  flatten(field: string): unknown[] {
    return [...opened(this.values(field))];
  }

  flattenDistinct(field: string, caseSensitive = false): unknown[] {
    return countValues(this.flatten(field), caseSensitive).map(({ value }) => value);
  }

  frequencyDistribution(field: string, options: FrequencyOptions = {}): FrequencyEntry[] {
    return frequencyDistribution(this.values(field), options);
  }

  confidence(field: string, caseSensitive = false): number | null {
    return confidence(this.values(field), caseSensitive);
  }

  average(field: string): number | null {
    return average(this.numbers(field));
  }

  max(field: string): number | null {
    return maximum(this.numbers(field));
  }

  min(field: string): number | null {
    return minimum(this.numbers(field));
  }

  median(field: string): number | null {
    return median(this.numbers(field));
  }

  sum(field: string): number | null {
    return sum(this.numbers(field));
  }

  standardDeviation(field: string): number | null {
    return standardDeviation(this.numbers(field));
  }

  /** The record with the latest time; the first one if several are equal. */
  newest(field: string): RecordPayload | null {
    return this.furthest(field, (instant, best) => instant > best);
  }

  /** The record with the earliest time; the first one if several are equal. */
  oldest(field: string): RecordPayload | null {
    return this.furthest(field, (instant, best) => instant < best);
  }

  private numbers(field: string): number[] {
    const numbers: number[] = [];
    const collect = compileValuePath(field);
    for (const record of this.records) {
      const values: unknown[] = [];
      collect(record, values);
      for (const value of opened(values)) {
        const number = numberOf(value);
        if (number === undefined) throw new ValueNotNumericError(field, value, record['id']);
        numbers.push(number);
      }
    }
    return numbers;
  }

  private furthest(field: string, further: (instant: bigint, best: bigint) => boolean): RecordPayload | null {
    let found: RecordPayload | null = null;
    let best: bigint | undefined;
    const collect = compileValuePath(field);
    for (const record of this.records) {
      const values: unknown[] = [];
      collect(record, values);
      for (const value of opened(values)) {
        const instant = instantOf(value);
        if (instant === undefined) throw new ValueNotTimeError(field, value, record['id']);
        if (best !== undefined && !further(instant, best)) continue;
        best = instant;
        found = record;
      }
    }
    return found;
  }

  /** Per field the comparable texts of a record's values. */
  private combinationKey(fields: readonly string[], caseSensitive: boolean): (record: RecordPayload) => string[][] {
    if (fields.length === 0) {
      throw new EmptyFilterError('the list of fields is empty', { hint: 'Name at least one field.' });
    }
    const collectors = fields.map(compileValuePath);
    return (record) =>
      collectors.map((collect) => {
        const values: unknown[] = [];
        collect(record, values);
        return values.map((value) => comparableText(value, caseSensitive));
      });
  }
}

export interface SortCriterion {
  /** A path as in the rule-config. If there are several values, the first is used. */
  readonly field: string;
  /** Default ASC. */
  readonly direction?: SortDirection | null | undefined;
}

/**
 * Sorts by the first criterion, then by the next among equals. The sort is stable. If all values are numeric, they
 * compare as numbers; otherwise all compare as text, ignoring case. Records without a value come last, or first in
 * descending order.
 */
function sortRecords(records: readonly RecordPayload[], criteria: readonly SortCriterion[]): readonly RecordPayload[] {
  if (criteria.length === 0) {
    throw new EmptyFilterError('sort has no criterion', { hint: 'Give at least one field to sort by.' });
  }
  const keys = criteria.map(({ field, direction }) => ({
    key: sortKeys(records, field),
    sign: direction === 'DESC' ? -1 : 1,
  }));
  const order = records.map((_, position) => position);
  order.sort((a, b) => {
    for (const { key, sign } of keys) {
      const compared = compareKeys(key[a], key[b]);
      if (compared !== 0) return sign * compared;
    }
    return a - b;
  });
  return order.map((position) => records[position]!);
}

function sortKeys(records: readonly RecordPayload[], field: string): readonly (number | string | undefined)[] {
  const collect = compileValuePath(field);
  const values = records.map((record) => {
    const found: unknown[] = [];
    collect(record, found);
    return found[0];
  });
  const numbers = values.map(numberOf);
  if (values.every((value, position) => value === undefined || numbers[position] !== undefined)) return numbers;
  return values.map((value) => (value === undefined ? undefined : comparableText(value, false)));
}

function compareKeys(a: number | string | undefined, b: number | string | undefined): number {
  if (a === undefined || b === undefined) return Number(a === undefined) - Number(b === undefined);
  return a < b ? -1 : a > b ? 1 : 0;
}

// Statistics of finite numbers; null for an empty list.

/** Compensated sum (Neumaier 1974), so that the order of the records hardly matters. */
function sum(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  let total = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = total + number;
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
  }
  // If the sum overflows a double, there is no error to compensate.
  return Number.isFinite(total) ? total + lost : total;
}

function average(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const mean = sum(numbers)! / numbers.length;
  // Rounding must not move the mean outside the range of its numbers.
  return Math.min(Math.max(mean, minimum(numbers)!), maximum(numbers)!);
}

function minimum(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((least, number) => Math.min(least, number));
}

function maximum(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : numbers.reduce((most, number) => Math.max(most, number));
}

/** The middle number; for an even count, the mean of the two middle numbers. */
function median(numbers: readonly number[]): number | null {
  if (numbers.length === 0) return null;
  const ordered = Float64Array.from(numbers).sort();
  const middle = Math.floor(ordered.length / 2);
  if (ordered.length % 2 === 1) return ordered[middle]!;
  return ordered[middle - 1]! / 2 + ordered[middle]! / 2;
}

/** Population variance, in two passes. */
function standardDeviation(numbers: readonly number[]): number | null {
  const mean = average(numbers);
  if (mean === null) return null;
  return Math.sqrt(sum(numbers.map((number) => (number - mean) ** 2))! / numbers.length);
}
