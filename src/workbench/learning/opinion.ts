import { DisjointSets } from '../../disjoint-sets.ts';
import { evenOddsOf } from '../design/design.ts';
import { experiencedSum } from '../design/weights.ts';
import { bitsOfCandidates } from './learned-draft.ts';
import type { Model } from './model.ts';
import type { Opinion } from './opinion-text.ts';
import type { Study } from './study.ts';

/** The most pairs of entities that are judged: some 5 microseconds each. */
const mostPairs = 200_000;
/** So many bits of experience against a match in a value of its own may tell twins apart, or be an error. */
const contradicts = -5;
/** Of the pairs that a value of their own contradicts, at least this share is right. */
const leastOfContradicted = 0.4;
/** Matches that no view sees, because their records share too little: up to this share on sets with known truth. */
const unseen = 0.05;
/** A view is never surer than this that a pair of an entity is wrong. */
const rest = 0.005;

/** The entities of a model: what candidates link at a threshold. */
export function entitiesOf(model: Model, threshold: number, records: number): DisjointSets {
  const entities = new DisjointSets(records);
  for (const [index, bits] of bitsOfCandidates(model).entries()) {
    if (bits >= threshold) entities.join(model.candidates.first[index]!, model.candidates.second[index]!);
  }
  return entities;
}

/**
 * Precision and recall of entities, by three views of each pair: the sum of the weights, the mixture of classes, and
 * experience. Where they differ, the file does not say who is right. So the interval of precision begins with what all
 * views take for one entity, less where a value of its own contradicts, and ends with what one of them does, or a chain of such
 * pairs. Recall is the same with the
 * candidates that are not linked. Both intervals also allow for chance (Wilson 1927).
 *
 * @param isTrusted false if alarms doubt the model: then nothing is known from below
 */
export function opinionOf(study: Study, model: Model, entities: DisjointSets, isTrusted: boolean): Opinion {
  const views = viewsOf(study, model);
  const inside = pairsInside(study, entities, views);
  const { found, missed } = candidatesOf(model, entities, views);
  if (inside.pairs === 0) return { precision: 0.5, recall: 0.5, low: 0, high: 1, recallLow: 0, recallHigh: 1 };
  const low = isTrusted ? wilson(inside.low / inside.pairs, inside.joins).low : 0;
  const high = Math.min(1, rest + wilson(Math.max(inside.high, inside.chained) / inside.pairs, inside.joins).high);
  const right = found * (inside.low / inside.pairs);
  const recallLow = isTrusted ? (1 - unseen) * wilson(right / (right + missed.high), inside.joins).low : 0;
  const recallHigh = Math.min(1, rest + wilson(found / (found + missed.low), inside.joins).high);
  return { precision: (low + high) / 2, recall: (recallLow + recallHigh) / 2, low, high, recallLow, recallHigh };
}

interface View {
  /** The least and the most that a view says of two records. */
  readonly low: number;
  readonly high: number;
}

interface Views {
  ofRecords(a: number, b: number): View;
  ofCandidate(index: number): View;
}

function viewsOf({ draft, judge }: Study, model: Model): Views {
  const { patterns, weights, mixture, numbers } = model;
  const { items, levels } = patterns;
  const experienced = draft.evidence.map(({ levels: own, otherwise }) => [
    0,
    ...own.map(([, bits]) => bits),
    otherwise,
  ]);
  const sum = experiencedSum(draft.evidence, draft.threshold);
  const evenOdds = evenOddsOf(draft);
  const counted = new Float64Array(items);
  const viewOf = (levelOf: (item: number) => number, mixed: number | undefined): View => {
    let total = weights.begin;
    let isContradicted = false;
    for (let item = 0; item < items; item++) {
      const level = levelOf(item);
      total += weights.bits[item]![level]!;
      counted[item] = experienced[item]![level]!;
      isContradicted ||= !draft.evidence[item]!.shared && counted[item]! <= contradicts;
    }
    const fitted = share(total);
    const known = share(sum(counted) - evenOdds);
    return {
      low: Math.min(fitted, known, mixed ?? 1) * (isContradicted ? leastOfContradicted : 1),
      high: Math.max(fitted, known, mixed ?? 0),
    };
  };
  const byPattern: (View | undefined)[] = [];
  const row = new Uint8Array(items);
  return {
    ofRecords(a, b) {
      judge.pattern(a, b, row);
      return viewOf((item) => row[item]!, undefined);
    },
    ofCandidate(index) {
      const pattern = numbers[index]!;
      byPattern[pattern] ??= viewOf((item) => levels[pattern * items + item]!, mixture.probabilities[pattern]!);
      return byPattern[pattern];
    },
  };
}

