import { describe, expect, it } from '@jest/globals';
import { placeLabels, textSizes } from '../../../../../../apps/console/app/entity/labels.ts';
import type { PlacedEdge, PlacedNode } from '../../../../../../apps/console/app/entity/layout.ts';

const nodeAt = (id: string, x: number, y: number, isLabelAbove = false): PlacedNode => ({
  id,
  kind: 'record',
  x,
  y,
  isLabelAbove,
});
const linked = (a: PlacedNode, b: PlacedNode): PlacedEdge => ({
  kind: 'link',
  a,
  b,
  rules: [],
  score: 1,
  isBridge: false,
});
const box = { x: -1_000, y: -1_000, width: 2_000, height: 2_000 };

/** The labels at a scale, as the ids that they name. */
function namedAt(
  scale: number,
  nodes: readonly PlacedNode[],
  { edges = [], always = [], within = box }: { edges?: PlacedEdge[]; always?: string[]; within?: typeof box } = {},
) {
  return placeLabels({
    box: within,
    nodes,
    edges,
    textOf: ({ id }) => ({ title: 'Maria Many', id }),
    sizes: textSizes(scale),
    always: new Set(always),
  });
}
const ids = (labels: ReturnType<typeof namedAt>) => labels.map(({ id }) => id);

describe('the texts of a picture', () => {
  it.each([1.15, 1, 0.5, 0.1])('have at least 10 pixels at %d pixels a unit', (scale) => {
    const { title, id, edge, initials = Number.POSITIVE_INFINITY } = textSizes(scale);

    for (const size of [title, id, edge, initials]) expect(size * scale).toBeGreaterThanOrEqual(9.999);
  });

  it('leave initials out that are larger than a node', () => {
    expect([textSizes(0.6).initials, textSizes(0.4).initials]).toEqual([10 / 0.6, undefined]);
  });

  it('are all there where there is room, below the nodes or above', () => {
    const [below, above] = namedAt(1, [nodeAt('a', 0, 0), nodeAt('b', 200, 0, true)]);

    expect([below!.titleY, below!.idY, above!.titleY, above!.idY]).toEqual([44, 60, -52, -36]);
  });

  it('name the most linked records where the drawing is small, and cover no other text or node', () => {
    const nodes = Array.from({ length: 30 }, (_, index) =>
      nodeAt(`n${index}`, 132 * (index % 6), 132 * Math.floor(index / 6)),
    );
    const hub = nodes[14]!;
    const edges = nodes.filter((node) => node !== hub).map((node) => linked(hub, node));
    const all = { x: -80, y: -80, width: 900, height: 700 };

    const labels = namedAt(0.4, nodes, { edges, within: all });

    expect(ids(labels)[0]).toBe('n14');
    expect(labels.length).toBeGreaterThan(3);
    expect(labels.length).toBeLessThan(20);
  });

  it('name what a person points at, whatever it covers', () => {
    const nodes = [nodeAt('a', 0, 0), nodeAt('b', 60, 0), nodeAt('c', 30, 55), nodeAt('d', 30, -55)];

    expect(ids(namedAt(0.4, nodes))).not.toContain('b');
    expect(ids(namedAt(0.4, nodes, { always: ['b'] }))).toContain('b');
  });

  it('are inside of the drawing', () => {
    const low = { x: -100, y: -100, width: 200, height: 130 };

    const [label] = namedAt(1, [nodeAt('a', 0, 0)], { within: low });

    expect(label!.idY).toBe(-36);
    expect(namedAt(1, [nodeAt('a', 0, 0)], { within: { ...low, y: -30, height: 60 } })).toEqual([]);
  });
});
