import { describe, expect, it } from '@jest/globals';
import { censusPeople } from '../../../bench/census-people.ts';
import { medianOf } from '../../../bench/median.ts';
import { originalOf, type PartialPerson, people } from '../../../bench/people.ts';
import { firstNames, type Names, surnames } from '../../../bench/population/names.ts';
import { Random } from '../../../bench/population/random.ts';
import { pairwiseQuality } from '../../../bench/quality/pairwise.ts';
import { resolveRecords } from '../../../bench/quality/resolve.ts';
import { resolveByRules } from '../../../bench/quality/resolve-by-rules.ts';
import { qualityTable } from '../../../bench/quality/table.ts';
import { itemsOf, publishedFloor, storedBytes, storedFloor, writeFloor } from '../../../bench/store/floor.ts';
import { longestChain } from '../../../bench/store/meter.ts';
import { decidingRules, keyedPayload } from '../../../bench/store/rules.ts';
import { loadRuleConfig } from '../../../src/rules/lint/lint-rule-config.ts';
import { designRuleConfig } from '../../../src/workbench/design/design.ts';

const take = <Value>(count: number, stream: Generator<Value, never, undefined>): Value[] =>
  Array.from({ length: count }, () => stream.next().value);
const census = (count: number, seed: number): PartialPerson[] => take(count, censusPeople(seed, 100_000));
const records = census(20_000, 1);
const holders = (field: keyof PartialPerson): number[] => {
  const counts = new Map<string, number>();
  for (const { [field]: value } of records) if (value !== undefined) counts.set(value, (counts.get(value) ?? 0) + 1);
  return [...counts.values()].sort((a, b) => b - a);
};

describe('people as in a census', () => {
  it('are the same each time, with ids of their own', () => {
    expect(census(500, 1)).toEqual(records.slice(0, 500));
    expect(census(500, 2)).not.toEqual(records.slice(0, 500));
    expect(new Set(records.map(({ id }) => id)).size).toBe(records.length);
  });

  it('share frequent names, and some numbers and addresses', () => {
    // The most frequent surname of a census has about one percent of the people.
    expect(holders('lastName')[0]! / records.length).toBeGreaterThan(0.005);
    expect(holders('phone')[0]).toBeGreaterThan(20);
    expect(holders('email')[0]).toBeGreaterThan(10);
  });

  it('lack values, but never a name', () => {
    expect(records.every(({ firstName, lastName }) => firstName !== undefined && lastName !== undefined)).toBe(true);
    for (const field of ['dateOfBirth', 'phone', 'email', 'postcode'] as const) {
      expect(records.some((record) => record[field] === undefined)).toBe(true);
    }
  });

  it('have typing errors only in later records of a person', () => {
    const first = new Map(records.filter(({ id }) => id.endsWith('-0')).map((record) => [record.id, record]));
    const later = records.filter(({ id }) => !id.endsWith('-0') && first.has(id.replace(/-\d+$/, '-0')));
    const misspelt = later.filter(({ id, firstName, lastName }) => {
      const original = first.get(id.replace(/-\d+$/, '-0'))!;
      return firstName !== original.firstName || lastName !== original.lastName;
    });

    expect(later.length).toBeGreaterThan(1_000);
    expect(misspelt.length / later.length).toBeGreaterThan(0.2);
    expect(misspelt.length / later.length).toBeLessThan(0.5);
  });
});

describe('made-up people', () => {
  it.each([
    [10, 22, ['p10', 'p21']],
    [9, 20, ['p9', 'p19']],
    [1, 6, ['p1', 'p3', 'p5']],
  ])('come twice one in %d', (peoplePerDouble, count, doubles) => {
    const records = take(count, people(1, 'p', peoplePerDouble));

    expect(records.map(({ id }) => id)).toEqual(records.map((_, index) => `p${index}`));
    expect(records.map(({ id }) => id).filter((id) => originalOf(id, peoplePerDouble) !== undefined)).toEqual(doubles);
    for (const { id, dateOfBirth } of records) {
      const original = records.find((record) => record.id === originalOf(id, peoplePerDouble));
      if (original !== undefined) expect(dateOfBirth).toBe(original.dateOfBirth);
    }
  });

  it('are one in ten unless told otherwise, and the same each time', () => {
    expect(take(30, people(3))).toEqual(take(30, people(3, 'p', 10)));
    expect(originalOf('x21')).toBe('x11');
    expect(originalOf('x20')).toBeUndefined();
    expect(originalOf('unknown')).toBeUndefined();
  });

  it('come the second time with a difference, mostly', () => {
    const records = take(200, people(4, 'p', 9));
    const same = records.filter((record) => {
      const original = records.find(({ id }) => id === originalOf(record.id, 9));
      return (
        original !== undefined && JSON.stringify({ ...original, id: '' }) === JSON.stringify({ ...record, id: '' })
      );
    });

    expect(same.length).toBeLessThan(5);
  });
});

