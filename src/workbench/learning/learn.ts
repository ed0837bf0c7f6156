import type { RecordPayload } from '../../rules/types.ts';
import { type Design, type DesignDraft, draftDesign, finishDesign } from '../design/design.ts';
import type { DesignRequest } from '../design/field-kind.ts';
import { withUsableNames } from '../design/usable-names.ts';
import { isTelling, judgedPatterns, labeledModel, labeledThreshold } from '../labels/labeled-model.ts';
import { PairPicker } from '../labels/pair-picker.ts';
import { alarmsOf, alarmsOfOpinion, type RungAlarm } from './alarms.ts';
import { draftByValues } from './draft-by-values.ts';
import { exactKeysDraft } from './exact-keys.ts';
import { withFrequencyBands } from './frequency-bands.ts';
import { Judge } from './judge.ts';
import type { LabeledPair, LearnedDesign, Measured } from './learned-design.ts';
import { bitsOfLevels, expectedMatches, learnedDraft, learnThreshold } from './learned-draft.ts';
import { keyMatchers, learnModel, type Model, mostMatchesPerRecord } from './model.ts';
import { entitiesOf, opinionOf } from './opinion.ts';
import { randomNumbers } from './random.ts';
import { samplePairs } from './report.ts';
import { readSample, textOfRecord } from './sample.ts';
import { soundThreshold } from './sound-threshold.ts';
import type { LinkedByRules, Study } from './study.ts';
import type { ChosenThreshold } from './threshold.ts';

export interface LearnRequest {
  readonly request: DesignRequest;
  /** The records, from the first one on at every call. */
  readonly records: () => AsyncIterable<RecordPayload>;
  /** The number of records to resolve. */
  readonly total: number;
  /** The same seed and records give the same design. */
  readonly seed: number;
  readonly onProgress?: (progress: LearnProgress) => void;
  readonly signal?: AbortSignal;
  /** Pairs that you judged, with the fields named as in the records. From ten on, four of each kind at least, they move the weights. */
  readonly labels?: readonly LabeledPair[];
  /** The resolver that measures designs: the batch resolver, which stands above this room. */
  readonly linkedByRules: LinkedByRules;
}

interface LearnProgress {
  readonly step: 'read' | 'compare' | 'learn';
  /** 0 to 1. */
  readonly share: number;
}

/** Records that the designer sees as samples. */
const draftSamples = 200;
/** The number of records that the designer's threshold is made for. */
const usualRecords = 5_000;
/**
 * Reasons for the weights of experience. Too few records teach nothing, and an estimate that does not settle cannot tell
 * entities from relatives, who share whole values.
 */
const experienceKnowsBetter: ReadonlySet<string> = new Set(['FEW_RECORDS', 'NOT_CONVERGED']);
/** Of the bits that all evidence can reach, a threshold is at most this share. */
const mostOfReach = 0.8;

/**
 * Designs a rule-config and learns its weights, threshold and keys from the records, without labels. Where alarms say
 * that the records teach little, the design keeps the designer's weights.
 *
 * @throws NothingToCompareError if no field can be compared; the signal's reason if it aborts
 */
export async function learnDesign(asked: LearnRequest): Promise<LearnedDesign> {
  const study = await studyRecords(asked);
  const design = designOf(study, asked.labels ?? []);
  asked.onProgress?.({ step: 'learn', share: 1 });
  return design;
}

/**
 * Reads the records, compares those that share keys, and learns weights.
 *
 * @throws NothingToCompareError if no field can be compared; the signal's reason if it aborts
 */
export async function studyRecords(asked: Omit<LearnRequest, 'labels'>): Promise<Study> {
  const { request, signal } = asked;
  const random = randomNumbers(asked.seed);
  const progress = (step: LearnProgress['step'], share: number): void => asked.onProgress?.({ step, share });
  const sample = await readSample({
    records: asked.records,
    fields: request.fields.map(({ name }) => name).sort(),
    seed: asked.seed,
    onRecords: (read) => progress('read', Math.min(1, read / Math.max(1, 2 * asked.total))),
    ...(signal && { signal }),
  });
  const total = Math.max(asked.total, sample.records.length);
  const records = withUsableNames({ ...request, sampleRecords: sample.records }).sampleRecords ?? [];
  const sampleRecords = sample.records.slice(0, Math.min(sample.random, draftSamples));
  const drafted = { ...request, sampleRecords };
  progress('compare', 0);
  const plain = draftByValues(drafted, records);
  const draft = {
    ...plain,
    evidence: withFrequencyBands(plain.evidence, plain.parts, records.slice(0, sample.random)),
  };
  const keys = keyMatchers(draft.evidence);
  const judge = new Judge(draft.parts, draft.evidence, keys.keys());
  for (const record of records) {
    signal?.throwIfAborted();
    judge.add(record);
  }
  progress('learn', 0);
  const model = learnModel({
    evidence: draft.evidence,
    judge,
    keys,
    sortTexts: records.map(textOfRecord),
    random,
    population: (total * (total - 1)) / 2,
    total,
    randomRecords: sample.random,
    moves: draft.subject === 'person',
    pairs: sample.pairs,
  });
  signal?.throwIfAborted();
  const { seed, linkedByRules } = asked;
  return { draft, model, judge, records, random: sample.random, total, seed, drafted, linkedByRules };
}

