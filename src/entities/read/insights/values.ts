import { daysInMonth } from '../../../rules/transformers/date-text.ts';
import { canonicalJson, jsonText } from '../../../text/json.ts';
import { ArgumentOutOfRangeError } from './errors.ts';

/**
 * Returns the text by which values are compared: a text unchanged, a number in its shortest decimal form, a list or
 * object as JSON with sorted fields. Ignores case by default.
 */
export function comparableText(value: unknown, caseSensitive: boolean): string {
  const text = typeof value === 'string' ? value : (jsonText(value) ?? canonicalJson(value, () => true));
  return caseSensitive ? text : text.toLowerCase();
}

const DECIMAL = /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/;

/** Returns the number that a value is or spells; undefined if it is not a number. */
export function numberOf(value: unknown): number | undefined {
  if (typeof value === 'number') return Number.isFinite(value) ? value : undefined;
  if (typeof value !== 'string') return undefined;
  const text = value.trim();
  if (!DECIMAL.test(text)) return undefined;
  const number = Number(text);
  return Number.isFinite(number) ? number : undefined;
}

/** Flattens lists one level deep and omits nulls. */
export function opened(values: readonly unknown[]): readonly unknown[] {
  if (!values.some(Array.isArray)) return values;
  return values.flat(1).filter((value) => value !== null && value !== undefined);
}

function isDay(year: number, month: number, day: number): boolean {
  return day >= 1 && day <= daysInMonth(year, month);
}

const TIME = /^(\d{4})-(\d{2})-(\d{2})[Tt ](\d{2}):(\d{2}):(\d{2})(?:\.(\d{1,9}))?(?:([Zz])|([+-])(\d{2}):(\d{2}))?$/;
const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;

/** Full-date of RFC 3339, such as `2024-02-29`, of a day that exists. */
export function isDate(text: string): boolean {
  const match = DATE.exec(text);
  return match !== null && isDay(Number(match[1]), Number(match[2]), Number(match[3]));
}

/**
 * Returns nanoseconds since 1970 for an RFC 3339 date-time; without a zone it is read as UTC. Undefined for other
 * texts. Rejects leap seconds, because the clocks used here do not count them.
 */
export function timeOf(text: string): bigint | undefined {
  const match = TIME.exec(text);
  if (match === null) return undefined;
  const [year, month, day, hour, minute, second] = match.slice(1, 7).map(Number) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const [, , , , , , , fraction = '', , sign, zoneHour = '0', zoneMinute = '0'] = match;
  if (!isDay(year, month, day) || hour > 23 || minute > 59 || second > 59) return undefined;
  if (Number(zoneHour) > 23 || Number(zoneMinute) > 59) return undefined;
  const zone = (Number(zoneHour) * 60 + Number(zoneMinute)) * (sign === '-' ? -1 : 1);
  const moment = utc(year, month, day) + ((hour * 60 + minute - zone) * 60 + second) * 1_000;
  return BigInt(moment) * 1_000_000n + BigInt(fraction.padEnd(9, '0'));
}

/** As {@link timeOf}, but also accepts a date alone, which means its first moment in UTC. */
export function instantOf(value: unknown): bigint | undefined {
  if (typeof value !== 'string') return undefined;
  const time = timeOf(value);
  if (time !== undefined) return time;
  const match = DATE.exec(value);
  if (match === null || !isDate(value)) return undefined;
  return BigInt(utc(Number(match[1]), Number(match[2]), Number(match[3]))) * 1_000_000n;
}

/** Date.UTC maps years below 100 to the 20th century. */
function utc(year: number, month: number, day: number): number {
  return new Date(0).setUTCFullYear(year, month - 1, day);
}

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
