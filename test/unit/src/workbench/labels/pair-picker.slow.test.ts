import { beforeAll, describe, expect, it } from '@jest/globals';
import { britishPeople } from '../../../../../bench/quality/british-people.ts';
import { linkedByRules } from '../../../../../src/batch/linked-by-rules.ts';
import { fewestAnswers } from '../../../../../src/workbench/labels/labeled-model.ts';
import { type JudgedPair, PairPicker } from '../../../../../src/workbench/labels/pair-picker.ts';
import { type Cell, estimateQuality } from '../../../../../src/workbench/labels/quality-estimate.ts';
import { designOf, studyRecords } from '../../../../../src/workbench/learning/learn.ts';
import type { LabeledPair } from '../../../../../src/workbench/learning/learned-design.ts';
import { randomNumbers } from '../../../../../src/workbench/learning/random.ts';
import type { Study } from '../../../../../src/workbench/learning/study.ts';
import { entitySizes } from '../learning/entity-sizes.ts';

const { records, truth } = britishPeople(1_200);
let study: Study;

beforeAll(async () => {
  study = await studyRecords({
    request: { fields: Object.keys(records[0]!).map((name) => ({ name })) },
    records: async function* () {
      yield* records;
    },
    total: records.length,
    seed: 1,
    linkedByRules,
  });
});

/** Judges so many pairs by the truth. */
function judge(picker: PairPicker, count: number, answer = isSame): JudgedPair[] {
  let judged: JudgedPair[] = [];
  while (judged.length < count) {
    const picked = picker.next(judged);
    if (picked === undefined) break;
    const { candidate, drawn, reached } = picked;
    judged = judged.map((one) => (reached.includes(one.candidate!) ? { ...one, drawn: 'random' } : one));
    const same = answer(picker, candidate);
    judged.push({ candidate, drawn, levels: picker.levelsOf(candidate), same, isSure: true });
  }
  return judged;
}

function isSame(picker: PairPicker, candidate: number): boolean {
  const [a, b] = picker.recordsOf(candidate);
  return truth.get(a['id'] as string) === truth.get(b['id'] as string);
}

const labels = (picker: PairPicker, judged: readonly JudgedPair[]): LabeledPair[] =>
  judged.map(({ candidate, same, drawn }) => {
    const [a, b] = picker.recordsOf(candidate!);
    return { a, b, same, drawn, strata: picker.strata.fingerprint };
  });

describe('PairPicker', () => {
  it('picks each pair once, and the same ones for the same answers', () => {
    const picker = new PairPicker(study, 1);
    const judged = judge(picker, 30);
    const candidates = judged.map(({ candidate }) => candidate);
    expect(new Set(candidates).size).toBe(30);
    expect(judge(new PairPicker(study, 1), 30).map(({ candidate }) => candidate)).toEqual(candidates);
    expect(judge(new PairPicker(study, 2), 30).map(({ candidate }) => candidate)).not.toEqual(candidates);
  });

  it('draws half of the pairs at random from all strata that it asks about', () => {
    const picker = new PairPicker(study, 1);
    const random = judge(picker, 30).filter(({ drawn }) => drawn === 'random');
    expect(random.length).toBeGreaterThanOrEqual(15);
    const strata = new Set(random.map(({ candidate }) => picker.strata.numbers[candidate!]!));
    const filled = picker.strata.sizes.flatMap((size, stratum) => (stratum > 0 && size > 0 ? [stratum] : []));
    expect([...strata].sort()).toEqual(filled);
  });

  it('finds candidates by the ids of their records, in any order', () => {
    const picker = new PairPicker(study, 1);
    const [a, b] = picker.recordsOf(3);
    const ids = [a['id'] as string, b['id'] as string] as const;
    expect(picker.find([[ids[1], ids[0]], ids, ['none', ids[0]]])).toEqual([3, 3, undefined]);
  });

  it('measures what the truth says', () => {
    const picker = new PairPicker(study, 3);
    const { precision, recall } = picker.estimate(judge(picker, 60));
    expect(precision.value).toBeGreaterThan(0.8);
    expect(precision.high).toBe(1);
    expect(recall.high).toBe(1);
  });

  it('does not measure by doubtful pairs', () => {
    const picker = new PairPicker(study, 1);
    const judged = judge(picker, 20).map((one): JudgedPair => ({ ...one, drawn: 'doubtful' }));
    expect(picker.estimate(judged).answers).toBe(0);
  });
});

