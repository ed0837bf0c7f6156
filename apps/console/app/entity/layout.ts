import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import type { LinkedPair } from '../../../../src/graphql/queries/whole-entity.generated.ts';
import { duplicatePairs, type Entity, pairsOf } from './entity.ts';

/** A record, a duplicate, or another entity that a constraint keeps apart. */
export interface PlacedNode {
  readonly id: string;
  readonly kind: 'record' | 'duplicate' | 'apart';
  readonly x: number;
  readonly y: number;
  /** True when the label is above the node, because its lines lead down. */
  readonly isLabelAbove: boolean;
}

export interface PlacedEdge {
  readonly kind: 'link' | 'duplicate' | 'ban';
  readonly a: PlacedNode;
  readonly b: PlacedNode;
  /** The rules of a link. */
  readonly rules: readonly string[];
  /** The score of a link, 0 to 1. */
  readonly score: number;
  /** True if the entity falls apart without the link. */
  readonly isBridge: boolean;
}

/** A part of the drawing. */
export interface Frame {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** Number of linked pairs without an edge: with too many, single edges cannot be distinguished. */
  readonly hiddenPairs: number;
  /** The area of all nodes and their labels. */
  readonly box: Frame;
}

/** Above this number of records there is no picture: it would be slow to compute and unreadable. */
export const mostRecords = 400;

/** Above this number of linked pairs only those of a spanning tree are drawn. */
const mostPairs = 300;

/** Above this number of records fewer steps have to do, because each takes milliseconds. They begin with places without crossings. */
const manyRecords = 100;
/** How many steps forces have, how often each moves bodies apart, and how coarsely it sees distant ones (d3-force's theta). */
const fine = { ticks: 300, collisions: 1, theta: 0.9 } as const;
const coarse = { ticks: 20, collisions: 2, theta: 1.3 } as const;
/** The radius that a body keeps free of others, in units of the drawing. */
const bodyRoom = 66;
/** The force is so weak after the last step. */
const leastAlpha = 0.001;
const margin = { x: 88, top: 80, bottom: 80 };

interface Body extends SimulationNodeDatum {
  readonly id: string;
  readonly kind: PlacedNode['kind'];
}

interface Edge {
  readonly kind: PlacedEdge['kind'];
  readonly source: string;
  readonly target: string;
  readonly rules: readonly string[];
  readonly score: number;
  readonly isBridge: boolean;
}

const noLink = { rules: [], score: 0, isBridge: false } as const;

/** Places an entity's records by forces: linked ones attract, all repel each other. Deterministic for an entity. */
export function layOut(entity: Pick<Entity, 'records' | 'pairs' | 'duplicates' | 'connectionBans'>): Layout {
  const bodies = bodiesOf(entity);
  const known = new Set(bodies.map(({ id }) => id));
  const { pairs, count } = entity.pairs;
  const isLarge = bodies.length > manyRecords;
  const tree = isLarge || count > mostPairs ? spanningTree(pairs) : [];
  const drawn = count <= mostPairs ? pairs : tree.map(({ pair }) => pair);
  const { ticks, collisions, theta } = isLarge ? coarse : fine;
  const edges = edgesOf(entity, drawn).filter(({ source, target }) => known.has(source) && known.has(target));
  if (isLarge)
    fanOut(
      bodies,
      tree.filter(({ from, to }) => known.has(from) && known.has(to)),
    );
  // d3-force modifies the objects that it is given.
  const springs = edges.map(({ kind, source, target }) => ({ kind, source, target }));
  forceSimulation(bodies)
    .alphaDecay(1 - leastAlpha ** (1 / ticks))
    .force(
      'link',
      forceLink<Body, (typeof springs)[number] & { source: string | Body; target: string | Body }>(springs)
        .id(({ id }) => id)
        .distance(({ kind }) => (kind === 'ban' ? 260 : kind === 'duplicate' ? 130 : 210))
        .strength(({ kind }) => (kind === 'ban' ? 0.15 : 0.4)),
    )
    .force('repel', forceManyBody<Body>().strength(-900).distanceMax(900).theta(theta))
    .force('apart', forceCollide<Body>(bodyRoom).iterations(collisions))
    .force('x', forceX<Body>().strength(0.03))
    // Screens are wider than they are high.
    .force('y', forceY<Body>().strength(0.09))
    .stop()
    .tick(ticks);
  const heights = new Map(bodies.map(({ id, y = 0 }) => [id, y]));
  const fall = new Map<string, number>();
  for (const { source, target } of edges) {
    const down = (heights.get(target) ?? 0) - (heights.get(source) ?? 0);
    fall.set(source, (fall.get(source) ?? 0) + down);
    fall.set(target, (fall.get(target) ?? 0) - down);
  }
  const nodes = bodies.map(
    ({ id, kind, x = 0, y = 0 }): PlacedNode => ({ id, kind, x, y, isLabelAbove: (fall.get(id) ?? 0) > 0 }),
  );
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  return {
    nodes,
    edges: edges.flatMap(({ source, target, ...edge }) => {
      const a = nodeOf.get(source);
      const b = nodeOf.get(target);
      return a === undefined || b === undefined ? [] : [{ ...edge, a, b }];
    }),
    hiddenPairs: count - drawn.length,
    box: boxOf(nodes),
  };
}

function bodiesOf(entity: Pick<Entity, 'records' | 'duplicates' | 'connectionBans'>): Body[] {
  const duplicates = new Set(duplicatePairs(entity).map(({ duplicate }) => duplicate));
  const apart = new Set(entity.connectionBans.flatMap(({ others }) => others));
  const ids = entity.records.map(({ id }) => id).sort();
  return [
    ...ids.map((id): Body => ({ id, kind: duplicates.has(id) ? 'duplicate' : 'record' })),
    ...[...apart].map((id): Body => ({ id, kind: 'apart' })),
  ];
}

