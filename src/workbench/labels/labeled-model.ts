import type { RecordPayload } from '../../rules/types.ts';
import { withUsableNames } from '../design/usable-names.ts';
import { fewestRecords } from '../learning/alarms.ts';
import type { LabeledPair } from '../learning/learned-design.ts';
import { bitsOfCandidates } from '../learning/learned-draft.ts';
import type { Model } from '../learning/model.ts';
import type { Study } from '../learning/study.ts';
import type { ChosenThreshold } from '../learning/threshold.ts';
import type { Weights } from '../learning/weights.ts';
import { type Calibration, calibrate, type JudgedPattern, probability, sumOf } from './calibrate.ts';
import { thresholdForF1 } from './threshold-for-f1.ts';

/** A model that answers have calibrated. */
export interface LabeledModel {
  readonly model: Model;
  readonly calibration: Calibration;
}

/** Fewer answers say less than the model. */
export const fewestAnswers = 10;
/** The designer's weights make a match as likely as not at about so many bits. */
const experienceEvenOdds = 14;

/** Fewer answers of one kind may be slips, or luck. */
export const fewestOfKind = 4;

/** True if answers tell where matches end: enough of them, and of both kinds. */
export function isTelling(answers: readonly { readonly same: boolean }[]): boolean {
  const same = answers.filter((answer) => answer.same).length;
  return answers.length >= fewestAnswers && Math.min(same, answers.length - same) >= fewestOfKind;
}

/** The weights that answers move: the learned ones or, if there are too few records to learn from, the designer's. */
export function priorWeights({ draft, model, total }: Study): Weights {
  if (total >= fewestRecords) return model.weights;
  return {
    begin: -experienceEvenOdds,
    bits: draft.evidence.map(({ levels, otherwise }) =>
      Float64Array.from([0, ...levels.map(([, bits]) => bits), otherwise]),
    ),
  };
}

/** The patterns of judged pairs, whose records may be outside of the sample. */
export function judgedPatterns(study: Study, labels: readonly LabeledPair[]): JudgedPattern[] {
  const positions = new Map(study.records.map(({ id }, index) => [id, index]));
  const positionOf = (record: LabeledPair['a']): number => {
    const known = positions.get(record.id);
    if (known !== undefined) return known;
    study.judge.add(usableRecord(study, record));
    positions.set(record.id, study.judge.records.length - 1);
    return study.judge.records.length - 1;
  };
  return labels.map(({ a, b, same }) => {
    const levels = new Uint8Array(study.draft.evidence.length);
    study.judge.pattern(positionOf(a), positionOf(b), levels);
    return { levels, same };
  });
}

export function labeledModel(
  study: Study,
  judged: readonly JudgedPattern[],
  prior = priorWeights(study),
): LabeledModel {
  const { model, judge } = study;
  const { patterns } = model;
  const calibration = calibrate(prior, judged);
  const { weights } = calibration;
  const row = new Uint8Array(patterns.items);
  return {
    calibration,
    model: {
      ...model,
      weights,
      mixture: {
        ...model.mixture,
        probabilities: Float64Array.from(patterns.weights.keys(), (pattern) =>
          probability(sumOf(weights, patterns.levels, pattern * patterns.items)),
        ),
      },
      excess(a, b) {
        judge.pattern(a, b, row);
        return sumOf(weights, row);
      },
    },
  };
}

/** The threshold of a calibrated model, in the bits that its rules add. */
export function labeledThreshold({ model }: LabeledModel, { records, drafted }: Study): ChosenThreshold {
  const { candidates, weights, excess } = model;
  return thresholdForF1(
    {
      first: candidates.first,
      second: candidates.second,
      bits: bitsOfCandidates(model),
    },
    {
      records: records.length,
      weights: candidates.weights,
      excess,
      evenOddsAt: -weights.begin,
      goal: drafted.goal ?? 'balanced',
    },
  );
}

/** A record with the names of fields that a study has. */
function usableRecord({ drafted }: Pick<Study, 'drafted'>, record: RecordPayload): RecordPayload {
  return withUsableNames({ ...drafted, sampleRecords: [record] }).sampleRecords?.[0] ?? record;
}
