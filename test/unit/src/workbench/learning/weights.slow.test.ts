import { describe, expect, it } from '@jest/globals';
import { britishPeople } from '../../../../../bench/quality/british-people.ts';
import type { RecordPayload } from '../../../../../src/rules/types.ts';
import { draftDesign } from '../../../../../src/workbench/design/design.ts';
import { type FieldKind, kindTitles } from '../../../../../src/workbench/design/field-kind.ts';
import { guessKinds } from '../../../../../src/workbench/design/guess-kinds.ts';
import type { KeyPart } from '../../../../../src/workbench/learning/blocking.ts';
import { type Concave, maximize } from '../../../../../src/workbench/learning/bounded-newton.ts';
import { isMisread, roleOf, type ValueRole } from '../../../../../src/workbench/learning/by-values.ts';
import { candidatePairs, plansOf } from '../../../../../src/workbench/learning/candidates.ts';
import { chooseCover } from '../../../../../src/workbench/learning/cover.ts';
import { draftByValues } from '../../../../../src/workbench/learning/draft-by-values.ts';
import { fieldStatistics } from '../../../../../src/workbench/learning/field-statistics.ts';
import { withFrequencyBands } from '../../../../../src/workbench/learning/frequency-bands.ts';
import { type LevelTables, learnMixture } from '../../../../../src/workbench/learning/mixture.ts';
import { fieldsOfOneFact } from '../../../../../src/workbench/learning/one-fact.ts';
import { PatternCounter } from '../../../../../src/workbench/learning/patterns.ts';
import { randomNumbers } from '../../../../../src/workbench/learning/random.ts';
import { readSample, type SampleOptions } from '../../../../../src/workbench/learning/sample.ts';
import { fitWeights, monotone } from '../../../../../src/workbench/learning/weights.ts';

/** All patterns of two levels, each with a weight; levels 1 and 2 are agreement and difference. */
function patternsOf(items: number, weight: (pattern: readonly number[]) => number) {
  const counter = new PatternCounter(items);
  for (let code = 0; code < 2 ** items; code++) {
    const pattern = Array.from({ length: items }, (_, item) => ((code >> item) & 1) + 1);
    counter.add(Uint8Array.from(pattern), weight(pattern));
  }
  return counter.patterns();
}

const sum = (bits: readonly Float64Array[], levels: Uint8Array, row: number): number =>
  bits.reduce((total, own, item) => total + own[levels[row * bits.length + item]!]!, 0);

describe('fitWeights', () => {
  const alone = {
    begin: -10,
    bits: [Float64Array.from([0, 8, -4]), Float64Array.from([0, 8, -4]), Float64Array.from([0, 6, -3])],
  };

  it('keeps weights that explain the probabilities', () => {
    const patterns = patternsOf(3, () => 1_000);
    const probabilities = Float64Array.from(
      patterns.weights,
      (_, row) => 1 / (1 + 2 ** -(alone.begin + sum(alone.bits, patterns.levels, row))),
    );
    const fitted = fitWeights(patterns, probabilities, { alone, strength: 1 });
    expect(fitted.begin).toBeCloseTo(-10, 1);
    fitted.bits.forEach((own, item) => {
      expect(own[1]!).toBeCloseTo(alone.bits[item]![1]!, 1);
    });
  });

  it('counts evidence that always agrees together less than twice', () => {
    const patterns = patternsOf(3, ([first, second]) => (first === second ? 1_000 : 0.001));
    // The second item repeats the first, so only one of them counts.
    const probabilities = Float64Array.from(patterns.weights, (_, row) => {
      const [first, , third] = [0, 1, 2].map((item) => alone.bits[item]![patterns.levels[row * 3 + item]!]!);
      return 1 / (1 + 2 ** -(alone.begin + first! + third!));
    });
    const fitted = fitWeights(patterns, probabilities, { alone, strength: 1 });
    expect(fitted.bits[0]![1]! + fitted.bits[1]![1]!).toBeLessThan(12);
  });

  it('expects as many matches as the probabilities, also where factors end at their bounds', () => {
    const random = randomNumbers(5);
    for (let round = 0; round < 20; round++) {
      const patterns = patternsOf(6, () => 10 ** (random() * 7));
      const bits = Array.from({ length: 6 }, () => Float64Array.from([0, 12 * random(), -12 * random()]));
      // What is sure of a match by one item is sure of none by the others, so the sum fits badly.
      const probabilities = Float64Array.from(patterns.weights, () => (random() < 0.3 ? 1 : 1e-6));
      const fitted = fitWeights(patterns, probabilities, { alone: { begin: -20, bits }, strength: 20 });
      const expected = patterns.weights.reduce((total, weight, row) => total + weight * probabilities[row]!, 0);
      const reached = patterns.weights.reduce(
        (total, weight, row) => total + weight / (1 + 2 ** -(fitted.begin + sum(fitted.bits, patterns.levels, row))),
        0,
      );
      expect(reached / expected).toBeCloseTo(1, 2);
    }
  });
});

