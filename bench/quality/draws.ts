import { linkedByRules } from '../../src/batch/linked-by-rules.ts';
import type { RuleConfig } from '../../src/rules/document/types.ts';
import { loadRuleConfig } from '../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { designRuleConfig } from '../../src/workbench/design/design.ts';
import { learnDesign } from '../../src/workbench/learning/learn.ts';
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
  /** What the model expected of its own design; undefined for the tool. */
  readonly opinion: number | undefined;
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
  return { seed, quality, fallback: learned?.fallback?.code, opinion: learned?.opinion.precision, seconds };
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
