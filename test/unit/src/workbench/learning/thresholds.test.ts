import { describe, expect, it } from '@jest/globals';
import { draftDesign } from '../../../../../src/workbench/design/design.ts';
import type { Evidence } from '../../../../../src/workbench/design/evidence.ts';
import { calibrate, type JudgedPattern, sumOf } from '../../../../../src/workbench/labels/calibrate.ts';
import { contradictionsOf } from '../../../../../src/workbench/labels/contradictions.ts';
import { type Cell, estimateQuality } from '../../../../../src/workbench/labels/quality-estimate.ts';
import { thresholdForF1 } from '../../../../../src/workbench/labels/threshold-for-f1.ts';
import { alarmsOf, alarmsOfOpinion, type Findings } from '../../../../../src/workbench/learning/alarms.ts';
import { mostByErrors } from '../../../../../src/workbench/learning/errors-shown.ts';
import {
  bitsOfCandidates,
  learnThreshold,
  leastThreshold,
} from '../../../../../src/workbench/learning/learned-draft.ts';
import type { LevelTables } from '../../../../../src/workbench/learning/mixture.ts';
import type { Model } from '../../../../../src/workbench/learning/model.ts';
import { PatternCounter } from '../../../../../src/workbench/learning/patterns.ts';
import { randomNumbers } from '../../../../../src/workbench/learning/random.ts';
import { soundThreshold } from '../../../../../src/workbench/learning/sound-threshold.ts';
import { chooseThreshold } from '../../../../../src/workbench/learning/threshold.ts';

type Link = readonly [first: number, second: number, bits: number];

const linksOf = (list: readonly Link[]) => ({
  first: Int32Array.from(list, ([first]) => first),
  second: Int32Array.from(list, ([, second]) => second),
  bits: Float64Array.from(list, ([, , bits]) => bits),
});

/** Links of these records, each with the next one. */
const chain = (records: readonly number[], bits: number): readonly Link[] =>
  records.slice(1).map((record, index) => [records[index]!, record, bits]);

/** Two entities of three records each: 0 to 2 and 3 to 5. */
const links = (bridge: number) => linksOf([...chain([0, 1, 2], 20), ...chain([3, 4, 5], 20), [2, 3, bridge]]);

const isOne = (a: number, b: number): boolean => a < 3 === b < 3;
const options = {
  records: 6,
  candidates: [10, 12, 14, 16],
  excess: (a: number, b: number): number => (isOne(a, b) ? 8 : -12),
};

describe('chooseThreshold', () => {
  it('takes the lowest threshold if all components hold together', () => {
    expect(chooseThreshold(links(2), options)).toMatchObject({ bits: 10, doubtful: 0, joins: 4 });
  });

  it('stays above a weak link between two groups that disagree', () => {
    const chosen = chooseThreshold(links(11), options);
    expect(chosen.bits).toBe(12);
    expect(chosen.mostDoubtful).toBeCloseTo(9 / 15);
  });

  it('links two groups that agree, although the link between them is weak', () => {
    expect(chooseThreshold(links(11), { ...options, excess: () => 8 }).bits).toBe(10);
  });

  it('says how many of the pairs are one entity by the model', () => {
    const { precision } = chooseThreshold(links(11), { ...options, candidates: [10] });
    expect(precision).toBeCloseTo(6 / 15, 1);
  });

  it('goes below the usual thresholds only while it is sure of the entities', () => {
    const further = [9, 8, 7];
    expect(chooseThreshold(links(9), { ...options, further }).bits).toBe(10);
    expect(chooseThreshold(links(8), { ...options, further }).bits).toBe(9);
    expect(chooseThreshold(links(2), { ...options, further }).bits).toBe(7);
    expect(chooseThreshold(links(11), { ...options, further }).bits).toBe(12);
  });

  it('has no doubt without links', () => {
    expect(chooseThreshold(linksOf([]), options)).toMatchObject({ precision: 1, recall: 1, doubtful: 0, joins: 0 });
  });

  it('stops where lower thresholds add hardly a right pair', () => {
    // Twenty entities of two records; weak links join each to the next one, with which it disagrees a little.
    const pairs = Array.from({ length: 20 }, (_, entity) => [2 * entity, 2 * entity + 1, 20] as const);
    const weak = pairs.slice(0, 3).map(([, b]) => [b, b + 1, 11] as const);
    const chosen = chooseThreshold(linksOf([...pairs, ...weak]), {
      records: 40,
      candidates: [10, 11, 12, 13, 14, 15],
      excess: (a, b) => (Math.floor(a / 2) === Math.floor(b / 2) ? 8 : -5),
    });
    expect(chosen.bits).toBe(13.0);
  });
});