describe('maximize', () => {
  /** Two variables that nearly replace each other, with the maximum at (3, −1) if nothing bounds them. */
  const curvature = Float64Array.from([1, 0.9, 0, 1]);
  const quadratic: Concave = {
    value: ([x, y]) => {
      const [dx, dy] = [x! - 3, y! + 1];
      return -(dx * dx + 1.8 * dx * dy + dy * dy) / 2;
    },
    derivatives: ([x, y]) => {
      const [dx, dy] = [x! - 3, y! + 1];
      return { gradient: Float64Array.from([-dx - 0.9 * dy, -0.9 * dx - dy]), curvature };
    },
  };
  const box = (least: readonly number[], most: readonly number[]) => ({
    least: Float64Array.from(least),
    most: Float64Array.from(most),
  });

  it('finds the maximum inside of the bounds', () => {
    const [x, y] = maximize(quadratic, Float64Array.of(0, 0), box([-9, -9], [9, 9]), 1e-9);
    expect(x).toBeCloseTo(3, 4);
    expect(y).toBeCloseTo(-1, 4);
  });

  it('finds the maximum on a bound, not the unbounded one moved onto it', () => {
    const [x, y] = maximize(quadratic, Float64Array.of(0, 0), box([-9, -9], [1, 9]), 1e-9);
    expect(x).toBe(1);
    // −0.9 (1 − 3) − (y + 1) = 0
    expect(y).toBeCloseTo(0.8, 4);
  });

  it('never falls where a whole Newton step leaps beyond the maximum', () => {
    const values: number[] = [];
    // The slope of −√(1 + x²) flattens, so that whole steps from 2 on go further out each time.
    const concave: Concave = {
      value: ([x]) => -Math.sqrt(1 + x! ** 2),
      derivatives: ([x]) => {
        values.push(-Math.sqrt(1 + x! ** 2));
        return {
          gradient: Float64Array.of(-x! / Math.sqrt(1 + x! ** 2)),
          curvature: Float64Array.of((1 + x! ** 2) ** -1.5),
        };
      },
    };
    const [x] = maximize(concave, Float64Array.of(2), box([-1_000], [1_000]), 1e-9);
    expect(x).toBeCloseTo(0, 3);
    expect(values).toEqual([...values].sort((a, b) => a - b));
  });
});

describe('monotone', () => {
  it('leaves weights that fall', () => {
    expect(monotone([9, 5, 5, -2], [1, 1, 1, 1])).toEqual([9, 5, 5, -2]);
  });

  it('averages a level that counts more than a stricter one, by how many pairs have it', () => {
    expect(monotone([4, 8, -2], [3, 1, 1])).toEqual([5, 5, -2]);
  });

  it('averages over several levels', () => {
    expect(monotone([1, 2, 3], [1, 1, 1])).toEqual([2, 2, 2]);
  });
});