describe('the median of rounds', () => {
  it('is that of every number in its place, however deep', () => {
    const round = (rate: number, p50: number, p95: number, took: readonly number[]) => ({
      name: 'a',
      rate,
      latency: { p50, p95 },
      sizes: took.map((took, index) => ({ stored: index + 1, took })),
    });

    expect(medianOf([round(3, 10, 90, [5, 1]), round(9, 30, 70, [4, 2]), round(1, 20, 80, [6, 3])])).toEqual(
      round(3, 20, 80, [5, 2]),
    );
  });

  it('takes the keys of all maps, each with the values that there are', () => {
    const counts = (values: object) => new Map(Object.entries(values));

    expect(medianOf([counts({ a: 1 }), counts({ b: 7 }), counts({ a: 3, b: 5 })])).toEqual(counts({ a: 1, b: 5 }));
  });

  it('leaves one round as it is, and what was not measured', () => {
    const round = { operations: undefined, peak: undefined, text: 'x', list: [1, null] };

    expect(medianOf([round])).toEqual(round);
  });
});

const clusters = (text: string): Map<string, string> =>
  new Map(
    text.split(' ').flatMap((records, cluster) => [...records].map((record) => [record, String(cluster)] as const)),
  );

describe('pairwiseQuality', () => {
  it.each([
    ['ab c', 'ab c', 1, 1],
    ['abc', 'ab c', 1 / 3, 1],
    ['a b c', 'ab c', 1, 0],
    ['ab cd', 'abcd', 1, 1 / 3],
    ['a b', 'a b', 1, 1],
  ])('compares the clusters %s with the truth %s', (found, truth, precision, recall) => {
    const quality = pairwiseQuality(clusters(found), clusters(truth));

    expect(quality.precision).toBeCloseTo(precision);
    expect(quality.recall).toBeCloseTo(recall);
  });

  it('refuses a clustering that has lost a record', () => {
    expect(() => pairwiseQuality(clusters('a'), clusters('ab'))).toThrow('record b');
  });
});

describe('qualityTable', () => {
  it('has a row per set and configuration, with the marks of others', () => {
    const quality = { precision: 1, recall: 0.5, f1: 2 / 3 };

    const table = qualityTable([{ set: 'febrl1', records: 1000, configuration: 'designed', quality }]);

    expect(table).toContain('| febrl1 |   1,000 | designed ');
    expect(table).toContain('0.6667');
    expect(table).toContain('0.995 (rules in SQL)');
  });
});

const twins = Array.from({ length: 40 }, (_, n) => ({
  id: `r${n}`,
  first_name: ['Ada', 'Adah', 'Grace', 'Edith'][n % 4]!,
  last_name: ['Quill', 'Marsh', 'Thorn'][n % 3]!,
  birth_date: `19${60 + (n % 7)}-05-1${n % 5}`,
  email: `box${n % 11}@example.org`,
}));
const fields = ['first_name', 'last_name', 'birth_date', 'email'].map((name) => ({ name }));
const config = loadRuleConfig(JSON.stringify(designRuleConfig({ fields }).ruleConfig));

/** The ids of the records that share an entity, in their order. */
const groupsOf = (entities: ReadonlyMap<string, string>): string[][] =>
  [...Map.groupBy(entities, ([, entity]) => entity).values()].map((own) => own.map(([id]) => id));

describe('resolveByRules', () => {
  it('makes the entities that the engine makes', async () => {
    const byRules = groupsOf(await resolveByRules(config, twins));
    expect(byRules.some(({ length }) => length > 1)).toBe(true);
    expect(byRules).toEqual(groupsOf(await resolveRecords(config, twins)));
  });

  it('puts each record without a link into an entity of its own', async () => {
    const alone = [{ id: 'a', first_name: 'Ada', last_name: 'Quill' }, { id: 'b' }];
    expect(groupsOf(await resolveByRules(config, alone))).toEqual([['a'], ['b']]);
  });
});

