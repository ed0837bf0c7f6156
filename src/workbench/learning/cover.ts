import { type Block, blocksOf, type KeyPart, type Plan } from './blocking.ts';

export interface CoverOptions {
  /** So many of the first records are random. */
  readonly random: number;
  /** The number of records to resolve, of which the others are a sample. */
  readonly total: number;
  /** The most keys of one record, on average. */
  readonly mostKeys: number;
  /** The most candidates that a submit reads, on average. */
  readonly mostCandidates: number;
  /** A key that more records share than this finds nothing. */
  readonly overFrequent: number;
}

export interface Cover {
  readonly plans: readonly Plan[];
  /** Share of the links that they find, by their worth. */
  readonly found: number;
}

interface Costed {
  readonly plan: Plan;
  /** Positions of the links that it finds. */
  readonly found: Int32Array;
  readonly candidates: number;
  readonly keys: number;
  /** True if some of its keys are over-frequent, so that narrower plans find links that it does not. */
  readonly isFrequent: boolean;
}

/**
 * Chooses few plans of keys that find most links: a greedy weighted cover (Michelson and Knoblock 2006; Bilenko, Kamath
 * and Mooney 2006). Each step takes the plan that finds most links for its keys and candidates. A link that one plan
 * finds is worth a little when a second plan finds it, because other errors may hide it from the first. A plan with
 * further or narrower parts finds only what the plan without them finds, and whatever hides a link from that hides it from
 * both: such a plan is left out. Groups of one birthday grow with the file, so plans of small groups come first, and one of
 * larger groups must find much that those miss.
 *
 * @param links pairs of records that the rules shall find, each with its worth
 */
export function chooseCover(
  plans: readonly Plan[],
  links: { readonly first: readonly number[]; readonly second: readonly number[]; readonly worth: readonly number[] },
  options: CoverOptions,
): Cover {
  const costed = plans.map((plan) => costOf(plan, links, options)).filter(({ found }) => found.length > 0);
  const open = new Set(costed.filter(({ candidates }) => candidates <= options.mostCandidates));
  const times = new Uint8Array(links.first.length);
  const chosen = new Set<Costed>();
  const total = links.worth.reduce((sum, worth) => sum + worth, 0);
  const spent = { keys: 0, candidates: 0 };
  const count = (plan: Costed, sign: 1 | -1): void => {
    spent.keys += sign * plan.keys;
    spent.candidates += sign * plan.candidates;
    for (const link of plan.found) times[link]! += sign;
  };
  const take = (mostOfPlan: number, least: number, again: readonly number[]): void => {
    for (;;) {
      const affordable = [...open].filter(
        (plan) =>
          plan.candidates <= mostOfPlan &&
          spent.keys + plan.keys <= options.mostKeys &&
          spent.candidates + plan.candidates <= options.mostCandidates,
      );
      const gain = (plan: Costed): number => gainOf(plan, links.worth, { times, again });
      const best = bestOf(affordable, gain);
      if (best === undefined || gain(best) < least * total) break;
      for (const narrow of [...open, ...chosen]) {
        if (!covers(best, narrow)) continue;
        open.delete(narrow);
        if (chosen.delete(narrow)) count(narrow, -1);
      }
      open.delete(best);
      chosen.add(best);
      count(best, 1);
    }
  };
  take(smallGroups, leastGain, worthAgain);
  take(options.mostCandidates, leastGainOfLarge, [1, 0]);
  const found = links.worth.reduce((sum, worth, link) => sum + (times[link]! > 0 ? worth : 0), 0);
  return { plans: [...chosen].map(({ plan }) => plan), found: total === 0 ? 1 : found / total };
}

/** The plan that gains most for its keys and candidates, if one gains anything. */
function bestOf(plans: readonly Costed[], gain: (plan: Costed) => number): Costed | undefined {
  let best: Costed | undefined;
  let bestRank = 0;
  for (const plan of plans) {
    const rank = gain(plan) / (0.5 + plan.keys + plan.candidates / 10);
    if (rank <= bestRank) continue;
    best = plan;
    bestRank = rank;
  }
  return best;
}

/** The worth of the links that a plan finds, less of those that other plans find already. */
function gainOf(
  { found }: Costed,
  worth: readonly number[],
  { times, again }: { readonly times: Uint8Array; readonly again: readonly number[] },
): number {
  let gain = 0;
  for (const link of found) gain += worth[link]! * again[Math.min(times[link]!, again.length - 1)]!;
  return gain;
}

