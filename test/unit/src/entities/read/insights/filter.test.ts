import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { EdgeInsights } from '../../../../../../src/entities/read/insights/edge-insights.ts';
import {
  compileFilter,
  FilterBudget,
  type FilterCondition,
  MAX_FILTER_STEPS,
  STEPS_OF_PATTERN,
} from '../../../../../../src/entities/read/insights/filter.ts';
import { instantOf, timeOf } from '../../../../../../src/entities/read/insights/values.ts';

const records = [
  { id: 'r1', text: 'String A', number: 12.3, time: '2022-01-01T00:00:00Z', address: { city: 'Bern', zip: 'X' } },
  { id: 'r2', text: 'string b', number: '123', time: '2023-01-01', emails: [{ at: 'a' }, { at: 'B' }] },
  { id: 'r3', text: 'other string a', number: 1234, time: '2024-01-01T00:00:00.5+01:00', tags: ['x', 'y'] },
  { id: 'r4', text: null, number: null, tags: [] },
];

const passing = (...conditions: FilterCondition[]) => records.filter(compileFilter(conditions)).map(({ id }) => id);

describe('a condition', () => {
  it.each<[string, FilterCondition, string[]]>([
    ['equals, in any case', { field: 'text', equals: 'STRING a' }, ['r1']],
    ['equals, case-sensitive', { field: 'text', equals: 'string b', caseSensitive: true }, ['r2']],
    ['equals in another case, case-sensitive', { field: 'text', equals: 'string a', caseSensitive: true }, []],
    ['equals a number', { field: 'number', equals: 12.3 }, ['r1']],
    ['equals a text with a number', { field: 'number', equals: '1234' }, ['r3']],
    ['equals a number with a text', { field: 'number', equals: 123 }, ['r2']],
    ['equals an object, fields in any order', { field: 'address', equals: { zip: 'x', city: 'bern' } }, ['r1']],
    ['equals a list as a whole', { field: 'tags', equals: ['x', 'y'] }, ['r3']],
    ['equals an element of a list', { field: 'tags', equals: 'Y' }, ['r3']],
    ['equals behind a *', { field: 'emails.*.at', equals: 'b' }, ['r2']],
    ['equals at a position', { field: 'emails.0.at', equals: 'b' }, []],
    ['isNull', { field: 'text', isNull: true }, ['r4']],
    ['isNull of a field that no record has', { field: 'nothing', isNull: true }, ['r1', 'r2', 'r3', 'r4']],
    ['not isNull', { field: 'address', isNull: false }, ['r1']],
    ['isNull with another criterion, which null fails', { field: 'text', isNull: true, startsWith: 's' }, []],
    ['not isNull with another criterion', { field: 'text', isNull: false, startsWith: 'o' }, ['r3']],
    ['startsWith', { field: 'text', startsWith: 'STRING' }, ['r1', 'r2']],
    ['startsWith, case-sensitive', { field: 'text', startsWith: 'String', caseSensitive: true }, ['r1']],
    ['endsWith', { field: 'text', endsWith: ' a' }, ['r1', 'r3']],
    ['likeRegex anywhere', { field: 'text', likeRegex: 'STRING\\s+A$' }, ['r1', 'r3']],
    ['likeRegex, case-sensitive', { field: 'text', likeRegex: '^string|A$', caseSensitive: true }, ['r1', 'r2']],
    ['likeRegex with an alternative, in any case', { field: 'text', likeRegex: '^OTHER|B$' }, ['r2', 'r3']],
    ['lessThan, of numbers and numeric text', { field: 'number', lessThan: 123 }, ['r1']],
    ['lessEquals', { field: 'number', lessEquals: 123 }, ['r1', 'r2']],
    ['greaterThan', { field: 'number', greaterThan: 123 }, ['r3']],
    ['greaterEquals', { field: 'number', greaterEquals: 123 }, ['r2', 'r3']],
    ['two bounds', { field: 'number', greaterThan: 12.3, lessThan: 1234 }, ['r2']],
    ['after, exclusive', { field: 'time', after: '2023-01-01T00:00:00' }, ['r3']],
    ['since, inclusive', { field: 'time', since: '2023-01-01T00:00:00Z' }, ['r2', 'r3']],
    ['before, exclusive', { field: 'time', before: '2023-01-01T00:00:00Z' }, ['r1']],
    ['until, inclusive', { field: 'time', until: '2023-01-01T00:00:00Z' }, ['r1', 'r2']],
    ['a moment in another zone', { field: 'time', before: '2023-12-31T23:00:00.500000001Z' }, ['r1', 'r2', 'r3']],
    ['and a nanosecond less', { field: 'time', before: '2023-12-31T23:00:00.5Z' }, ['r1', 'r2']],
    ['invert, which null passes', { field: 'text', equals: 'string a', invert: true }, ['r2', 'r3', 'r4']],
    ['invert of several criteria', { field: 'text', startsWith: 's', endsWith: 'a', invert: true }, ['r2', 'r3', 'r4']],
    ['invert of isNull', { field: 'text', isNull: true, invert: true }, ['r1', 'r2', 'r3']],
  ])('%s', (_what, condition, ids) => {
    expect(passing(condition)).toEqual(ids);
  });

  it('requires one value to meet all criteria', () => {
    const record = { id: 'r', emails: [{ at: 'ab' }, { at: 'cd' }] };
    const holds = (condition: FilterCondition) => compileFilter([condition])(record);

    expect(holds({ field: 'emails.*.at', startsWith: 'a', endsWith: 'b' })).toBe(true);
    expect(holds({ field: 'emails.*.at', startsWith: 'a', endsWith: 'd' })).toBe(false);
  });

  it.each<[string, FilterCondition, string]>([
    ['no criterion', { field: 'text' }, 'EMPTY_FILTER'],
    ['only null criteria', { field: 'text', equals: null, startsWith: null, invert: true }, 'EMPTY_FILTER'],
    ['an open group', { field: 'text', likeRegex: 'foo(' }, 'INVALID_REGEX'],
    ['a group closed too early', { field: 'text', likeRegex: 'a)|(b' }, 'INVALID_REGEX'],
    ['look-ahead', { field: 'text', likeRegex: '(?=a)' }, 'INVALID_REGEX'],
    ['a back-reference', { field: 'text', likeRegex: '(a)\\1' }, 'INVALID_REGEX'],
    ['repetitions that multiply', { field: 'text', likeRegex: '((a{100}){100}){100}' }, 'INVALID_REGEX'],
    ['a very long pattern', { field: 'text', likeRegex: 'a'.repeat(5_000) }, 'INVALID_REGEX'],
    ['a bound on text', { field: 'text', lessThan: 5 }, 'VALUE_NOT_NUMERIC'],
    ['a bound on an object', { field: 'address', greaterThan: 5 }, 'VALUE_NOT_NUMERIC'],
    ['a moment of text', { field: 'text', since: '2023-01-01T00:00:00Z' }, 'VALUE_NOT_A_TIME'],
    ['a moment of a number', { field: 'number', until: '2023-01-01T00:00:00Z' }, 'VALUE_NOT_A_TIME'],
  ])('is refused for %s', (_what, condition, code) => {
    expect(() => passing(condition)).toThrow(expect.objectContaining({ code, hint: expect.any(String) }));
  });

  it('takes no bound that is no time', () => {
    expect(() => passing({ field: 'time', after: 'yesterday' })).toThrow(RangeError);
  });

  it('runs a hostile pattern in time that grows with the text only', () => {
    const holds = compileFilter([{ field: 'text', likeRegex: '(a+)+$' }]);

    expect(holds({ id: 'r', text: `${'a'.repeat(20_000)}!` })).toBe(false);
  });
});

