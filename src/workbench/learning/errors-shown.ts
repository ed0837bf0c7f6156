import type { Evidence } from '../design/evidence.ts';
import { onlyContradicts } from '../design/weights.ts';
import type { LevelTables, Mixture } from './mixture.ts';
import type { Patterns } from './patterns.ts';

/** Pairs are one entity beyond doubt if all other items say so with this many bits over even odds: 250 to 1. */
const beyondDoubt = 8;
/** An item agrees from this many bits on. */
const agrees = 2;
/** From this share on, differences are errors of the values. Fewer may be relatives, or papers of one column. */
const leastErrors = 0.2;
/** Fewer pairs show nothing. */
const fewestPairs = 50;

interface Shown {
  readonly evidence: readonly Evidence[];
  readonly mixture: Mixture;
  /** The number of pairs of all records. */
  readonly population: number;
}

/**
 * How often matches may differ in an item: what experience says, and more where the records show errors. These are pairs
 * that differ in the item although all other evidence, an item of their own among it, says beyond doubt that they are one
 * entity. What only contradicts, such as the numeral of a fund, is no error however often it differs: the rest is the same.
 *
 * @param most by item and level, how much likelier the level may be among matches than among strangers: infinite where
 * experience says nothing against a match
 * @returns the same tables if no item shows errors
 */
export function mostByErrors(most: LevelTables, patterns: Patterns, shown: Shown): LevelTables {
  const {
    evidence,
    mixture: { strangers },
  } = shown;
  const counts = countsBeyondDoubt(patterns, shown);
  const isErroneous = most.map((table, item) => {
    const own = counts[item]!;
    const total = own.reduce((sum, count) => sum + count, 0);
    const differing = own.reduce((sum, count, level) => (Number.isFinite(table[level]!) ? sum + count : sum), 0);
    return total >= fewestPairs && differing >= leastErrors * total && !onlyContradicts(evidence[item]!);
  });
  if (!isErroneous.includes(true)) return most;
  return most.map((table, item) => {
    if (isErroneous[item] !== true) return table;
    const own = counts[item]!;
    const total = own.reduce((sum, count) => sum + count, 0);
    return table.map((limit, level) =>
      Math.max(limit, own[level]! / total / Math.max(strangers[item]![level]!, Number.MIN_VALUE)),
    );
  });
}

/** By item and level, the pairs that are one entity beyond doubt by all other items. */
function countsBeyondDoubt(
  { items, levels, weights }: Patterns,
  { evidence, mixture: { same, strangers, matches }, population }: Shown,
): Float64Array[] {
  const bits = same.map((table, item) =>
    table.map((share, level) =>
      level === 0 ? 0 : Math.log2(Math.max(share, 1e-9) / Math.max(strangers[item]![level]!, 1e-12)),
    ),
  );
  const counts = same.map((table) => new Float64Array(table.length));
  const begin = Math.log2(matches / population);
  for (let row = 0; row < weights.length; row++) {
    const levelOf = (item: number): number => levels[row * items + item]!;
    const bitsOf = (item: number): number => bits[item]![levelOf(item)]!;
    const isOwn = (item: number): number => (!evidence[item]!.shared && bitsOf(item) >= agrees ? 1 : 0);
    let sum = begin;
    let own = 0;
    for (let item = 0; item < items; item++) {
      sum += bitsOf(item);
      own += isOwn(item);
    }
    for (let item = 0; item < items; item++) {
      if (levelOf(item) === 0 || sum - bitsOf(item) < beyondDoubt || own - isOwn(item) < 1) continue;
      counts[item]![levelOf(item)]! += weights[row]!;
    }
  }
  return counts;
}
