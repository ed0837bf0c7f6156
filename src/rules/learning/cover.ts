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
}

/**
 * Chooses few plans of keys that find most links: a greedy weighted cover (Michelson and Knoblock 2006; Bilenko, Kamath
 * and Mooney 2006). Each step takes the plan that finds most links for its keys and candidates. A link that one plan
 * finds is worth a little when a second plan finds it, because other errors may hide it from the first.
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
  const chosen: Plan[] = [];
  const total = links.worth.reduce((sum, worth) => sum + worth, 0);
  let keys = 0;
  let candidates = 0;
  for (;;) {
    let best: Costed | undefined;
    let bestRank = 0;
    let bestGain = 0;
    for (const plan of open) {
      if (keys + plan.keys > options.mostKeys || candidates + plan.candidates > options.mostCandidates) continue;
      let gain = 0;
      for (const link of plan.found) gain += links.worth[link]! * again[Math.min(times[link]!, again.length - 1)]!;
      const rank = gain / (0.5 + plan.keys + plan.candidates / 10);
      if (rank > bestRank) {
        best = plan;
        bestRank = rank;
        bestGain = gain;
      }
    }
    if (best === undefined || bestGain < leastGain * total) break;
    open.delete(best);
    keys += best.keys;
    candidates += best.candidates;
    for (const link of best.found) times[link]! += 1;
    chosen.push(best.plan);
  }
  const found = links.worth.reduce((sum, worth, link) => sum + (times[link]! > 0 ? worth : 0), 0);
  return { plans: chosen, found: total === 0 ? 1 : found / total };
}

/** What it is worth to find a link that so many plans find already. */
const again = [1, 0.15, 0.03, 0];
/** A plan is worth its keys from this share of all links on. */
const leastGain = 0.0005;

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
  return { plan, found: Int32Array.from(found), candidates: (2 * pairs * scale) / random, keys: keys / random };
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
