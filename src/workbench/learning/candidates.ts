import { type Block, blocksOf, type KeyPart, type Plan } from './blocking.ts';

/** A block of more records is compared with the nearest in sort order only. */
const largeBlock = 60;
/** So many neighbours of each record in a large block. */
const neighbours = 12;

export interface CandidatePairs {
  /** Pairs of records: first and second one after the other. */
  readonly first: Int32Array;
  readonly second: Int32Array;
  /** For how many pairs of all records each of them stands. */
  readonly weights: Float64Array;
}

/** So many parts are combined with one another: the most selective ones. A file of ten columns has about ten to forty. */
const mostCombinedParts = 60;
/** So many plans are tried: what they cost grows with the records of the sample. */
const mostPlans = 2_000;

/** Plans of one part, of two parts, and of three where two are not selective. Their number is bounded for any number of fields. */
export function plansOf(parts: readonly KeyPart[], records: number): Plan[] {
  const wanted = Math.log2(Math.max(2, records)) - 5;
  const plans: Plan[] = parts.filter(({ bits }) => bits > 4).map((part) => ({ parts: [part] }));
  // A part that is selective alone needs no other one.
  const open = mostSelective(parts.filter(({ bits }) => bits <= wanted + 8));
  for (const [at, first] of open.entries()) {
    const later = open.slice(at + 1).filter(({ item }) => item !== first.item);
    for (const [distance, second] of later.entries()) {
      if (plans.length >= mostPlans) return plans;
      if (first.bits + second.bits >= wanted) plans.push({ parts: [first, second] });
      else plans.push(...triplesOf(first, second, later.slice(distance + 1), wanted));
    }
  }
  return plans;
}

/** The parts in their order, without the least selective of too many. */
function mostSelective(parts: readonly KeyPart[]): readonly KeyPart[] {
  const selective = new Set([...parts].sort((a, b) => b.bits - a.bits).slice(0, mostCombinedParts));
  return parts.filter((part) => selective.has(part));
}

/** The selective triples of which no pair is selective. */
function triplesOf(first: KeyPart, second: KeyPart, thirds: readonly KeyPart[], wanted: number): Plan[] {
  return thirds
    .filter(({ item }) => item !== second.item)
    .filter(({ bits }) => first.bits + bits < wanted && second.bits + bits < wanted)
    .filter(({ bits }) => first.bits + second.bits + bits >= wanted)
    .map((third) => ({ parts: [first, second, third] }));
}

/**
 * Pairs of records that share a key of some plan: the plans that find fewest pairs first, until the budget is spent.
 *
 * @param sortTexts a text by record, by which records of a large block are sorted
 */
export function candidatePairs(
  plans: readonly Plan[],
  records: number,
  budget: number,
  sortTexts: readonly string[],
): CandidatePairs {
  // The blocks of one plan at a time: those of all plans would not fit into memory.
  const costed = plans
    .map((plan) => ({ plan, cost: blocksOf(plan, records).reduce((sum, { length }) => sum + costOf(length), 0) }))
    .filter(({ cost }) => cost > 0 && cost <= budget * 4)
    .sort((a, b) => a.cost - b.cost);
  const pairs = new Set<number>();
  for (const { plan, cost } of costed) {
    const room = budget - pairs.size;
    if (room < budget * 0.02) break;
    if (cost > 3 * room) continue;
    for (const block of blocksOf(plan, records).sort((a, b) => a.length - b.length)) {
      if (pairs.size > budget * 1.2) break;
      addPairs(block, records, sortTexts, pairs);
    }
  }
  const first = new Int32Array(pairs.size);
  const second = new Int32Array(pairs.size);
  let at = 0;
  for (const pair of [...pairs].sort((a, b) => a - b)) {
    first[at] = Math.floor(pair / records);
    second[at] = pair % records;
    at += 1;
  }
  return { first, second, weights: new Float64Array(pairs.size).fill(1) };
}

const costOf = (length: number): number => (length <= largeBlock ? (length * (length - 1)) / 2 : length * neighbours);

function addPairs(block: Block, records: number, sortTexts: readonly string[], pairs: Set<number>): void {
  const sorted =
    block.length <= largeBlock ? block : [...block].sort((a, b) => (sortTexts[a]! < sortTexts[b]! ? -1 : 1));
  const reach = block.length <= largeBlock ? block.length : neighbours;
  for (let i = 0; i < sorted.length; i++) {
    for (let j = i + 1; j < Math.min(sorted.length, i + 1 + reach); j++) {
      const [a, b] = [sorted[i]!, sorted[j]!];
      pairs.add(a < b ? a * records + b : b * records + a);
    }
  }
}