const items = 5;
/** Shares of agreement by class; an item has two levels, agreement and difference. */
const agreement = {
  same: [0.9, 0.85, 0.95, 0.8, 0.7],
  related: [0.9, 0.8, 0.05, 0.02, 0.05],
  strangers: [0.02, 0.05, 0.01, 0.01, 0.02],
};

/** So many random pairs for each of the shares of agreement; some values are missing. */
function simulated(
  seed: number,
  groups: readonly (readonly [count: number, shares: readonly number[]])[],
  missing: number,
) {
  const random = randomNumbers(seed);
  const counter = new PatternCounter(items);
  const levelOf = (share: number): number => (missing > 0 && random() < missing ? 0 : random() < share ? 1 : 2);
  for (const [count, shares] of groups) {
    for (let i = 0; i < count; i++) counter.add(Uint8Array.from(shares, levelOf), 1);
  }
  return counter.patterns();
}

const pairs = [
  [2_000, agreement.same],
  [3_000, agreement.related],
  [100_000, agreement.strangers],
] as const;
/** Every tenth value is missing. */
const patterns = simulated(7, pairs, 0.1);

const tables = (share: number): LevelTables =>
  Array.from({ length: items }, () => Float64Array.from([0, share, 1 - share]));

const options = {
  levels: new Array<number>(items).fill(2),
  experience: tables(0.8),
  most: tables(1).map(() => Float64Array.from([1e12, 1e12, 1e12])),
  mostBits: tables(1).map(() => Float64Array.from([1e12, 1e12, 1e12])),
  alone: [],
  shared: [true, true, false, false, false],
  places: new Array<boolean>(items).fill(false),
  strength: 100,
  relatedStrength: 10,
  matches: 500,
  mostMatches: 50_000,
  rounds: 60,
};

describe('learnMixture', () => {
  const mixture = learnMixture(patterns, options);

  it('recovers the number of matches of simulated pairs', () => {
    expect(Math.abs(mixture.matches - 2_000)).toBeLessThan(0.1 * 2_000);
  });

  it('recovers how matches agree', () => {
    agreement.same.forEach((share, item) => {
      expect(Math.abs(mixture.same[item]![1]! - share)).toBeLessThan(0.06);
    });
  });

  it('keeps related pairs, which agree on shared items only, apart from matches', () => {
    const [related] = mixture.related;
    expect(related![0]![1]!).toBeGreaterThan(0.6);
    expect(related![2]![1]!).toBeLessThan(0.3);
  });

  it('returns the same for the same pairs', () => {
    expect(learnMixture(simulated(7, pairs, 0.1), options)).toEqual(mixture);
  });

  it('keeps what experience says against a match', () => {
    const most = options.most.map(() => Float64Array.from([1e12, 1e12, 2 ** -6]));
    const held = learnMixture(patterns, { ...options, most });
    held.same.forEach((table, item) => {
      expect(Math.log2(table[2]! / held.strangers[item]![2]!)).toBeLessThanOrEqual(-5.5);
    });
  });

  it('does not take pairs that agree on one item alone for matches', () => {
    // An episode has the title and the number of all second episodes, and nothing else of theirs.
    const episodes = [0.05, 0.9, 0.98, 0.01, 0.02];
    const groups = [
      [300, agreement.same],
      [6_000, episodes],
      [100_000, agreement.strangers],
    ] as const;
    const episodesAndAll = simulated(3, groups, 0);
    const alone = learnMixture(episodesAndAll, { ...options, alone: [2] });
    const none = learnMixture(episodesAndAll, options);
    expect(Math.abs(alone.matches - 300)).toBeLessThan(Math.abs(none.matches - 300));
    expect(alone.related[2]![1]![1]!).toBeGreaterThan(0.8);
    expect(alone.related[2]![3]![1]!).toBeLessThan(0.05);
  });

  it('does not take households for matches where most related pairs share a city alone', () => {
    // Two shared items say street and city: neighbours have one, households have both, and differ in what is their own.
    const groups = [
      [400, agreement.same],
      [900, [0.9, 0.85, 0.01, 0.01, 0.02]],
      [30_000, [0.02, 0.9, 0.01, 0.01, 0.02]],
      [100_000, agreement.strangers],
    ] as const;
    const households = learnMixture(simulated(5, groups, 0), options);
    expect(Math.abs(households.matches - 400)).toBeLessThan(0.15 * 400);
    expect(households.related[0]![0]).toEqual(households.same[0]);
  });

  it('takes differences of a place for one difference: after a move, street and city differ together', () => {
    const [moved] = [
      patterns.weights.findIndex(
        (_, row) => patterns.levels.subarray(row * items, row * items + items).join() === '2,2,1,1,2',
      ),
    ];
    const withMoves = learnMixture(patterns, { ...options, places: [true, true, false, false, false] });
    expect(withMoves.probabilities[moved]!).toBeGreaterThan(1.5 * mixture.probabilities[moved]!);
    expect(Math.abs(withMoves.matches - 2_000)).toBeLessThan(0.1 * 2_000);
  });

  it('counts agreement at most the given bits', () => {
    const mostBits = tables(1).map((_, item) => Float64Array.from([1e12, item === 0 ? 0 : 1e12, 1e12]));
    const limited = learnMixture(patterns, { ...options, mostBits });
    const levelsOf = (row: number) => patterns.levels.subarray(row * items, row * items + 3).join();
    const onlyFirst = patterns.weights.findIndex((_, row) => levelsOf(row) === '1,1,2');
    expect(limited.probabilities[onlyFirst]!).toBeLessThan(mixture.probabilities[onlyFirst]!);
  });
});

