import { maximize } from './bounded-newton.ts';
import type { Patterns } from './patterns.ts';

/** Weights in bits whose sum says how likely a pair is one entity. */
export interface Weights {
  /** The sum of nothing: the binary logarithm of the odds of a pair of which nothing is known. */
  readonly begin: number;
  /** Bits by item and level; position 0 (missing) counts 0. */
  readonly bits: readonly Float64Array[];
}

export interface FitOptions {
  /** The weights of each item alone. */
  readonly alone: Weights;
  /** So many pairs is the factor 1 worth. */
  readonly strength: number;
}

/** The least and the most of the weight of an item alone that counts beside the others. */
const leastFactor = 0.3;
const mostFactor = 1.2;
/** Bounds of the begin: the odds of a pair of which nothing is known, in bits. */
const leastBegin = -60;
const mostBegin = 20;
/** Less log-likelihood than one pair in a hundred can say. */
const enough = 0.01;

/**
 * Scales the weights of items so that their sum fits the probabilities of patterns: logistic regression with a ridge
 * (Hoerl and Kennard 1970) around 1, at its maximum within bounds. An item has one factor for agreement and one for
 * disagreement. The rules add weights, and the mixture does not: evidence that tends to agree together among related
 * pairs, such as a city and a postcode, counts less beside the other.
 */
export function fitWeights(patterns: Patterns, probabilities: Float64Array, options: FitOptions): Weights {
  const { alone } = options;
  const size = 2 * patterns.items + 1;
  const ofAll = (begin: number, factor: number) => {
    // The first factor is the begin itself, in bits.
    const factors = new Float64Array(size).fill(factor);
    factors[0] = begin;
    return factors;
  };
  const fit = { patterns, probabilities, ...options };
  const factors = maximize(
    { value: (at) => likelihood(fit, at), derivatives: (at) => derivatives(fit, at) },
    ofAll(alone.begin, 1),
    { least: ofAll(leastBegin, leastFactor), most: ofAll(mostBegin, mostFactor) },
    enough,
  );
  return {
    begin: factors[0]!,
    bits: alone.bits.map((own, item) => own.map((bits) => bits * factors[factorAt(item, bits)]!)),
  };
}

interface Fit extends FitOptions {
  readonly patterns: Patterns;
  readonly probabilities: Float64Array;
}

/** The logarithm of how likely the factors make the probabilities, less what the ridge takes. */
function likelihood({ patterns, probabilities, alone, strength }: Fit, factors: Float64Array): number {
  let sum = 0;
  for (let i = 1; i < factors.length; i++) sum -= (strength / 2) * (factors[i]! - 1) ** 2;
  const { items, levels, weights } = patterns;
  const bits = alone.bits.map((own, item) => own.map((bits) => bits * factors[factorAt(item, bits)]!));
  for (let row = 0; row < weights.length; row++) {
    let total = factors[0]!;
    for (let item = 0; item < items; item++) total += bits[item]![levels[row * items + item]!]!;
    const odds = total * Math.LN2;
    // The logarithm of 1 + e^odds, without overflow.
    const both = Math.max(0, odds) + Math.log1p(Math.exp(-Math.abs(odds)));
    sum += weights[row]! * (probabilities[row]! * odds - both);
  }
  return sum;
}

/** The position of the factor that scales a weight. */
const factorAt = (item: number, bits: number): number => 1 + 2 * item + (bits < 0 ? 1 : 0);

function derivatives(fit: Fit, factors: Float64Array) {
  const size = factors.length;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  // The data tell the begin well; only factors are held.
  for (let i = 1; i < size; i++) {
    gradient[i] = fit.strength * (1 - factors[i]!);
    curvature[i * size + i] = fit.strength;
  }
  for (let row = 0; row < fit.patterns.weights.length; row++) addPattern(fit, factors, row, gradient, curvature);
  return { gradient, curvature };
}

/** Adds the share of one pattern to the gradient, and to the upper triangle of the curvature. */
function addPattern(
  { patterns, probabilities, alone }: Fit,
  factors: Float64Array,
  row: number,
  gradient: Float64Array,
  curvature: Float64Array,
): void {
  const positions = [0];
  const values = [1];
  let total = factors[0]!;
  for (let item = 0; item < patterns.items; item++) {
    const bits = alone.bits[item]![patterns.levels[row * patterns.items + item]!]!;
    if (bits === 0) continue;
    const position = factorAt(item, bits);
    positions.push(position);
    values.push(bits);
    total += bits * factors[position]!;
  }
  const expected = 1 / (1 + 2 ** -total);
  const slope = patterns.weights[row]! * expected * (1 - expected) * Math.LN2 * Math.LN2;
  const error = patterns.weights[row]! * (probabilities[row]! - expected) * Math.LN2;
  if (slope < 1e-9 && Math.abs(error) < 1e-9) return;
  for (let i = 0; i < positions.length; i++) {
    const at = positions[i]! * factors.length;
    gradient[positions[i]!]! += error * values[i]!;
    for (let j = i; j < positions.length; j++) curvature[at + positions[j]!]! += slope * values[i]! * values[j]!;
  }
}

/** Makes levels never count more than stricter ones, by averaging neighbours (Ayer et al. 1955). */
export function monotone(bits: readonly number[], counts: readonly number[]): number[] {
  const pools: { sum: number; count: number; size: number }[] = [];
  bits.forEach((bit, index) => {
    const count = Math.max(1e-6, counts[index]!);
    pools.push({ sum: bit * count, count, size: 1 });
    while (pools.length > 1 && mean(pools.at(-1)!) > mean(pools.at(-2)!)) {
      const last = pools.pop()!;
      const former = pools.pop()!;
      pools.push({ sum: last.sum + former.sum, count: last.count + former.count, size: last.size + former.size });
    }
  });
  return pools.flatMap((pool) => new Array<number>(pool.size).fill(mean(pool)));
}

const mean = ({ sum, count }: { readonly sum: number; readonly count: number }): number => sum / count;
