import type { PairwiseQuality } from './pairwise.ts';

export interface Measured {
  readonly set: string;
  readonly records: number;
  /** Who made the configuration. */
  readonly configuration: 'by hand' | 'designed';
  readonly quality: PairwiseQuality;
}

/** Markdown that also reads well in a terminal: a row per set and configuration. */
export function qualityTable(rows: readonly Measured[]): string {
  const header = ['set', 'records', 'configuration', 'precision', 'recall', 'F1', 'F1 of others'];
  const cells = rows.map(({ set, records, configuration, quality: { precision, recall, f1 } }) => [
    set,
    records.toLocaleString('en'),
    configuration,
    precision.toFixed(4),
    recall.toFixed(4),
    f1.toFixed(4),
    (marks[set] ?? []).map((mark) => `${mark.f1} (${mark.who})`).join(', '),
  ]);
  const widths = header.map((name, column) => Math.max(name.length, ...cells.map((row) => row[column]!.length)));
  const line = (row: readonly string[]): string =>
    `| ${row.map((cell, column) => (isNumber(column) ? cell.padStart(widths[column]!) : cell.padEnd(widths[column]!))).join(' | ')} |`;
  const rule = `|${widths.map((width, column) => (isNumber(column) ? `${'-'.repeat(width + 1)}:` : '-'.repeat(width + 2))).join('|')}|`;
  return [line(header), rule, ...cells.map(line)].join('\n');
}

/** Records, precision, recall and F1 stand at the right. */
function isNumber(column: number): boolean {
  return column === 1 || (column >= 3 && column <= 5);
}

/** F1 after clustering that others reach on a public set, with who reached it; for sets where one is known. */
const marks: Readonly<Record<string, readonly { readonly who: string; readonly f1: number }[]>> = {
  febrl1: [
    { who: 'rules in SQL', f1: 0.995 },
    { who: 'Splink 4', f1: 0.993 },
  ],
  febrl3: [
    { who: 'rules in SQL', f1: 0.9965 },
    { who: 'Splink 4', f1: 0.994 },
  ],
  'dsgen-c': [
    { who: 'rules in SQL', f1: 0.912 },
    { who: 'Splink 4', f1: 0.963 },
  ],
  'fake-1000': [
    { who: 'rules in SQL', f1: 0.785 },
    { who: 'Splink 4', f1: 0.836 },
  ],
  'dblp-acm': [{ who: 'rules in SQL', f1: 0.963 }],
  restaurants: [
    { who: 'rules in SQL', f1: 0.933 },
    { who: 'dedupe, 200 labels', f1: 0.96 },
  ],
  'senzing-truthset': [{ who: 'its second algorithm', f1: 0.9725 }],
};
