import { contains, type Designer, type Drawn } from './draws.ts';

export interface DrawnSet {
  readonly set: string;
  readonly records: number;
  readonly half: 'tuning' | 'held out' | 'made up';
  readonly draws: Readonly<Record<Designer, readonly Drawn[]>>;
}

const order = ['held out', 'made up', 'tuning'] as const;

/** Markdown with the median and the worst F1 of the draws of each set, held-out sets first. */
export function drawsTable(sets: readonly DrawnSet[]): string {
  const rows = [...sets]
    .sort((a, b) => order.indexOf(a.half) - order.indexOf(b.half) || (a.set < b.set ? -1 : 1))
    .map(({ set, records, half, draws }) => [
      set,
      half,
      records.toLocaleString('en'),
      ...summary(draws.file),
      ...summary(draws.tool),
      ...opinions(draws.file),
      fallbacks(draws.file),
    ]);
  return [
    '| set | half | records | from the file: median | worst | from 100 records: median | worst | precision in its opinion | recall | fell back |',
    '|---|---|--:|--:|--:|--:|--:|--:|--:|---|',
    ...rows.map((cells) => `| ${cells.join(' | ')} |`),
    '',
    'The learner was made with a look at the wrong pairs of both halves (decision 60): no public set here is unseen.',
  ].join('\n');
}

function summary(draws: readonly Drawn[]): string[] {
  const sorted = draws.map(({ quality }) => quality.f1).sort((a, b) => a - b);
  if (sorted.length === 0) return ['', ''];
  return [sorted[Math.floor(sorted.length / 2)]!, sorted[0]!].map((f1) => f1.toFixed(3));
}

/** In how many draws the design's opinion contains the truth. */
function opinions(draws: readonly Drawn[]): string[] {
  const right = draws.map(contains);
  return [right.filter(({ precision }) => precision), right.filter(({ recall }) => recall)].map(
    ({ length }) => `${length} of ${draws.length}`,
  );
}

function fallbacks(draws: readonly Drawn[]): string {
  const fell = draws.flatMap(({ fallback }) => fallback ?? []);
  return fell.length === 0 ? '' : `${fell.length} of ${draws.length}: ${[...new Set(fell)].join(', ')}`;
}