const records = (value: (index: number) => unknown) =>
  Array.from({ length: 200 }, (_, index) => ({ id: String(index), value: value(index) }));

const role = (value: (index: number) => unknown): string | undefined =>
  roleOf(fieldStatistics('value', records(value)), 200);

describe('isMisread', () => {
  it.each([
    ['last_name', 'days', true, (index: number) => `2001-02-${10 + (index % 18)}`],
    ['last_name', 'names', false, (index: number) => `Miller${index}`],
    ['email', 'names of jobs', true, (index: number) => `Director ${index}`],
    ['email', 'addresses', false, (index: number) => `a${index}@example.com`],
    ['email', 'too few values', false, (index: number) => (index < 20 ? 'none' : null)],
    ['company_name', 'three values', true, (index: number) => `Program ${index % 3}`],
    ['xyzzy', 'words, which are all that is known', true, (index: number) => `Word ${index}`],
  ])('judges whether the values of %s contradict it, for %s: %j', (name, _what, expected, value) => {
    const [guessed] = guessKinds({ fields: [{ name }] }).fields;

    expect(isMisread(guessed!, fieldStatistics('value', records(value)))).toBe(expected);
  });
});

describe('draftByValues', () => {
  // Days, which contradict most kinds, and which are noise beside the names of people.
  const days = Array.from({ length: 200 }, (_, index) => ({
    id: String(index),
    first_name: `Ann${index % 70}`,
    last_name: `Bell${index % 90}`,
    value: `20${10 + (index % 15)}-0${1 + (index % 9)}-1${index % 10}`,
  }));
  const draftOf = (kind: FieldKind) =>
    draftByValues(
      { fields: [{ name: 'first_name' }, { name: 'last_name' }, { name: 'value', kind }], sampleRecords: days },
      days,
    );
  /** Kinds that are compared only beside others, and those that are never compared. */
  const notAlone = ['birthMonth', 'birthDay', 'latitude', 'longitude', 'plateRegion', 'freeText', 'ignored'];

  it.each(Object.keys(kindTitles) as FieldKind[])('keeps the stated kind %s, and compares it', (kind) => {
    const { fields, evidence } = draftOf(kind);
    const own = fields.find(({ field }) => field.name === 'value')!;
    expect([own.kind, own.because]).toEqual([kind, 'you said so']);
    expect(evidence.some((item) => item.fields.includes('value'))).toBe(!notAlone.includes(kind));
  });
});