/**
 * True if each record that shares a key of the narrow plan shares one of the other, which can be read. If some keys of the
 * other are over-frequent, the links tell.
 */
function covers(plan: Costed, narrow: Costed): boolean {
  if (plan === narrow) return false;
  const isWider = plan.plan.parts.every((part) => narrow.plan.parts.some((own) => containsPart(part, own)));
  if (!isWider || !plan.isFrequent) return isWider;
  const found = new Set(plan.found);
  return plan.plan.parts.length === narrow.plan.parts.length && narrow.found.every((link) => found.has(link));
}

/** By part, whether it contains others: each pair of parts is compared once. */
const contained = new WeakMap<KeyPart, Map<KeyPart, boolean>>();

/** True if records that share a value of the second part share one of the first: rare birthdays are birthdays. */
function containsPart(part: KeyPart, narrow: KeyPart): boolean {
  if (part === narrow) return true;
  if (part.item !== narrow.item) return false;
  const known = contained.get(part) ?? new Map<KeyPart, boolean>();
  contained.set(part, known);
  const before = known.get(narrow);
  if (before !== undefined) return before;
  const result = allShare(part, narrow);
  known.set(narrow, result);
  return result;
}

function allShare(part: KeyPart, narrow: KeyPart): boolean {
  const holders = new Map<number, number>();
  return narrow.parts.every((own, record) =>
    [...own].every((value) => {
      const holder = holders.get(value);
      holders.set(value, record);
      return holder === undefined || sharesPart(part, holder, record, undefined);
    }),
  );
}

/** What it is worth to find a link that so many plans find already. */
const worthAgain = [1, 0.15, 0.03, 0];
/** A plan is worth its keys from this share of all links on, and one of larger groups from this one on. */
const leastGain = 0.0005;
const leastGainOfLarge = 0.005;
/** The most candidates of a submit, on average, in one plan of small groups. */
const smallGroups = 10;

function costOf(
  plan: Plan,
  { first, second }: { readonly first: readonly number[]; readonly second: readonly number[] },
  { random, total, overFrequent }: CoverOptions,
): Costed {
  const scale = total / random;
  const blocks = blocksOf(plan, random);
  let pairs = 0;
  for (const { length } of blocks) if (length * scale <= overFrequent) pairs += (length * (length - 1)) / 2;
  const frequent = new Set<Block>(blocks.filter(({ length }) => length * scale > overFrequent));
  const excluded = frequent.size === 0 ? undefined : keysOfBlocks(plan, frequent);
  const found: number[] = [];
  for (let link = 0; link < first.length; link++) {
    if (sharesKey(plan, first[link]!, second[link]!, excluded)) found.push(link);
  }
  let keys = 0;
  for (let record = 0; record < random; record++) {
    let own = 1;
    for (const { parts } of plan.parts) own *= parts[record]!.length;
    keys += own;
  }
  return {
    plan,
    found: Int32Array.from(found),
    candidates: (2 * pairs * scale) / random,
    keys: keys / random,
    isFrequent: frequent.size > 0,
  };
}

/** For a plan of one part, the parts that are too frequent; longer plans have hardly any. */
function keysOfBlocks({ parts }: Plan, frequent: ReadonlySet<Block>): ReadonlySet<number> | undefined {
  const [only, second] = parts;
  if (only === undefined || second !== undefined) return undefined;
  const excluded = new Set<number>();
  for (const block of frequent) {
    const counts = new Map<number, number>();
    for (const record of block) for (const part of only.parts[record]!) counts.set(part, (counts.get(part) ?? 0) + 1);
    for (const [part, count] of counts) if (count === block.length) excluded.add(part);
  }
  return excluded;
}

function sharesKey({ parts }: Plan, a: number, b: number, excluded: ReadonlySet<number> | undefined): boolean {
  return parts.every((part) => sharesPart(part, a, b, excluded));
}

function sharesPart({ parts }: KeyPart, a: number, b: number, excluded: ReadonlySet<number> | undefined): boolean {
  const right = parts[b]!;
  return parts[a]!.some((part) => right.includes(part) && excluded?.has(part) !== true);
}
