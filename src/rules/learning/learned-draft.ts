import type { DesignDraft } from '../design/design.ts';
import type { KeyChoice } from '../design/keys.ts';
import { plansOf } from './candidates.ts';
import { chooseCover } from './cover.ts';
import type { Model } from './model.ts';
import { type ChosenThreshold, chooseThreshold } from './threshold.ts';

export interface Learned {
  readonly draft: DesignDraft;
  readonly model: Model;
  readonly threshold: ChosenThreshold;
  /** Share of the links that the keys of the draft find. */
  readonly found: number;
  /** The candidates that reach the threshold. */
  readonly links: Links;
}

interface Links {
  readonly first: readonly number[];
  readonly second: readonly number[];
  readonly worth: readonly number[];
}

/** The most keys of a record, and candidates of a submit, on average. */
const mostKeys = 16;
const mostCandidates = 60;
/** The service's default: a key of more records finds nothing. */
const overFrequent = 1_000;
/** The thresholds to try, in bits from even odds on. */
const firstStep = 1;
const lastStep = 8;

/** The sum of the rounded weights of a candidate, as the rules add them. */
export function bitsOfCandidate({ patterns, weights, numbers }: Model, index: number): number {
  const row = numbers[index]! * patterns.items;
  let sum = 0;
  for (let item = 0; item < patterns.items; item++) sum += rounded(weights.bits[item]![patterns.levels[row + item]!]!);
  return sum;
}

export const rounded = (bits: number): number => Math.round(bits * 10) / 10;

export function learnThreshold(model: Model, records: number): ChosenThreshold {
  const { candidates, numbers, weights } = model;
  const tries: number[] = [];
  for (let step = firstStep; step <= lastStep; step += 0.5) tries.push(Math.max(0.5, rounded(step - weights.begin)));
  return chooseThreshold(
    {
      first: candidates.first,
      second: candidates.second,
      bits: Float64Array.from(numbers.keys(), (index) => bitsOfCandidate(model, index)),
    },
    { records, candidates: [...new Set(tries)], excess: model.excess },
  );
}

/** The draft with learned weights, threshold and keys. */
export function learnedDraft(
  draft: DesignDraft,
  model: Model,
  threshold: ChosenThreshold,
  { random, total }: { readonly random: number; readonly total: number },
): Learned {
  const evidence = draft.evidence.map((item, index) => {
    const bits = model.weights.bits[index]!;
    return {
      ...item,
      levels: item.levels.map(([matcherID], level) => [matcherID, rounded(bits[level + 1]!)] as const),
      otherwise: rounded(bits[item.levels.length + 1]!),
    };
  });
  const links = linksOf(model, threshold.bits);
  const cover = chooseCover(plansOf(model.keyParts, random), links, {
    random,
    total,
    mostKeys,
    mostCandidates,
    overFrequent,
  });
  const choices = cover.plans.map(
    (plan): KeyChoice => ({
      evidence: plan.parts.map(({ item }) => evidence[item]!),
      matcherIDs: plan.parts.map(({ matcherID }) => matcherID),
      bits: plan.parts.reduce((sum, { bits }) => sum + bits, 0),
    }),
  );
  return {
    draft: {
      ...draft,
      evidence,
      threshold: threshold.bits,
      choices: choices.length > 0 ? choices : draft.choices,
      learned: true,
    },
    model,
    threshold,
    found: cover.found,
    links,
  };
}

function linksOf(model: Model, threshold: number): Links {
  const first: number[] = [];
  const second: number[] = [];
  const worth: number[] = [];
  for (let index = 0; index < model.numbers.length; index++) {
    if (bitsOfCandidate(model, index) < threshold) continue;
    first.push(model.candidates.first[index]!);
    second.push(model.candidates.second[index]!);
    worth.push(model.candidates.weights[index]! * model.mixture.probabilities[model.numbers[index]!]!);
  }
  return { first, second, worth };
}
