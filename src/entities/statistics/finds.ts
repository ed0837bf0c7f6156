import type { Found } from '../items/reviews.ts';
import type { FieldStatistics } from './types.ts';

/** Finds of each kind. */
export const MOST_FINDS = 100;

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
