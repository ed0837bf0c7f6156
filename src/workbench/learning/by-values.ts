import type { FieldKind } from '../design/field-kind.ts';
import type { GuessedField } from '../design/guess-kinds.ts';
import { type FieldStatistics, shareOf } from './field-statistics.ts';

/** How values are compared if nothing but the values is known. */
export type ValueRole = 'text' | 'name' | 'code' | 'number' | 'date' | 'category';

/** Kinds that name one thing: few different values contradict them. */
const naming: ReadonlySet<FieldKind> = new Set<FieldKind>([
  'fullName',
  'familyName',
  'givenName',
  'organizationName',
  'productName',
  'title',
  'authors',
  'street',
  'fullAddress',
  'phone',
  'website',
  'email',
]);
/** Kinds whose evidence says little, because only their values are known. */
const general: ReadonlySet<FieldKind> = new Set<FieldKind>(['unknown', 'otherDate', 'trait', 'freeText']);
/** Longer texts describe, and hardly ever name. */
const mostWords = 12;
/** Fewer values say nothing. */
const fewest = 50;
/** Values that agree by chance more often than this many bits name a kind of thing. */
const fewBits = 4;

/** True if the values of a field are not what its kind says, or if its kind says nothing. A stated kind stands. */
export function isMisread({ kind, because, field }: GuessedField, statistics: FieldStatistics): boolean {
  if (field.kind !== undefined || field.same === true) return false;
  if (statistics.filled < fewest) return false;
  if (kind === 'freeText' && statistics.words > mostWords) return false;
  if (general.has(kind)) return true;
  if (kind === 'ignored') return /form of address/.test(because) && statistics.bits > fewBits;
  if (!naming.has(kind)) return false;
  if (statistics.bits < fewBits && kind !== 'givenName' && kind !== 'familyName') return true;
  return contradicts(kind, statistics);
}

function contradicts(kind: FieldKind, statistics: FieldStatistics): boolean {
  switch (kind) {
    case 'email':
      return shareOf(statistics, 'email') < 0.3;
    case 'website':
      return shareOf(statistics, 'url') < 0.3;
    case 'phone':
      return shareOf(statistics, 'phone', 'number', 'code') < 0.3;
    case 'street':
    case 'fullAddress':
      return shareOf(statistics, 'date', 'email', 'url') > 0.6;
    default:
      return shareOf(statistics, 'date', 'year', 'number', 'email', 'url', 'phone') > 0.6;
  }
}

/** The role of values by their shape alone; undefined if they are no evidence. */
export function roleOf(statistics: FieldStatistics, records: number): ValueRole | undefined {
  const { filled, distinct, bits, words } = statistics;
  if (filled < Math.max(12, records * 0.005) || distinct < 2) return undefined;
  if (shareOf(statistics, 'uuid') > 0.6) return undefined;
  const isOneWord = words < 1.3;
  // A value of its own in each record is the key of a table.
  if (isOneWord && distinct === filled && filled > records * 0.99 && shareOf(statistics, 'number', 'code') > 0.8) {
    return undefined;
  }
  if (bits < 3) return 'category';
  if (shareOf(statistics, 'date') > 0.6) return 'date';
  if (shareOf(statistics, 'number', 'year') > 0.8) return 'number';
  if (shareOf(statistics, 'code', 'number', 'phone', 'year', 'url', 'email') > 0.6) return 'code';
  return words < 1.5 ? 'name' : 'text';
}