describe('roleOf', () => {
  it.each([
    ['text', (index: number) => `the long title of number ${index % 90}`],
    ['name', (index: number) => `Name${'abcdefghij'[index % 10]}${'klmnopqrst'[Math.floor(index / 10) % 10]}`],
    ['code', (index: number) => `KX-${index % 90}B`],
    ['number', (index: number) => String((index % 90) * 1.5)],
    ['date', (index: number) => `2001-${10 + (index % 3)}-${10 + (index % 18)}`],
    ['category', (index: number) => ['red', 'green', 'blue'][index % 3]],
  ])('is %s', (expected, value) => {
    expect(role(value)).toBe(expected);
  });

  it('is none for the key of a table, and for one value', () => {
    expect(role((index) => String(1_000 + index))).toBeUndefined();
    expect(role(() => 'same')).toBeUndefined();
  });
});

const draft = draftDesign({ fields: [{ name: 'city' }, { name: 'last_name' }] });
/** Half of the records are of London, and the others of a city of their own. */
const bandRecords = Array.from({ length: 60 }, (_, index) => ({
  id: String(index),
  city: index % 2 === 0 ? 'London' : `Town${index}`,
  last_name: `Name${index}`,
}));

const banded = withFrequencyBands(draft.evidence, draft.parts, bandRecords);
const city = banded.find(({ id }) => id === 'CITY')!;

describe('withFrequencyBands', () => {
  it('divides the same value into a rare and a frequent level', () => {
    expect(city.levels.map(([matcherID]) => matcherID).slice(0, 2)).toEqual(['SAME_CITY_RARE', 'SAME_CITY']);
    expect([...city.frequentLevels]).toEqual(['SAME_CITY']);
    expect(city.commonValues).toBe(1);
  });

  it('expects less of a frequent value', () => {
    expect(city.levels[0]![1]).toBeGreaterThan(city.levels[1]![1]);
  });

  it('finds candidates by rare values', () => {
    expect(city.keys[0]!.rare).toBe('SAME_CITY_RARE');
  });

  it('leaves levels as they are where no value is frequent', () => {
    const name = banded.find(({ id }) => id === 'FAMILY_NAME')!;
    expect(name.levels).toEqual(draft.evidence.find(({ id }) => id === 'FAMILY_NAME')!.levels);
  });
});

const films = Array.from({ length: 40 }, (_, film) => ({ title: `film ${film}`, minutes: 80 + ((film * 7) % 37) }));
/** Two lists of the same films, which name the duration differently; the second one may differ from the first. */
const lists = (more = 0) => [
  ...films.map(({ title, minutes }, index) => ({ id: `a${index}`, title, runtimeMinutes: String(minutes) })),
  ...films.map(({ title, minutes }, index) => ({ id: `b${index}`, title, runtime: String(minutes + more) })),
];
const together = lists().map((record) => ({ runtimeMinutes: '90', runtime: '90', ...record }));
const factsOf = (records: readonly RecordPayload[], runtime: ValueRole = 'number') => {
  const roles = new Map(Object.entries<ValueRole>({ runtimeMinutes: 'number', runtime }));
  return fieldsOfOneFact(roles, ['title', ...roles.keys()], records);
};

describe('fieldsOfOneFact', () => {
  it('groups fields with the same values in records that share a rare value', () => {
    expect(factsOf(lists())).toEqual([['runtimeMinutes', 'runtime']]);
  });

  it.each([
    ['with other values', lists(1), 'number'],
    ['that records have together', together, 'number'],
    ['whose values are compared differently', lists(), 'code'],
  ] as const)('keeps fields apart %s', (_what, records, runtime) => {
    expect(factsOf(records, runtime)).toEqual([['runtimeMinutes'], ['runtime']]);
  });
});

const people = britishPeople(4_000);
const sampleOptions = (more: Partial<SampleOptions> = {}): SampleOptions => ({
  records: async function* () {
    yield* people.records;
  },
  fields: Object.keys(people.records[0]!),
  seed: 3,
  ...more,
});
const small = { whole: 1_000, randomRecords: 500, blockRecords: 1_500 };

