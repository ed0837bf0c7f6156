import type { DesignDraft } from '../design/design.ts';
import type { Evidence } from '../design/evidence.ts';
import type { KeyChoice } from '../design/keys.ts';
import type { Model } from './model.ts';
import type { Patterns } from './patterns.ts';

/** Items whose same values together link records. */
interface Combination {
  readonly items: readonly number[];
  /** The number of pairs with the same values, by estimate. */
  readonly pairs: number;
  /** How much more the other items agree in these pairs than among strangers: 0 as strangers, 1 always. */
  readonly support: number;
  /** Share of these pairs that differ in a value of their own: another given name, another name of a company. */
  readonly contradicted: number;
}

/** The most rules, and the most items of one. */
const mostRules = 3;
const mostItems = 3;
/** Fewer pairs show nothing. */
const fewestPairs = 10;
/** Of the best support, so much is enough; and so much at least. */
const enoughOfBest = 0.75;
const leastSupport = 0.5;
/** More pairs that contradict each other are relatives or neighbours. */
const mostContradicted = 0.1;
/** A difference of this many bits, by experience, contradicts. */
const contradicts = -2;
/** The most matches of a record, on average: more pairs are of a kind, not of an entity. */
const mostPairsPerRecord = 5;
/** Of the pairs that the learned weights link, exact keys that find a smaller share find too little. */
const leastFound = 0.05;
/** The least share of pairs that a rule adds to those before. */
const leastGain = 0.05;

/**
 * A design of whole values that link by themselves, as an analyst writes it: the combinations of same values whose pairs
 * agree in the other fields too, which they do not use, and hardly ever contradict each other. Undefined if there are none, or if they find hardly any.
 *
 * @param linked the number of pairs that the learned weights link
 */
export function exactKeysDraft(
  draft: DesignDraft,
  model: Model,
  { total, linked }: { readonly total: number; readonly linked: number },
): DesignDraft | undefined {
  const exact = draft.evidence.map(exactLevelOf);
  const { patterns } = model;
  const strangers = draft.evidence.map((item, index) => agreementAmong(patterns, item, index));
  const found = combinationsOf(exact)
    .map((items): Combination => measured(items, exact, draft.evidence, patterns, strangers))
    .filter(({ pairs }) => pairs >= fewestPairs && pairs <= mostPairsPerRecord * total)
    .filter(({ contradicted }) => contradicted <= mostContradicted);
  const best = found.reduce((most, { support }) => Math.max(most, support), 0);
  const good = found.filter(({ support }) => support >= Math.max(leastSupport, enoughOfBest * best));
  const chosen = cover(good, exact, patterns);
  const pairs = chosen.reduce((sum, combination) => sum + combination.pairs, 0);
  if (chosen.length === 0 || pairs < leastFound * linked) return undefined;
  const choices = chosen.map(
    ({ items }): KeyChoice => ({
      evidence: items.map((item) => draft.evidence[item]!),
      matcherIDs: items.map((item) => draft.evidence[item]!.exact!),
      bits: 20,
      links: true,
    }),
  );
  return { ...draft, choices };
}

/** The last level at which the whole values are the same; 0 if the item does not compare whole values. */
function exactLevelOf({ levels, exact, keys }: Evidence): number {
  return exact !== undefined && keys.length > 0 ? levels.findIndex(([matcherID]) => matcherID === exact) + 1 : 0;
}

/** Share of the pairs with values that agree at all, among all pairs. */
function agreementAmong({ items, levels, weights }: Patterns, item: Evidence, index: number): number {
  let agreeing = 0;
  let compared = 0;
  for (let row = 0; row < weights.length; row++) {
    const level = levels[row * items + index]!;
    if (level === 0) continue;
    compared += weights[row]!;
    if (agrees(item, level)) agreeing += weights[row]!;
  }
  return compared === 0 ? 1 : agreeing / compared;
}

const agrees = ({ levels }: Evidence, level: number): boolean => level <= levels.length && levels[level - 1]![1] > 0;

function combinationsOf(exact: readonly number[]): number[][] {
  const usable = exact.flatMap((level, item) => (level > 0 ? [item] : []));
  let longest: number[][] = usable.map((item) => [item]);
  const all = [...longest];
  for (let size = 2; size <= mostItems; size++) {
    longest = longest.flatMap((items) => usable.filter((item) => item > items.at(-1)!).map((item) => [...items, item]));
    all.push(...longest);
  }
  return all;
}

function measured(
  chosen: readonly number[],
  exact: readonly number[],
  evidence: readonly Evidence[],
  patterns: Patterns,
  strangers: readonly number[],
): Combination {
  const { items, levels, weights } = patterns;
  let pairs = 0;
  let contradicted = 0;
  let more = 0;
  let most = 0;
  for (let row = 0; row < weights.length; row++) {
    if (!isSame(chosen, exact, patterns, row)) continue;
    pairs += weights[row]!;
    const levelOf = (item: number): number => levels[row * items + item]!;
    if (evidence.some((item, index) => isContradiction(item, levelOf(index)))) contradicted += weights[row]!;
    for (let item = 0; item < items; item++) {
      const level = levels[row * items + item]!;
      if (level === 0 || chosen.includes(item)) continue;
      more += weights[row]! * ((agrees(evidence[item]!, level) ? 1 : 0) - strangers[item]!);
      most += weights[row]! * (1 - strangers[item]!);
    }
  }
  return {
    items: chosen,
    pairs,
    support: most === 0 ? 0 : more / most,
    contradicted: pairs === 0 ? 0 : contradicted / pairs,
  };
}

const isContradiction = ({ levels, otherwise, shared }: Evidence, level: number): boolean =>
  !shared && level > 0 && (level > levels.length ? otherwise : levels[level - 1]![1]) <= contradicts;

function isSame(
  chosen: readonly number[],
  exact: readonly number[],
  { items, levels }: Patterns,
  row: number,
): boolean {
  return chosen.every((item) => {
    const level = levels[row * items + item]!;
    return level > 0 && level <= exact[item]!;
  });
}

/** The combinations that add most pairs, one by one. Of two with the same pairs, the shorter. */
function cover(good: readonly Combination[], exact: readonly number[], patterns: Patterns): Combination[] {
  const open = [...good].sort((a, b) => a.items.length - b.items.length);
  const isFound = new Uint8Array(patterns.weights.length);
  const chosen: Combination[] = [];
  let total = 0;
  while (chosen.length < mostRules) {
    let best: Combination | undefined;
    let bestGain = Math.max(fewestPairs / 2, total * leastGain);
    for (const combination of open) {
      const gain = patterns.weights.reduce(
        (sum, weight, row) =>
          isFound[row] === 0 && isSame(combination.items, exact, patterns, row) ? sum + weight : sum,
        0,
      );
      if (gain <= bestGain) continue;
      best = combination;
      bestGain = gain;
    }
    if (best === undefined) break;
    for (let row = 0; row < isFound.length; row++) if (isSame(best.items, exact, patterns, row)) isFound[row] = 1;
    total += bestGain;
    chosen.push(best);
  }
  return chosen;
}