const fields = ['first_name', 'last_name', 'street', 'city', 'birth_date', 'phone'].map((name) => ({ name }));
const draft = draftDesign({ fields, goal: 'balanced' });

const random = randomNumbers(2);
const word = (): string =>
  Array.from({ length: 7 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)]).join('');
const digits = (count: number): string => String(Math.floor(random() * 9 * 10 ** (count - 1)) + 10 ** (count - 1));
const people = Array.from({ length: 30 }, (_, n) => ({
  id: `p${n}`,
  first_name: word(),
  last_name: word(),
  street: `${n + 1} ${word()} Road`,
  city: word(),
  birth_date: `19${digits(2)}-0${1 + (n % 9)}-${10 + (n % 18)}`,
  phone: `0${digits(10)}`,
}));
const doubles = people.map((person) => ({ ...person, id: `${person.id}b` }));

/** Two people of different generations in each house, and a record with an initial only, which may be either. */
const households = people.slice(0, 10).flatMap(({ last_name, street, city }, n) => [
  { id: `h${n}`, first_name: 'John', last_name, street, city, birth_date: `1951-02-1${n}` },
  { id: `h${n}b`, first_name: 'Jane', last_name, street, city, birth_date: `1984-11-0${n}` },
  { id: `h${n}c`, first_name: 'J', last_name, street, city },
]);

describe('soundThreshold', () => {
  it('keeps the threshold of the draft if entities hold together', () => {
    expect(soundThreshold(draft, [...people, ...doubles])).toBe(draft.threshold);
  });

  it('rises where records hang together that disagree', () => {
    expect(soundThreshold(draft, households)).toBeGreaterThan(draft.threshold + 3);
  });

  it('keeps the threshold of the draft for many records', () => {
    const many = Array.from({ length: 200 }, () => households).flat();
    expect(soundThreshold(draft, many)).toBe(draft.threshold);
  });
});

const quiet: Findings = {
  records: 5_000,
  matches: 1_500,
  expected: 1_520,
  relatedPairs: 3_000,
  mostMatches: 300_000,
  change: 0.001,
  precision: 0.98,
  doubtful: 0.02,
  links: 1_400,
  found: 0.99,
};

const rung = (more: Partial<Findings>): (readonly [string, boolean])[] =>
  alarmsOf({ ...quiet, expected: more.matches ?? quiet.expected, ...more }).map(
    ({ code, fallback }) => [code, fallback] as const,
  );

describe('alarmsOfOpinion', () => {
  const opinion = { precision: 0.9, recall: 0.9, low: 0.85, high: 0.99, recallLow: 0.2, recallHigh: 1 };

  it('rings where nothing is known of the precision', () => {
    expect(alarmsOfOpinion(opinion)).toEqual([]);
    const [alarm] = alarmsOfOpinion({ ...opinion, low: 0.3 });
    expect(alarm).toMatchObject({ code: 'PRECISION_UNKNOWN' });
    expect(alarm!.message).toContain('30 % to 99 %');
  });
});

