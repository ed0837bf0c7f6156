import type { RecordPayload } from '../../rules/types.ts';
import { type DesignDraft, draftDesign, finishDesign } from '../design/design.ts';
import type { DesignRequest } from '../design/request.ts';
import { withUsableNames } from '../design/usable-names.ts';
import { isTelling, judgedPatterns, labeledModel, labeledThreshold } from '../labels/labeled-model.ts';
import { measuredBy } from '../labels/measured.ts';
import { alarmsOf, type RungAlarm } from './alarms.ts';
import { draftByValues } from './draft-by-values.ts';
import { exactKeysDraft } from './exact-keys.ts';
import { withFrequencyBands } from './frequency-bands.ts';
import { Judge } from './judge.ts';
import type { LabeledPair, LearnedDesign } from './learned-design.ts';
import { expectedMatches, type Learned, learnedDraft, learnThreshold } from './learned-draft.ts';
import { keyMatchers, learnModel, mostMatchesPerRecord } from './model.ts';
import { randomNumbers } from './random.ts';
import { samplePairs } from './report.ts';
import { readSample } from './sample.ts';
import { soundThreshold } from './sound-threshold.ts';
import type { LinkedByRules, Study } from './study.ts';

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
    fields: request.fields.map(({ name }) => name),
    random,
    onRecords: (read) => progress('read', Math.min(1, read / Math.max(1, 2 * asked.total))),
    ...(signal && { signal }),
  });
  const total = Math.max(asked.total, sample.records.length);
  const records = withUsableNames({ ...request, sampleRecords: sample.records }).sampleRecords ?? [];
  const sampleRecords = shuffled(sample.records.slice(0, sample.random), random).slice(0, draftSamples);
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
    sortTexts: records.map((record) => Object.values(record).slice(1).join(' ')),
    random,
    population: (total * (total - 1)) / 2,
    total,
    randomRecords: sample.random,
    pairs: sample.pairs,
  });
  signal?.throwIfAborted();
  const { seed, linkedByRules } = asked;
  return { draft, model, judge, records, random: sample.random, total, seed, drafted, linkedByRules };
}

/** The design of what was learned. Answers that tell where matches end move its weights, and replace the fallback. */
export function designOf(study: Study, labels: readonly LabeledPair[]): LearnedDesign {
  const { draft, records, random, total, drafted } = study;
  const labeled = isTelling(labels) ? labeledModel(study, judgedPatterns(study, labels)) : undefined;
  const model = labeled?.model ?? study.model;
  const threshold = labeled === undefined ? learnThreshold(model, records.length) : labeledThreshold(labeled, study);
  const learned = learnedDraft(draft, model, threshold, { random, total });
  const alarms = alarmsOf({
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
  });
  const fallback = (reason: RungAlarm): DesignDraft =>
    (experienceKnowsBetter.has(reason.code)
      ? undefined
      : exactKeysDraft(draft, model, { total, linked: learned.links.first.length })) ??
    fallbackDraft(drafted, records, total);
  const made = report({ learned, alarms, fallback, records, isLabeled: labeled !== undefined });
  return labels.length === 0 ? made : { ...made, measured: measuredBy(study, labels, made.design) };
}

interface Report {
  readonly learned: Learned;
  readonly alarms: readonly RungAlarm[];
  readonly fallback: (reason: RungAlarm) => DesignDraft;
  readonly records: readonly RecordPayload[];
  readonly isLabeled: boolean;
}

function report({ learned, alarms: rung, fallback, records, isLabeled }: Report): LearnedDesign {
  // The alarms doubt what is learned without answers.
  const alarms = rung.filter((alarm) => !isLabeled || !alarm.fallback);
  const reason = alarms.find((alarm) => alarm.fallback);
  const { precision, recall, joins } = learned.threshold;
  return {
    design: finishDesign(reason === undefined ? learned.draft : fallback(reason)),
    ...(reason !== undefined && { fallback: { code: reason.code, message: reason.message } }),
    alarms: alarms.map(({ code, message, hint }) => ({ code, message, hint })),
    opinion: { precision, recall, ...interval(precision, joins) },
    pairs: samplePairs(learned, records),
    sampled: records.length,
  };
}

/**
 * The designer's draft. Its threshold grows until the entities of few records hold together, and with the number of many
 * records, because each has that many more strangers. It stays within reach of the evidence.
 */
function fallbackDraft(request: DesignRequest, records: readonly RecordPayload[], total: number): DesignDraft {
  const draft = draftDesign(request);
  const more = Math.max(0, Math.log2(total / usualRecords));
  const reach = draft.evidence.reduce((sum, { levels }) => sum + Math.max(0, ...levels.map(([, bits]) => bits)), 0);
  const threshold = Math.max(draft.threshold, Math.min(draft.threshold + more, mostOfReach * reach));
  const grown = { ...draft, threshold: Math.round(threshold * 10) / 10 };
  return { ...grown, threshold: soundThreshold(grown, records) };
}

/** The Wilson interval (1927) of a share, at 95 %. */
function interval(share: number, count: number): { readonly low: number; readonly high: number } {
  if (count === 0) return { low: 0, high: 1 };
  const z = 1.96;
  const middle = (share + (z * z) / (2 * count)) / (1 + (z * z) / count);
  const reach = (z / (1 + (z * z) / count)) * Math.sqrt((share * (1 - share)) / count + (z * z) / (4 * count * count));
  return { low: Math.max(0, middle - reach), high: Math.min(1, middle + reach) };
}

function shuffled<T>(values: readonly T[], random: () => number): T[] {
  const copy = [...values];
  for (let i = copy.length - 1; i > 0; i--) {
    const j = Math.floor(random() * (i + 1));
    [copy[i], copy[j]] = [copy[j]!, copy[i]!];
  }
  return copy;
}
