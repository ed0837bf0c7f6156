import type { DesignGoal } from '../design/field-kind.ts';
import { GrowingGroups, meanBetween } from '../learning/growing-groups.ts';
import type { ChosenThreshold, Links } from '../learning/threshold.ts';
import { probability } from './calibrate.ts';

export interface F1Options {
  readonly records: number;
  /** For how many pairs of all records each link stands. */
  readonly weights: Float64Array;
  /** The sum of weights of any pair over the even odds. */
  readonly excess: (a: number, b: number) => number;
  /** What is added to a sum over the even odds to get the bits of a threshold. */
  readonly evenOddsAt: number;
  readonly goal: DesignGoal;
}

/** Links less likely than 1 to 256 are not tried. */
const leastOdds = -8;
/** A threshold of 0 accepts two records of which nothing is known. */
const leastThreshold = 0.5;
/** Of thresholds whose expected F1 differs less than this, the one nearest to the even odds. */
const alike = 0.002;

/** How many times as important recall is as precision (van Rijsbergen 1979). */
const importanceOfRecall: Readonly<Record<DesignGoal, number>> = { precision: 0.5, balanced: 1, recall: 2 };

interface Tried {
  /** Over the even odds, of the weakest link. */
  readonly odds: number;
  readonly pairs: number;
  readonly right: number;
  readonly joins: number;
}

/**
 * The threshold whose components have the best expected F1 (Lipton, Elkan and Naryanaswamy 2014: it is below even odds
 * where most links are doubtful). Answers have calibrated the odds; without them, a model is too sure of its errors.
 *
 * @param links with the bits that the rules add, rounded as they are
 */
export function thresholdForF1(links: Links, options: F1Options): ChosenThreshold {
  const { evenOddsAt, weights, goal } = options;
  const recall = importanceOfRecall[goal] ** 2;
  const odds = links.bits.map((bits) => bits - evenOddsAt);
  const all = odds.reduce((sum, own, index) => sum + weights[index]! * probability(own), 0);
  const stands = odds.length === 0 ? 1 : weights.reduce((sum, weight) => sum + weight, 0) / weights.length;
  const least = Math.max(leastOdds, leastThreshold - evenOddsAt);
  const tried = tries(links, odds, least, options).map((one) => ({
    ...one,
    f1: ((1 + recall) * one.right) / (one.pairs + recall * Math.max(all / stands, one.right)),
  }));
  const best = tried.reduce((most, { f1 }) => Math.max(most, f1), 0);
  let chosen: (typeof tried)[number] | undefined;
  for (const one of tried) {
    if (one.f1 < best - alike) continue;
    if (chosen === undefined || Math.abs(one.odds) < Math.abs(chosen.odds)) chosen = one;
  }
  if (chosen === undefined) {
    return {
      bits: Math.max(leastThreshold, evenOddsAt),
      precision: 1,
      recall: 1,
      doubtful: 0,
      mostDoubtful: 0,
      joins: 0,
    };
  }
  const { pairs, right, joins } = chosen;
  return {
    bits: Math.round((chosen.odds + evenOddsAt) * 10) / 10,
    precision: right / pairs,
    recall: right / Math.max(all / stands, right),
    doubtful: 1 - right / pairs,
    mostDoubtful: 1 - right / pairs,
    joins,
  };
}

/** Joins groups by links from the strongest on; one try at each sum of bits. */
function tries({ first, second }: Links, odds: Float64Array, least: number, { records, excess }: F1Options): Tried[] {
  const order = Array.from(odds.keys())
    .filter((index) => odds[index]! >= least)
    .sort((a, b) => odds[b]! - odds[a]!);
  const groups = new GrowingGroups(records);
  const tried: Tried[] = [];
  let [pairs, right, joins] = [0, 0, 0];
  order.forEach((index, at) => {
    const joined = groups.join(first[index]!, second[index]!);
    if (joined !== undefined) {
      const added = joined[0].length * joined[1].length;
      pairs += added;
      right += added * meanBetween(joined, (a, b) => probability(excess(a, b)));
      joins += 1;
    }
    const next = order[at + 1];
    if (pairs > 0 && (next === undefined || odds[next]! < odds[index]! - 1e-9)) {
      tried.push({ odds: odds[index]!, pairs, right, joins });
    }
  });
  return tried;
}
