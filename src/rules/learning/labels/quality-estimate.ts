import jstat from 'jstat';

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

/** A share with its credible interval. */
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
export const coverage = 0.9;
const draws = 2_000;
/** No prior is surer than this: the library has no quantiles of narrower shapes. */
const surest = 0.02;

/**
 * Precision and recall of links, from answers to pairs that were drawn at random within strata (stratified sampling and
 * ratios of totals: Cochran 1977; strata by score: Marchant and Rubinstein 2017). Each cell has a beta posterior; the
 * ratios are simulated from them.
 *
 * The prior of a cell is worth one pair, and has the odds of the model in half as many bits. At even odds, it is
 * Jeffreys's prior. Where the model is very sure, a cell without answers adds little, but more than the model says.
 *
 * @param random numbers from 0 to below 1
 */
export function estimateQuality(cells: readonly Cell[], random: () => number): QualityEstimate {
  const filled = cells.filter(({ pairs }) => pairs > 0);
  const posteriors = filled.map(({ pairs, linked, expected, same, different }) => {
    const prior = halfAsSure(expected);
    return { pairs, linked, alpha: prior + same, beta: 1 - prior + different };
  });
  const linkedPairs = posteriors.reduce((sum, { linked, pairs }) => sum + (linked ? pairs : 0), 0);
  const precisions: number[] = [];
  const recalls: number[] = [];
  for (let draw = 0; draw < draws; draw++) {
    let right = 0;
    let missed = 0;
    for (const { pairs, linked, alpha, beta } of posteriors) {
      const matches = pairs * jstat.jStat.beta.inv(open(random()), alpha, beta);
      if (linked) right += matches;
      else missed += matches;
    }
    precisions.push(linkedPairs === 0 ? 1 : right / linkedPairs);
    recalls.push(right + missed === 0 ? 1 : right / (right + missed));
  }
  return {
    precision: interval(precisions),
    recall: interval(recalls),
    answers: filled.reduce((sum, { same, different }) => sum + same + different, 0),
  };
}

/** A probability whose log-odds are half as many, within {@link surest}. */
function halfAsSure(share: number): number {
  const odds = Math.max(1e-12, share) / Math.max(1e-12, 1 - share);
  return Math.min(1 - surest, Math.max(surest, Math.sqrt(odds) / (1 + Math.sqrt(odds))));
}

/** Quantiles of 0 and 1 are infinite for some shapes. */
const open = (share: number): number => Math.min(1 - 1e-9, Math.max(1e-9, share));

function interval(values: number[]): Estimate {
  const sorted = values.sort((a, b) => a - b);
  const at = (share: number): number => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))]!;
  return {
    value: sorted.reduce((sum, value) => sum + value, 0) / sorted.length,
    low: at((1 - coverage) / 2),
    high: at((1 + coverage) / 2),
  };
}
