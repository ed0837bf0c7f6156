import type { Patterns } from './patterns.ts';

/** Probabilities of the levels of each item; position 0 (missing) is unused. */
export type LevelTables = readonly Float64Array[];

export interface MixtureOptions {
  /** The number of levels of each item, without the missing one. */
  readonly levels: readonly number[];
  /** Probabilities among matches from experience. */
  readonly experience: LevelTables;
  /** By item and level, how much likelier the level may be among matches than among strangers. */
  readonly most: LevelTables;
  /** By item and level, the most bits that agreement counts. */
  readonly mostBits: LevelTables;
  /** So many matches is the experience worth. */
  readonly strength: number;
  /** True for the items that different entities often share. */
  readonly shared: readonly boolean[];
  /** True for the items of a place, of things that move: these differ in all of them at once. */
  readonly places: readonly boolean[];
  /** Items that different entities may agree on alone: a title of many works, an address, a date. */
  readonly alone: readonly number[];
  /** So many related pairs is their beginning worth. */
  readonly relatedStrength: number;
  /** The number of matches to begin with. */
  readonly matches: number;
  /** The most matches that are believed. */
  readonly mostMatches: number;
  readonly rounds: number;
}

export interface Mixture {
  /** Level probabilities among pairs of one entity, among each group of related pairs, and among all pairs. */
  readonly same: LevelTables;
  readonly related: readonly LevelTables[];
  readonly strangers: LevelTables;
  /** The number of pairs of one entity, and of pairs of a household or an office. */
  readonly matches: number;
  readonly relatedPairs: number;
  /** Probability by pattern that a pair with it is one entity. */
  readonly probabilities: Float64Array;
  /** The relative change of the number of matches in the last round. */
  readonly change: number;
}

const least = 1e-9;
/** An estimate that still moves more than this goes on, up to so many rounds. */
export const settled = 0.05;
const mostRounds = 60;

/**
 * Estimates a mixture of classes by expectation-maximization (Dempster, Laird and Rubin 1977): pairs of one entity,
 * related pairs, and strangers. Related pairs agree on what entities share (a household, a brand), or on one item alone:
 * all second episodes have the title and the number in common, and nothing else. Items are independent within a class
 * (Fellegi and Sunter 1969); missing values count nothing. Experience is a Dirichlet prior of the first class. The levels
 * of strangers are those of all pairs, because matches are rare among them.
 */
export function learnMixture(patterns: Patterns, options: MixtureOptions): Mixture {
  const { weights } = patterns;
  const { levels, experience, strength, most, mostBits, mostMatches, places } = options;
  const population = sum(weights);
  const all = new Float64Array(weights.length).fill(1);
  const strangers = tablesOf(patterns, all, levels, undefined, 0);
  const groups = relatedGroups(strangers, options);
  let same = experience;
  let related = groups.map(({ begin }) => begin);
  let matches = Math.min(options.matches, mostMatches);
  let relatedPairs = groups.map((_, index) => (index === 0 ? 3 : 1) * matches);
  let probabilities = new Float64Array(weights.length);
  let change = 1;
  for (let round = 0; round < mostRounds && !(round >= options.rounds && change <= settled); round++) {
    const scores = [same, ...related].map((own, index) => {
      const count = index === 0 ? matches : relatedPairs[index - 1]!;
      return scoresOf(patterns, own, strangers, { begin: Math.log2(count / population), most: mostBits, places });
    });
    const [next, ...nextRelated] = sharesOf(scores) as [Float64Array<ArrayBuffer>, ...Float64Array[]];
    probabilities = next;
    const total = Math.min(mostMatches, weighted(weights, next));
    change = Math.abs(total - matches) / Math.max(1, matches);
    matches = Math.max(1, total);
    relatedPairs = nextRelated.map((own) => Math.max(1, Math.min(population * 0.2, weighted(weights, own))));
    same = tablesOf(patterns, next, levels, experience, strength).map((table, item) =>
      normalized(table.map((share, level) => Math.min(share, most[item]![level]! * strangers[item]![level]!))),
    );
    if (round > 0) {
      related = groups.map((group, index) =>
        tablesOf(patterns, nextRelated[index]!, levels, group.begin, options.relatedStrength).map((table, item) => {
          if (!group.free(item)) return held(table, same[item]!, strangers[item]!, group.most);
          return group.isHousehold ? same[item]! : table;
        }),
      );
    }
    if (change < 1e-4 && round > 5) break;
  }
  return {
    same,
    related,
    strangers,
    matches,
    relatedPairs: relatedPairs[0]!,
    probabilities,
    change,
  };
}

/** Pairs of different entities that agree on something in common. */
interface RelatedGroup {
  readonly begin: LevelTables;
  /** True for the items that they may agree on as often as matches do. */
  readonly free: (item: number) => boolean;
  /** Of the bits that other items count in matches, so much is the most that they count here. */
  readonly most: number;
  /** True if they agree on the free items exactly as often as matches do. */
  readonly isHousehold: boolean;
}

