import { existsSync } from 'node:fs';
import { copyFile, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { linkedByRules } from '../../../src/batch/linked-by-rules.ts';
import { ifThere } from '../../../src/if-there.ts';
import { compileRuleConfig } from '../../../src/rules/compile/compile.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../src/rules/record-schema/record-schema.ts';
import type { RecordPayload } from '../../../src/rules/types.ts';
import { digestText } from '../../../src/text/digest.ts';
import { type Contradiction, contradictionsOf } from '../../../src/workbench/labels/contradictions.ts';
import {
  fewestAnswers,
  fewestOfKind,
  isTelling,
  labeledThreshold,
} from '../../../src/workbench/labels/labeled-model.ts';
import { type Drawn, type JudgedPair, PairPicker, type PickedPair } from '../../../src/workbench/labels/pair-picker.ts';
import type { QualityEstimate } from '../../../src/workbench/labels/quality-estimate.ts';
import { designOf, studyRecords } from '../../../src/workbench/learning/learn.ts';
import type { LearnedDesign, Measured } from '../../../src/workbench/learning/learned-design.ts';
import { learnThreshold } from '../../../src/workbench/learning/learned-draft.ts';
import type { Model } from '../../../src/workbench/learning/model.ts';
import type { Opinion } from '../../../src/workbench/learning/opinion-text.ts';
import type { Study } from '../../../src/workbench/learning/study.ts';
import { instanceDesignName } from '../../service/designed-rules.ts';
import { instanceFiles } from '../commands/with-service.ts';
import { stepNames } from '../design/design-from-records.ts';
import { designText, type InstanceDesign, readInstanceDesign, requestOf } from '../design/instance-design.ts';
import { measuredBody, measuredMarks } from '../design/report/measured.ts';
import { columnsFileName, readColumnsFile } from '../files/columns-file.ts';
import { openSource, type RecordSource } from '../files/source-file.ts';
import { fileStart } from '../files/source-record.ts';
import { LabelAnswerError, LabelSourceError, NoPairsError, NothingToApplyError } from './errors.ts';
import {
  type Label,
  LabelsFile,
  labeledPairs,
  labelsFileName,
  type MatchedLabels,
  matchLabels,
  pairKey,
  writeDurably,
} from './labels-file.ts';
import { evidenceBits, rowsOf, type ShownPair } from './pair-view.ts';
import { type RuleChanges, ruleChanges } from './rule-changes.ts';

export type LabelAnswer = 'same' | 'different' | 'unsure';

export interface LabelSessionOptions {
  /** The directory of the instance. */
  readonly directory: string;
  /** The file of records; default: the one that the instance was designed for. */
  readonly file?: string | undefined;
  readonly signal?: AbortSignal | undefined;
  readonly onProgress?: ((progress: { readonly step: string; readonly share: number }) => void) | undefined;
}

/** How many pairs you judged. */
export interface LabelCounts {
  readonly judged: number;
  readonly same: number;
  readonly different: number;
  readonly unsure: number;
}

/** What is known so far. */
export interface LabelEstimate extends LabelCounts {
  /**
   * Measured by your answers to random pairs, over the candidate pairs; undefined while no answer was given, or while
   * the answers do not tell where matches end and the design had fallen back.
   */
  readonly measured: QualityEstimate | undefined;
  /** What the model believes without your answers. */
  readonly opinion: Opinion;
  /** The number of candidate pairs in all. */
  readonly candidates: number;
  /** How many of them are too unlikely to be asked about: recall does not count them. */
  readonly unlikely: number;
  /** True once the answers move the rules: {@link fewestAnswers} of them, {@link fewestOfKind} of each kind. */
  readonly isTelling: boolean;
  readonly contradictions: readonly Contradiction[];
}

/** So many times the pairs that are asked for are judged while nearly all answers are of one kind. */
const mostTimesAsked = 3;

/** How many pairs to judge if so many are asked for: more while nearly all answers are of one kind, which move no rules. */
export function pairsToJudge(asked: number, { same, different }: LabelCounts): number {
  const isOneSided = same + different >= fewestAnswers && Math.min(same, different) < fewestOfKind;
  return isOneSided ? mostTimesAsked * asked : asked;
}

/** What the labels do to the rules of the instance. */
export interface LabelChanges extends RuleChanges {
  /** Why the rules stay as they are; undefined if the answers move them. */
  readonly reason: string | undefined;
  /** The new rules. */
  readonly ruleConfig: Readonly<Record<string, unknown>>;
  /** Of the new rules, on the records of the sample: entities, and the size of the largest. */
  readonly entities: { readonly count: number; readonly largest: number; readonly sampled: number };
  readonly estimate: LabelEstimate;
}

/** What {@link LabelSession.apply} wrote. */
export interface AppliedLabels {
  readonly ruleConfigFile: string;
  /** The copy of the former rules. */
  readonly formerFile: string;
  readonly changes: LabelChanges;
}

interface Parts {
  readonly directory: string;
  readonly design: InstanceDesign;
  readonly study: Study;
  readonly picker: PairPicker;
  readonly file: LabelsFile;
  readonly matched: MatchedLabels;
  readonly refused: number;
}

interface Present {
  readonly judged: readonly JudgedPair[];
  readonly model: Model;
  readonly threshold: number;
}

/**
 * Judging pairs of an instance, one after the other: picks them, saves each answer at once, and says what the answers
 * lead to. It knows no terminal and no page. One call at a time; the labels of an instance belong to one session.
 */
export class LabelSession {
  /** Labels of former sessions whose records are gone. They stay in the file. */
  readonly leftOut: MatchedLabels['leftOut'];
  /** How many labels are about records that changed since. */
  readonly changedRecords: number;
  /** How many rows of the file are no records. */
  readonly refusedRows: number;
  /** The file with the answers. */
  readonly labelsPath: string;
  private readonly directory: string;
  private readonly design: InstanceDesign;
  private readonly study: Study;
  private readonly picker: PairPicker;
  private readonly file: LabelsFile;
  private labels: readonly Label[];
  private judged: readonly JudgedPair[];
  private picked: PickedPair | undefined;
  private readonly fallback: LearnedDesign;
  private current: Present | undefined;
  private known: { readonly judged: readonly JudgedPair[]; readonly estimate: LabelEstimate } | undefined;

  private constructor({ directory, design, study, picker, file, matched, refused }: Parts) {
    this.directory = directory;
    this.design = design;
    this.study = study;
    this.picker = picker;
    this.file = file;
    this.labels = matched.labels;
    this.leftOut = matched.leftOut;
    this.changedRecords = matched.changed;
    this.refusedRows = refused;
    this.labelsPath = file.path;
    this.fallback = designOf(study, []);
    this.judged = this.judgedOf(matched.labels);
  }

  /**
   * Reads the file, learns from it, and continues with the labels of the instance.
   *
   * @throws InstanceDirectoryError, InstanceDesignError, ColumnsFileError, ColumnsError, SourceFileError,
   *   LabelSourceError, LabelsFileError, NoPairsError, NothingToCompareError; the signal's reason if it aborts
   */
  static async open(options: LabelSessionOptions): Promise<LabelSession> {
    const { directory, signal, onProgress = () => {} } = options;
    instanceFiles(directory);
    const mapping = await readColumnsFile(join(directory, columnsFileName));
    const design = await readInstanceDesign(directory, mapping.content);
    const path = options.file ?? design.file;
    if (path === undefined) {
      throw new LabelSourceError(`${directory} does not say which file it was designed for.`, {
        hint: `Name the file: npx entity-data label FILE --instance ${directory}.`,
      });
    }
    const { file, labels } = await LabelsFile.open(join(directory, labelsFileName));
    const source = await openSource(path, { column: new Map(), mapping });
    try {
      const reading = new Reading(source, signal);
      onProgress({ step: stepNames.read, share: 0 });
      const matched = await matchLabels(labels, reading.records());
      const { refused } = reading;
      const study = await studyRecords({
        request: requestOf(design),
        records: () => reading.records(),
        total: matched.records,
        seed: design.seed,
        linkedByRules,
        onProgress: ({ step, share }) => onProgress({ step: stepNames[step], share }),
        ...(signal && { signal }),
      });
      const picker = new PairPicker(study, design.seed);
      if (picker.candidates === 0) {
        throw new NoPairsError(
          `${path}: no two of ${matched.records.toLocaleString('en')} records are alike enough to compare.`,
          {
            hint: 'There is nothing to judge. Design the instance with more columns, or with a file that has duplicates.',
          },
        );
      }
      return new LabelSession({ directory, design, study, picker, file, matched, refused });
    } finally {
      await source.close();
    }
  }

  counts(): LabelCounts {
    const of = (answer: LabelAnswer): number => this.labels.filter((label) => label.answer === answer).length;
    return { judged: this.labels.length, same: of('same'), different: of('different'), unsure: of('unsure') };
  }

  /** The pair to judge next, the same until it is answered; undefined if no other one teaches anything. */
  nextPair(): ShownPair | undefined {
    this.picked ??= this.picker.next(this.judged);
    if (this.picked === undefined) return undefined;
    const [a, b] = this.picker.recordsOf(this.picked.candidate);
    const { model, threshold } = this.present();
    const evidence = evidenceBits(
      this.study.draft.evidence,
      model.weights,
      this.picker.levelsOf(this.picked.candidate),
    );
    return {
      pair: pairID(a, b),
      a,
      b,
      rows: rowsOf(a, b),
      evidence,
      bits: Math.round(evidence.reduce((sum, { bits }) => sum + bits, 0) * 10) / 10,
      threshold,
      judged: this.labels.length,
    };
  }

  /**
   * Saves an answer to the next pair, or another answer to a pair that you judged.
   *
   * @param pair as {@link ShownPair} names it
   * @throws LabelAnswerError if the session did not show the pair; LabelsChangedError
   */
  async answer(pair: string, answer: LabelAnswer): Promise<void> {
    const at = this.labels.findIndex(({ a, b }) => pairID(a, b) === pair);
    if (at !== -1) {
      await this.save(this.labels.map((label, index) => (index === at ? { ...label, answer } : label)));
      return;
    }
    const next = this.nextPair();
    if (next?.pair !== pair) {
      throw new LabelAnswerError(`There is no pair ${JSON.stringify(pair)} to judge.`, {
        hint: 'Answer the pair that was shown last, or one that you judged before, by its "pair".',
      });
    }
    const { drawn, reached } = this.picked!;
    const before = this.labels.map((label, index) =>
      reached.includes(this.judged[index]!.candidate ?? -1) ? this.drawnNow(label, 'random') : label,
    );
    await this.save([...before, this.drawnNow({ a: next.a, b: next.b, answer, drawn }, drawn)]);
  }

  /**
   * Takes the last answer back.
   *
   * @returns false if there is none
   */
  async undo(): Promise<boolean> {
    if (this.labels.length === 0) return false;
    await this.save(this.labels.slice(0, -1));
    return true;
  }

  /** What the answers say so far. */
  estimate(): LabelEstimate {
    if (this.known?.judged === this.judged) return this.known.estimate;
    const telling = this.isTelling();
    const isMeasured = this.hasRandom() && (telling || this.fallback.fallback === undefined);
    const { model, threshold } = this.present();
    const measured = isMeasured ? this.picker.estimate(this.judged, this.picker.linkedAt(model, threshold)) : undefined;
    const estimate = this.estimateWith(measured);
    this.known = { judged: this.judged, estimate };
    return estimate;
  }

  /** Designs rules by the labels, and compares them with those of the instance. Writes nothing. */
  async changes(): Promise<LabelChanges> {
    const former = await this.formerRules();
    const learned = this.isTelling() ? designOf(this.study, labeledPairs(this.labels)) : undefined;
    const ruleConfig = learned?.design.ruleConfig ?? former;
    await setImmediate();
    const components = this.study.linkedByRules({ ruleConfig }, this.study.records);
    const parts = components.parts();
    const { first, second } = this.study.model.candidates;
    const measured = this.hasRandom()
      ? this.picker.estimate(
          this.judged,
          (candidate) => components.find(first[candidate]!) === components.find(second[candidate]!),
        )
      : undefined;
    return {
      ...ruleChanges(former, ruleConfig),
      reason: this.reason(),
      ruleConfig,
      entities: {
        count: parts.length,
        largest: parts.reduce((most, { length }) => Math.max(most, length), 0),
        sampled: this.study.records.length,
      },
      estimate: this.estimateWith(measured),
    };
  }

  /**
   * Writes the rules that the labels lead to, and keeps the former ones beside them. The report says what is measured.
   *
   * @throws NothingToApplyError if the labels do not move the rules; RuleConfigError if the instance's schema does not
   *   fit them
   */
  async apply(): Promise<AppliedLabels> {
    const changes = await this.changes();
    if (changes.reason !== undefined) {
      throw new NothingToApplyError(changes.reason, { hint: 'Judge more pairs.' });
    }
    const { ruleConfig: ruleConfigFile, schema } = instanceFiles(this.directory);
    const text = `${JSON.stringify(changes.ruleConfig, null, 2)}\n`;
    // What start would refuse must not be written.
    compileRuleConfig(
      loadRuleConfig(text, loadRecordSchema(await readFile(schema, 'utf8')), 'the rules by your labels'),
    );
    const formerFile = freeName(this.directory);
    await copyFile(ruleConfigFile, formerFile);
    await writeDurably(ruleConfigFile, text);
    const designFile = join(this.directory, instanceDesignName);
    if (existsSync(designFile)) await writeDurably(designFile, designText(this.design, this.directory, text));
    await writeMeasuredSection(join(this.directory, 'report.html'), changes.estimate);
    return { ruleConfigFile, formerFile, changes };
  }

  private async save(labels: readonly Label[]): Promise<void> {
    // What was left out stays in the file, before what this session adds.
    await this.file.write([...this.leftOut.map(({ label }) => label), ...labels]);
    this.labels = labels;
    this.judged = this.judgedOf(labels);
    this.picked = undefined;
  }

  private drawnNow({ a, b, answer }: Label, drawn: Drawn): Label {
    return { a, b, answer, drawn, ...(drawn === 'random' && { strata: this.picker.strata.fingerprint }) };
  }

  private judgedOf(labels: readonly Label[]): readonly JudgedPair[] {
    return this.picker.judged(
      labels.map(({ a, b, answer, drawn, strata }) => ({
        a,
        b,
        same: answer === 'same',
        isSure: answer !== 'unsure',
        drawn: this.picker.drawnNow(drawn, strata),
      })),
    );
  }

  private hasRandom(): boolean {
    return this.judged.some(({ drawn, isSure }) => drawn === 'random' && isSure);
  }

  private isTelling(): boolean {
    return isTelling(this.judged.filter(({ isSure }) => isSure));
  }

  /** The model and the threshold that the next design would have. */
  private present(): Present {
    if (this.current?.judged === this.judged) return this.current;
    const { study, picker, judged } = this;
    const labeled = this.isTelling() ? picker.calibrated(judged) : undefined;
    const model = labeled?.model ?? study.model;
    const threshold =
      labeled === undefined ? learnThreshold(model, study.records.length) : labeledThreshold(labeled, study);
    this.current = { judged, model, threshold: threshold.bits };
    return this.current;
  }

  private estimateWith(measured: QualityEstimate | undefined): LabelEstimate {
    return {
      ...this.counts(),
      measured,
      opinion: this.fallback.opinion,
      candidates: this.picker.candidates,
      unlikely: this.picker.strata.sizes[0]!,
      isTelling: this.isTelling(),
      contradictions: contradictionsOf(
        labeledPairs(this.labels).map(({ a, b, same }) => ({ a: String(a['id']), b: String(b['id']), same })),
      ),
    };
  }

  private reason(): string | undefined {
    const { same, different } = this.counts();
    const sure = same + different;
    if (sure < fewestAnswers) {
      return `There are ${sure} answers of same or different; from ${fewestAnswers} on, they move the rules.`;
    }
    if (Math.min(same, different) >= fewestOfKind) return undefined;
    const [few, kind, where] = same < different ? [same, 'same', 'begin'] : [different, 'different', 'end'];
    return `Only ${few} of ${sure} answers ${few === 1 ? 'is' : 'are'} "${kind}": from ${fewestOfKind} on, they tell where matches ${where}.`;
  }

  private async formerRules(): Promise<Readonly<Record<string, unknown>>> {
    const { ruleConfig } = instanceFiles(this.directory);
    const text = await readFile(ruleConfig, 'utf8');
    // Says what is wrong with a document that was edited by hand.
    loadRuleConfig(text, undefined, ruleConfig);
    return JSON.parse(text) as Readonly<Record<string, unknown>>;
  }
}

/** Reads the records of a file, again at each call. */
class Reading {
  /** Rows that are no records, at the last reading. */
  refused = 0;
  private readonly source: RecordSource;
  private readonly signal: AbortSignal | undefined;

  constructor(source: RecordSource, signal: AbortSignal | undefined) {
    this.source = source;
    this.signal = signal;
  }

  async *records(): AsyncGenerator<RecordPayload, void, undefined> {
    this.refused = 0;
    for await (const read of this.source.read(fileStart)) {
      this.signal?.throwIfAborted();
      if ('record' in read) yield read.record;
      else this.refused += 1;
    }
  }
}

/** Names a pair by the ids of its records, in any order. */
const pairID = (a: RecordPayload, b: RecordPayload): string => digestText(pairKey(a['id'], b['id']));

/** A name for a copy of the rules that is not taken. */
function freeName(directory: string): string {
  for (let n = 1; ; n++) {
    const name = join(directory, n === 1 ? 'rule-config.former.json' : `rule-config.former-${n}.json`);
    if (!existsSync(name)) return name;
  }
}

/**
 * Replaces what the report of an instance says of answers. Does nothing if there is no report, or one of a version that
 * has no place for it.
 */
async function writeMeasuredSection(path: string, measured: Measured): Promise<void> {
  const page = await ifThere(readFile(path, 'utf8'));
  if (page === undefined) return;
  const begin = page.indexOf(measuredMarks.begin);
  const end = page.indexOf(measuredMarks.end);
  if (begin === -1 || end < begin) return;
  const body = measuredBody(measured).text;
  await writeDurably(path, page.slice(0, begin + measuredMarks.begin.length) + body + page.slice(end));
}
