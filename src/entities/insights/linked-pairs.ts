import { DisjointSets } from '../disjoint-sets.ts';
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
  const bridges = bridgesOf(pairs, size);
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

/** The positions of pairs without which more parts remain. */
function bridgesOf(pairs: readonly Pair[], size: number): ReadonlySet<number> {
  const walk = new BridgeWalk(pairs, size);
  for (let record = 0; record < size; record++) walk.from(record);
  return walk.bridges;
}

interface WalkStep {
  readonly at: number;
  /** The pair that led there; −1 at the start. */
  readonly by: number;
  /** The neighbour to visit next. */
  next: number;
}

/**
 * A depth-first walk that finds bridges in time linear in the pairs (R. E. Tarjan, *A note on finding the bridges of a
 * graph*, 1974). Without recursion: an entity may be a chain of thousands of records.
 */
class BridgeWalk {
  readonly bridges = new Set<number>();
  private readonly neighbours: { readonly to: number; readonly pair: number }[][];
  /** When a record was met, from 1 on; and the earliest time that it and its descendants lead back to. */
  private readonly met: Uint32Array;
  private readonly low: Uint32Array;
  private time = 0;

  constructor(pairs: readonly Pair[], size: number) {
    this.neighbours = Array.from({ length: size }, () => []);
    for (const [pair, { a, b }] of pairs.entries()) {
      this.neighbours[a]!.push({ to: b, pair });
      this.neighbours[b]!.push({ to: a, pair });
    }
    this.met = new Uint32Array(size);
    this.low = new Uint32Array(size);
  }

  /** Walks to all records that pairs lead to, unless the record was met before. */
  from(record: number): void {
    if (this.met[record] !== 0) return;
    const path = [this.meet(record, -1)];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const neighbour = this.neighbours[step.at]![step.next++];
      if (neighbour === undefined) {
        path.pop();
        this.leave(step, path.at(-1));
      } else if (neighbour.pair !== step.by) {
        if (this.met[neighbour.to] === 0) path.push(this.meet(neighbour.to, neighbour.pair));
        else this.low[step.at] = Math.min(this.low[step.at]!, this.met[neighbour.to]!);
      }
    }
  }

  private meet(at: number, by: number): WalkStep {
    this.time += 1;
    this.met[at] = this.time;
    this.low[at] = this.time;
    return { at, by, next: 0 };
  }

  private leave({ at, by }: WalkStep, parent: WalkStep | undefined): void {
    if (parent === undefined) return;
    this.low[parent.at] = Math.min(this.low[parent.at]!, this.low[at]!);
    if (this.low[at]! > this.met[parent.at]!) this.bridges.add(by);
  }
}
