import { type RefObject, useEffect, useLayoutEffect, useMemo, useState } from 'react';
import { type NodeText, placeLabels, textSizes } from './labels.ts';
import type { Frame, Layout, PlacedEdge, PlacedNode } from './layout.ts';

interface PictureTextsProps {
  readonly picture: RefObject<SVGSVGElement>;
  readonly frame: Frame;
  readonly layout: Layout;
  readonly edges: readonly PlacedEdge[];
  readonly titles: ReadonlyMap<string, string>;
  readonly chosen: string | undefined;
}

/** Most edges with rule names; with more, the names would overlap. */
const mostLabelledEdges = 14;
const longestTitle = 20;
/** From the middle of a text to its baseline, as a part of its size. */
const middle = 0.36;

/**
 * The texts of a picture, above everything else: as large as a person can read, and where there is room. The record that is
 * chosen, has the focus or lies under the pointer has its name always. All of it is said by the buttons and lists too.
 */
export function PictureTexts({ picture, frame, layout, edges, titles, chosen }: PictureTextsProps) {
  const size = useSize(picture);
  const pointed = usePointed(picture);
  // Undefined before the picture has its place.
  const scale = size && Math.min(size.width / frame.width, size.height / frame.height);
  const { nodes } = layout;
  const texts = useMemo(
    () =>
      scale === undefined
        ? undefined
        : {
            sizes: textSizes(scale),
            labels: placeLabels({
              box: layout.box,
              nodes,
              edges: layout.edges,
              textOf: (node) => textOf(node, titles),
              sizes: textSizes(scale),
              always: new Set([chosen, ...pointed].filter((id) => id !== undefined)),
            }),
          },
    [nodes, layout, titles, scale, chosen, pointed],
  );
  if (texts === undefined) return null;
  const { sizes, labels } = texts;
  const styleOf = (fontSize: number) => ({ fontSize, strokeWidth: sizes.halo });
  return (
    // biome-ignore lint/a11y/noAriaHiddenOnFocusable: a group is not focusable; the buttons have the same texts
    <g className="node-texts" aria-hidden="true">
      {edges.length <= mostLabelledEdges &&
        edges.map(({ kind, a, b, rules }) => (
          <text
            key={`${kind}${a.id}:${b.id}`}
            className="edge-label"
            style={styleOf(sizes.edge)}
            x={(a.x + b.x) / 2}
            y={(a.y + b.y) / 2 + middle * sizes.edge}
          >
            {edgeLabel(kind, rules)}
          </text>
        ))}
      {sizes.initials !== undefined &&
        nodes.map(
          ({ id, kind, x, y }) =>
            kind !== 'apart' && (
              <text
                key={id}
                className={id === chosen ? 'node-initials is-chosen' : 'node-initials'}
                style={{ fontSize: sizes.initials }}
                x={x}
                y={y + middle * (sizes.initials ?? 0)}
              >
                {initials(titles.get(id) ?? id)}
              </text>
            ),
        )}
      {labels.map(({ node, title, id, titleY, idY }) => (
        <g key={node.id} transform={`translate(${node.x} ${node.y})`}>
          <text className="node-title" style={styleOf(sizes.title)} y={titleY}>
            {title}
          </text>
          <text
            className="node-id"
            style={styleOf(sizes.id)}
            y={idY}
            data-varies={node.kind === 'apart' ? '' : undefined}
          >
            {id}
          </text>
        </g>
      ))}
    </g>
  );
}

function textOf({ id, kind }: PlacedNode, titles: ReadonlyMap<string, string>): NodeText {
  return kind === 'apart'
    ? { title: 'other entity', id: `…${id.slice(-8)}` }
    : { title: shortened(titles.get(id) ?? ''), id: shortened(id) };
}

/** The size of the picture on the screen. */
function useSize(picture: RefObject<SVGSVGElement>): { readonly width: number; readonly height: number } | undefined {
  const [size, setSize] = useState<{ readonly width: number; readonly height: number }>();
  useLayoutEffect(() => {
    const element = picture.current;
    if (element === null) return undefined;
    const measure = () => setSize({ width: element.clientWidth, height: element.clientHeight });
    measure();
    window.addEventListener('resize', measure);
    return () => window.removeEventListener('resize', measure);
  }, [picture]);
  return size;
}

const none: readonly string[] = [];

/** Ids of the nodes under the pointer and with the focus. */
function usePointed(picture: RefObject<SVGSVGElement>): readonly string[] {
  const [pointed, setPointed] = useState(none);
  useEffect(() => {
    // Not the picture itself: Chromium lets a drawing with such a listener take the focus.
    const around = picture.current?.parentElement;
    if (around == null) return undefined;
    const now = { pointer: undefined as string | undefined, focus: undefined as string | undefined };
    const note = (kind: keyof typeof now, target: EventTarget | null) => {
      const node = target instanceof Element ? target.closest<SVGElement>('[data-node]') : null;
      if (now[kind] === node?.dataset['node']) return;
      now[kind] = node?.dataset['node'];
      setPointed([now.pointer, now.focus].filter((id) => id !== undefined));
    };
    const listeners = {
      pointerover: ({ target }: Event) => note('pointer', target),
      pointerleave: () => note('pointer', null),
      focusin: ({ target }: Event) => note('focus', target),
      focusout: () => note('focus', null),
    };
    for (const [name, listener] of Object.entries(listeners)) around.addEventListener(name, listener);
    return () => {
      for (const [name, listener] of Object.entries(listeners)) around.removeEventListener(name, listener);
    };
  }, [picture]);
  return pointed;
}

/** The label of an edge; with several rules the first, which gives the colour, and the number of the others. */
function edgeLabel(kind: PlacedEdge['kind'], rules: readonly string[]): string {
  if (kind === 'ban') return 'kept apart';
  if (kind === 'duplicate') return 'duplicate';
  return `${rules[0] ?? ''}${rules.length > 1 ? ` +${rules.length - 1}` : ''}`;
}

function initials(title: string): string {
  return title
    .split(/\s+/)
    .slice(0, 2)
    .map((word) => [...word][0]?.toUpperCase() ?? '')
    .join('');
}

function shortened(text: string): string {
  if (text.length <= longestTitle) return text;
  // Count code points, so that no emoji is cut in half.
  const letters = [...text];
  return letters.length > longestTitle ? `${letters.slice(0, longestTitle - 1).join('')}…` : text;
}