const sum = (names: Names, from: number, to: number): number => {
  let total = 0;
  for (let rank = from - 1; rank < to; rank++) total += names.shareOf(rank);
  return total;
};

describe('surnames', () => {
  const names = surnames();

  it('have the shares of the published classes', () => {
    expect(names.count).toBe(6_248_415);
    expect(sum(names, 1, 7)).toBeCloseTo(0.04, 2);
    expect(sum(names, 1, 275)).toBeCloseTo(0.262, 2);
    expect(sum(names, 1, 151_671)).toBeCloseTo(0.896, 2);
    expect(sum(names, 1, names.count)).toBeCloseTo(1, 9);
  });

  it('are the real ones first, made up behind them, and the same in every run', () => {
    expect(names.nameOf(0)).toBe('Smith');
    expect(names.nameOf(50_000)).toMatch(/^[A-Z][a-z]{2,}$/);
    expect(names.nameOf(50_000)).toBe(names.nameOf(50_000));
  });

  it('are drawn as often as their share says', () => {
    const random = new Random(3);
    let found = 0;
    for (let draw = 0; draw < 20_000; draw++) if (names.draw(random) < 275) found += 1;

    expect(found / 20_000).toBeCloseTo(sum(names, 1, 275), 1);
  });
});

describe('first names', () => {
  it.each([
    ['men', 1_219, 'James', 0.03318],
    ['women', 4_275, 'Mary', 0.02629],
  ] as const)('of %s have the published shares', (sex, covering, first, share) => {
    const names = firstNames(sex);

    expect(names.nameOf(0)).toBe(first);
    expect(names.shareOf(0)).toBe(share);
    expect(sum(names, 1, covering)).toBeCloseTo(0.9, 6);
    expect(sum(names, 1, names.count)).toBeCloseTo(1, 6);
  });
});

const rules = decidingRules();

describe('the least that the layout writes', () => {
  const payload = keyedPayload(1, 300);
  const items = itemsOf(payload, rules);

  it('is record, member, four keys, reservation and journal twice', () => {
    expect(items.keys).toHaveLength(4);
    expect(writeFloor(items)).toBe(1 + 1 + 4 + 1 + 2);
    expect(publishedFloor(items)).toBe(5);
  });

  it('takes one unit more for each KB of the record', () => {
    expect(writeFloor(itemsOf(keyedPayload(1, 3_000), rules)) - writeFloor(items)).toBe(3);
  });

  it('leaves out keys that have an owner, and doubles the transaction of a merge', () => {
    expect(writeFloor(items, { keys: 2, merges: 1 })).toBe(1 + 1 + 2 + 1 + 2 + 7);
  });

  it('shares the journal among the records of a batch', () => {
    const floor = writeFloor(items, { batch: 100 });

    expect(floor).toBeGreaterThan(6);
    expect(floor).toBeLessThan(6.2);
  });

  it('counts what DynamoDB stores beside each item', () => {
    expect(storedBytes(items)).toBeGreaterThan(300 + 6 * 100);
  });

  it('stores the record as it came, and its id under each key', () => {
    const keys = items.keys.reduce((sum, { pk }) => sum + pk.length, 0);

    const floor = storedFloor(payload, items);

    expect(floor).toBe(JSON.stringify(payload).length + keys + 5 * (payload.id.length + 100));
    expect(floor).toBeLessThan(storedBytes(items));
  });
});

const call = (began: number, ended: number) => ({ began, ended });

describe('longestChain', () => {
  it.each([
    ['counts calls that wait for one another', [call(1, 2), call(3, 4), call(5, 6)], 3],
    ['counts calls side by side as one round, however they end', [call(1, 9), call(2, 4), call(3, 5), call(10, 11)], 2],
    ['finds the longest of several ways', [call(1, 20), call(2, 3), call(4, 5), call(6, 7)], 3],
    ['is nothing for no calls', [], 0],
  ])('%s', (_what, calls, length) => {
    expect(longestChain(calls)).toBe(length);
  });
});
