import type { TopLevelSpec } from 'vega-lite';
import type { PairPart } from '../../../../src/workbench/learning/learned-design.ts';
import type { Trial } from '../trial.ts';

/** Draws a specification of Vega-Lite as SVG. */
export type Draw = (spec: TopLevelSpec) => Promise<string>;

/** Colours come from the page, so that a picture fits light and dark. */
const colors = { text: 'var(--text)', muted: 'var(--muted)', line: 'var(--line)' };
const bars = { for: 'var(--for)', against: 'var(--against)', total: 'var(--total)' };

const config = {
  background: 'transparent',
  font: 'system-ui, sans-serif',
  view: { stroke: null },
  axis: {
    labelColor: colors.text,
    titleColor: colors.muted,
    domainColor: colors.line,
    tickColor: colors.line,
    gridColor: colors.line,
    labelFontSize: 12,
    titleFontSize: 12,
    titleFontWeight: 'normal' as const,
  },
};

/** Loads the library, which only a report needs. */
export async function openCharts(): Promise<Draw> {
  const vega = await import('vega');
  const { compile } = await import('vega-lite');
  return async (spec) => {
    const view = new vega.View(vega.parse(compile({ ...spec, config } as TopLevelSpec).spec), { renderer: 'none' });
    try {
      return await view.toSVG();
    } finally {
      view.finalize();
    }
  };
}

/** Pixels. Without a screen, the library takes texts for wider than they are. */
const longestLabel = 200;

/** How the parts of a pair add up to its sum, from the top to the bottom. */
export function waterfall(parts: readonly PairPart[], total: number, threshold: number): TopLevelSpec {
  let at = 0;
  const counted = parts.filter(({ bits }) => bits !== 0);
  const steps = counted.map(({ title, bits }, index) => {
    const from = at;
    at += bits;
    return { step: index, title, from, to: at, label: signed(bits), color: bits > 0 ? bars.for : bars.against };
  });
  const values = [
    ...steps,
    { step: steps.length, title: 'sum', from: 0, to: total, label: total.toFixed(1), color: bars.total },
  ];
  const x = { field: 'from', type: 'quantitative', axis: { title: 'bits', tickCount: 5 } };
  // Titles may repeat; a position does not.
  const y = { field: 'step', type: 'ordinal', axis: null };
  return {
    data: { values },
    width: 190,
    height: { step: 22 },
    layer: [
      {
        mark: { type: 'bar', height: 14 },
        encoding: { x, y, x2: { field: 'to' }, color: { field: 'color', type: 'nominal', scale: null, legend: null } },
      },
      {
        mark: { type: 'text', align: 'left', dx: 4, color: colors.text, fontSize: 11 },
        encoding: { x: { field: 'end', type: 'quantitative' }, y, text: { field: 'label', type: 'nominal' } },
        transform: [{ calculate: 'max(datum.from, datum.to)', as: 'end' }],
      },
      {
        // Labels of the axis would have to be in an expression, and the library takes the text "constructor" of one for a name.
        mark: { type: 'text', align: 'right', color: colors.text, fontSize: 12, limit: longestLabel },
        encoding: { x: { value: -7 }, y, text: { field: 'title', type: 'nominal' } },
      },
      {
        data: { values: [{ threshold }] },
        mark: { type: 'rule', color: colors.text, strokeDash: [4, 3] },
        encoding: { x: { field: 'threshold', type: 'quantitative' } },
      },
    ],
  } as TopLevelSpec;
}

/** What agreement and disagreement of each piece of evidence count. */
export function weightsChart(
  evidence: readonly { readonly title: string; readonly agreement: number; readonly disagreement: number }[],
): TopLevelSpec {
  return {
    data: {
      values: evidence.flatMap(({ title, agreement, disagreement }) => [
        { title, bits: agreement, color: bars.for },
        { title, bits: disagreement, color: bars.against },
      ]),
    },
    width: 190,
    height: { step: 22 },
    mark: { type: 'bar', height: 14 },
    encoding: {
      y: { field: 'title', type: 'nominal', sort: null, axis: { title: null, labelLimit: longestLabel, ticks: false } },
      x: { field: 'bits', type: 'quantitative', axis: { title: 'bits', tickCount: 5 } },
      color: { field: 'color', type: 'nominal', scale: null, legend: null },
    },
  } as TopLevelSpec;
}

/** How many entities of each size there are. */
export function clustersChart(clusters: Trial['clusters']): TopLevelSpec {
  return {
    data: { values: clusters.map(({ size, count }) => ({ size: size.toLocaleString('en'), count })) },
    width: 190,
    height: { step: 22 },
    encoding: {
      y: { field: 'size', type: 'nominal', sort: null, axis: { title: null, ticks: false } },
      x: { field: 'count', type: 'quantitative', scale: { type: 'symlog' }, axis: null },
    },
    layer: [
      { mark: { type: 'bar', height: 14, color: bars.total } },
      {
        mark: { type: 'text', align: 'left', dx: 4, color: colors.text, fontSize: 11 },
        encoding: { text: { field: 'count', type: 'quantitative', format: ',' } },
      },
    ],
  } as TopLevelSpec;
}

const signed = (bits: number): string => `${bits > 0 ? '+' : '−'}${Math.abs(bits).toFixed(1)}`;
