import type { Evidence, KeyMatcher } from './evidence.ts';
import type { DesignGoal } from './field-kind.ts';

/** The matchers by which a rule finds candidates. */
export interface KeyChoice {
  readonly evidence: readonly Evidence[];
  readonly matcherIDs: readonly string[];
  readonly bits: number;
  /** Sharing the values links by itself, if these matchers hold as well. */
  readonly links?: { readonly also: readonly string[] };
}

/** A key of this many bits finds few unrelated records. */
const selective = 13;
/** The least bits of a part of a combination. */
const leastPart = 3;
/** The most combinations for each goal. Each combination adds one index entry to every record. */
const mostKeys: Readonly<Record<DesignGoal, number>> = { precision: 10, balanced: 16, recall: 24 };

/**
 * Chooses the blocking keys. Every selective value is a key on its own. The others are combined in pairs, or in triples
 * where pairs are not selective enough. With all pairs of n values, a match is found if any two values agree.
 */
export function chooseKeys(evidence: readonly Evidence[], goal: DesignGoal): readonly KeyChoice[] {
  const all = evidence.flatMap((item) => item.keys.map((key) => ({ item, key })));
  const alone = all.filter(({ key }) => key.bits >= selective);
  // The common values of a selective field can still be part of a combination.
  const medium = all
    .filter(({ key }) => (key.bits < selective && key.bits >= leastPart) || key.rare !== undefined)
    .map((part) => (part.key.bits < selective ? part : { ...part, key: { ...part.key, bits: 6 } }));
  const chosen: KeyChoice[] = alone.map((part) =>
    choiceOf([part.key.rare === undefined ? part : { ...part, key: { ...part.key, matcherID: part.key.rare } }]),
  );
  chosen.push(...bestCovering(combinationsOf(medium), mostKeys[goal]));
  return chosen.length > 0 ? chosen : leastSelective(evidence, all);
}

/** The selective pairs, and the triples of parts of which no pair is selective. */
function combinationsOf(parts: readonly Part[]): KeyChoice[] {
  const combinations: KeyChoice[] = [];
  parts.forEach((first, at) => {
    const later = parts.slice(at + 1);
    later.forEach((second, distance) => {
      if (first.item === second.item) return;
      if (isPair(first, second)) combinations.push(choiceOf([first, second]));
      else combinations.push(...triplesOf(first, second, later.slice(distance + 1)));
    });
  });
  return combinations;
}

/** The selective triples of two parts with a third one, except where the third makes a selective pair with one of them. */
function triplesOf(first: Part, second: Part, thirds: readonly Part[]): KeyChoice[] {
  return thirds
    .filter((third) => third.item !== first.item && third.item !== second.item)
    .filter((third) => !isPair(first, third) && !isPair(second, third))
    .map((third) => choiceOf([first, second, third]))
    .filter(({ bits }) => bits >= selective + 1);
}

function isPair(left: Part, right: Part): boolean {
  return left.item !== right.item && left.key.bits + right.key.bits >= selective;
}

/** Combines up to three of the available keys where no combination is selective. */
function leastSelective(evidence: readonly Evidence[], all: readonly Part[]): readonly KeyChoice[] {
  const rest = all.filter(
    ({ key, item }, index) => key.bits > 0 && all.findIndex((part) => part.item === item) === index,
  );
  if (rest.length > 0) return [choiceOf(rest.slice(0, 3))];
  const anything = evidence.flatMap((item): Part[] =>
    item.exact === undefined ? [] : [{ item, key: { matcherID: item.exact, bits: 1 } }],
  );
  return anything.length === 0 ? [] : [choiceOf(anything.slice(0, 3))];
}

/** Chooses the best combinations one by one. Evidence that is used often ranks lower, so that others are used too. */
function bestCovering(choices: readonly KeyChoice[], count: number): KeyChoice[] {
  const open = new Set(choices);
  const uses = new Map<Evidence, number>();
  const chosen: KeyChoice[] = [];
  while (chosen.length < count && open.size > 0) {
    let best: KeyChoice | undefined;
    let bestRank = Number.NEGATIVE_INFINITY;
    for (const choice of open) {
      const used = choice.evidence.reduce((sum, item) => sum + (uses.get(item) ?? 0), 0);
      const ranked = rank(choice) - 1.5 * used;
      if (ranked <= bestRank) continue;
      best = choice;
      bestRank = ranked;
    }
    open.delete(best!);
    chosen.push(best!);
    for (const item of best!.evidence) uses.set(item, (uses.get(item) ?? 0) + 1);
  }
  return chosen;
}

/** Ranks pairs before triples, an entity's own values before shared ones, and rare values before common ones. */
function rank({ evidence, bits }: KeyChoice): number {
  const own = evidence.filter(({ shared }) => !shared).length;
  return bits / 4 + own * 3 - evidence.length * 8;
}

interface Part {
  readonly item: Evidence;
  readonly key: KeyMatcher;
}

function choiceOf(parts: readonly Part[]): KeyChoice {
  return {
    evidence: parts.map(({ item }) => item),
    matcherIDs: parts.map(({ key }) => key.matcherID),
    bits: parts.reduce((sum, { key }) => sum + key.bits, 0),
  };
}