describe('a filter', () => {
  it('requires all conditions', () => {
    expect(passing({ field: 'text', endsWith: 'a' }, { field: 'number', greaterThan: 100 })).toEqual(['r3']);
  });

  it('stops at the first condition that fails, before a value that the next one cannot compare', () => {
    expect(passing({ field: 'id', equals: 'r1' }, { field: 'number', equals: 12.3 })).toEqual(['r1']);
    expect(passing({ field: 'text', isNull: true }, { field: 'text', lessThan: 5, invert: true })).toEqual(['r4']);
  });

  it('is refused without a condition', () => {
    expect(() => passing()).toThrow(expect.objectContaining({ code: 'EMPTY_FILTER' }));
  });

  const value = fc.oneof(fc.string(), fc.integer(), fc.boolean(), fc.constant(null), fc.array(fc.string()));
  const record = fc.record({ id: fc.string(), field: value });

  it('passes, with invert, exactly what it did not pass', () => {
    fc.assert(
      fc.property(fc.array(record), fc.string(), (list, text) => {
        const condition = { field: 'field', startsWith: text };
        const passed = new Set(list.filter(compileFilter([condition])));
        const turned = list.filter(compileFilter([{ ...condition, invert: true }]));
        expect(turned).toEqual(list.filter((one) => !passed.has(one)));
      }),
    );
  });

  it('finds every record by its own value, whatever it is', () => {
    fc.assert(
      fc.property(record, (one) => {
        const condition = one.field === null ? { isNull: true } : { equals: one.field };
        expect(compileFilter([{ field: 'field', ...condition }])(one)).toBe(true);
      }),
    );
  });
});

