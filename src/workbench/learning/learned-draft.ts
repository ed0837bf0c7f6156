import type { DesignDraft } from '../design/design.ts';
import type { KeyChoice } from '../design/keys.ts';
import { linksUpTo } from '../design/weights.ts';
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
/** The same where the model is sure of its entities. */
const furtherStep = -1;
/** The least of all thresholds, and the least difference of two, in bits. */
const lowestThreshold = 0.5;
const leastBits = 0.1;

/** By candidate, the highest threshold at which the rules link it: the sum of its rounded weights, unless limits cut it. */
export function bitsOfCandidates(model: Model): Float64Array {
  const byPattern = bitsOfPatterns(model);
  return Float64Array.from(model.numbers, (pattern) => byPattern[pattern]!);
}

function bitsOfPatterns(model: Model): Float64Array {
  const { items, levels, weights } = model.patterns;
  const bits = roundedWeights(model);
  return Float64Array.from(weights, (_, row) => linkedUpTo(model, bits, (item) => levels[row * items + item]!));
}

/** The highest threshold at which the rules link two records, by the levels of their items. */
export const bitsOfLevels = (model: Model, levels: Uint8Array): number =>
  linkedUpTo(model, roundedWeights(model), (item) => levels[item]!);

const roundedWeights = ({ weights }: Model): readonly Float64Array[] => weights.bits.map((own) => own.map(rounded));

function linkedUpTo({ evidence }: Model, bits: readonly Float64Array[], levelOf: (item: number) => number): number {
  let [own, shared] = [0, 0];
  evidence.forEach((item, index) => {
    const counted = bits[index]![levelOf(index)]!;
    if (item.shared) shared += counted;
    else own += counted;
  });
  return linksUpTo(evidence, own, shared);
}

export const rounded = (bits: number): number => Math.round(bits * 10) / 10;

export function learnThreshold(model: Model, records: number): ChosenThreshold {
  const { candidates, weights } = model;
  const least = leastThreshold(model);
  const triesOf = (from: number, to: number): number[] => {
    const steps = Array.from({ length: (to - from) * 2 + 1 }, (_, index) => from + index / 2);
    return [...new Set(steps.map((step) => Math.max(least, rounded(step - weights.begin))))];
  };
  return chooseThreshold(
    { first: candidates.first, second: candidates.second, bits: bitsOfCandidates(model) },
    {
      records,
      candidates: triesOf(firstStep, lastStep),
      further: triesOf(furtherStep, firstStep - 0.5),
      excess: model.excess,
    },
  );
}

/**
 * The least threshold that the model may have: more than any random pair of the file reaches that the mixture does not
 * take for one entity. A threshold of 0 would accept two records of which nothing is known.
 */
export function leastThreshold(model: Model): number {
  const bits = bitsOfPatterns(model);
  let most = lowestThreshold - leastBits;
  for (const pattern of model.unrelated) {
    if (model.mixture.probabilities[pattern]! < 0.5) most = Math.max(most, bits[pattern]!);
  }
  return rounded(most + leastBits);
}

/** How many pairs of all records the weights expect to be one entity. The mixture has its own number. */
export function expectedMatches({ patterns, weights }: Model): number {
  let matches = 0;
  for (let row = 0; row < patterns.weights.length; row++) {
    let sum = weights.begin;
    for (let item = 0; item < patterns.items; item++) {
      sum += rounded(weights.bits[item]![patterns.levels[row * patterns.items + item]!]!);
    }
    matches += patterns.weights[row]! / (1 + 2 ** -sum);
  }
  return matches;
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
  for (const [index, bits] of bitsOfCandidates(model).entries()) {
    if (bits < threshold) continue;
    first.push(model.candidates.first[index]!);
    second.push(model.candidates.second[index]!);
    worth.push(model.candidates.weights[index]! * model.mixture.probabilities[model.numbers[index]!]!);
  }
  return { first, second, worth };
}
