import { linkedByRules } from '../../src/batch/linked-by-rules.ts';
import type { RuleConfig } from '../../src/rules/document/types.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { designRuleConfig } from '../../src/workbench/design/design.ts';
import { learnDesign } from '../../src/workbench/learning/learn.ts';
import type { Opinion } from '../../src/workbench/learning/opinion-text.ts';
import { randomNumbers } from '../../src/workbench/learning/random.ts';
import type { DataSet } from './data-set.ts';
import { type PairwiseQuality, pairwiseQuality } from './pairwise.ts';
import { resolveByRules } from './resolve-by-rules.ts';

/** Who designs: the learner with all records, or the tool with a hundred random ones. */
export type Designer = 'file' | 'tool';

export interface Drawn {
  readonly seed: number;
  readonly quality: PairwiseQuality;
  /** Code of the reason why the learner kept the designer's weights. */
  readonly fallback: string | undefined;
  /** What the design believes of itself; undefined for the tool. */
  readonly opinion: Opinion | undefined;
  readonly seconds: number;
}

const SAMPLES = 100;

/** Designs with the records shuffled by the seed, and resolves them by the compiled rules, as the service does. */
export async function measureDraw(set: DataSet, designer: Designer, seed: number): Promise<Drawn> {
  const records = shuffled(set.records, seed);
  const fields = [...new Set(set.records.flatMap((record) => Object.keys(record)))].map((name) => ({ name }));
  const begin = performance.now();
  const learned =
    designer === 'file'
      ? await learnDesign({
          request: { fields, goal: 'balanced' },
          records: async function* () {
            yield* records;
          },
          total: records.length,
          seed,
          linkedByRules,
        })
      : undefined;
  const design =
    learned?.design ?? designRuleConfig({ fields, goal: 'balanced', sampleRecords: records.slice(0, SAMPLES) });
  const seconds = (performance.now() - begin) / 1_000;
  const config: RuleConfig = loadRuleConfig(JSON.stringify(design.ruleConfig), loadRecordSchema(design.schema));
  const quality = pairwiseQuality(await resolveByRules(config, records), set.truth);
  return { seed, quality, fallback: learned?.fallback?.code, opinion: learned?.opinion, seconds };
}

/** True if the opinion contains the truth of precision, and of recall. */
function contains({ quality, opinion }: Drawn): { readonly precision: boolean; readonly recall: boolean } {
  if (opinion === undefined) return { precision: false, recall: false };
  const { low, high, recallLow, recallHigh } = opinion;
  return {
    precision: low <= quality.precision && quality.precision <= high,
    recall: recallLow <= quality.recall && quality.recall <= recallHigh,
  };
}

export function shuffled<T>(values: readonly T[], seed: number): T[] {
  const random = randomNumbers(seed);
  const copy = [...values];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}

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
