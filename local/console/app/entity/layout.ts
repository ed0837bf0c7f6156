import {
  forceCollide,
  forceLink,
  forceManyBody,
  forceSimulation,
  forceX,
  forceY,
  type SimulationNodeDatum,
} from 'd3-force';
import { duplicatePairs, type Entity, linkedPairs } from './entity.ts';

/** A record, a duplicate of one, or another entity that is kept apart. */
export interface PlacedNode {
  readonly id: string;
  readonly kind: 'record' | 'duplicate' | 'apart';
  readonly x: number;
  readonly y: number;
  /** Its label stands above it, where its lines lead down. */
  readonly isLabelAbove: boolean;
}

export interface PlacedEdge {
  readonly kind: 'link' | 'duplicate' | 'ban';
  readonly a: PlacedNode;
  readonly b: PlacedNode;
  /** Of a link: what links the two. */
  readonly rules: readonly string[];
}

export interface Layout {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  /** What the nodes take, with room for their labels. */
  readonly box: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
}

/** A picture of more records than this shows nothing any more, and takes long. */
export const mostRecords = 400;

const ticks = 300;
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
}

/** Places an entity's records by forces: linked ones attract, all repel each other. The same for the same entity. */
export function layOut(entity: Pick<Entity, 'records' | 'links' | 'duplicates' | 'connectionBans'>): Layout {
  const bodies = bodiesOf(entity);
  const known = new Set(bodies.map(({ id }) => id));
  const edges = edgesOf(entity).filter(({ source, target }) => known.has(source) && known.has(target));
  // d3-force writes nodes into what it is given.
  const springs = edges.map(({ kind, source, target }) => ({ kind, source, target }));
  forceSimulation(bodies)
    .force(
      'link',
      forceLink<Body, (typeof springs)[number] & { source: string | Body; target: string | Body }>(springs)
        .id(({ id }) => id)
        .distance(({ kind }) => (kind === 'ban' ? 260 : kind === 'duplicate' ? 130 : 210))
        .strength(({ kind }) => (kind === 'ban' ? 0.15 : 0.4)),
    )
    .force('repel', forceManyBody<Body>().strength(-900).distanceMax(900))
    .force('apart', forceCollide<Body>(66))
    .force('x', forceX<Body>().strength(0.03))
    // Screens are wider than high.
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
    edges: edges.flatMap(({ kind, source, target, rules }) => {
      const a = nodeOf.get(source);
      const b = nodeOf.get(target);
      return a === undefined || b === undefined ? [] : [{ kind, a, b, rules }];
    }),
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

function edgesOf({ records, links, duplicates, connectionBans }: Parameters<typeof layOut>[0]): Edge[] {
  const linked = linkedPairs(links);
  const degree = new Map<string, number>();
  for (const { a, b } of linked) for (const id of [a, b]) degree.set(id, (degree.get(id) ?? 0) + 1);
  // A ban is the entity's; its line starts at the record that holds it together.
  const centre = records.map(({ id }) => id).sort((a, b) => (degree.get(b) ?? 0) - (degree.get(a) ?? 0))[0];
  return [
    ...linked.map(({ a, b, rules }): Edge => ({ kind: 'link', source: a, target: b, rules })),
    ...duplicatePairs({ duplicates }).map(
      ({ original, duplicate }): Edge => ({ kind: 'duplicate', source: original, target: duplicate, rules: [] }),
    ),
    ...(centre === undefined ? [] : connectionBans.flatMap(({ others }) => others)).map(
      (other): Edge => ({ kind: 'ban', source: centre ?? other, target: other, rules: [] }),
    ),
  ];
}

function boxOf(nodes: readonly PlacedNode[]): Layout['box'] {
  const xs = nodes.map(({ x }) => x);
  const ys = nodes.map(({ y }) => y);
  const left = Math.min(...xs) - margin.x;
  const top = Math.min(...ys) - margin.top;
  return {
    x: left,
    y: top,
    width: Math.max(...xs) + margin.x - left,
    height: Math.max(...ys) + margin.bottom - top,
  };
}
