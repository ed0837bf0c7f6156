import { linkedByRules } from '../../src/batch/linked-by-rules.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { type JudgedPair, PairPicker } from '../../src/workbench/labels/pair-picker.ts';
import type { QualityEstimate } from '../../src/workbench/labels/quality-estimate.ts';
import { designOf, studyRecords } from '../../src/workbench/learning/learn.ts';
import type { LabeledPair, LearnedDesign } from '../../src/workbench/learning/learned-design.ts';
import { randomNumbers } from '../../src/workbench/learning/random.ts';
import type { DataSet } from './data-set.ts';
import { shuffled } from './draws.ts';
import { type PairwiseQuality, pairwiseQuality } from './pairwise.ts';
import { resolveByRules } from './resolve-by-rules.ts';

/** A design without answers, and the one that simulated answers lead to. */
export interface LabeledDraw {
  readonly seed: number;
  readonly before: PairwiseQuality;
  readonly after: PairwiseQuality;
  readonly same: number;
  readonly different: number;
  /** What the answers say of precision and recall; the truth of the candidates is in `after`. */
  readonly estimate: QualityEstimate;
  /** Code of the reason why the design without answers kept the designer's weights. */
  readonly fallback: string | undefined;
}

export interface LabeledDrawOptions {
  readonly labels: number;
  /** The share of answers that are wrong. */
  readonly wrong: number;
  readonly seed: number;
}

/** Judges the pairs that `entity-data label` would show by the truth, and resolves the set by the design that follows. */
export async function measureLabels(set: DataSet, { labels, wrong, seed }: LabeledDrawOptions): Promise<LabeledDraw> {
  const records = shuffled(set.records, seed);
  const fields = [...new Set(set.records.flatMap((record) => Object.keys(record)))].map((name) => ({ name }));
  const study = await studyRecords({
    request: { fields, goal: 'balanced' },
    records: async function* () {
      yield* records;
    },
    total: records.length,
    seed,
    linkedByRules,
  });
  const resolved = async ({ design }: LearnedDesign): Promise<PairwiseQuality> => {
    const config = loadRuleConfig(JSON.stringify(design.ruleConfig), loadRecordSchema(design.schema));
    return pairwiseQuality(await resolveByRules(config, records), set.truth);
  };
  const without = designOf(study, []);
  const picker = new PairPicker(study, seed);
  const slips = randomNumbers(seed);
  let judged: JudgedPair[] = [];
  const answered: LabeledPair[] = [];
  while (answered.length < labels) {
    const picked = picker.next(judged);
    if (picked === undefined) break;
    const { candidate, drawn, reached } = picked;
    const [a, b] = picker.recordsOf(candidate);
    const isSame = set.truth.get(a['id'] as string) === set.truth.get(b['id'] as string);
    const same = slips() < wrong ? !isSame : isSame;
    judged = judged.map((one) => (reached.includes(one.candidate ?? -1) ? { ...one, drawn: 'random' } : one));
    judged.push({ candidate, drawn, levels: picker.levelsOf(candidate), same, isSure: true });
    answered.push({ a, b, same });
  }
  const same = answered.filter((one) => one.same).length;
  return {
    seed,
    before: await resolved(without),
    after: await resolved(designOf(study, answered)),
    same,
    different: answered.length - same,
    estimate: picker.estimate(judged),
    fallback: without.fallback?.code,
  };
}

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
