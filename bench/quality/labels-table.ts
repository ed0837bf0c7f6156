import type { LabeledDraw } from './labeled-draws.ts';

export interface LabeledSet {
  readonly set: string;
  readonly records: number;
  readonly half: 'tuning' | 'held out';
  readonly draws: readonly LabeledDraw[];
}

/** Markdown with the median and the worst F1 of the draws without and with answers, held-out sets first. */
export function labelsTable(sets: readonly LabeledSet[]): string {
  const rows = [...sets]
    .sort((a, b) => (a.half < b.half ? -1 : a.half > b.half ? 1 : a.set < b.set ? -1 : 1))
    .map(({ set, records, half, draws }) => [
      set,
      half,
      records.toLocaleString('en'),
      ...summary(draws.map(({ before }) => before.f1)),
      ...summary(draws.map(({ after }) => after.f1)),
      `${draws.filter(({ after, estimate: { precision } }) => precision.low <= after.precision && after.precision <= precision.high).length} of ${draws.length}`,
    ]);
  return [
    '| set | half | records | without answers: median | worst | with answers: median | worst | precision in its interval |',
    '|---|---|--:|--:|--:|--:|--:|--:|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
  ].join('\n');
}

function summary(values: readonly number[]): string[] {
  const sorted = [...values].sort((a, b) => a - b);
  if (sorted.length === 0) return ['', ''];
  return [sorted[Math.floor(sorted.length / 2)]!, sorted[0]!].map((f1) => f1.toFixed(3));
}
