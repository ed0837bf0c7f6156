import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { LinkedPair } from '../../../../src/graphql/queries/whole-entity.generated.ts';
import { Icon, type IconName } from '../parts/icon.tsx';
import { useDeployment } from '../with-deployment.tsx';
import type { Entity } from './entity.ts';
import { type Frame, hiddenEdgesOf, type Layout, layOut, type PlacedEdge, type PlacedNode } from './layout.ts';
import { PictureTexts } from './picture-texts.tsx';

interface EntityPictureProps {
  readonly entity: Entity;
  readonly titles: ReadonlyMap<string, string>;
  readonly chosen: string | undefined;
  /** The pairs of the chosen record. */
  readonly chosenPairs: readonly LinkedPair[];
  readonly onChoose: (id: string) => void;
}

/** Links in the accessible name of a node; the lists below have all of them. */
const mostSpoken = 6;
/** Units from the centre of a node to the end of its texts. */
const nodeRoom = 66;

/** Attributes of drawings keep their case, and Preact writes the name as it stands. */
const inTabOrder = (isReached: boolean) => ({ tabindex: isReached ? 0 : -1 });

/** An entity as a picture: a node for each record, a line for each linked pair; duplicates and bans dashed. */
export function EntityPicture({ entity, titles, chosen, chosenPairs, onChoose }: EntityPictureProps) {
  const layout = useMemo(() => layOut(entity), [entity]);
  const [frame, setFrame] = useState<Frame>(layout.box);
  const fit = () => setFrame(fitted(layout.box, picture.current));
  const drag = useRef<{ readonly x: number; readonly y: number; readonly frame: Frame } | undefined>(undefined);
  const picture = useRef<SVGSVGElement>(null);
  useLayoutEffect(() => setFrame(fitted(layout.box, picture.current)), [layout]);

  const zoom = (factor: number) =>
    setFrame(({ x, y, width, height }) => ({
      x: x + (width * (1 - factor)) / 2,
      y: y + (height * (1 - factor)) / 2,
      width: width * factor,
      height: height * factor,
    }));
  const onPointerDown = (event: PointerEvent<SVGSVGElement>) => {
    // Only a first finger or the main mouse button moves the picture.
    if (!event.isPrimary || event.button !== 0) return;
    if (event.target instanceof Element && event.target.closest('.node') !== null) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    drag.current = { x: event.clientX, y: event.clientY, frame };
  };
  const onPointerMove = (event: PointerEvent<SVGSVGElement>) => {
    const start = drag.current;
    if (start === undefined || !event.isPrimary) return;
    const size = event.currentTarget.getBoundingClientRect();
    const scale = Math.max(start.frame.width / size.width, start.frame.height / size.height);
    setFrame({
      ...start.frame,
      x: start.frame.x - (event.clientX - start.x) * scale,
      y: start.frame.y - (event.clientY - start.y) * scale,
    });
  };
  // Arrow keys move to the nearest node in their direction.
  const onKeyDown = (event: KeyboardEvent<SVGGElement>, from: PlacedNode) => {
    if (event.key === 'Enter' || event.key === ' ') {
      event.preventDefault();
      onChoose(from.id);
      return;
    }
    const next = neighbour(layout.nodes, from, event.key);
    if (next === undefined) return;
    event.preventDefault();
    picture.current?.querySelector<SVGGElement>(`[data-node="${CSS.escape(next.id)}"]`)?.focus();
  };

  const labels = useMemo(() => labelsOf(layout, titles), [layout, titles]);
  const edges = useMemo(
    () => [
      ...layout.edges,
      ...(chosen === undefined || layout.hiddenPairs === 0 ? [] : hiddenEdgesOf(chosen, chosenPairs, layout)),
    ],
    [layout, chosenPairs, chosen],
  );
  const records = layout.nodes.filter(({ kind }) => kind !== 'apart');
  const entrance = records.find(({ id }) => id === chosen) ?? records[0];
  return (
    <section className="panel picture" aria-label="Picture of the entity">
      {/* biome-ignore lint/a11y/useSemanticElements: a fieldset is no drawing */}
      <svg
        ref={picture}
        viewBox={`${frame.x} ${frame.y} ${frame.width} ${frame.height}`}
        role="group"
        aria-label={`${records.length} records. Arrow keys go from one to the next; the lists below say the same.`}
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={() => {
          drag.current = undefined;
        }}
      >
        <Cluster nodes={records} />
        {edges.map((edge) => (
          <EdgeLines
            key={`${edge.kind}${edge.a.id}:${edge.b.id}`}
            edge={edge}
            isFaded={chosen !== undefined && edge.a.id !== chosen && edge.b.id !== chosen}
            isPlain={layout.hiddenPairs > 0}
            isBridge={edge.isBridge && records.length > 2}
          />
        ))}
        {layout.nodes.map((node) =>
          node.kind === 'apart' ? (
            <Apart key={node.id} node={node} />
          ) : (
            <g
              key={node.id}
              className={`node is-${node.kind}${node.id === chosen ? ' is-chosen' : ''}`}
              transform={`translate(${node.x} ${node.y})`}
            >
              {/* biome-ignore lint/a11y/useSemanticElements: a button cannot stand in a drawing */}
              <g
                className="node-button"
                role="button"
                {...inTabOrder(node === entrance)}
                aria-pressed={node.id === chosen}
                aria-label={labels.get(node.id)}
                data-node={node.id}
                onClick={() => onChoose(node.id)}
                onFocus={() => setFrame((before) => moved(before, node))}
                onKeyDown={(event) => onKeyDown(event, node)}
              >
                <circle className="node-ring" r="29" />
                <circle className="node-body" r="23" />
              </g>
            </g>
          ),
        )}
        <PictureTexts picture={picture} frame={frame} layout={layout} edges={edges} titles={titles} chosen={chosen} />
      </svg>
      {layout.hiddenPairs > 0 && (
        <p className="picture-note">
          Of {(layout.edges.filter(({ kind }) => kind === 'link').length + layout.hiddenPairs).toLocaleString('en')}{' '}
          linked pairs you see those that hold the records together, and all of the record that you choose; the lists
          name their rules.
        </p>
      )}
      <div className="picture-foot">
        <Legend entity={entity} edges={layout.edges} />
        <fieldset className="tools">
          <legend className="unseen">Size of the picture</legend>
          <Tool icon="minus" label="Smaller" onClick={() => zoom(1.25)} />
          <Tool icon="plus" label="Larger" onClick={() => zoom(0.8)} />
          <Tool icon="fit" label="All" onClick={fit} />
        </fieldset>
      </div>
    </section>
  );
}

