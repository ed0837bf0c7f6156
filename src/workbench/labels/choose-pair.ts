import type { Model } from '../learning/model.ts';
import { type Calibration, probability, sumOf } from './calibrate.ts';
import { uniform } from './strata.ts';

export interface ChooseOptions {
  readonly model: Model;
  readonly calibration: Calibration;
  readonly seed: number;
  /** True for candidates that you judged. */
  readonly isTaken: (candidate: number) => boolean;
}

/** Pairs less likely than 1 to 16,384 teach nothing about the threshold. */
const leastOdds = -14;
/** So many patterns are compared by how sure the weights are of them. */
const mostPatterns = 2_000;

/**
 * The candidate whose answer moves the weights most: the largest expected change of its odds (MacKay 1992), which is
 * near even odds, unlike what you judged before, and of a pattern that many candidates have. What to ask next by the
 * uncertainty of a model is active learning (Sarawagi and Bhamidipaty 2002; Bilenko and Mooney 2003).
 *
 * @returns the position of the candidate, or undefined if none is left
 */
export function mostInformative({ model, calibration, seed, isTaken }: ChooseOptions): number | undefined {
  const { patterns, numbers } = model;
  const open = new Float64Array(patterns.weights.length);
  const judged = new Float64Array(patterns.weights.length);
  numbers.forEach((pattern, candidate) => {
    if (isTaken(candidate)) judged[pattern]! += 1;
    else open[pattern]! += 1;
  });
  const worths = Array.from(open, (count, pattern): readonly [pattern: number, worth: number] => {
    if (count === 0) return [pattern, 0];
    const sum = sumOf(calibration.weights, patterns.levels, pattern * patterns.items);
    const share = probability(sum);
    return [pattern, sum < leastOdds ? 0 : (share * (1 - share) * Math.sqrt(count)) / (1 + judged[pattern]!)];
  }).filter(([, worth]) => worth > 0);
  worths.sort((a, b) => b[1] - a[1]);
  let best: number | undefined;
  let most = 0;
  for (const [pattern, worth] of worths.slice(0, mostPatterns)) {
    const row = patterns.levels.subarray(pattern * patterns.items, (pattern + 1) * patterns.items);
    const gain = worth * calibration.variance(row);
    if (gain <= most) continue;
    most = gain;
    best = pattern;
  }
  return best === undefined ? undefined : anyOf(best, numbers, seed, isTaken);
}

function anyOf(
  pattern: number,
  numbers: Int32Array,
  seed: number,
  isTaken: (candidate: number) => boolean,
): number | undefined {
  let found: number | undefined;
  let first = Number.POSITIVE_INFINITY;
  numbers.forEach((own, candidate) => {
    if (own !== pattern || isTaken(candidate)) return;
    const place = uniform(candidate, seed);
    if (place >= first) return;
    first = place;
    found = candidate;
  });
  return found;
}