describe('readSample', () => {
  it('takes all records of a small file', async () => {
    const sample = await readSample(sampleOptions());
    expect(new Set(sample.records)).toEqual(new Set(people.records));
    expect(sample.pairs).toBeUndefined();
  });

  it('takes random records of a large file, and no record twice', async () => {
    const { records, random } = await readSample(sampleOptions(small));
    expect(random).toBe(500);
    expect(new Set(records).size).toBe(records.length);
    expect(records.length).toBeLessThan(4_000);
  });

  it('estimates the number of doubles by the weights of the pairs', async () => {
    const { records, pairs } = await readSample(sampleOptions(small));
    let doubles = 0;
    pairs!.weights.forEach((weight, index) => {
      const [a, b] = [records[pairs!.first[index]!]!, records[pairs!.second[index]!]!];
      if (people.truth.get(a['id'] as string) === people.truth.get(b['id'] as string)) doubles += weight;
    });
    expect(doubles).toBeGreaterThan(300);
    expect(doubles).toBeLessThan(500);
  });

  it('draws the same sample for the same seed, whatever the order of rows', async () => {
    const backwards = people.records.toReversed();
    const one = await readSample(sampleOptions({ ...small, seed: 5 }));
    const other = await readSample({
      ...sampleOptions({ ...small, seed: 5 }),
      records: async function* () {
        yield* backwards;
      },
    });
    expect(other).toEqual(one);
    const third = await readSample(sampleOptions({ ...small, seed: 6 }));
    expect(third.records.slice(0, third.random)).not.toEqual(one.records.slice(0, one.random));
  });
});

/** A part of an item of its own, with these values by record. */
const part = (item: number, bits: number, values: readonly number[] = []): KeyPart => ({
  matcherID: `M${item}`,
  item,
  bits,
  parts: values.map((value) => Uint32Array.of(value)),
});

describe('plans of keys', () => {
  it('combine parts in pairs, and in threes where no pair is selective', () => {
    const plans = plansOf([part(0, 3), part(1, 3), part(2, 3), part(3, 7)], 1_024 * 32);

    expect(plans.map(({ parts }) => parts.map(({ item }) => item))).toEqual([[3], [0, 3], [1, 3], [2, 3]]);
    expect(plansOf([part(0, 3), part(1, 3), part(2, 3)], 512).map(({ parts }) => parts.length)).toEqual([2, 2, 2]);
    expect(plansOf([part(0, 3), part(1, 3), part(2, 3)], 8_192).map(({ parts }) => parts.length)).toEqual([3]);
  });

  it('are few for a file of hundreds of columns, and made of its most selective parts', () => {
    const wide = Array.from({ length: 600 }, (_, item) => part(item, 1 + (item % 10) / 5));

    const plans = plansOf(wide, 32_768);

    expect(plans.length).toBeLessThanOrEqual(2_060);
    const used = new Set(plans.flatMap(({ parts }) => parts));
    expect(used.size).toBeLessThanOrEqual(60);
    expect(Math.min(...[...used].map(({ bits }) => bits))).toBeGreaterThanOrEqual(2.8);
  });
});

describe('candidate pairs', () => {
  it('are records that share a key of a plan, cheap plans first', () => {
    const plan = { parts: [part(0, 2, [1, 1, 2, 2, 3])] };

    const { first, second } = candidatePairs([plan], 5, 100, ['a', 'b', 'c', 'd', 'e']);

    expect([...first].map((record, at) => [record, second[at]])).toEqual([
      [0, 1],
      [2, 3],
    ]);
  });

  it('leave out plans that find too many', () => {
    const plan = { parts: [part(0, 2, new Array<number>(50).fill(1))] };

    expect(candidatePairs([plan], 50, 10, Array(50).fill('')).first).toHaveLength(0);
  });
});

const coverRecords = 100;
const coverPart = (matcherID: string, item: number, value: (record: number) => readonly number[]): KeyPart => ({
  matcherID,
  item,
  bits: 6,
  parts: Array.from({ length: coverRecords }, (_, record) => Uint32Array.from(value(record))),
});

