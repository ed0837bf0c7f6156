import { compileValuePath } from '../etm/path.ts';
import type { RecordPayload } from '../matching/compiled.ts';
import { comparableText, numberOf } from './comparable.ts';
import { EmptyFilterError } from './errors.ts';
import type { SortDirection } from './frequency.ts';

export interface SortCriterion {
  /** A path as in the rule-config; of several values the first counts. */
  readonly field: string;
  /** Default ASC. */
  readonly direction?: SortDirection | null | undefined;
}

/**
 * Sorts by the first criterion, then among equals by the next, and leaves what is equal in all of them in its order.
 * Numbers compare as numbers when all values are numeric, otherwise all compare as text without regard to case. Records
 * without a value come last, in descending order first.
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