const share = (bits: number): number => 1 / (1 + 2 ** -bits);

/** What the views say of all pairs that share an entity; of very many, of the first ones. */
function pairsInside({ records, model }: Study, entities: DisjointSets, views: Views) {
  const { first, second } = model.candidates;
  const candidates = new Map<number, number>();
  for (let index = 0; index < first.length; index++) {
    if (entities.find(first[index]!) !== entities.find(second[index]!)) continue;
    candidates.set(pairNumber(first[index]!, second[index]!, records.length), index);
  }
  let [pairs, joins, low, high] = [0, 0, 0, 0];
  for (const members of entities.parts()) {
    if (pairs > mostPairs) break;
    joins += members.length - 1;
    for (const [at, a] of members.entries()) {
      if (pairs > mostPairs) break;
      for (const b of members.slice(at + 1)) {
        const candidate = candidates.get(pairNumber(a, b, records.length));
        const view = candidate === undefined ? views.ofRecords(a, b) : views.ofCandidate(candidate);
        pairs += 1;
        low += view.low;
        high += view.high;
      }
    }
  }
  return {
    pairs,
    joins,
    low,
    high,
    chained: Math.min(pairs, chainedPairs([...candidates.values()], model, views, records.length)),
  };
}

const pairNumber = (a: number, b: number, records: number): number => (a < b ? a * records + b : b * records + a);

/** How many pairs share an entity if each link is as right as the most that a view says of it. */
function chainedPairs(inside: readonly number[], { candidates }: Model, views: Views, records: number): number {
  const joined = new DisjointSets(records);
  const sizes = new Map<number, number>();
  const sizeOf = (root: number): number => sizes.get(root) ?? 1;
  let sum = 0;
  for (const index of [...inside].sort((a, b) => views.ofCandidate(b).high - views.ofCandidate(a).high)) {
    const [a, b] = [joined.find(candidates.first[index]!), joined.find(candidates.second[index]!)];
    if (a === b) continue;
    sum += sizeOf(a) * sizeOf(b) * views.ofCandidate(index).high;
    const size = sizeOf(a) + sizeOf(b);
    joined.join(a, b);
    sizes.set(joined.find(a), size);
  }
  return sum;
}

/** The candidates that share an entity, and the matches that each view sees among the others. */
function candidatesOf({ candidates }: Model, entities: DisjointSets, views: Views) {
  const { first, second, weights } = candidates;
  let found = 0;
  const missed = { low: 0, high: 0 };
  for (let index = 0; index < first.length; index++) {
    if (entities.find(first[index]!) === entities.find(second[index]!)) {
      found += weights[index]!;
      continue;
    }
    const { low, high } = views.ofCandidate(index);
    if (low > 0.5) missed.low += weights[index]! * low;
    missed.high += weights[index]! * high;
  }
  return { found, missed };
}

/** The Wilson interval (1927) of a share, at 95 %. */
function wilson(part: number, count: number): { readonly low: number; readonly high: number } {
  const z = 1.96;
  const middle = (part + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const reach = (z / (1 + (z * z) / count)) * Math.sqrt((part * (1 - part)) / count + (z * z) / (4 * count * count));
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}
