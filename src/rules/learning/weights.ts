import { CholeskyDecomposition, Matrix } from 'ml-matrix';
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
  readonly rounds?: number;
}

/** The least and the most of the weight of an item alone that counts beside the others. */
const leastFactor = 0.3;
const mostFactor = 1.2;
/** The largest change of a factor in one round: keeps the iteration from leaping. */
const largestStep = 0.25;

/**
 * Scales the weights of items so that their sum fits the probabilities of patterns: logistic regression by iteratively
 * reweighted least squares with a ridge (Hoerl and Kennard 1970) around 1. An item has one factor for agreement and one
 * for disagreement. The rules add weights, and the mixture does not: evidence that tends to agree together among related
 * pairs, such as a city and a postcode, counts less beside the other.
 */
export function fitWeights(patterns: Patterns, probabilities: Float64Array, options: FitOptions): Weights {
  const { alone, strength, rounds = 15 } = options;
  const size = 2 * patterns.items + 1;
  const factors = new Float64Array(size).fill(1);
  // The first factor is the begin itself, in bits.
  factors[0] = alone.begin;
  for (let round = 0; round < rounds; round++) {
    const step = newtonStep({ patterns, probabilities, alone, factors, strength });
    let largest = 0;
    for (let index = 0; index < size; index++) {
      const most = index === 0 ? 2 : largestStep;
      const change = Math.max(-most, Math.min(most, step[index]!));
      const former = factors[index]!;
      const next = former + change;
      factors[index] = index === 0 ? next : Math.max(leastFactor, Math.min(mostFactor, next));
      largest = Math.max(largest, Math.abs(factors[index]! - former));
    }
    if (largest < 0.002) break;
  }
  return {
    begin: factors[0]!,
    bits: alone.bits.map((own, item) => own.map((bits) => bits * factors[factorAt(item, bits)]!)),
  };
}

/** The position of the factor that scales a weight. */
const factorAt = (item: number, bits: number): number => 1 + 2 * item + (bits < 0 ? 1 : 0);

interface Step {
  readonly patterns: Patterns;
  readonly probabilities: Float64Array;
  readonly alone: Weights;
  readonly factors: Float64Array;
  readonly strength: number;
}

function newtonStep(given: Step): Float64Array {
  const { patterns, factors, strength } = given;
  const size = factors.length;
  const gradient = new Float64Array(size);
  const curvature = new Float64Array(size * size);
  for (let i = 0; i < size; i++) {
    // The data tell the begin well; only factors are held.
    gradient[i] = i === 0 ? 0 : strength * (1 - factors[i]!);
    curvature[i * size + i] = i === 0 ? 1e-6 : strength;
  }
  for (let row = 0; row < patterns.weights.length; row++) addPattern(given, row, gradient, curvature);
  for (let i = 0; i < size; i++) for (let j = 0; j < i; j++) curvature[i * size + j] = curvature[j * size + i]!;
  const solved = new CholeskyDecomposition(Matrix.from1DArray(size, size, curvature)).solve(
    Matrix.columnVector(gradient),
  );
  return Float64Array.from(solved.to1DArray());
}

/** Adds the share of one pattern to the gradient, and to the upper triangle of the curvature. */
function addPattern(
  { patterns, probabilities, alone, factors }: Step,
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
