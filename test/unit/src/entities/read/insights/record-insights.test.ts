import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { RecordInsights } from '../../../../../../src/entities/read/insights/record-insights.ts';

const records = [
  {
    id: 'r1',
    name: 'Ada',
    age: 36,
    score: '1.5',
    seen: '2024-03-01T00:00:00Z',
    tags: ['a', 'B'],
    at: { city: 'Bern' },
  },
  { id: 'r2', name: 'ADA', age: 20, score: 2, seen: '2024-02-29', tags: ['b', null], at: { city: 'Ulm' } },
  { id: 'r3', name: 'Bob', age: null, score: ' 3e0 ', seen: '2024-03-01T01:00:00+02:00', at: { city: 'bern' } },
  { id: 'r4', age: 20, tags: [] },
];
const insights = new RecordInsights(records);
const none = new RecordInsights([]);
const idsOf = ({ records: list }: RecordInsights) => list.map(({ id }) => id);

describe('records, count, first and last', () => {
  it('tell the list as it is', () => {
    expect(insights.records).toBe(records);
    expect(insights.count).toBe(4);
    expect(insights.first).toBe(records[0]);
    expect(insights.last).toBe(records[3]);
    expect([none.count, none.first, none.last]).toEqual([0, null, null]);
  });
});

describe('filter', () => {
  it('keeps the records that pass, in their order', () => {
    expect(idsOf(insights.filter([{ field: 'name', equals: 'ada' }]))).toEqual(['r1', 'r2']);
  });
});

describe('sort', () => {
  it.each<[string, Parameters<RecordInsights['sort']>[0], string[]]>([
    ['text in any case, stable', [{ field: 'name' }], ['r1', 'r2', 'r3', 'r4']],
    ['text descending, without a value first', [{ field: 'name', direction: 'DESC' }], ['r4', 'r3', 'r1', 'r2']],
    ['numbers, without a value last', [{ field: 'age' }], ['r2', 'r4', 'r1', 'r3']],
    ['numbers descending', [{ field: 'age', direction: 'DESC' }], ['r3', 'r1', 'r2', 'r4']],
    ['numeric text as numbers', [{ field: 'score', direction: 'DESC' }], ['r4', 'r3', 'r2', 'r1']],
    ['several criteria', [{ field: 'age' }, { field: 'id', direction: 'DESC' }], ['r4', 'r2', 'r1', 'r3']],
    ['a nested field', [{ field: 'at.city' }], ['r1', 'r3', 'r2', 'r4']],
    ['the first of several values', [{ field: 'tags.*' }], ['r1', 'r2', 'r3', 'r4']],
  ])('by %s', (_what, criteria, ids) => {
    expect(idsOf(insights.sort(criteria))).toEqual(ids);
  });

  it('compares as text when one value is no number', () => {
    const mixed = new RecordInsights([{ v: 2 }, { v: '01' }, { v: 10 }, { v: 'x' }]);

    expect(mixed.sort([{ field: 'v' }]).values('v')).toEqual(['01', 10, 2, 'x']);
  });

  it('is refused without a criterion', () => {
    expect(() => insights.sort([])).toThrow(expect.objectContaining({ code: 'EMPTY_FILTER' }));
  });

  it('leaves the list that it sorts as it was', () => {
    insights.sort([{ field: 'age' }]);

    expect(idsOf(insights)).toEqual(['r1', 'r2', 'r3', 'r4']);
  });

  it('orders any numbers, keeps every record, and is stable', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ v: fc.integer({ min: -3, max: 3 }), n: fc.nat() })), (list) => {
        const sorted = new RecordInsights(list).sort([{ field: 'v' }]).records;
        expect(sorted).toEqual([...list].sort((a, b) => a.v - b.v));
        const back = new RecordInsights(list).sort([{ field: 'v', direction: 'DESC' }]).records;
        expect(back).toEqual([...list].sort((a, b) => b.v - a.v));
      }),
    );
  });
});

describe('limit', () => {
  it.each([
    [2, 0, ['r1', 'r2']],
    [2, 3, ['r4']],
    [0, 0, []],
    [2, 9, []],
    [2_147_483_647, 1, ['r2', 'r3', 'r4']],
    [1, null, ['r1']],
  ])('of %j from %j', (count, offset, ids) => {
    expect(idsOf(insights.limit(count, offset))).toEqual(ids);
  });

  it.each([
    [-1, 0],
    [1, -1],
  ])('refuses %j from %j', (count, offset) => {
    expect(() => insights.limit(count, offset)).toThrow(expect.objectContaining({ code: 'ARGUMENT_OUT_OF_RANGE' }));
  });
});