describe('designOf with labels', () => {
  it('keeps a good design good, and says what is measured', () => {
    const picker = new PairPicker(study, 1);
    const design = designOf(study, labels(picker, judge(picker, 30)));
    expect(design.fallback).toBeUndefined();
    expect(entitySizes(design, study.records)).toEqual([
      { size: 1, count: 960 },
      { size: 2, count: 120 },
    ]);
    expect(design.measured?.measured?.answers).toBeGreaterThanOrEqual(15);
  });

  it('keeps the design with few answers, and with answers of one kind', () => {
    const picker = new PairPicker(study, 1);
    const plain = designOf(study, []).design.ruleConfig;
    const few = judge(picker, fewestAnswers - 1);
    const all = judge(picker, 20, () => true);
    const none = judge(picker, 20, () => false);
    for (const judged of [few, all, none]) {
      expect(designOf(study, labels(picker, judged)).design.ruleConfig).toEqual(plain);
    }
  });

  it('takes labels of records that are not in the sample', () => {
    const picker = new PairPicker(study, 1);
    const judged = labels(picker, judge(picker, 30));
    const foreign = judged.map(({ a, b, same }) => ({ a: { ...a, id: `x${a['id'] as string}` }, b, same }));
    const { design, measured } = designOf(study, foreign);
    expect(design.ruleConfig).toEqual(designOf(study, judged).design.ruleConfig);
    expect(measured?.measured).toBeUndefined();
  });
});

/** A made-up population: pairs by stratum, the share of matches, and what the model expects. */
interface Population {
  readonly pairs: number;
  readonly linked: boolean;
  readonly rate: number;
  readonly expected: number;
}

/** The shares of many draws whose interval holds the truth. */
function covered(population: readonly Population[], answersOfCell: number) {
  const draws = 150;
  const matches = ({ pairs, rate }: Population): number => pairs * rate;
  const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
  const linked = population.filter((cell) => cell.linked);
  const right = sum(linked.map(matches));
  const truth = {
    precision: right / sum(linked.map(({ pairs }) => pairs)),
    recall: right / sum(population.map(matches)),
  };
  const random = randomNumbers(7);
  const hits = { precision: 0, recall: 0 };
  for (let draw = 0; draw < draws; draw++) {
    const cells = population.map(({ pairs, linked: isLinked, rate, expected }): Cell => {
      const same = Array.from({ length: answersOfCell }, random).filter((own) => own < rate).length;
      return { pairs, linked: isLinked, expected, same, different: answersOfCell - same };
    });
    const estimate = estimateQuality(cells, randomNumbers(draw));
    for (const share of ['precision', 'recall'] as const) {
      if (estimate[share].low <= truth[share] && truth[share] <= estimate[share].high) hits[share] += 1;
    }
  }
  return { precision: hits.precision / draws, recall: hits.recall / draws };
}

describe('estimateQuality in many draws', () => {
  const fitting = [
    { pairs: 2_000, linked: true, rate: 0.98, expected: 0.98 },
    { pairs: 400, linked: true, rate: 0.7, expected: 0.7 },
    { pairs: 300, linked: false, rate: 0.3, expected: 0.3 },
    { pairs: 5_000, linked: false, rate: 0.01, expected: 0.01 },
  ];
  const misled = [
    { pairs: 2_000, linked: true, rate: 0.2, expected: 0.99 },
    { pairs: 1_000, linked: true, rate: 0.3, expected: 0.95 },
    { pairs: 4_000, linked: false, rate: 0.05, expected: 0.1 },
  ];

  it.each([
    ['a model that is right', fitting, 5],
    ['a model that is badly wrong', misled, 6],
  ])('has intervals that hold the truth in at least 85 of 100 draws, with %s', (_what, cells, answersOfCell) => {
    const { precision, recall } = covered(cells, answersOfCell);
    expect(precision).toBeGreaterThanOrEqual(0.85);
    expect(recall).toBeGreaterThanOrEqual(0.85);
  });
});