describe('alarmsOf', () => {
  it('rings nothing if the model holds together', () => {
    expect(rung({})).toEqual([]);
  });

  it.each([
    ['FEW_RECORDS', { records: 999 }],
    ['NO_MATCHES', { matches: 3, relatedPairs: 10 }],
    ['NO_MATCHES', { links: 2 }],
    ['TOO_MANY_MATCHES', { matches: 300_000 }],
    ['DOUBTFUL_ENTITIES', { doubtful: 0.6 }],
    ['DOUBTFUL_ENTITIES', { precision: 0.4 }],
    ['NOT_CONVERGED', { change: 0.2 }],
    ['RELATED_OUTNUMBER', { relatedPairs: 200_000, doubtful: 0.2 }],
    ['WEIGHTS_DISAGREE', { expected: 3_100 }],
    ['WEIGHTS_DISAGREE', { expected: 700 }],
  ])('falls back for %s', (code, more) => {
    expect(rung(more)).toEqual([[code, true]]);
  });

  it('only says that related pairs outnumber matches if entities hold together', () => {
    expect(rung({ relatedPairs: 200_000 })).toEqual([['RELATED_OUTNUMBER', false]]);
  });

  it('allows more related pairs among more records', () => {
    expect(rung({ relatedPairs: 200_000, records: 100_000 })).toEqual([]);
  });

  it('only says that keys miss links', () => {
    expect(rung({ found: 0.5 })).toEqual([['KEYS_MISS_LINKS', false]]);
  });

  it('says what to do', () => {
    for (const { message, hint } of alarmsOf({ ...quiet, records: 10, doubtful: 1, found: 0 })) {
      expect(message).toMatch(/\.$/);
      expect(hint).toMatch(/\.$/);
    }
  });
});

const item = (id: string, shared: boolean): Evidence => ({
  id,
  title: id,
  fields: [id],
  levels: [[`SAME_${id}`, 10]],
  otherwise: -8,
  shared,
  keys: [],
});
/** Each has two levels: the same, and different. */
const evidence = [item('NAME', false), item('BIRTHDAY', false), item('STREET', true), item('PHONE', true)];
const tables = (same: number): LevelTables => evidence.map(() => Float64Array.from([0, same, 1 - same]));
const mixture = {
  same: tables(0.999),
  related: [],
  strangers: tables(0.001),
  matches: 1_000,
  relatedPairs: 0,
  probabilities: new Float64Array(0),
  change: 0,
};
const held = evidence.map(() => Float64Array.from([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 0.01]));
const shown = { evidence, mixture, population: 1_000_000 };

function patternsOf(...counts: readonly (readonly [levels: readonly number[], count: number])[]) {
  const counter = new PatternCounter(evidence.length);
  for (const [levels, count] of counts) counter.add(Uint8Array.from(levels), count);
  return counter.patterns();
}

describe('mostByErrors', () => {
  it('allows the differences of pairs that all other evidence makes one entity', () => {
    const patterns = patternsOf([[1, 1, 1, 1], 300], [[2, 1, 1, 1], 100]);
    const [name, birthday] = mostByErrors(held, patterns, shown);
    // A quarter of 400 pairs differs in the name.
    expect(name![2]! * mixture.strangers[0]![2]!).toBeCloseTo(0.25);
    expect(birthday).toEqual(held[1]);
  });

  it('keeps experience where few pairs differ: they may be relatives', () => {
    const patterns = patternsOf([[1, 1, 1, 1], 300], [[2, 1, 1, 1], 30]);
    expect(mostByErrors(held, patterns, shown)).toBe(held);
  });

  it('keeps experience where the pairs agree on nothing of their own: a household', () => {
    const patterns = patternsOf([[1, 1, 1, 1], 300], [[2, 2, 1, 1], 3_000]);
    expect(mostByErrors(held, patterns, shown)).toBe(held);
  });

  it('keeps experience where there are hardly any pairs', () => {
    expect(mostByErrors(held, patternsOf([[2, 1, 1, 1], 20]), shown)).toBe(held);
  });
});

/** Two items, an own and a shared one, and patterns of their levels. */
function modelOf(rows: readonly (readonly [levels: readonly number[], probability: number, isUnrelated: boolean])[]) {
  const counter = new PatternCounter(2);
  for (const [levels] of rows) counter.add(Uint8Array.from(levels), 1);
  const patterns = counter.patterns();
  const numbers = Int32Array.from(rows.keys());
  return {
    patterns,
    numbers,
    unrelated: numbers.filter((row) => rows[row]![2]),
    mixture: { ...mixture, probabilities: Float64Array.from(rows, ([, probability]) => probability) },
    weights: { begin: -10, bits: [Float64Array.from([0, 8, -5]), Float64Array.from([0, 30, -1])] },
    evidence: [evidence[0]!, evidence[2]!].map((own) => ({ ...own, frequentLevels: new Set<string>() })),
    candidates: { first: new Int32Array(0), second: new Int32Array(0), weights: new Float64Array(0) },
    keyParts: [],
    excess: () => 0,
  } satisfies Model;
}

