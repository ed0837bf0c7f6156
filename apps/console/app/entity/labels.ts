import type { Frame, PlacedEdge, PlacedNode } from './layout.ts';

/** Two lines beside a node. */
export interface NodeText {
  readonly title: string;
  readonly id: string;
}

export interface NodeLabel extends NodeText {
  readonly node: PlacedNode;
  /** Heights of the baselines. */
  readonly titleY: number;
  readonly idY: number;
}

/** Sizes of texts in units of the drawing: none is smaller than a person can read, however small the drawing is. */
export interface TextSizes {
  readonly title: number;
  readonly id: number;
  readonly edge: number;
  /** Of the line around letters, which keeps them apart from what is behind them. */
  readonly halo: number;
  /** Undefined where the letters would be larger than a node. */
  readonly initials: number | undefined;
}

/** In units of a drawing that is not made smaller. */
const usual = { title: 13, id: 11, edge: 11, initials: 14, halo: 4 } as const;
/** In pixels of the screen. */
const least = { title: 11, id: 10, edge: 10, initials: 10, halo: 3.4 } as const;
const largestInitials = 20;

/** @param scale pixels per unit */
export function textSizes(scale: number): TextSizes {
  const size = (kind: keyof typeof usual) => Math.max(usual[kind], least[kind] / scale);
  const initials = size('initials');
  return {
    title: size('title'),
    id: size('id'),
    edge: size('edge'),
    halo: size('halo'),
    initials: initials > largestInitials ? undefined : initials,
  };
}

interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

const overlap = (a: Box, b: Box): boolean =>
  a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;

const isInside = ({ left, right, top, bottom }: Box, { x, y, width, height }: Frame): boolean =>
  left >= x && right <= x + width && top >= y && bottom <= y + height;

/** The mean width of a letter, as a part of the size of the text. */
const letter = { title: 0.56, id: 0.6, edge: 0.6 } as const;
/** The radius of a node with its ring, and how far texts are from it. */
const nodeRadius = 24;
const gap = { below: 31, above: 36, lines: 5 } as const;

const roundNode = ({ x, y }: PlacedNode): Box => ({
  left: x - nodeRadius,
  right: x + nodeRadius,
  top: y - nodeRadius,
  bottom: y + nodeRadius,
});

interface LabelsOptions {
  /** The drawing: a label that left it would be cut off. */
  readonly box: Frame;
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly textOf: (node: PlacedNode) => NodeText;
  readonly sizes: TextSizes;
  /** Ids of nodes that have their label whatever it covers. */
  readonly always: ReadonlySet<string>;
}

/** The labels for which there is room: the most linked nodes come first, and none covers a node or another label. */
export function placeLabels({ box: all, nodes, edges, textOf, sizes, always }: LabelsOptions): readonly NodeLabel[] {
  const degrees = new Map<string, number>();
  for (const { a, b } of edges) for (const { id } of [a, b]) degrees.set(id, (degrees.get(id) ?? 0) + 1);
  const rank = ({ id }: PlacedNode) => (always.has(id) ? Number.POSITIVE_INFINITY : (degrees.get(id) ?? 0));
  const taken = nodes.map(roundNode);
  const placed: NodeLabel[] = [];
  for (const node of [...nodes].sort((a, b) => Number(rank(b) > rank(a)) - Number(rank(b) < rank(a)))) {
    const text = textOf(node);
    const sides = [node.isLabelAbove, !node.isLabelAbove].map((above) => labelAt(node, text, sizes, above));
    const inside = sides.filter(({ box }) => isInside(box, all));
    const isFree = ({ box }: { readonly box: Box }) => !taken.some((other) => overlap(box, other));
    const found = inside.find(isFree) ?? (always.has(node.id) ? (inside[0] ?? sides[0]) : undefined);
    if (found === undefined) continue;
    taken.push(found.box);
    placed.push(found.label);
  }
  return placed;
}

function labelAt(
  node: PlacedNode,
  { title, id }: NodeText,
  sizes: TextSizes,
  above: boolean,
): { readonly label: NodeLabel; readonly box: Box } {
  const idY = above ? -gap.above : gap.below + sizes.title + gap.lines + sizes.id;
  const titleY = above ? idY - gap.lines - sizes.id : gap.below + sizes.title;
  const half = Math.max([...title].length * sizes.title * letter.title, [...id].length * sizes.id * letter.id) / 2;
  return {
    label: { node, title, id, titleY, idY },
    box: {
      left: node.x - half,
      right: node.x + half,
      top: node.y + titleY - 0.8 * sizes.title,
      bottom: node.y + idY + 0.25 * sizes.id,
    },
  };
}