describe('group', () => {
  it('puts together what is equal in any case, in first-seen order', () => {
    expect(insights.group(['name']).map(idsOf)).toEqual([['r1', 'r2'], ['r3'], ['r4']]);
    expect(insights.group(['name'], true).map(idsOf)).toEqual([['r1'], ['r2'], ['r3'], ['r4']]);
  });

  it('combines fields', () => {
    expect(insights.group(['age', 'at.city']).map(idsOf)).toEqual([['r1'], ['r2'], ['r3'], ['r4']]);
    expect(insights.group(['age']).map(idsOf)).toEqual([['r1'], ['r2', 'r4'], ['r3']]);
  });

  it('takes lists and objects as they stand', () => {
    const list = new RecordInsights([
      { v: ['a', 'b'] },
      { v: ['A', 'b'] },
      { v: 'a' },
      { v: { x: 1, y: 2 } },
      { v: { y: 2, x: 1 } },
    ]);

    expect(list.group(['v']).map(({ count }) => count)).toEqual([2, 1, 2]);
  });

  it('keeps values apart that would look alike when joined', () => {
    const list = new RecordInsights([
      { a: 'x,y', b: 'z' },
      { a: 'x', b: 'y,z' },
    ]);

    expect(list.group(['a', 'b'])).toHaveLength(2);
  });

  it('is empty for no records, and refused without a field', () => {
    expect(none.group(['name'])).toEqual([]);
    expect(() => insights.group([])).toThrow(expect.objectContaining({ code: 'EMPTY_FILTER' }));
  });

  it('puts every record into one group', () => {
    fc.assert(
      fc.property(fc.array(fc.record({ v: fc.option(fc.constantFrom('a', 'A', 'b', 1)) })), (list) => {
        const groups = new RecordInsights(list).group(['v']);
        expect(groups.reduce((sum, { count }) => sum + count, 0)).toBe(list.length);
      }),
    );
  });
});

describe('values and distinct values', () => {
  it('leave out null and keep lists and objects whole', () => {
    expect(insights.values('name')).toEqual(['Ada', 'ADA', 'Bob']);
    expect(insights.values('tags')).toEqual([['a', 'B'], ['b', null], []]);
    expect(insights.values('tags.*')).toEqual(['a', 'B', 'b']);
    expect(insights.values('at')).toEqual([{ city: 'Bern' }, { city: 'Ulm' }, { city: 'bern' }]);
    expect(insights.values('at.city')).toEqual(['Bern', 'Ulm', 'bern']);
    expect(insights.values('nothing')).toEqual([]);
  });

  it('tell each value once as it was first seen', () => {
    expect(insights.valuesDistinct('name')).toEqual(['Ada', 'Bob']);
    expect(insights.valuesDistinct('name', true)).toEqual(['Ada', 'ADA', 'Bob']);
    expect(insights.valuesDistinct('at')).toEqual([{ city: 'Bern' }, { city: 'Ulm' }]);
  });

  it('open lists with flatten', () => {
    expect(insights.flatten('tags')).toEqual(['a', 'B', 'b']);
    expect(insights.flatten('name')).toEqual(['Ada', 'ADA', 'Bob']);
    expect(insights.flattenDistinct('tags')).toEqual(['a', 'B']);
    expect(insights.flattenDistinct('tags', true)).toEqual(['a', 'B', 'b']);
    expect(new RecordInsights([{ v: [[1], [2]] }]).flatten('v')).toEqual([[1], [2]]);
  });

  it('are counted', () => {
    expect(insights.countDistinct(['name'])).toBe(2);
    expect(insights.countDistinct(['name'], true)).toBe(3);
    expect(insights.countDistinct(['tags.*'])).toBe(2);
    expect(insights.countDistinct(['name', 'age'])).toBe(4);
    expect(insights.countDistinct(['name', 'at.city'])).toBe(3);
    expect(insights.countDistinct(['nothing', 'neither'])).toBe(0);
    expect(() => insights.countDistinct([])).toThrow(expect.objectContaining({ code: 'EMPTY_FILTER' }));
  });
});

describe('frequencyDistribution', () => {
  const list = new RecordInsights(['b', 'a', 'A', null, 'c', 'a', 'B', 'd'].map((v) => ({ v })));

  it('lists the most frequent first, ties in first-seen order', () => {
    expect(list.frequencyDistribution('v')).toEqual([
      { value: 'a', frequency: 3, percentage: 3 / 7 },
      { value: 'b', frequency: 2, percentage: 2 / 7 },
      { value: 'c', frequency: 1, percentage: 1 / 7 },
      { value: 'd', frequency: 1, percentage: 1 / 7 },
    ]);
  });

  it.each([
    [{ direction: 'ASC' as const }, ['c', 'd', 'b', 'a']],
    [{ top: 2 }, ['a', 'b']],
    [{ top: 2, direction: 'ASC' as const }, ['c', 'd']],
    [{ top: 0 }, []],
    [{ caseSensitive: true, top: 1 }, ['a']],
  ])('with %j', (options, values) => {
    expect(list.frequencyDistribution('v', options).map(({ value }) => value)).toEqual(values);
  });

  it('refuses a negative top', () => {
    expect(() => list.frequencyDistribution('v', { top: -1 })).toThrow(
      expect.objectContaining({ code: 'ARGUMENT_OUT_OF_RANGE' }),
    );
  });

  it('has shares that make 1 and frequencies that make the count', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('a', 'b', 1, true, null), { minLength: 1 }), (values) => {
        const distribution = new RecordInsights(values.map((v) => ({ v }))).frequencyDistribution('v');
        const present = values.filter((v) => v !== null);
        expect(distribution.reduce((sum, { frequency }) => sum + frequency, 0)).toBe(present.length);
        if (present.length > 0)
          expect(distribution.reduce((sum, { percentage }) => sum + percentage, 0)).toBeCloseTo(1);
      }),
    );
  });
});

