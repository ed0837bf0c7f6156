import { STATIC_RULE } from '../keys/record-keys.ts';
import type { ComputedEntityView } from './entity-view.ts';

/** The pairs of so many records are judged within a tenth of a second. */
export const JUDGED_RECORDS = 100;

/** The only link between two parts of an entity, each of several records. */
export interface WeakestLink {
  readonly a: string;
  readonly b: string;
  /** Of the best rule that links the two, 0 to 1. */
  readonly score: number;
  readonly ruleIDs: readonly string[];
  /** Records of the smaller part. */
  readonly side: number;
}

interface LinkedPair {
  readonly a: number;
  readonly b: number;
  score: number;
  readonly ruleIDs: string[];
}

/**
 * Of the links whose removal would part an entity into several records and several others, the one that parts most; of
 * equal ones, that of the lowest score. Links that a person or a submit made are no bridges: they were decided. Undefined
 * if there is none.
 */
export function weakestLink(view: ComputedEntityView): WeakestLink | undefined {
  const pairs = linkedPairs(view);
  const bridges = bridgesOf(
    view.records.length,
    pairs.map(({ a, b }) => [a, b]),
  );
  const [weakest] = bridges
    .map(({ link, side }) => ({ ...pairs[link]!, side }))
    .filter(({ side, ruleIDs }) => side > 1 && !ruleIDs.includes(STATIC_RULE))
    .sort((x, y) => y.side - x.side || x.score - y.score || x.a - y.a || x.b - y.b);
  if (weakest === undefined) return undefined;
  const idAt = (position: number) => view.records[position]!['id'] as string;
  return { ...weakest, a: idAt(weakest.a), b: idAt(weakest.b) };
}

/** Each two records that a rule links, or of which one is a duplicate of the other, once; by position. */
function linkedPairs(view: ComputedEntityView): readonly LinkedPair[] {
  const positions = new Map(view.records.map((record, position) => [record['id'] as string, position]));
  const pairs = new Map<string, LinkedPair>();
  const pairOf = (one: string, other: string): LinkedPair => {
    const [a, b] = [positions.get(one)!, positions.get(other)!].sort((x, y) => x - y) as [number, number];
    const known = pairs.get(`${a}:${b}`) ?? { a, b, score: 0, ruleIDs: [] };
    pairs.set(`${a}:${b}`, known);
    return known;
  };
  for (const { a, b, rule, score } of view.links()) {
    const pair = pairOf(a, b);
    pair.score = Math.max(pair.score, score);
    pair.ruleIDs.push(rule);
  }
  for (const [duplicate, original] of view.duplicatePairs()) pairOf(duplicate, original).score = 1;
  return [...pairs.values()];
}

/** A link whose removal parts the graph. */
export interface Bridge {
  /** By position in the list of links. */
  readonly link: number;
  /** Vertices on the smaller side. */
  readonly side: number;
}

/** The most vertices on the smaller side of a bridge; 0 if no link is one. */
export const weakestBridge = (size: number, links: readonly (readonly [number, number])[]): number =>
  bridgesOf(size, links).reduce((most, { side }) => Math.max(most, side), 0);

/**
 * The bridges of a graph. Takes time linear in vertices and links (R. E. Tarjan, "A note on finding the bridges of a
 * graph", 1974).
 *
 * @param links pairs of vertices from 0 to size − 1; a pair that occurs twice is no bridge
 */
export function bridgesOf(size: number, links: readonly (readonly [number, number])[]): readonly Bridge[] {
  const beside: { readonly to: number; readonly link: number }[][] = Array.from({ length: size }, () => []);
  links.forEach(([a, b], link) => {
    beside[a]!.push({ to: b, link });
    beside[b]!.push({ to: a, link });
  });
  const search = new BridgeSearch(beside);
  return Array.from({ length: size }, (_, vertex) => search.from(vertex)).flat();
}

interface Visit {
  readonly vertex: number;
  /** The link that led here; −1 at the first vertex. */
  readonly by: number;
  next: number;
}

class BridgeSearch {
  private readonly beside: readonly (readonly { readonly to: number; readonly link: number }[])[];
  /** By vertex: its position in the order of the search, from 1; 0 before it is reached. */
  private readonly reached: Uint32Array;
  /** By vertex: the earliest position that it or what is below it leads back to. */
  private readonly lowest: Uint32Array;
  /** By vertex: how many are below it, itself included. */
  private readonly below: Uint32Array;
  private time = 0;

  constructor(beside: BridgeSearch['beside']) {
    this.beside = beside;
    this.reached = new Uint32Array(beside.length);
    this.lowest = new Uint32Array(beside.length);
    this.below = new Uint32Array(beside.length);
  }

  /** Searches the component of a vertex, if it was not searched before. */
  from(start: number): readonly Bridge[] {
    if (this.reached[start] !== 0) return [];
    const path: Visit[] = [this.enter(start, -1)];
    const cut: { readonly link: number; readonly below: number }[] = [];
    for (let step = path.at(-1); step !== undefined; step = path.at(-1)) {
      const edge = this.beside[step.vertex]![step.next++];
      if (edge === undefined) {
        path.pop();
        const parent = path.at(-1);
        if (parent !== undefined && this.leave(step.vertex, parent.vertex)) {
          cut.push({ link: step.by, below: this.below[step.vertex]! });
        }
      } else if (this.reached[edge.to] === 0) {
        path.push(this.enter(edge.to, edge.link));
      } else if (edge.link !== step.by) {
        this.lowest[step.vertex] = Math.min(this.lowest[step.vertex]!, this.reached[edge.to]!);
      }
    }
    const all = this.below[start]!;
    return cut.map(({ link, below }) => ({ link, side: Math.min(below, all - below) }));
  }

  private enter(vertex: number, by: number): Visit {
    this.time += 1;
    this.reached[vertex] = this.time;
    this.lowest[vertex] = this.time;
    this.below[vertex] = 1;
    return { vertex, by, next: 0 };
  }

  /** True if the link from the parent is a bridge. */
  private leave(vertex: number, parent: number): boolean {
    this.below[parent]! += this.below[vertex]!;
    this.lowest[parent] = Math.min(this.lowest[parent]!, this.lowest[vertex]!);
    return this.lowest[vertex]! > this.reached[parent]!;
  }
}