/**
 * The design of what was learned. Answers that tell where matches end move its weights and replace the fallback, if the
 * design that they lead to agrees with more of them than the one without.
 */
export function designOf(study: Study, labels: readonly LabeledPair[]): LearnedDesign {
  const without = designBy(study, study.model, learnThreshold(study.model, study.records.length), false);
  if (labels.length === 0) return without;
  const made = isTelling(labels) ? labeledDesign(study, labels, without) : without;
  return { ...made, measured: measuredBy(study, labels, made.design) };
}

/** Measures the rules of a design by the answers to random pairs. */
function measuredBy(study: Study, labels: readonly LabeledPair[], design: Pick<Design, 'ruleConfig'>): Measured {
  const picker = new PairPicker(study, study.seed);
  const judged = picker.judged(
    labels.map((label) => ({ ...label, isSure: true, drawn: picker.drawnNow(label.drawn, label.strata) })),
  );
  const { first, second } = study.model.candidates;
  const components = study.linkedByRules(design, study.records);
  return {
    measured: judged.some(({ drawn }) => drawn === 'random')
      ? picker.estimate(
          judged,
          (candidate) => components.find(first[candidate]!) === components.find(second[candidate]!),
        )
      : undefined,
    judged: judged.length,
    candidates: picker.candidates,
    unlikely: picker.strata.sizes[0]!,
  };
}

function labeledDesign(study: Study, labels: readonly LabeledPair[], without: LearnedDesign): LearnedDesign {
  const judged = judgedPatterns(study, labels);
  const labeled = labeledModel(study, judged);
  const threshold = labeledThreshold(labeled, study);
  const agreed = (model: Model, bits: number): number =>
    judged.filter(({ levels, same }) => same === bitsOfLevels(model, levels) >= bits).length;
  const isBetter =
    without.fallback !== undefined ||
    agreed(labeled.model, threshold.bits) > agreed(study.model, without.design.threshold);
  return isBetter ? designBy(study, labeled.model, threshold, true) : { ...without, labelsAgree: true };
}

/** @param isLabeled answers moved the model: the alarms doubt what is learned without them */
function designBy(study: Study, model: Model, threshold: ChosenThreshold, isLabeled: boolean): LearnedDesign {
  const { draft, records, random, total, drafted } = study;
  const learned = learnedDraft(draft, model, threshold, { random, total });
  const rung = alarmsOf({
    records: total,
    matches: model.mixture.matches,
    expected: expectedMatches(model),
    relatedPairs: model.mixture.relatedPairs,
    mostMatches: mostMatchesPerRecord * total,
    change: model.mixture.change,
    precision: threshold.precision,
    doubtful: threshold.mostDoubtful,
    links: learned.links.first.length,
    found: learned.found,
  }).filter((alarm) => !isLabeled || !alarm.fallback);
  const reason = rung.find((alarm) => alarm.fallback);
  const levels = new Uint8Array(draft.evidence.length);
  const excess = (a: number, b: number): number => {
    study.judge.pattern(a, b, levels);
    return bitsOfLevels(model, levels) - threshold.bits;
  };
  const fallback = ({ code }: RungAlarm): DesignDraft =>
    (experienceKnowsBetter.has(code)
      ? undefined
      : exactKeysDraft(draft, model, { total, linked: learned.links.first.length })) ??
    fallbackDraft(drafted, records, total, code === 'NO_MATCHES' ? excess : undefined);
  const design = finishDesign(reason === undefined ? learned.draft : fallback(reason));
  const entities =
    reason === undefined ? entitiesOf(model, threshold.bits, records.length) : study.linkedByRules(design, records);
  const opinion = opinionOf(study, model, entities, reason === undefined || reason.code === 'FEW_RECORDS');
  return {
    design,
    ...(reason !== undefined && { fallback: { code: reason.code, message: reason.message } }),
    alarms: [...rung, ...alarmsOfOpinion(opinion)].map(({ code, message, hint }) => ({ code, message, hint })),
    opinion,
    pairs: samplePairs(learned, records),
    sampled: records.length,
  };
}

/**
 * The designer's draft. Its threshold grows until the entities of few records hold together, and with the number of many
 * records, because each has that many more strangers. It stays within reach of the evidence. Where
 * the learner finds no matches, it says which entities hold together.
 */
function fallbackDraft(
  request: DesignRequest,
  records: readonly RecordPayload[],
  total: number,
  excess: ((a: number, b: number) => number) | undefined,
): DesignDraft {
  const draft = draftDesign(request);
  const more = Math.max(0, Math.log2(total / usualRecords));
  const reach = draft.evidence.reduce((sum, { levels }) => sum + Math.max(0, ...levels.map(([, bits]) => bits)), 0);
  const threshold = Math.max(draft.threshold, Math.min(draft.threshold + more, mostOfReach * reach));
  const grown = { ...draft, threshold: Math.round(threshold * 10) / 10 };
  return { ...grown, threshold: soundThreshold(grown, records, excess) };
}