describe('confidence', () => {
  it('is the sum of squared frequencies over the square of the count', () => {
    expect(insights.confidence('name')).toBeCloseTo((4 + 1) / 9);
    expect(insights.confidence('name', true)).toBeCloseTo(3 / 9);
    expect(insights.confidence('nothing')).toBeNull();
  });
});

describe('functions of numbers', () => {
  it('accept numeric text and leave out null', () => {
    expect(insights.average('age')).toBeCloseTo(76 / 3);
    expect(insights.sum('score')).toBe(6.5);
    expect(insights.max('score')).toBe(3);
    expect(insights.min('score')).toBe(1.5);
    expect(insights.median('age')).toBe(20);
    expect(insights.median('score')).toBe(2);
    expect(new RecordInsights([1, 2, 3, 10].map((v) => ({ v }))).median('v')).toBe(2.5);
    expect(new RecordInsights([2, 4, 4, 4, 5, 5, 7, 9].map((v) => ({ v }))).standardDeviation('v')).toBe(2);
    expect(new RecordInsights([{ v: [1, 2] }, { v: [6] }]).average('v')).toBe(3);
  });

  it.each(['average', 'max', 'min', 'median', 'sum', 'standardDeviation'] as const)('%s of nothing is null', (name) => {
    expect(insights[name]('nothing')).toBeNull();
    expect(none[name]('age')).toBeNull();
  });

  it.each(['average', 'max', 'min', 'median', 'sum', 'standardDeviation'] as const)('%s rejects other text', (name) => {
    expect(() => insights[name]('name')).toThrow(
      expect.objectContaining({ code: 'VALUE_NOT_NUMERIC', message: 'name of record "r1" is no number: "Ada"' }),
    );
  });

  it.each([true, '', '0x10', 'Infinity', '1,5', '١', {}])('reject %j', (v) => {
    expect(() => new RecordInsights([{ id: 'r', v }]).sum('v')).toThrow(
      expect.objectContaining({ code: 'VALUE_NOT_NUMERIC' }),
    );
  });

  const numbers = fc.array(fc.double({ noNaN: true, min: -1e9, max: 1e9 }), { minLength: 1 });

  it('stay between the least and the greatest number, in whatever order', () => {
    fc.assert(
      fc.property(numbers, (list) => {
        const forward = new RecordInsights(list.map((v) => ({ v })));
        const backward = new RecordInsights(list.toReversed().map((v) => ({ v })));
        const [min, max] = [Math.min(...list), Math.max(...list)];
        expect([forward.min('v'), forward.max('v')]).toEqual([min, max]);
        for (const middle of [forward.average('v')!, forward.median('v')!]) {
          expect(middle).toBeGreaterThanOrEqual(min);
          expect(middle).toBeLessThanOrEqual(max);
        }
        expect(forward.standardDeviation('v')).toBeLessThanOrEqual((max - min) / 2 + 1e-6);
        expect(forward.median('v')).toBe(backward.median('v'));
        expect(Math.abs(forward.sum('v')! - backward.sum('v')!)).toBeLessThanOrEqual(1e-6);
      }),
    );
  });
});

describe('newest and oldest', () => {
  it('compare moments, whatever their zone', () => {
    expect(insights.newest('seen')).toBe(records[0]);
    expect(insights.oldest('seen')).toBe(records[1]);
    expect(insights.newest('nothing')).toBeNull();
    expect(none.oldest('seen')).toBeNull();
  });

  it('take the first of equal ones', () => {
    const list = new RecordInsights([
      { id: 'a', v: '2024-01-01' },
      { id: 'b', v: '2024-01-01T00:00:00Z' },
    ]);

    expect(list.newest('v')?.['id']).toBe('a');
    expect(list.oldest('v')?.['id']).toBe('a');
  });

  it('reject what is no time', () => {
    expect(() => insights.newest('name')).toThrow(expect.objectContaining({ code: 'VALUE_NOT_A_TIME' }));
    expect(() => insights.oldest('age')).toThrow(expect.objectContaining({ code: 'VALUE_NOT_A_TIME' }));
  });
});
