import { DisjointSets } from '../../disjoint-sets.ts';
import type { RecordPayload } from '../../rules/types.ts';
import type { LabeledPair } from '../learning/learned-design.ts';
import { bitsOfCandidates, learnThreshold } from '../learning/learned-draft.ts';
import type { Model } from '../learning/model.ts';
import { randomNumbers } from '../learning/random.ts';
import type { Study } from '../learning/study.ts';
import { type Calibration, calibrate, type JudgedPattern, sumOf } from './calibrate.ts';
import { mostInformative } from './choose-pair.ts';
import {
  isTelling,
  judgedPatterns,
  type LabeledModel,
  labeledModel,
  labeledThreshold,
  priorWeights,
} from './labeled-model.ts';
import { type Cell, estimateQuality, type QualityEstimate } from './quality-estimate.ts';
import { Strata, strataCount } from './strata.ts';

/** How a pair was chosen: at random in its stratum, or because the model is doubtful. */
export type Drawn = NonNullable<LabeledPair['drawn']>;

export interface PickedPair {
  /** Position of the pair among the candidates. */
  readonly candidate: number;
  readonly drawn: Drawn;
  /** Doubtful pairs that you judged and that the random order has reached: their answers count as random from now on. */
  readonly reached: readonly number[];
}

/** A pair with your answer. */
export interface JudgedPair extends JudgedPattern {
  /** Undefined for a pair that is no candidate. */
  readonly candidate: number | undefined;
  /** False if you were unsure: the pair is not shown again, and teaches nothing. */
  readonly isSure: boolean;
  /** Only answers to random pairs of these strata are used to estimate. */
  readonly drawn: Drawn;
}

/** An answer to a pair of records. */
export type AnsweredRecords = LabeledPair & Pick<JudgedPair, 'isSure' | 'drawn'>;

/** With more answers, one of them hardly moves the weights, and leaving each out takes long. */
const mostLeftOut = 100;

/** Candidates that end in one entity. */
export type Linked = (candidate: number) => boolean;

/**
 * Picks pairs to judge from the candidates of a study, and estimates from the answers. Half of the pairs are drawn at
 * random, one stratum after the other, and only they are used to estimate: the others are chosen where the model is
 * doubtful, which says nothing of how often it is right. The same study, seed and answers pick the same pair.
 */
export class PairPicker {
  readonly strata: Strata;
  private readonly study: Study;
  private readonly seed: number;
  private readonly prior: ReturnType<typeof priorWeights>;

  constructor(study: Study, seed: number) {
    this.study = study;
    this.seed = seed;
    this.prior = priorWeights(study);
    this.strata = new Strata(study.model, this.prior, seed);
  }

  get candidates(): number {
    return this.study.model.numbers.length;
  }

  recordsOf(candidate: number): readonly [a: RecordPayload, b: RecordPayload] {
    const { first, second } = this.study.model.candidates;
    return [this.study.records[first[candidate]!]!, this.study.records[second[candidate]!]!];
  }

  levelsOf(candidate: number): Uint8Array {
    const { patterns, numbers } = this.study.model;
    const row = numbers[candidate]! * patterns.items;
    return patterns.levels.slice(row, row + patterns.items);
  }

  /**
   * The positions of candidates by the ids of their records.
   *
   * @returns undefined for a pair that is no candidate
   */
  find(pairs: readonly (readonly [a: string, b: string])[]): (number | undefined)[] {
    const wanted = new Map<string, number[]>();
    pairs.forEach(([a, b], index) => {
      for (const key of [JSON.stringify([a, b]), JSON.stringify([b, a])]) {
        wanted.set(key, [...(wanted.get(key) ?? []), index]);
      }
    });
    const found: (number | undefined)[] = pairs.map(() => undefined);
    const ids = new Set<unknown>(pairs.flat());
    const { first, second } = this.study.model.candidates;
    const isWanted = this.study.records.map(({ id }) => ids.has(id));
    for (let candidate = 0; candidate < this.candidates; candidate++) {
      if (!isWanted[first[candidate]!] || !isWanted[second[candidate]!]) continue;
      const [a, b] = this.recordsOf(candidate);
      for (const index of wanted.get(JSON.stringify([a.id, b.id])) ?? []) found[index] = candidate;
    }
    return found;
  }

  /** How a pair was drawn, as far as this study is concerned: of other strata, it was drawn from other pairs. */
  drawnNow(drawn: Drawn | undefined, strata: string | undefined): Drawn {
    return drawn === 'random' && strata === this.strata.fingerprint ? 'random' : 'doubtful';
  }

  /** Answers to pairs of records, with what the model knows of them. The records may be outside of the sample. */
  judged(answers: readonly AnsweredRecords[]): JudgedPair[] {
    const patterns = judgedPatterns(this.study, answers);
    const candidates = this.find(answers.map(({ a, b }) => [String(a['id']), String(b['id'])]));
    return answers.map(({ isSure, drawn }, index) => ({
      ...patterns[index]!,
      candidate: candidates[index],
      isSure,
      drawn: candidates[index] === undefined ? 'doubtful' : drawn,
    }));
  }

  calibrated(judged: readonly JudgedPair[]): LabeledModel {
    return labeledModel(this.study, sure(judged), this.prior);
  }

