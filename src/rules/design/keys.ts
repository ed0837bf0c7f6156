import type { Evidence, KeyMatcher } from './evidence.ts';
import type { DesignGoal } from './request.ts';

/** The matchers by which a rule finds candidates. */
export interface KeyChoice {
  readonly evidence: readonly Evidence[];
  readonly matcherIDs: readonly string[];
  readonly bits: number;
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
  const combined: KeyChoice[] = [];
  const isPair = (left: Part, right: Part): boolean =>
    left.item !== right.item && left.key.bits + right.key.bits >= selective;
  medium.forEach((first, a) => {
    medium.slice(a + 1).forEach((second, b) => {
      if (first.item === second.item) return;
      if (isPair(first, second)) {
        combined.push(choiceOf([first, second]));
        return;
      }
      for (const third of medium.slice(a + b + 2)) {
        if (third.item === first.item || third.item === second.item) continue;
        // A triple is superfluous if two of its parts are selective enough as a pair.
        if (isPair(first, third) || isPair(second, third)) continue;
        const three = choiceOf([first, second, third]);
        if (three.bits >= selective + 1) combined.push(three);
      }
    });
  });
  chosen.push(...bestCovering(combined, mostKeys[goal]));
  if (chosen.length > 0) return chosen;
  // Without selective combinations, combine up to three of the available keys.
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
