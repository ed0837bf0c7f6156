import type { DesignDraft } from '../design/design.ts';
import type { DocumentParts } from '../design/document-parts.ts';
import type { Evidence } from '../design/evidence.ts';
import type { KeyChoice } from '../design/keys.ts';
import type { Model } from './model.ts';
import type { Patterns } from './patterns.ts';

/** Items whose same values together link records, if another value agrees and no value of their own differs. */
interface Combination extends Rule {
  /** The number of pairs that it links, by estimate. */
  readonly pairs: number;
  /** How much more the other items agree in these pairs than among strangers: 0 as strangers, 1 always. */
  readonly support: number;
}

/** Items, and the level at which the values of each are the same. */
interface Rule {
  readonly items: readonly number[];
  readonly keys: readonly Key[];
}

/** What the pairs of a file say about an item. */
interface Known {
  readonly item: Evidence;
  /** The same value; undefined if the item does not compare whole values. */
  readonly same: Key | undefined;
  /** What links without another item: the same rare value, and a text that has all words of the other. */
  readonly alone: readonly Key[];
  /** Share of the pairs with values that agree at all, among all pairs. */
  readonly agreement: number;
}

interface Key {
  readonly level: number;
  readonly matcherID: string;
  /** The matcher that finds candidates. */
  readonly index: string;
}

/** The most rules, and the most items of one. */
const mostRules = 3;
const mostItems = 3;
/** Fewer pairs show nothing. */
const fewestPairs = 10;
/** Of the best support, so much is enough; and so much at least. */
const enoughOfBest = 0.75;
const leastSupport = 0.5;
/** A difference of this many bits, by experience, contradicts. */
const contradicts = -2;
/** What agrees in more of all pairs, or counts fewer bits, is no second value that agrees. */
const mostAgreement = 0.2;
const leastBits = 2.9;
/** The most matches of a record, on average: more pairs are of a kind, not of an entity. */
const mostPairsPerRecord = 5;
/** Of the pairs that the learned weights link, exact keys that find a smaller share find too little. */
const leastFound = 0.05;
/** The least share of pairs that a rule adds to those before. */
const leastGain = 0.05;

/**
 * A design of whole values that link by themselves, as an analyst writes it: the combinations of same values whose pairs
 * agree in the other fields too. A value of more than a few records is no key alone. A rule also wants a second value that
 * agrees, one of the entity's own if its key is shared, and no value of its own that differs: couples share names and address.
 * Undefined if there are no such combinations, or if they find hardly any pairs.
 *
 * @param linked the number of pairs that the learned weights link
 */
export function exactKeysDraft(
  draft: DesignDraft,
  model: Model,
  { total, linked }: { readonly total: number; readonly linked: number },
): DesignDraft | undefined {
  const { patterns } = model;
  const known = draft.evidence.map((item, index): Known => {
    const same = keyOf(item, (matcherID) => matcherID === item.exact);
    const rare = keyOf(item, (matcherID) => matcherID.startsWith(`${item.exact}_RARE`)) ?? same;
    const alone = [rare, wordsOf(item, draft.parts)].filter((key) => key !== undefined);
    return { item, same, alone, agreement: agreementAmong(patterns, item, index) };
  });
  const found = combinationsOf(known)
    .map((rule): Combination => measured(rule, known, patterns))
    .filter(({ pairs }) => pairs >= fewestPairs && pairs <= mostPairsPerRecord * total);
  const best = found.reduce((most, { support }) => Math.max(most, support), 0);
  const good = found.filter(({ support }) => support >= Math.max(leastSupport, enoughOfBest * best));
  const chosen = cover(good, known, patterns);
  const pairs = chosen.reduce((sum, combination) => sum + combination.pairs, 0);
  if (chosen.length === 0 || pairs < leastFound * linked) return undefined;
  const choices = chosen.map(
    ({ items, keys }): KeyChoice => ({
      evidence: items.map((index) => known[index]!.item),
      matcherIDs: keys.map(({ index }) => index),
      bits: 20,
      links: { also: confirmationsOf({ items, keys }, known, draft.parts) },
    }),
  );
  return { ...draft, choices };
}

function keyOf({ exact, keys, levels }: Evidence, isMeant: (matcherID: string) => boolean): Key | undefined {
  if (exact === undefined || keys.length === 0) return undefined;
  const index = levels.findIndex(([matcherID]) => isMeant(matcherID));
  const matcherID = levels[index]?.[0];
  return matcherID === undefined ? undefined : { level: index + 1, matcherID, index: matcherID };
}

/** The level of texts of which one has all words of the other, and the first key that finds such texts by words. */
function wordsOf({ levels, keys, exact }: Evidence, parts: DocumentParts): Key | undefined {
  const index = levels.findIndex(([id]) =>
    parts.matchers.some((part) => part.id === id && isOfAllWords(part.attributes)),
  );
  const matcherID = levels[index]?.[0];
  const finds = keys.find((key) => key.matcherID !== exact);
  return matcherID === undefined || finds === undefined
    ? undefined
    : { level: index + 1, matcherID, index: finds.matcherID };
}

const isOfAllWords = ({ strategy, comparerID }: Readonly<Record<string, unknown>>): boolean =>
  strategy === 'all' && comparerID === 'EXACT';

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

/** True if the values agree by more than so many bits of experience. */
const agrees = ({ levels }: Evidence, level: number, bits = 0): boolean =>
  level <= levels.length && levels[level - 1]![1] > bits;