describe('the budget of filters', () => {
  const hostile = '(?:a?){50}a{50}b';
  const tooExpensive = expect.objectContaining({ code: 'FILTER_TOO_EXPENSIVE', hint: expect.any(String) });

  /** Records that note that their text was read. */
  function watched(count: number, length: number) {
    const read: number[] = [];
    const list = Array.from({ length: count }, (_, i) => ({
      id: `r${i}`,
      get text() {
        read.push(i);
        return 'a'.repeat(length);
      },
    }));
    return { list, read };
  }

  it('refuses a large pattern on large texts before most of them are read', () => {
    const { list, read } = watched(11, 290_000);
    const filter = compileFilter([{ field: 'text', likeRegex: hostile }]);

    expect(() => list.filter(filter)).toThrow(tooExpensive);
    expect(read.length).toBe(2);
  });

  it('is spent by instructions times characters, text by text', () => {
    // Three instructions: the character, the match, and the failure.
    const steps = STEPS_OF_PATTERN + 3 * 1_001 * 7;
    const { list, read } = watched(20, 1_000);
    const filter = compileFilter([{ field: 'text', likeRegex: 'b' }], new FilterBudget(undefined, steps));

    expect(() => list.filter(filter)).toThrow(tooExpensive);
    expect(read.length).toBe(8);
  });

  it('is one for all filters of a request', () => {
    const budget = new FilterBudget();
    const record = { id: 'r', text: 'a'.repeat(10_000) };
    const holds = () => compileFilter([{ field: 'text', likeRegex: 'a{100}' }], budget)(record);

    const passed = Array.from({ length: 30 }, () => holds());

    expect(passed).toEqual(Array.from({ length: 30 }, () => true));
    expect(() => Array.from({ length: 30 }, holds)).toThrow(tooExpensive);
  });

  it('counts a pattern once, however many filters have it', () => {
    const budget = new FilterBudget(undefined, STEPS_OF_PATTERN + 10_000);
    const conditions = [{ field: 'text', likeRegex: 'a' }];

    for (let i = 0; i < 100; i += 1) expect(compileFilter(conditions, budget)({ id: 'r', text: 'bab' })).toBe(true);
  });

  it('bounds how many patterns a request may have', () => {
    const conditions = Array.from({ length: MAX_FILTER_STEPS / STEPS_OF_PATTERN + 1 }, (_, i) => ({
      field: 'text',
      likeRegex: `a${i}`,
    }));

    expect(() => compileFilter(conditions)).toThrow(tooExpensive);
  });

  it('suffices for a usual pattern on two million characters', () => {
    const list = Array.from({ length: 40_000 }, (_, i) => ({ id: `r${i}`, text: `Ann Example ${i}`.padEnd(50, '.') }));
    const filter = compileFilter([{ field: 'text', likeRegex: 'example 1234\\b' }]);

    expect(list.filter(filter)).toHaveLength(1);
  });

  it('ends with the time of the request, between records', () => {
    const { list, read } = watched(10, 5);
    let looks = 0;
    // The time is over at the fourth look.
    const budget = new FilterBudget(() => 4 - ++looks);
    const filter = compileFilter([{ field: 'text', startsWith: 'a' }], budget);

    expect(() => list.filter(filter)).toThrow(expect.objectContaining({ code: 'TRY_AGAIN', retryable: true }));
    expect(read.length).toBe(3);
  });

  it('ends with the time of the request, between the values of a record', () => {
    let looks = 0;
    const budget = new FilterBudget(() => 50 - ++looks);
    const filter = compileFilter([{ field: 'text', likeRegex: 'b' }], budget);

    expect(() => filter({ id: 'r', text: Array.from({ length: 1_000 }, () => 'a') })).toThrow(
      expect.objectContaining({ code: 'TRY_AGAIN' }),
    );
    expect(looks).toBe(50);
  });
});