  /** The next pair to judge; undefined if all are judged that teach something. */
  next(judged: readonly JudgedPair[], labeled = this.calibrated(judged)): PickedPair | undefined {
    const taken = new Map(judged.map(({ candidate, drawn }) => [candidate, drawn]));
    const random = judged.filter(({ drawn }) => drawn === 'random').length;
    const isRandomTurn = 2 * random <= judged.length;
    const doubtful = (): PickedPair | undefined => {
      const candidate = mostInformative({ ...labeled, seed: this.seed, isTaken: (own) => taken.has(own) });
      return candidate === undefined ? undefined : { candidate, drawn: 'doubtful', reached: [] };
    };
    return isRandomTurn
      ? (this.drawRandom(judged, taken) ?? doubtful())
      : (doubtful() ?? this.drawRandom(judged, taken));
  }

  /**
   * Precision and recall of the links that a calibrated model makes, over the candidates that may be asked about and
   * those that end in one entity.
   *
   * @param isLinked default: those that the model's threshold links
   */
  estimate(judged: readonly JudgedPair[], isLinked: Linked = this.linked(judged)): QualityEstimate {
    return estimateQuality(this.cells(judged, isLinked), randomNumbers(this.seed));
  }

  /** The candidates by stratum and by whether they are linked, with the answers to random pairs. */
  cells(judged: readonly JudgedPair[], isLinked: Linked): Cell[] {
    const without = this.linkedWithout(judged);
    const { weights } = this.study.model.candidates;
    const cells = Array.from({ length: 2 * strataCount }, (_, index) => ({
      linked: index % 2 === 1,
      pairs: 0,
      expected: 0,
      same: 0,
      different: 0,
    }));
    const cellOf = (candidate: number, linked = isLinked(candidate)) =>
      cells[2 * this.strata.numbers[candidate]! + (linked ? 1 : 0)]!;
    for (let candidate = 0; candidate < this.candidates; candidate++) {
      const cell = cellOf(candidate);
      cell.pairs += weights[candidate]!;
      cell.expected += weights[candidate]! * this.strata.expected[candidate]!;
    }
    for (const { candidate, isSure, drawn, same } of judged) {
      if (candidate === undefined || !isSure || drawn !== 'random') continue;
      cellOf(candidate, without.get(candidate))[same ? 'same' : 'different'] += 1;
    }
    // Pairs of the first stratum that are not linked are not asked about, and are said to be left out.
    return cells
      .slice(1)
      .map((cell): Cell => ({ ...cell, expected: cell.pairs === 0 ? 0 : cell.expected / cell.pairs }));
  }

  /**
   * The judged random pairs that their own answer moves over the threshold, with the side that they would be on without
   * it: an answer must not speak for the link that it made (leave-one-out: Stone 1974).
   */
  private linkedWithout(judged: readonly JudgedPair[]): ReadonlyMap<number, boolean> {
    const sides = new Map<number, boolean>();
    if (judged.length > mostLeftOut || !isTelling(sure(judged))) return sides;
    const labeled = this.calibrated(judged);
    const threshold = labeledThreshold(labeled, this.study).bits;
    for (const one of judged) {
      const { candidate, levels, drawn, isSure } = one;
      if (candidate === undefined || drawn !== 'random' || !isSure) continue;
      const others = calibrate(this.prior, sure(judged.filter((other) => other !== one)));
      const isNow = bitsOf(labeled.calibration, levels) >= threshold;
      const wouldBe = bitsOf(others, levels) >= threshold;
      if (isNow !== wouldBe) sides.set(candidate, wouldBe);
    }
    return sides;
  }

  /** Candidates in one component of what the model of these answers links. */
  linked(judged: readonly JudgedPair[]): Linked {
    if (!isTelling(sure(judged))) {
      return this.linkedAt(this.study.model, learnThreshold(this.study.model, this.study.records.length).bits);
    }
    const labeled = this.calibrated(judged);
    return this.linkedAt(labeled.model, labeledThreshold(labeled, this.study).bits);
  }

  /** Candidates in one component of the pairs that reach a threshold. */
  linkedAt(model: Model, threshold: number): Linked {
    const { first, second } = this.study.model.candidates;
    const components = new DisjointSets(this.study.records.length);
    for (const [candidate, bits] of bitsOfCandidates(model).entries()) {
      if (bits >= threshold - 1e-9) components.join(first[candidate]!, second[candidate]!);
    }
    return (candidate) => components.find(first[candidate]!) === components.find(second[candidate]!);
  }

  /** The stratum with the fewest answers has its turn; of several, the likeliest. */
  private drawRandom(
    judged: readonly JudgedPair[],
    taken: ReadonlyMap<number | undefined, Drawn>,
  ): PickedPair | undefined {
    const answered = new Array<number>(strataCount).fill(0);
    for (const { candidate, drawn } of judged) {
      if (candidate !== undefined && drawn === 'random') answered[this.strata.numbers[candidate]!]! += 1;
    }
    const turns = [...answered.keys()]
      .slice(1)
      .filter((stratum) => this.strata.sizes[stratum]! > 0)
      .sort((a, b) => answered[a]! - answered[b]! || b - a);
    const reached: number[] = [];
    for (const stratum of turns) {
      for (;;) {
        const candidate = this.strata.draw(stratum, (own) => taken.get(own) === 'random' || reached.includes(own));
        if (candidate === undefined) break;
        if (!taken.has(candidate)) return { candidate, drawn: 'random', reached };
        reached.push(candidate);
      }
    }
    return undefined;
  }
}

const bitsOf = ({ weights }: Calibration, levels: Uint8Array): number => sumOf(weights, levels) - weights.begin;

const sure = (judged: readonly JudgedPair[]): readonly JudgedPair[] => judged.filter(({ isSure }) => isSure);