describe('a threshold of learned weights', () => {
  it('is above what an unrelated pair of the file reaches', () => {
    const unrelated = [[1, 0], 0.01, true] as const;
    const model = modelOf([[[1, 1], 0.99, false], unrelated]);
    expect(leastThreshold(model)).toBe(8.1);
    const { bits } = learnThreshold({ ...model, weights: { ...model.weights, begin: 0 } }, 2);
    expect(bits).toBeGreaterThanOrEqual(8.1);
  });

  it('does not mind a match that no key finds', () => {
    expect(leastThreshold(modelOf([[[1, 0], 0.9, true]]))).toBe(0.5);
  });

  it('links no pair that differs in a value of its own, whatever it shares', () => {
    const [both, shared, alone] = bitsOfCandidates(
      modelOf([
        [[1, 1], 0.9, false],
        [[2, 1], 0.9, false],
        [[0, 1], 0.9, false],
      ]),
    );
    expect([both, shared, alone]).toEqual([38, Number.NEGATIVE_INFINITY, 30]);
  });
});

/** Pairs of their own records with these odds in bits, at a begin of 10 bits. */
function chosen(odds: readonly number[], more: Partial<Parameters<typeof thresholdForF1>[1]> = {}) {
  return thresholdForF1(linksOf(odds.map((own, index) => [2 * index, 2 * index + 1, own + 10])), {
    records: 2 * odds.length,
    weights: new Float64Array(odds.length).fill(1),
    excess: (a) => odds[a / 2]!,
    evenOddsAt: 10,
    goal: 'balanced',
    ...more,
  });
}

describe('thresholdForF1', () => {
  it('is between what is likely and what is not', () => {
    expect(chosen([9, 8, 7, -7, -8])).toMatchObject({ bits: 17, joins: 3 });
  });

  it('is below even odds if most matches are doubtful', () => {
    expect(chosen([-1, -1, -1, -1.5, -7, -8]).bits).toBe(8.5);
  });

  it('accepts fewer pairs for precision, and more for recall', () => {
    const odds = [4, 2, 1, 0, -1, -2, -3, -4];
    expect(chosen(odds, { goal: 'precision' }).bits).toBeGreaterThan(chosen(odds).bits);
    expect(chosen(odds, { goal: 'recall' }).bits).toBeLessThan(chosen(odds).bits);
  });

  it('counts all pairs that a weak link brings together', () => {
    const isOne = (a: number, b: number): boolean => a < 4 === b < 4;
    const bridged = linksOf([...chain([0, 1, 2, 3], 18), ...chain([4, 5, 6, 7], 18), [3, 4, 10]]);
    const { bits, precision } = thresholdForF1(bridged, {
      records: 8,
      weights: new Float64Array(7).fill(1),
      excess: (a, b) => (isOne(a, b) ? 8 : -8),
      evenOddsAt: 10,
      goal: 'balanced',
    });
    expect(bits).toBe(18);
    expect(precision).toBeGreaterThan(0.98);
  });

  it('is even odds without any link', () => {
    expect(chosen([])).toMatchObject({ bits: 10, joins: 0 });
  });
});

/** Two items: levels missing, same, alike, different. */
const prior = {
  begin: -10,
  bits: [Float64Array.from([0, 9, 4, -5]), Float64Array.from([0, 6, 3, -3])],
};
const bothSame = Uint8Array.from([1, 1]);
const firstSame = Uint8Array.from([1, 3]);
const judged = (levels: Uint8Array, same: boolean, times = 1): JudgedPattern[] =>
  Array.from({ length: times }, () => ({ levels, same }));