function Tool({
  icon,
  label,
  onClick,
}: {
  readonly icon: IconName;
  readonly label: string;
  readonly onClick: () => void;
}) {
  return (
    <button type="button" className="tool" onClick={onClick} aria-label={label} title={label}>
      <Icon name={icon} size={18} />
    </button>
  );
}

/** Most pixels per unit, so that a picture of few records is not enlarged. */
const largestScale = 1.15;

/** The frame that shows the whole picture in an element of this size. The box itself, if that is wide enough: it is drawn once. */
function fitted(box: Frame, element: SVGSVGElement | null): Frame {
  const width = Math.max(box.width, (element?.clientWidth ?? 0) / largestScale);
  const height = Math.max(box.height, (element?.clientHeight ?? 0) / largestScale);
  if (width === box.width && height === box.height) return box;
  return { x: box.x - (width - box.width) / 2, y: box.y - (height - box.height) / 2, width, height };
}

/** Moves the frame just far enough to show a node with its texts; in a small frame, to centre the node. */
function moved(frame: Frame, node: PlacedNode): Frame {
  const along = (start: number, size: number, place: number) => {
    const room = Math.min(nodeRoom, size / 2);
    return Math.min(Math.max(start, place + room - size), place - room);
  };
  return { ...frame, x: along(frame.x, frame.width, node.x), y: along(frame.y, frame.height, node.y) };
}

/** A background that joins the records of the entity. */
function Cluster({ nodes }: { readonly nodes: readonly PlacedNode[] }) {
  const points = hull(nodes)
    .map(({ x, y }) => `${x},${y}`)
    .join(' ');
  return <polygon className="cluster" points={points} />;
}

interface EdgeProps {
  readonly edge: PlacedEdge;
  readonly isFaded: boolean;
  /** Leaves the colours of rules out: among hundreds of lines they cannot be told apart. */
  readonly isPlain: boolean;
  /** Marks a link that holds two parts together. */
  readonly isBridge: boolean;
}

/** The width of a line: the higher the score, the thicker. */
const widthOf = (score: number): number => 1.5 + 4.5 * score;
/** How far the mark of a bridge stands out on both sides. */
const bridgeMark = 8;

function EdgeLines({ edge: { kind, a, b, rules, score }, isFaded, isPlain, isBridge }: EdgeProps) {
  const { colourOfRule } = useDeployment();
  const ends = { x1: a.x, y1: a.y, x2: b.x, y2: b.y };
  const isLink = kind === 'link';
  return (
    <g className={`edge is-${kind}${isFaded ? ' is-faded' : ''}${isPlain ? ' is-plain' : ''}`}>
      {isBridge && <line className="bridge" {...ends} style={{ strokeWidth: widthOf(score) + bridgeMark }} />}
      <line
        className={isLink && !isPlain ? colourOfRule(rules[0] ?? '') : undefined}
        {...ends}
        style={isLink ? { strokeWidth: widthOf(score) } : undefined}
      />
    </g>
  );
}