/** The edges of one record that the layout left out because there are too many. */
export function hiddenEdgesOf(id: string, pairs: readonly LinkedPair[], { nodes, edges }: Layout): PlacedEdge[] {
  const nodeOf = new Map(nodes.map((node) => [node.id, node]));
  const isDrawn = new Set(edges.flatMap(({ a, b }) => (a.id === id ? [b.id] : b.id === id ? [a.id] : [])));
  return pairsOf(pairs, id).flatMap((pair) => {
    const [from, to] = [nodeOf.get(pair.a), nodeOf.get(pair.b)];
    if (from === undefined || to === undefined || isDrawn.has(pair.a === id ? pair.b : pair.a)) return [];
    return [{ ...linkOf(pair), a: from, b: to }];
  });
}

const linkOf = ({ rules, score, bridge }: LinkedPair) => ({ kind: 'link', rules, score, isBridge: bridge }) as const;

function degreesOf(pairs: readonly LinkedPair[]): Map<string, number> {
  const degrees = new Map<string, number>();
  for (const { a, b } of pairs) for (const id of [a, b]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  return degrees;
}

/** A pair of a spanning tree, with its end that is nearer to the root. */
interface Branch {
  readonly pair: LinkedPair;
  readonly from: string;
  readonly to: string;
}

/** Pairs that keep every connection: a breadth-first tree from the most linked records, so that paths are short. */
function spanningTree(pairs: readonly LinkedPair[]): readonly Branch[] {
  const degrees = degreesOf(pairs);
  const pairsOf = new Map<string, LinkedPair[]>([...degrees.keys()].map((id) => [id, []]));
  for (const pair of pairs) for (const id of [pair.a, pair.b]) pairsOf.get(id)!.push(pair);
  const order = [...degrees.keys()].sort((x, y) => degrees.get(y)! - degrees.get(x)! || (x < y ? -1 : 1));
  const reached = new Set<string>();
  const tree: Branch[] = [];
  for (const root of order) {
    if (reached.has(root)) continue;
    reached.add(root);
    const queue = [root];
    for (const id of queue) {
      for (const pair of pairsOf.get(id)!) {
        const other = pair.a === id ? pair.b : pair.a;
        if (reached.has(other)) continue;
        reached.add(other);
        tree.push({ pair, from: id, to: other });
        queue.push(other);
      }
    }
  }
  return tree;
}

/**
 * Places bodies as a radial tree, whose lines do not cross: each has a sector of the circle by the number of those that follow it,
 * and a ring by its distance to the root. Forces alone would need many more steps to untangle them.
 *
 * @param tree parents before their children
 */
function fanOut(bodies: readonly Body[], tree: readonly Branch[]): void {
  const weights = new Map(bodies.map(({ id }) => [id, 1]));
  for (const { from, to } of tree.toReversed()) weights.set(from, weights.get(from)! + weights.get(to)!);
  const children = new Set(tree.map(({ to }) => to));
  const roots = bodies.filter(({ id }) => !children.has(id));
  /** The ring, and where the sector begins that no child has yet. */
  const sectors = new Map<string, { readonly ring: number; readonly angle: number; free: number }>();
  const turn = (2 * Math.PI) / bodies.length;
  const place = (id: string, ring: number, begin: number) => {
    const end = begin + turn * weights.get(id)!;
    sectors.set(id, { ring, angle: (begin + end) / 2, free: begin });
    return end;
  };
  // Only one root can be in the middle.
  let free = 0;
  for (const { id } of roots) free = place(id, roots.length === 1 ? 0 : 1, free);
  for (const { from, to } of tree) {
    const parent = sectors.get(from)!;
    parent.free = place(to, parent.ring + 1, parent.free);
  }
  const rings = Math.max(1, ...[...sectors.values()].map(({ ring }) => ring));
  const radius = bodyRoom * Math.sqrt(bodies.length);
  for (const body of bodies) {
    const { ring, angle } = sectors.get(body.id)!;
    // Rings have the same area between them.
    const distance = radius * Math.sqrt(ring / rings);
    body.x = distance * Math.cos(angle);
    body.y = distance * Math.sin(angle);
  }
}

function edgesOf(
  { records, duplicates, connectionBans }: Parameters<typeof layOut>[0],
  linked: readonly LinkedPair[],
): Edge[] {
  const degree = degreesOf(linked);
  // A constraint applies to the whole entity; its line starts at the record with the most links.
  const centre = records.map(({ id }) => id).sort((a, b) => (degree.get(b) ?? 0) - (degree.get(a) ?? 0))[0];
  return [
    ...linked.map((pair): Edge => ({ ...linkOf(pair), source: pair.a, target: pair.b })),
    ...duplicatePairs({ duplicates }).map(
      ({ original, duplicate }): Edge => ({ ...noLink, kind: 'duplicate', source: original, target: duplicate }),
    ),
    ...(centre === undefined ? [] : connectionBans.flatMap(({ others }) => others)).map(
      (other): Edge => ({ ...noLink, kind: 'ban', source: centre ?? other, target: other }),
    ),
  ];
}

function boxOf(nodes: readonly PlacedNode[]): Layout['box'] {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of nodes) {
    left = Math.min(left, x - margin.x);
    top = Math.min(top, y - margin.top);
    right = Math.max(right, x + margin.x);
    bottom = Math.max(bottom, y + margin.bottom);
  }
  return { x: left, y: top, width: right - left, height: bottom - top };
}