/** Records 0 and 1, 2 and 3, and so on are links. */
const evens = Array.from({ length: coverRecords / 2 }, (_, index) => index * 2);
const links = { first: evens, second: evens.map((record) => record + 1), worth: evens.map(() => 1) };
const coverOptions = {
  random: coverRecords,
  total: coverRecords,
  mostKeys: 4,
  mostCandidates: 50,
  overFrequent: 1_000,
};

const rare = coverPart('RARE', 0, (record) => [Math.floor(record / 2)]);
const half = coverPart('HALF', 1, (record) => (record < 50 ? [Math.floor(record / 2)] : [1_000 + record]));
const other = coverPart('OTHER', 2, (record) => (record < 50 ? [] : [Math.floor(record / 2)]));
const frequent = coverPart('FREQUENT', 3, () => [1]);

const chosen = (parts: readonly KeyPart[], more = {}): string[] =>
  chooseCover(
    parts.map((own) => ({ parts: [own] })),
    links,
    { ...coverOptions, ...more },
  ).plans.map(({ parts: [first] }) => first!.matcherID);

describe('chooseCover', () => {
  it('chooses the plan that finds all links before those that find a part', () => {
    expect(chosen([half, other, rare])[0]).toBe('RARE');
  });

  it('combines plans that find different links', () => {
    const cover = chooseCover([{ parts: [half] }, { parts: [other] }], links, coverOptions);
    expect(cover.plans).toHaveLength(2);
    expect(cover.found).toBe(1);
  });

  it('leaves out a plan that finds only what another one finds, and takes an independent one', () => {
    const wide = { parts: [rare] };
    const narrow = { parts: [rare, half] };
    const independent = { parts: [other] };

    expect(chooseCover([narrow, wide, independent], links, coverOptions).plans).toEqual([wide, independent]);
  });

  it('leaves out the rare values of a plan that it takes with all of them', () => {
    const all = coverPart('ALL', 0, (record) => [Math.floor(record / 2)]);
    const rareOfAll = coverPart('ALL_RARE', 0, (record) => (record < 90 ? [Math.floor(record / 2)] : []));
    const wide = { parts: [all, other] };

    expect(chooseCover([{ parts: [rareOfAll, other] }, wide], links, coverOptions).plans).toEqual([wide]);
  });

  it('takes a plan of large groups only for links that small groups miss', () => {
    const large = coverPart('LARGE', 4, (record) => [Math.floor(record / 20)]);
    const small = coverPart('SMALL', 5, (record) => (record < 80 ? [Math.floor(record / 2)] : []));

    expect(chosen([large, rare])).toEqual(['RARE']);
    expect(chosen([large, small])).toEqual(['SMALL', 'LARGE']);
  });

  it('replaces a plan by one that finds the same and more', () => {
    const narrow = { parts: [half, rare] };
    // Many candidates rank the wide plan behind the narrow one.
    const crowded = coverPart('CROWDED', 4, (record) => [record < 50 ? Math.floor(record / 2) : 500]);
    const both = { parts: [crowded] };
    const within = { parts: [crowded, half] };

    expect(chooseCover([within, both], links, coverOptions).plans).toEqual([both]);
    expect(chooseCover([narrow, { parts: [rare] }], links, coverOptions).plans).toEqual([{ parts: [rare] }]);
  });

  it('spends no more keys than allowed', () => {
    expect(chosen([half, other], { mostKeys: 1.2 })).toHaveLength(1);
  });

  it('leaves out a plan with too many candidates', () => {
    expect(chosen([frequent, rare])).toEqual(['RARE']);
  });

  it('expects the candidates of all records from those of a sample', () => {
    expect(chosen([rare], { total: 10_000, mostCandidates: 20 })).toEqual([]);
  });

  it('leaves out keys that are over-frequent among all records', () => {
    expect(chosen([frequent], { mostCandidates: 1_000, overFrequent: 50 })).toEqual([]);
  });
});