describe('calibrate', () => {
  it('keeps the weights without answers', () => {
    expect(calibrate(prior, []).weights).toEqual(prior);
  });

  it('raises the sum of what you call the same, and lowers that of what you call different', () => {
    const { weights } = calibrate(prior, [...judged(firstSame, true, 3), ...judged(bothSame, false, 3)]);
    expect(sumOf(weights, firstSame)).toBeGreaterThan(sumOf(prior, firstSame));
    expect(sumOf(weights, bothSame)).toBeLessThan(sumOf(prior, bothSame));
  });

  it('moves the other levels of the same side, and leaves alone what answers do not touch', () => {
    const { weights } = calibrate(prior, judged(Uint8Array.from([1, 0]), true, 5));
    expect(weights.bits[0]![2]).toBeGreaterThan(4);
    expect(weights.bits[0]![3]).toBe(-5);
    expect(weights.bits[1]).toEqual(prior.bits[1]);
    expect(weights.bits[0]![0]).toBe(0);
  });

  it('agrees with the answers if there are many', () => {
    const { weights } = calibrate(prior, [...judged(firstSame, true, 60), ...judged(bothSame, false, 60)]);
    expect(sumOf(weights, firstSame)).toBeGreaterThan(2);
    expect(sumOf(weights, bothSame)).toBeLessThan(-2);
  });

  it('moves little by one answer against many', () => {
    const answers = judged(bothSame, true, 10);
    const without = sumOf(calibrate(prior, answers).weights, bothSame);
    const slipped = sumOf(calibrate(prior, [...answers, ...judged(bothSame, false)]).weights, bothSame);
    expect(slipped).toBeGreaterThan(1);
    expect(without - slipped).toBeLessThan(5);
  });

  it('is surer of patterns like those that you judged', () => {
    const before = calibrate(prior, []);
    const after = calibrate(prior, judged(firstSame, true, 4));
    const gain = (levels: Uint8Array): number => before.variance(levels) - after.variance(levels);
    expect(gain(firstSame)).toBeGreaterThan(gain(Uint8Array.from([3, 1])));
    expect(after.variance(firstSame)).toBeGreaterThanOrEqual(0);
  });

  it('takes the newest of very many answers', () => {
    const { weights } = calibrate(prior, [...judged(bothSame, false, 300), ...judged(bothSame, true, 400)]);
    expect(weights).toEqual(calibrate(prior, judged(bothSame, true, 400)).weights);
  });
});

const same = (a: string, b: string) => ({ a, b, same: true });
const different = (a: string, b: string) => ({ a, b, same: false });

describe('contradictionsOf', () => {
  it('finds none in answers that can all be right', () => {
    expect(contradictionsOf([same('1', '2'), same('2', '3'), different('1', '4')])).toEqual([]);
  });

  it('shows the shortest chain of the same between two that are different', () => {
    const answers = [same('1', '2'), same('2', '3'), same('3', '4'), same('2', '4'), different('4', '1')];
    expect(contradictionsOf(answers)).toEqual([{ a: '4', b: '1', chain: ['4', '2', '1'] }]);
  });

  it('finds a chain whatever the order of the answers', () => {
    expect(contradictionsOf([different('1', '3'), same('3', '2'), same('1', '2')])).toHaveLength(1);
  });
});

describe('estimateQuality', () => {
  const cell = (more: Partial<Cell>): Cell => ({
    pairs: 100,
    linked: true,
    expected: 0.9,
    same: 0,
    different: 0,
    ...more,
  });
  const precisionOf = (more: Partial<Cell>) => estimateQuality([cell(more)], randomNumbers(1)).precision;

  it('becomes narrower with more answers, around the truth', () => {
    const few = precisionOf({ pairs: 1_000, same: 9, different: 1 });
    const many = precisionOf({ pairs: 1_000, same: 450, different: 50 });
    expect(many.high - many.low).toBeLessThan((few.high - few.low) / 3);
    expect(many.value).toBeCloseTo(0.9, 1);
  });

  it('knows nothing of precision without answers, or without links', () => {
    const { precision, answers } = estimateQuality([cell({ expected: 0.999 })], randomNumbers(1));
    expect(precision.high - precision.low).toBeGreaterThan(0.9);
    expect(answers).toBe(0);
    expect(precisionOf({ expected: 0.999, linked: false })).toMatchObject({ low: 0, high: 1 });
    expect(estimateQuality([], randomNumbers(1)).recall.value).toBe(1);
  });

  it('reaches 1 if no answer speaks against it', () => {
    expect(precisionOf({ same: 8 }).high).toBe(1);
    expect(precisionOf({ same: 8, different: 1 }).high).toBeLessThan(1);
  });
});