describe('a moment', () => {
  it.each([
    ['1970-01-01T00:00:00Z', 0n],
    ['1970-01-01T00:00:00', 0n],
    ['1970-01-01 00:00:00.000000001Z', 1n],
    ['1970-01-01t01:00:00.5+01:00', 500_000_000n],
    ['1969-12-31T23:59:59-00:00', -1_000_000_000n],
    ['0001-01-01T00:00:00Z', -62_135_596_800_000_000_000n],
  ])('is read from %s', (text, nanoseconds) => {
    expect(timeOf(text)).toBe(nanoseconds);
  });

  it.each([
    '',
    '2024',
    '2023-02-29T00:00:00Z',
    '2024-01-01T24:00:00Z',
    '2024-01-01T00:00:60Z',
    '2024-01-01T00:00:00+24:00',
  ])('is not read from %j', (text) => {
    expect(timeOf(text)).toBeUndefined();
    expect(instantOf(text)).toBeUndefined();
  });

  it('may be a day, which begins in UTC', () => {
    expect(instantOf('1970-01-02')).toBe(86_400_000_000_000n);
    expect(instantOf('1970-02-30')).toBeUndefined();
    expect(instantOf(5)).toBeUndefined();
  });

  it('is the one that Date reads', () => {
    fc.assert(
      fc.property(
        fc.date({ noInvalidDate: true, min: new Date('0001-01-01'), max: new Date('9999-12-31') }),
        (date) => {
          expect(timeOf(date.toISOString())).toBe(BigInt(date.getTime()) * 1_000_000n);
        },
      ),
    );
  });
});

const links = [
  { a: '1', b: '2', rule: 'R1', score: 0.5 },
  { a: '1', b: '2', rule: 'R2', score: 0.9 },
  { a: '2', b: '3', rule: 'R1', score: 0.5 },
];
const of = (duplicates: Record<string, string[]> = {}, edges = links) =>
  new EdgeInsights({ links: () => edges, duplicates: () => duplicates });

describe('count', () => {
  it('counts edges, not duplicates', () => {
    expect(of({ '1': ['4'] }).count).toBe(3);
    expect(of({}, []).count).toBe(0);
  });
});

describe('frequencyDistribution', () => {
  it('counts how often each rule links', () => {
    expect(of().frequencyDistribution()).toEqual([
      { value: 'R1', frequency: 2, percentage: 2 / 3 },
      { value: 'R2', frequency: 1, percentage: 1 / 3 },
    ]);
    expect(of().frequencyDistribution(1, 'ASC')).toMatchObject([{ value: 'R2' }]);
    expect(of({}, []).frequencyDistribution()).toEqual([]);
  });

  it('refuses a negative top', () => {
    expect(() => of().frequencyDistribution(-1)).toThrow(expect.objectContaining({ code: 'ARGUMENT_OUT_OF_RANGE' }));
  });
});