/** Another entity that a cannot-link constraint keeps apart. */
function Apart({ node: { x, y } }: { readonly node: PlacedNode }) {
  return (
    <g className="apart" transform={`translate(${x} ${y})`}>
      <rect x="-23" y="-23" width="46" height="46" rx="12" />
      <path d="m-9 -9 18 18" />
      <circle r="12.5" />
    </g>
  );
}

function Legend({ entity, edges }: { readonly entity: Entity; readonly edges: readonly PlacedEdge[] }) {
  const { colourOfRule } = useDeployment();
  const hasKind = (kind: PlacedEdge['kind']) => edges.some((edge) => edge.kind === kind);
  return (
    <ul className="legend" aria-label="Rules in the picture">
      {entity.ruleCounts.map(({ rule, count }) => (
        <li key={rule}>
          <span className={`dot ${colourOfRule(rule)}`} aria-hidden="true" />
          {rule} <span className="legend-count">{count.toLocaleString('en')}</span>
        </li>
      ))}
      {entity.records.length > 2 && edges.some(({ isBridge }) => isBridge) && (
        <li>
          <span className="dash is-bridge" aria-hidden="true" /> holds two parts together
        </li>
      )}
      {hasKind('duplicate') && (
        <li>
          <span className="dash" aria-hidden="true" /> duplicate
        </li>
      )}
      {hasKind('ban') && (
        <li>
          <span className="dash is-ban" aria-hidden="true" /> kept apart
        </li>
      )}
    </ul>
  );
}

/** What a node is called aloud, by record id. */
function labelsOf({ nodes, edges }: Layout, titles: ReadonlyMap<string, string>): ReadonlyMap<string, string> {
  const linked = new Map<string, string[]>(nodes.map(({ id }) => [id, []]));
  for (const { kind, a, b, rules } of edges) {
    if (kind !== 'link') continue;
    linked.get(a.id)?.push(`${b.id} by ${rules.join(' and ')}`);
    linked.get(b.id)?.push(`${a.id} by ${rules.join(' and ')}`);
  }
  return new Map(nodes.map(({ id, kind }) => [id, labelOf(id, kind, titles.get(id) ?? '', linked.get(id) ?? [])]));
}

function labelOf(id: string, kind: PlacedNode['kind'], title: string, linked: readonly string[]): string {
  const unspoken = linked.length - mostSpoken;
  const spoken = unspoken > 0 ? [...linked.slice(0, mostSpoken), `${unspoken} more`] : linked;
  const what = kind === 'duplicate' ? 'duplicate' : 'record';
  return `${title} ${id}, ${what}${spoken.length === 0 ? '' : `, linked with ${spoken.join(', ')}`}`;
}

const directions: ReadonlyMap<string, { readonly dx: number; readonly dy: number }> = new Map([
  ['ArrowLeft', { dx: -1, dy: 0 }],
  ['ArrowRight', { dx: 1, dy: 0 }],
  ['ArrowUp', { dx: 0, dy: -1 }],
  ['ArrowDown', { dx: 0, dy: 1 }],
]);

/** The nearest node in the direction of an arrow key, or undefined. */
function neighbour(nodes: readonly PlacedNode[], from: PlacedNode, key: string): PlacedNode | undefined {
  const direction = directions.get(key);
  if (direction === undefined) return undefined;
  const { dx, dy } = direction;
  let best: { readonly node: PlacedNode; readonly cost: number } | undefined;
  for (const node of nodes) {
    if (node === from || node.kind === 'apart') continue;
    const along = (node.x - from.x) * dx + (node.y - from.y) * dy;
    const aside = Math.abs((node.x - from.x) * dy) + Math.abs((node.y - from.y) * dx);
    if (along <= 0) continue;
    const cost = along + 2 * aside;
    if (best === undefined || cost < best.cost) best = { node, cost };
  }
  return best?.node;
}

/** The convex hull (A. M. Andrew's monotone chain). */
function hull(nodes: readonly PlacedNode[]): readonly { readonly x: number; readonly y: number }[] {
  if (nodes.length < 3) return nodes;
  const sorted = [...nodes].sort((a, b) => a.x - b.x || a.y - b.y);
  const half = (points: readonly PlacedNode[]) => {
    const chain: PlacedNode[] = [];
    for (const point of points) {
      while (chain.length >= 2 && turn(chain[chain.length - 2]!, chain[chain.length - 1]!, point) <= 0) chain.pop();
      chain.push(point);
    }
    return chain.slice(0, -1);
  };
  return [...half(sorted), ...half(sorted.reverse())];
}

function turn(a: PlacedNode, b: PlacedNode, c: PlacedNode): number {
  return (b.x - a.x) * (c.y - a.y) - (b.y - a.y) * (c.x - a.x);
}
