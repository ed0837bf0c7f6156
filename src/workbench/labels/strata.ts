import { digest } from '../../text/digest.ts';
import type { Model } from '../learning/model.ts';
import type { Weights } from '../learning/weights.ts';
import { probability, sumOf } from './calibrate.ts';

/** Sums over the even odds, in bits, between the strata. Pairs below the first one are not asked about. */
const edges: readonly number[] = [-10, -5, -2, 1, 4, 8];

/** One more than the number of edges: the first stratum, 0, is not asked about. */
export const strataCount = edges.length + 1;

/**
 * Divides candidate pairs by what the model thinks of them before any answer. The strata reach far to both sides of the
 * even odds, so that random draws from each of them find out a model that is badly wrong.
 */
export class Strata {
  /** By candidate, its stratum. */
  readonly numbers: Uint8Array;
  /** By candidate, the model's probability before any answer. */
  readonly expected: Float64Array;
  /** How many candidates each stratum has. */
  readonly sizes: readonly number[];
  /** The same for the same candidates in the same strata. */
  readonly fingerprint: string;
  private readonly weights: Float64Array;
  private readonly seed: number;

  constructor(model: Model, prior: Weights, seed: number) {
    const { patterns, numbers, candidates } = model;
    const scores = Float64Array.from(patterns.weights.keys(), (row) =>
      sumOf(prior, patterns.levels, row * patterns.items),
    );
    const byPattern = Uint8Array.from(scores, (score) => edges.filter((edge) => score >= edge).length);
    this.numbers = Uint8Array.from(numbers, (pattern) => byPattern[pattern]!);
    this.expected = Float64Array.from(numbers, (pattern) => probability(scores[pattern]!));
    this.weights = candidates.weights;
    this.seed = seed;
    const sizes = new Array<number>(strataCount).fill(0);
    for (const number of this.numbers) sizes[number]! += 1;
    this.sizes = sizes;
    this.fingerprint = digest([edges, sizes, seed]).slice(0, 12);
  }

  /**
   * The next pair of a stratum in its random order. A pair that stands for many comes early accordingly (Efraimidis and
   * Spirakis 2006).
   *
   * @returns the position of the candidate, or undefined if all are taken
   */
  draw(stratum: number, isTaken: (candidate: number) => boolean): number | undefined {
    let found: number | undefined;
    let first = Number.POSITIVE_INFINITY;
    for (let index = 0; index < this.numbers.length; index++) {
      if (this.numbers[index] !== stratum || isTaken(index)) continue;
      const place = -Math.log(uniform(index, this.seed)) / this.weights[index]!;
      if (place >= first) continue;
      first = place;
      found = index;
    }
    return found;
  }
}

/** A number between 0 and 1 for each position and seed: the mix of murmur3, which is even enough to draw by. */
export function uniform(index: number, seed: number): number {
  let state = Math.imul(index + 1, 0x9e3779b1) ^ Math.imul(seed + 1, 0x85ebca6b);
  state ^= state >>> 16;
  state = Math.imul(state, 0x85ebca6b);
  state ^= state >>> 13;
  state = Math.imul(state, 0xc2b2ae35);
  state ^= state >>> 16;
  return ((state >>> 0) + 0.5) / 2 ** 32;
}