const mostOfRelated = 0.5;
const mostOfHousehold = 0.25;

/**
 * Households and offices agree on what entities share just as matches do. Without a group whose tables are those of matches,
 * the first group drifts to the many pairs of one city, and relatives at one address are taken for matches. Then come those
 * that agree on some of what entities share, and for each of the given items those that agree on it.
 */
function relatedGroups(strangers: LevelTables, { experience, shared, alone }: MixtureOptions): RelatedGroup[] {
  const isShared = (item: number): boolean => shared[item] === true;
  const begin = relatedTables(strangers, experience, shared);
  return [
    { begin, free: isShared, most: mostOfHousehold, isHousehold: true },
    { begin, free: isShared, most: mostOfRelated, isHousehold: false },
    ...alone.map((own) => ({
      begin: strangers.map((table, item) => (item === own ? experience[item]! : table)),
      free: (item: number) => isShared(item) || item === own,
      most: mostOfRelated,
      isHousehold: false,
    })),
  ];
}

/** The share of each class but the last by pattern, from the bits of each over the last. */
function sharesOf(scores: readonly Float64Array[]): Float64Array[] {
  const shares = scores.map((own) => own.map((score) => 2 ** Math.min(200, score)));
  for (let i = 0; i < shares[0]!.length; i++) {
    let total = 1;
    for (const own of shares) total += own[i]!;
    for (const own of shares) own[i]! /= total;
  }
  return shares;
}

const bitsBetween = (share: number, other: number): number =>
  Math.log2(Math.max(share, least) / Math.max(other, least * least));

/**
 * Related pairs in the beginning: shared items agree nearly as often as in matches, and own items as among strangers
 * that are a little alike.
 */
function relatedTables(strangers: LevelTables, same: LevelTables, shared: readonly boolean[]): LevelTables {
  return strangers.map((table, item) => {
    const between = normalized(table.map((share, level) => Math.sqrt(share * same[item]![level]!)));
    const other = shared[item] === true ? same[item]! : table;
    return between.map((share, level) => 0.5 * share + 0.5 * other[level]!);
  });
}

/** What tells entities apart agrees in related pairs at most a share as much as in matches, in bits. */
function held(table: Float64Array, same: Float64Array, strangers: Float64Array, most: number): Float64Array {
  return normalized(
    table.map((share, level) =>
      same[level]! > strangers[level]!
        ? Math.min(share, same[level]! ** most * strangers[level]! ** (1 - most))
        : share,
    ),
  );
}

/**
 * The binary logarithm of how much likelier a pattern is in a class than among strangers, plus a first term. Of the items of a
 * place, only the one that speaks most against the class does: street, postcode and city differ together after a move.
 */
function scoresOf(
  { items, levels, weights }: Patterns,
  own: LevelTables,
  strangers: LevelTables,
  { begin, most, places }: { readonly begin: number } & Pick<MixtureOptions, 'places'> & { readonly most: LevelTables },
): Float64Array {
  const bits = own.map((table, item) =>
    table.map((share, level) =>
      level === 0 ? 0 : Math.min(most[item]![level]!, bitsBetween(share, strangers[item]![level]!)),
    ),
  );
  const scores = new Float64Array(weights.length).fill(begin);
  for (let i = 0; i < scores.length; i++) {
    let moved = 0;
    for (let item = 0; item < items; item++) {
      const counted = bits[item]![levels[i * items + item]!]!;
      if (places[item] === true && counted < 0) moved = Math.min(moved, counted);
      else scores[i]! += counted;
    }
    scores[i]! += moved;
  }
  return scores;
}

/** Shares of the levels, each pattern weighted, smoothed by a prior that is worth so many pairs. */
function tablesOf(
  { items, levels, weights }: Patterns,
  shares: Float64Array,
  counts: readonly number[],
  prior: LevelTables | undefined,
  strength: number,
): LevelTables {
  const tables = counts.map((count, item) => {
    const known = prior === undefined ? new Float64Array(count + 1) : prior[item]!;
    return known.map((share) => 0.5 / count + strength * share);
  });
  for (let i = 0; i < weights.length; i++) {
    const weight = weights[i]! * shares[i]!;
    if (weight <= 0) continue;
    for (let item = 0; item < items; item++) tables[item]![levels[i * items + item]!]! += weight;
  }
  return tables.map((table) => {
    table[0] = 0;
    return normalized(table);
  });
}

export function normalized(table: Float64Array): Float64Array {
  const total = sum(table);
  return total > 0 ? table.map((share) => share / total) : table;
}

const sum = (numbers: Float64Array): number => numbers.reduce((total, number) => total + number, 0);

function weighted(weights: Float64Array, shares: Float64Array): number {
  let total = 0;
  for (let i = 0; i < weights.length; i++) total += weights[i]! * shares[i]!;
  return total;
}