function combinationsOf(known: readonly Known[]): Rule[] {
  const usable = known.flatMap(({ same }, index) => (same === undefined ? [] : [index]));
  let longest: number[][] = usable.map((item) => [item]);
  const all: Rule[] = known.flatMap(({ alone }, item) => alone.map((key) => ({ items: [item], keys: [key] })));
  for (let size = 2; size <= mostItems; size++) {
    longest = longest.flatMap((items) => usable.filter((item) => item > items.at(-1)!).map((item) => [...items, item]));
    all.push(...longest.map((items) => ({ items, keys: items.map((item) => known[item]!.same!) })));
  }
  return all;
}

function measured(rule: Rule, known: readonly Known[], patterns: Patterns): Combination {
  const { items, levels, weights } = patterns;
  const isLinked = linkedBy(rule, known, patterns);
  let pairs = 0;
  let more = 0;
  let most = 0;
  for (let row = 0; row < weights.length; row++) {
    if (!isLinked(row)) continue;
    pairs += weights[row]!;
    for (let index = 0; index < items; index++) {
      const level = levels[row * items + index]!;
      if (level === 0 || rule.items.includes(index)) continue;
      const { item, agreement } = known[index]!;
      more += weights[row]! * ((agrees(item, level) ? 1 : 0) - agreement);
      most += weights[row]! * (1 - agreement);
    }
  }
  return { ...rule, pairs, support: most === 0 ? 0 : more / most };
}

/** Tells of a pattern whether the rule of a combination links its pairs. */
function linkedBy(rule: Rule, known: readonly Known[], patterns: Patterns): (row: number) => boolean {
  const { items, levels } = patterns;
  const { items: chosen, keys } = rule;
  const seconds = secondsOf(chosen, known);
  const own = ownOf(chosen, known);
  return (row) => {
    const levelOf = (index: number): number => levels[row * items + index]!;
    const agreesIn = (index: number, least: number): boolean =>
      levelOf(index) > 0 && agrees(known[index]!.item, levelOf(index), least);
    return (
      chosen.every((index, at) => levelOf(index) > 0 && levelOf(index) <= keys[at]!.level) &&
      (seconds.length === 0 || seconds.some((index) => agreesIn(index, leastBits))) &&
      own.every((index) => levelOf(index) === 0 || agreesIn(index, 0))
    );
  };
}

/** Items of which one must agree as well; none if the combination has three fields, and one is the entity's own. */
function secondsOf(chosen: readonly number[], known: readonly Known[]): readonly number[] {
  const isShared = chosen.every((index) => known[index]!.item.shared);
  const fields = new Set(chosen.map((index) => known[index]!.item.fields.join()));
  if (!isShared && fields.size > 2) return [];
  return [...known.keys()].filter((index) => {
    const { item, agreement } = known[index]!;
    const isOther = !chosen.includes(index) && !fields.has(item.fields.join());
    const bits = Math.max(0, ...item.levels.map(([, own]) => own));
    return isOther && bits > leastBits && agreement <= mostAgreement && !(isShared && item.shared);
  });
}

/** Items of the entity's own whose difference contradicts. */
const ownOf = (chosen: readonly number[], known: readonly Known[]): readonly number[] =>
  [...known.keys()].filter((index) => {
    const { shared, otherwise } = known[index]!.item;
    return !chosen.includes(index) && !shared && otherwise <= contradicts;
  });

/** Matchers that the rule of a combination wants beside the same values. */
function confirmationsOf({ items: chosen, keys }: Rule, known: readonly Known[], parts: DocumentParts): string[] {
  const agreeing = (index: number, least: number): string[] =>
    known[index]!.item.levels.filter(([, bits]) => bits > least).map(([matcherID]) => matcherID);
  const seconds = secondsOf(chosen, known).flatMap((index) => agreeing(index, leastBits));
  const second =
    seconds.length === 0
      ? []
      : [
          parts.matcher(`${chosen.map((index) => known[index]!.item.id).join('_AND_')}_AND_ANOTHER`, 'any', {
            matcherIDs: seconds,
          }),
        ];
  const own = ownOf(chosen, known).map((index) => {
    const { id } = known[index]!.item;
    const same = parts.matcher(`${id}_AGREES`, 'any', { matcherIDs: agreeing(index, 0) });
    return parts.matcher(`NO_OTHER_${id}`, 'orempty', { matcherID: same });
  });
  const verified = keys.filter(({ matcherID, index }) => matcherID !== index).map(({ matcherID }) => matcherID);
  return [...verified, ...second, ...own];
}

/** The combinations that add most pairs, one by one. Of two with the same pairs, the shorter. */
function cover(good: readonly Combination[], known: readonly Known[], patterns: Patterns): Combination[] {
  const open = [...good]
    .sort((a, b) => a.items.length - b.items.length)
    .map((combination) => ({ combination, links: linkedBy(combination, known, patterns) }));
  const isFound = new Uint8Array(patterns.weights.length);
  const chosen: Combination[] = [];
  let total = 0;
  while (chosen.length < mostRules) {
    let best: (typeof open)[number] | undefined;
    let bestGain = Math.max(fewestPairs / 2, total * leastGain);
    for (const one of open) {
      const gain = patterns.weights.reduce(
        (sum, weight, row) => (isFound[row] === 0 && one.links(row) ? sum + weight : sum),
        0,
      );
      if (gain <= bestGain) continue;
      best = one;
      bestGain = gain;
    }
    if (best === undefined) break;
    for (let row = 0; row < isFound.length; row++) if (best.links(row)) isFound[row] = 1;
    total += bestGain;
    chosen.push(best.combination);
  }
  return chosen;
}
