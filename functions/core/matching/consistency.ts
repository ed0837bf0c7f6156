import type { ResolvedValues } from './compiled.ts';
import { parseDay } from './day.ts';

/** How one resolver counts in `Entity.consistency`. */
export interface ConsistencyWeight {
  readonly position: number;
  readonly weight: number;
  readonly type: 'text' | 'date';
}

/**
 * Weighted mean over the listed resolvers of Σf²/n², where n is the number of records with a value and f how often a
 * value occurs among them: 1 when all agree, 1/n when all differ. A record with k values gives each of them 1/k, so that
 * the result stays between 0 and 1. Resolvers without any value do not count; without any that counts it is 1.
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
