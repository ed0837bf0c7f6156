import { linkedByRules } from '../../../src/batch/linked-by-rules.ts';
import { defaultLimits } from '../../../src/rules/document/definition.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import type { Design } from '../../../src/workbench/design/design.ts';
import type { DesignRequest } from '../../../src/workbench/design/field-kind.ts';
import { learnDesign } from '../../../src/workbench/learning/learn.ts';
import type { LabeledPair, LearnedDesign } from '../../../src/workbench/learning/learned-design.ts';
import { closestPairs } from './closest-pairs.ts';
import { DesignOptionError } from './errors.ts';
import { type Trial, trialRun } from './trial.ts';

/** A design for the records of a file, and what it does to them. */
export type DesignedRecords = LearnedDesign & { readonly trial: Trial };

export interface RecordsToDesignFor {
  readonly request: DesignRequest;
  /** All records, from the first one on at every call. */
  readonly records: () => AsyncIterable<RecordPayload>;
  /** A random sample of them. */
  readonly sample: readonly RecordPayload[];
  /** The number of records. */
  readonly total: number;
  readonly seed: number;
  /** Pairs that you judged. */
  readonly labels?: readonly LabeledPair[] | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((done: { readonly step: string; readonly share: number }) => void) | undefined;
}

/** What is done meanwhile. */
export const stepNames = { read: 'Reading records', compare: 'Comparing records', learn: 'Learning weights' } as const;

/**
 * Designs rules for the records of a file: kinds and weights of the designer, moved by what the records say. Where the
 * records teach too little, the weights come from experience. A trial run shows what the rules do.
 *
 * @throws NothingToCompareError
 * @throws DesignOptionError if the rules for so many columns would be larger than a service reads
 */
export async function designFromRecords({
  request,
  records,
  sample,
  total,
  seed,
  labels,
  onProgress,
  signal,
}: RecordsToDesignFor): Promise<DesignedRecords> {
  const learned = await learnDesign({
    request,
    records,
    total,
    seed,
    linkedByRules,
    onProgress: ({ step, share }) => onProgress?.({ step: stepNames[step], share }),
    ...(labels && { labels }),
    ...(signal && { signal }),
  });
  refuseLargeRules(learned.design);
  const { design, fallback } = learned;
  const options = { signal, onProgress: (share: number) => onProgress?.({ step: 'Trying the rules', share }) };
  const trial = await trialRun(design, records(), options);
  if (fallback === undefined) return { ...learned, trial };
  const pairs = await closestPairs(design, sample, options);
  return { ...learned, pairs, trial };
}

function refuseLargeRules({ ruleConfig, evidence }: Design): void {
  const bytes = Buffer.byteLength(JSON.stringify(ruleConfig, undefined, 2));
  if (bytes <= defaultLimits.maxBytes) return;
  const compared = evidence.length;
  throw new DesignOptionError(
    `the rules that compare ${compared} columns would have ${bytes} bytes; a service reads at most ${defaultLimits.maxBytes}`,
    { hint: 'Name the columns that tell records apart, ten to thirty of them, with --columns.' },
  );
}

/** What the alarms say and advise, each once: an alarm may be the reason for the fallback. */
export function learningNotes({ fallback, alarms }: Pick<DesignedRecords, 'fallback' | 'alarms'>): string[] {
  return [
    ...(fallback === undefined || alarms.some(({ message }) => message === fallback.message) ? [] : [fallback.message]),
    ...alarms.map(({ message, hint }) => `${message} ${hint}`),
  ];
}
