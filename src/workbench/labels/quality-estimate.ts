import { betaQuantile } from './beta-quantile.ts';

/** Candidate pairs that count alike: of one stratum, all of them linked or none. */
export interface Cell {
  /** How many pairs of the records it stands for. */
  readonly pairs: number;
  /** True if the pairs end in one entity. */
  readonly linked: boolean;
  /** The share of matches that the model expects, without what answers taught it. */
  readonly expected: number;
  /** Answers to randomly drawn pairs. */
  readonly same: number;
  readonly different: number;
}

/** A share, its median, with an interval. */
export interface Estimate {
  readonly value: number;
  readonly low: number;
  readonly high: number;
}

export interface QualityEstimate {
  /** Share of the linked candidate pairs that are one entity. */
  readonly precision: Estimate;
  /** Share of the candidate pairs of one entity that are linked. */
  readonly recall: Estimate;
  /** The answers that it rests on. */
  readonly answers: number;
}

/** The probability that the interval covers the truth. */
const coverage = 0.9;
const draws = 2_000;
/** No prior is surer than this, so that a few answers outweigh a model that errs. */
const surest = 0.02;

/**
 * Precision and recall of links, from answers to pairs that were drawn at random within strata (Cochran 1977; strata by
 * score: Marchant and Rubinstein 2017). Intervals are simulated.
 *
 * Precision is a weighted share: each answer in a linked cell stands for as many pairs as its share of the cell, and all
 * of them are worth as many equal answers as Kish (1965) says (Korn and Graubard 1998, with Jeffreys's prior). Linked
 * cells without answers may have any precision. The model has no say in it.
 *
 * Recall compares these matches with the ones that are not linked. Each cell that is not linked has a beta posterior,
 * whose prior is worth one pair and has the odds of the model in half as many bits: without it, the many unlikely pairs
 * would need hundreds of answers.
 *
 * @param random numbers from 0 to below 1
 */
export function estimateQuality(cells: readonly Cell[], random: () => number): QualityEstimate {
  const filled = cells.filter(({ pairs }) => pairs > 0);
  const linked = linkedPart(filled.filter((cell) => cell.linked));
  const unlinked = filled.filter((cell) => !cell.linked);
  const missed = unlinked.map(({ pairs, expected, same, different }) => {
    const prior = halfAsSure(expected);
    return { pairs, alpha: prior + same, beta: 1 - prior + different };
  });
  const precisions: number[] = [];
  const recalls: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    const precision =
      linked.covered * betaQuantile(random(), linked.alpha, linked.beta) +
      (1 - linked.covered) * betaQuantile(random(), 0.5, 0.5);
    const right = linked.pairs * precision;
    const rest = missed.reduce((sum, { pairs, alpha, beta }) => sum + pairs * betaQuantile(random(), alpha, beta), 0);
    precisions.push(precision);
    recalls.push(right + rest === 0 ? 1 : right / (right + rest));
  }
  const answered = filled.filter(({ same, different }) => same + different > 0);
  return {
    precision: linked.pairs === 0 ? { value: 1, low: 0, high: 1 } : interval(precisions, !linked.hasWrong),
    recall: interval(
      recalls,
      unlinked.every(({ same }) => same === 0),
    ),
    answers: answered.reduce((sum, { same, different }) => sum + same + different, 0),
  };
}

interface LinkedPart {
  readonly pairs: number;
  /** The share of these pairs in cells with answers. */
  readonly covered: number;
  readonly alpha: number;
  readonly beta: number;
  readonly hasWrong: boolean;
}

function linkedPart(cells: readonly Cell[]): LinkedPart {
  const pairs = cells.reduce((sum, cell) => sum + cell.pairs, 0);
  let [covered, squares, right] = [0, 0, 0];
  for (const { pairs: size, same, different } of cells) {
    const answers = same + different;
    if (answers === 0) continue;
    covered += size;
    squares += size ** 2 / answers;
    right += (size * same) / answers;
  }
  const worth = covered === 0 ? 0 : covered ** 2 / squares;
  const share = covered === 0 ? 0 : right / covered;
  return {
    pairs,
    covered: pairs === 0 ? 0 : covered / pairs,
    alpha: share * worth + 0.5,
    beta: (1 - share) * worth + 0.5,
    hasWrong: cells.some(({ different }) => different > 0),
  };
}

/** A probability whose log-odds are half as many, within {@link surest}. */
function halfAsSure(share: number): number {
  const odds = Math.max(1e-12, share) / Math.max(1e-12, 1 - share);
  return Math.min(1 - surest, Math.max(surest, Math.sqrt(odds) / (1 + Math.sqrt(odds))));
}

/** @param isPerfect no answer speaks against 1, so the interval reaches it (Brown, Cai and DasGupta 2001) */
function interval(values: number[], isPerfect: boolean): Estimate {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return { value: at(0.5), low: at((1 - coverage) / 2), high: isPerfect ? 1 : at((1 + coverage) / 2) };
}