describe('matrix', () => {
  it('has a row for each pair and a column for each rule', () => {
    expect(of().matrix()).toEqual([
      { a: '1', b: '2', links: { R1: true, R2: true } },
      { a: '2', b: '3', links: { R1: true, R2: false } },
    ]);
  });

  it('shows only the links asked for, and only pairs that have one of them', () => {
    expect(of().matrix(['R2', 'R9'])).toEqual([{ a: '1', b: '2', links: { R2: true, R9: false } }]);
    expect(of().matrix([])).toEqual(of().matrix());
  });

  it('holds duplicates as well', () => {
    expect(of({ '1': ['4'] }).matrix(['duplicate'])).toEqual([{ a: '1', b: '4', links: { duplicate: true } }]);
    expect(of({ 'G1:1': ['4'], 'G2:1': ['4'] }, []).matrix()).toEqual([
      { a: '1', b: '4', links: { 'G1:duplicate': true, 'G2:duplicate': true } },
    ]);
  });
});

describe('pairs', () => {
  const edge = (a: string, b: string, score: number, rule = 'R1') => ({ a, b, rule, score });
  /** Two triangles and a pair that joins them. */
  const triangles = [
    edge('a', 'b', 0.4),
    edge('a', 'c', 0.9),
    edge('b', 'c', 0.8),
    edge('c', 'd', 0.3),
    edge('d', 'e', 0.5),
    edge('d', 'f', 0.6),
    edge('e', 'f', 0.7),
  ];
  const names = (insights: EdgeInsights, question: Parameters<EdgeInsights['pairs']>[0]) =>
    insights.pairs(question).pairs.map(({ a, b }) => `${a}${b}`);

  it('has all rules of a pair and the highest score of them', () => {
    expect(of().pairs({ first: 10 })).toEqual({
      count: 2,
      after: undefined,
      pairs: [
        { a: '1', b: '2', rules: ['R2', 'R1'], score: 0.9, isBridge: true },
        { a: '2', b: '3', rules: ['R1'], score: 0.5, isBridge: true },
      ],
    });
  });

  it('has first those of a maximum spanning tree, then the others', () => {
    expect(names(of({}, triangles), { first: 10 })).toEqual(['ac', 'bc', 'ef', 'df', 'cd', 'de', 'ab']);
  });

  it('marks the pair that holds two parts together', () => {
    const bridges = of({}, triangles)
      .pairs({ first: 10 })
      .pairs.filter(({ isBridge }) => isBridge);

    expect(bridges.map(({ a, b }) => a + b)).toEqual(['cd']);
  });

  it('comes in pages, and of one record', () => {
    const insights = of({}, triangles);
    const page = insights.pairs({ first: 3 });

    expect(page).toMatchObject({ count: 7, after: '3' });
    expect(names(insights, { first: 3, after: page.after })).toEqual(['df', 'cd', 'de']);
    expect(insights.pairs({ first: 3, after: '6' }).after).toBeUndefined();
    expect(names(insights, { first: 10, record: 'd' })).toEqual(['df', 'cd', 'de']);
    expect(insights.pairs({ first: 10, record: 'none' })).toEqual({ pairs: [], count: 0, after: undefined });
  });

  it('refuses a page of another size and an unknown position', () => {
    for (const question of [{ first: 0 }, { first: 1_001 }, { first: 1, after: 'x' }, { first: 1, after: '-1' }]) {
      expect(() => of().pairs(question)).toThrow(expect.objectContaining({ code: 'ARGUMENT_OUT_OF_RANGE' }));
    }
  });

  it('is quick and needs no stack for a long chain, and for all pairs of many records', () => {
    const chain = Array.from({ length: 20_000 }, (_, index) => edge(`r${index}`, `r${index + 1}`, 1));
    const page = of({}, chain).pairs({ first: 1_000 });

    expect(page.count).toBe(20_000);
    expect(page.pairs.every(({ isBridge }) => isBridge)).toBe(true);
    const ids = Array.from({ length: 300 }, (_, index) => `r${index}`);
    const all = ids.flatMap((a, index) => ids.slice(index + 1).map((b) => edge(a, b, 1)));
    const { pairs, count } = of({}, all).pairs({ first: 299 });
    expect(count).toBe(44_850);
    expect(new Set(pairs.flatMap(({ a, b }) => [a, b])).size).toBe(300);
    expect(pairs.some(({ isBridge }) => isBridge)).toBe(false);
  });
});
