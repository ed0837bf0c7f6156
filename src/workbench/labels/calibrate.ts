import { CholeskyDecomposition, Matrix } from 'ml-matrix';
import type { Weights } from '../learning/weights.ts';

/** A pattern of levels that you judged. */
export interface JudgedPattern {
  /** By item, the level. */
  readonly levels: Uint8Array;
  readonly same: boolean;
}

/** Weights that answers have moved, and how sure they are. */
export interface Calibration {
  readonly weights: Weights;
  /** Variance of the sum of weights of a pattern, in bits squared. */
  variance(levels: Uint8Array): number;
}

/** Standard deviation of the sum of nothing, in bits. */
const beginSpread = 3;
/** By how much of themselves the weights of one side of an item, agreement or disagreement, move together. */
const factorSpread = 0.8;
/** By how many bits they move together, so that a weight near 0 can move too. */
const shiftSpread = 2;
/** By how many bits each weight moves alone. */
const ownSpread = 1.5;
/** This share of the answers is wrong, by assumption, so that one slip does not turn a weight over. */
const slips = 0.03;
/** The newest answers count, so that the cost of one more is bounded. */
const mostAnswers = 400;
const rounds = 40;
/** Part of a step: the whole one may swing. */
const stride = 0.7;

/**
 * Moves weights by answers: Bayesian logistic regression with the given weights as the mean of a normal prior, at its
 * mode (Laplace's approximation; Rasmussen and Williams 2006, algorithm 3.1). The weights of one side of an item move
 * together, so that thirty answers say something of levels that none of them has; what no answer touches stays.
 */
export function calibrate(prior: Weights, judged: readonly JudgedPattern[]): Calibration {
  const answers = judged.slice(-mostAnswers);
  const covariances = prior.bits.map(covarianceOfItem);
  const covariance = (a: Uint8Array, b: Uint8Array): number =>
    covariances.reduce((sum, own, item) => sum + own[a[item]!]![b[item]!]!, beginSpread ** 2);
  if (answers.length === 0) return { weights: prior, variance: (levels) => covariance(levels, levels) };
  const means = answers.map(({ levels }) => sumOf(prior, levels));
  const gram = symmetric(answers.length, (i, j) => covariance(answers[i]!.levels, answers[j]!.levels));
  const { pull, slopes } = modeOf(answers, means, gram);
  const noisy = new CholeskyDecomposition(
    symmetric(answers.length, (i, j) => gram.get(i, j) + (i === j ? 1 / slopes[i]! : 0)),
  );
  return {
    weights: {
      begin: prior.begin + beginSpread ** 2 * pull.reduce((sum, own) => sum + own, 0),
      bits: prior.bits.map((own, item) =>
        own.map((bits, level) =>
          answers.reduce((sum, { levels }, i) => sum + pull[i]! * covariances[item]![level]![levels[item]!]!, bits),
        ),
      ),
    },
    variance(levels) {
      const common = Matrix.columnVector(answers.map((answer) => covariance(answer.levels, levels)));
      const known = common.transpose().mmul(noisy.solve(common)).get(0, 0);
      return Math.max(0, covariance(levels, levels) - known);
    },
  };
}

/** The sum of the weights of a pattern: the binary logarithm of its odds. */
export function sumOf({ begin, bits }: Weights, levels: Uint8Array, from = 0): number {
  let sum = begin;
  for (let item = 0; item < bits.length; item++) sum += bits[item]![levels[from + item]!]!;
  return sum;
}

/** How the weights of the levels of one item move together. A missing value (position 0) counts nothing. */
function covarianceOfItem(bits: Float64Array): number[][] {
  const otherwise = bits.length - 1;
  return Array.from(bits, (left, i) =>
    Array.from(bits, (right, j) => {
      if (i === 0 || j === 0 || (i === otherwise) !== (j === otherwise)) return 0;
      return factorSpread ** 2 * left * right + shiftSpread ** 2 + (i === j ? ownSpread ** 2 : 0);
    }),
  );
}

interface Mode {
  /** By answer, how it pulls the sums of similar patterns. */
  readonly pull: readonly number[];
  /** By answer, the curvature of its likelihood. */
  readonly slopes: readonly number[];
}

function modeOf(answers: readonly JudgedPattern[], means: readonly number[], gram: Matrix): Mode {
  let sums = [...means];
  let pull = means.map(() => 0);
  let slopes = means.map(() => 1);
  for (let round = 0; round < rounds; round++) {
    const gradients = answers.map(({ same }, i) => gradientOf(sums[i]!, same));
    slopes = sums.map((sum) => {
      const share = probability(sum);
      return Math.max(1e-4, Math.LN2 ** 2 * share * (1 - share));
    });
    const roots = slopes.map(Math.sqrt);
    const inner = new CholeskyDecomposition(
      symmetric(sums.length, (i, j) => (i === j ? 1 : 0) + roots[i]! * roots[j]! * gram.get(i, j)),
    );
    const target = slopes.map((slope, i) => slope * (sums[i]! - means[i]!) + gradients[i]!);
    const reached = gram.mmul(Matrix.columnVector(target)).to1DArray();
    const solved = inner.solve(Matrix.columnVector(reached.map((value, i) => value * roots[i]!))).to1DArray();
    pull = target.map((value, i) => value - roots[i]! * solved[i]!);
    const next = gram.mmul(Matrix.columnVector(pull)).to1DArray();
    let largest = 0;
    sums = sums.map((sum, i) => {
      const step = stride * (next[i]! + means[i]! - sum);
      largest = Math.max(largest, Math.abs(step));
      return sum + step;
    });
    if (largest < 1e-3) break;
  }
  return { pull, slopes };
}

/** The slope of the likelihood of an answer, which may be a slip. */
function gradientOf(sum: number, same: boolean): number {
  const share = probability(sum);
  const agreed = (1 - slips) * (same ? share : 1 - share);
  const meant = agreed / (agreed + slips * (same ? 1 - share : share));
  return Math.LN2 * ((same ? meant : 1 - meant) - share);
}

/** The probability at binary log-odds. */
export const probability = (bits: number): number => 1 / (1 + 2 ** -bits);

/** The library refuses a matrix whose halves differ in the last digit. */
function symmetric(size: number, value: (i: number, j: number) => number): Matrix {
  const matrix = Matrix.zeros(size, size);
  for (let i = 0; i < size; i++) {
    for (let j = 0; j <= i; j++) {
      const own = value(i, j);
      matrix.set(i, j, own);
      matrix.set(j, i, own);
    }
  }
  return matrix;
}
