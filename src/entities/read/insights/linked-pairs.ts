import { DisjointSets } from '../../../disjoint-sets.ts';
import { bridgesOf } from '../bridges.ts';
import type { EntityLink } from '../types.ts';

/** Two records of an entity that rules link. */
export interface LinkedPair {
  readonly a: string;
  readonly b: string;
  /** Ids of the rules, the one of the highest score first. */
  readonly rules: readonly string[];
  /** The highest score of a rule, 0 to 1. */
  readonly score: number;
  /** True if the entity falls apart without this pair. */
  readonly isBridge: boolean;
}

interface Pair {
  readonly a: number;
  readonly b: number;
  readonly links: EntityLink[];
  readonly score: number;
}

/**
 * The pairs of records that links connect, those that hold the entity together first: a maximum spanning forest by score
 * (J. B. Kruskal, *On the shortest spanning subtree of a graph*, 1956). The others follow, the highest score first. So
 * the first pages connect all records, whatever the number of pairs.
 */
export function linkedPairs(links: readonly EntityLink[]): readonly LinkedPair[] {
  const { pairs, size } = pairsOf(links);
  const edges = pairs.map(({ a, b }) => [a, b] as const);
  const bridges = new Set(bridgesOf(size, edges).map(({ link }) => link));
  // Stable: pairs of one score keep the order of their records.
  const byScore = [...pairs.keys()].sort((x, y) => pairs[y]!.score - pairs[x]!.score);
  const sets = new DisjointSets(size);
  const forest: number[] = [];
  const others: number[] = [];
  for (const index of byScore) {
    const { a, b } = pairs[index]!;
    const isNew = sets.find(a) !== sets.find(b);
    if (isNew) sets.join(a, b);
    (isNew ? forest : others).push(index);
  }
  return [...forest, ...others].map((index) => {
    const { links: found, score } = pairs[index]!;
    const [{ a, b }] = found as [EntityLink];
    const rules = [...found].sort((x, y) => y.score - x.score).map(({ rule }) => rule);
    return { a, b, rules, score, isBridge: bridges.has(index) };
  });
}

function pairsOf(links: readonly EntityLink[]): { readonly pairs: readonly Pair[]; readonly size: number } {
  const positions = new Map<string, number>();
  const positionOf = (id: string): number => {
    const known = positions.get(id) ?? positions.size;
    positions.set(id, known);
    return known;
  };
  const byKey = new Map<string, { a: number; b: number; links: EntityLink[]; score: number }>();
  for (const link of links) {
    const [a, b] = [positionOf(link.a), positionOf(link.b)];
    const key = a < b ? `${a}:${b}` : `${b}:${a}`;
    const pair = byKey.get(key);
    if (pair === undefined) byKey.set(key, { a, b, links: [link], score: link.score });
    else {
      pair.links.push(link);
      pair.score = Math.max(pair.score, link.score);
    }
  }
  return { pairs: [...byKey.values()], size: positions.size };
}
