import { parseDay } from '../comparers/day.ts';
import type { ResolvedValues } from '../types.ts';

/** The contribution of one resolver to `Entity.consistency`. */
export interface ConsistencyWeight {
  readonly position: number;
  readonly weight: number;
  readonly type: 'text' | 'date';
}

/**
 * Returns the weighted mean of Σf²/n² over the listed resolvers. n is the number of records with a value, f the
 * frequency of a value among them: 1 if all are equal, 1/n if all differ. Each value of a record with k values counts
 * 1/k, so that the result is between 0 and 1. Resolvers without any value do not count; if none counts, the result is
 * 1.
 */
export function consistency(records: readonly ResolvedValues[], weights: readonly ConsistencyWeight[]): number {
  let total = 0;
  let sum = 0;
  for (const { position, weight, type } of weights) {
    const frequency = new Map<string | number, number>();
    let n = 0;
    for (const values of records) {
      const texts = values[position]!;
      if (texts.length === 0) continue;
      n += 1;
      for (const text of texts) {
        const value = type === 'date' ? (parseDay(text) ?? text) : text;
        frequency.set(value, (frequency.get(value) ?? 0) + 1 / texts.length);
      }
    }
    if (n === 0) continue;
    let squares = 0;
    for (const f of frequency.values()) squares += f * f;
    total += weight;
    sum += (weight * squares) / (n * n);
  }
  return total === 0 ? 1 : Math.min(1, sum / total);
}
