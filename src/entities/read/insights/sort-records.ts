import { compileValuePath } from '../../../rules/transformers/path.ts';
import type { RecordPayload } from '../../../rules/types.ts';
import { comparableText, numberOf } from './comparable.ts';
import { EmptyFilterError } from './errors.ts';
import type { SortDirection } from './frequency.ts';

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
export function sortRecords(
  records: readonly RecordPayload[],
  criteria: readonly SortCriterion[],
): readonly RecordPayload[] {
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
