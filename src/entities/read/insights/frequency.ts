import { comparableText } from './comparable.ts';
import { ArgumentOutOfRangeError } from './errors.ts';

export type SortDirection = 'ASC' | 'DESC';

export interface FrequencyEntry {
  /** The spelling of the first occurrence. */
  readonly value: unknown;
  readonly frequency: number;
  /** Share of all values, 0 to 1. */
  readonly percentage: number;
}

export interface FrequencyOptions {
  readonly caseSensitive?: boolean | null | undefined;
  /** Maximum number of entries; 0 or more. */
  readonly top?: number | null | undefined;
  /** DESC, the default: the most frequent first. */
  readonly direction?: SortDirection | null | undefined;
}

/** Counts each value by its comparable text, in the order of first occurrence. */
export function countValues(values: readonly unknown[], caseSensitive: boolean): { value: unknown; count: number }[] {
  const counts = new Map<string, { value: unknown; count: number }>();
  for (const value of values) {
    const text = comparableText(value, caseSensitive);
    const known = counts.get(text);
    if (known === undefined) counts.set(text, { value, count: 1 });
    else known.count += 1;
  }
  return [...counts.values()];
}

/** Equally frequent values keep the order of first occurrence, in both directions. */
export function frequencyDistribution(values: readonly unknown[], options: FrequencyOptions): FrequencyEntry[] {
  const { top, direction } = options;
  if (top != null && top < 0) throw new ArgumentOutOfRangeError('top', top, '0 or more');
  const sign = direction === 'ASC' ? 1 : -1;
  const entries = countValues(values, options.caseSensitive === true)
    .sort((a, b) => sign * (a.count - b.count))
    .map(({ value, count }) => ({ value, frequency: count, percentage: count / values.length }));
  return top == null ? entries : entries.slice(0, top);
}

/** Probability that two values drawn at random, with replacement, are equal: Σf²/n². Null without values. */
export function confidence(values: readonly unknown[], caseSensitive: boolean): number | null {
  if (values.length === 0) return null;
  const squares = countValues(values, caseSensitive).reduce((sum, { count }) => sum + count * count, 0);
  return squares / (values.length * values.length);
}
