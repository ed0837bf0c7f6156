import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { email, type People, peopleOn } from './api-people.ts';
import { type OpenedStore, storesHere } from './api-stores.ts';

const stores = await storesHere();

describe.each(stores)('what insights promise, on the %s engine', (_name, open) => {
  let opened: OpenedStore;
  let people: People;

  beforeAll(async () => {
    opened = await open();
    people = peopleOn(opened.store);
    await people.submit(
      {
        id: 'v1',
        phone: 'v',
        name: 'Ada',
        age: 36,
        seen: '2024-01-01T00:00:00Z',
        source: '9',
        details: { n: '10', text: 'Apple', none: null },
        emails: [email('one@example.org'), email('TWO@example.org', 'work')],
      },
      { id: 'v2', phone: 'v', name: 'ada', age: 9, seen: '2024-01-02T00:00:00Z', source: '10', details: { n: 10.0 } },
      { id: 'v3', phone: 'v', name: 'Bob', seen: '2024-01-02T12:00:00', details: { n: 'ten', text: 'apple pie' } },
      { id: 'v4', phone: 'v', name: null, age: 15, seen: '2024-01-03T00:00:00+00:00', details: { text: 'a.c' } },
    );
  });
  afterAll(() => opened.end());

  const insights = async (selection: string) => {
    const { data, errors, codes } = await people.ask(
      `{ entityByRecord(input: {id: "v1"}) { entity { recordInsights { ${selection} } } } }`,
    );
    return { codes, errors, answer: data?.entityByRecord.entity.recordInsights };
  };

  describe('a filter', () => {
    it.each([
      ['no criterion but the field', '{field: "name", isNull: false}', ['v1', 'v2', 'v3']],
      ['null', '{field: "name", isNull: true}', ['v4']],
      [
        'two conditions: both must hold',
        '{field: "age", greaterThan: 8}, {field: "name", equals: "ADA"}',
        ['v1', 'v2'],
      ],
      ['two criteria of one: both must hold', '{field: "age", greaterThan: 9, lessThan: 36}', ['v4']],
      ['bounds that count', '{field: "age", greaterEquals: 9, lessEquals: 36}', ['v1', 'v2', 'v4']],
      ['null, which fails every criterion', '{field: "age", lessThan: 1000}', ['v1', 'v2', 'v4']],
      [
        'an inverted condition, as a whole',
        '{field: "age", greaterThan: 9, lessThan: 36, invert: true}',
        ['v1', 'v2', 'v3'],
      ],
      ['an inverted isNull', '{field: "age", isNull: true, invert: true}', ['v1', 'v2', 'v4']],
      ['text without regard to case', '{field: "name", equals: "aDa"}', ['v1', 'v2']],
      ['text with regard to case', '{field: "name", equals: "ada", caseSensitive: true}', ['v2']],
      ['equal numbers, as number or text', '{field: "details.n", equals: 10}', ['v1', 'v2']],
      ['text of a number as text', '{field: "details.n", equals: "10.0"}', []],
      ['text that is no number', '{field: "details.n", equals: "TEN"}', ['v3']],
      ['a beginning', '{field: "details.text", startsWith: "APP"}', ['v1', 'v3']],
      ['an end with regard to case', '{field: "details.text", endsWith: "E", caseSensitive: true}', []],
      ['a pattern without regard to case', '{field: "details.text", likeRegex: "^APPLE$"}', ['v1']],
      ['a pattern with regard to case', '{field: "details.text", likeRegex: "^a", caseSensitive: true}', ['v3', 'v4']],
      ['a pattern whose characters are meant', '{field: "details.text", likeRegex: "^a\\\\.c$"}', ['v4']],
      ['since, inclusive', '{field: "seen", since: "2024-01-02T00:00:00Z"}', ['v2', 'v3', 'v4']],
      ['after, exclusive', '{field: "seen", after: "2024-01-02T00:00:00Z"}', ['v3', 'v4']],
      ['until, inclusive', '{field: "seen", until: "2024-01-02T12:00:00Z"}', ['v1', 'v2', 'v3']],
      ['before, exclusive', '{field: "seen", before: "2024-01-02T12:00:00Z"}', ['v1', 'v2']],
      ['another zone for the same moment', '{field: "seen", since: "2024-01-03T01:00:00+01:00"}', ['v4']],
      ['a path through a list', '{field: "emails.*.address", equals: "two@example.org"}', ['v1']],
      ['a path to one element', '{field: "emails.0.kind", equals: "home"}', ['v1']],
    ])('takes %s', async (_what, conditions, ids) => {
      const { errors, answer } = await insights(`filter(conditions: [${conditions}]) { values(field: "id") }`);

      expect(errors).toEqual([]);
      expect(answer.filter.values).toEqual(ids);
    });
  });

  describe('sorting', () => {
    it.each([
      ['as numbers where all are numbers', '{field: "age"}', ['v2', 'v4', 'v1', 'v3']],
      ['as numbers where all are text of numbers', '{field: "source"}', ['v1', 'v2', 'v3', 'v4']],
      ['with null first where it descends', '{field: "age", direction: DESC}', ['v3', 'v1', 'v4', 'v2']],
      ['with what is equal in its order', '{field: "name"}', ['v1', 'v2', 'v3', 'v4']],
      [
        'with what is equal in its order where it descends',
        '{field: "name", direction: DESC}',
        ['v4', 'v3', 'v1', 'v2'],
      ],
      ['by the second field where the first is equal', '{field: "name"}, {field: "age"}', ['v2', 'v1', 'v3', 'v4']],
    ])('goes %s', async (_what, criteria, ids) => {
      const { errors, answer } = await insights(`sort(criteria: [${criteria}]) { values(field: "id") }`);

      expect(errors).toEqual([]);
      expect(answer.sort.values).toEqual(ids);
    });
  });

  describe('statistics', () => {
    it('list the most frequent first, and what is as frequent in the order in which it came', async () => {
      const { answer } = await insights(`
        down: frequencyDistribution(field: "name") { value frequency percentage }
        up: frequencyDistribution(field: "name", direction: ASC) { value frequency }
        exact: frequencyDistribution(field: "name", caseSensitive: true) { value frequency }
        top: frequencyDistribution(field: "name", top: 1) { value }
      `);

      const third = 1 / 3;
      expect(answer.down).toEqual([
        { value: 'Ada', frequency: 2, percentage: 2 * third },
        { value: 'Bob', frequency: 1, percentage: third },
      ]);
      expect(answer.up.map(({ value }: { value: string }) => value)).toEqual(['Bob', 'Ada']);
      expect(answer.exact.map(({ value }: { value: string }) => value)).toEqual(['Ada', 'ada', 'Bob']);
      expect(answer.top).toEqual([{ value: 'Ada' }]);
    });

    it('are those of the population, and of the middle two', async () => {
      const { answer } = await insights(`
        confidence(field: "name") standardDeviation(field: "age")
        filter(conditions: [{field: "age", lessThan: 20}]) { median(field: "age") }
      `);
      const mean = (36 + 9 + 15) / 3;
      const variance = ((36 - mean) ** 2 + (9 - mean) ** 2 + (15 - mean) ** 2) / 3;

      expect(answer.confidence).toBeCloseTo((2 ** 2 + 1) / 3 ** 2);
      expect(answer.standardDeviation).toBeCloseTo(Math.sqrt(variance));
      expect(answer.filter.median).toBe(12);
    });

    it('take text of numbers, refuse other text, and answer null where there is no value', async () => {
      const fine = await insights(`
        sum(field: "source") average(field: "source") max(field: "source") min(field: "source")
        none: average(field: "details.none") nothing: sum(field: "details.missing") never: newest(field: "details.none") { id }
      `);
      const wrong = await insights('asked: sum(field: "details.n")');

      expect(fine.errors).toEqual([]);
      expect(fine.answer).toEqual({ sum: 19, average: 9.5, max: 10, min: 9, none: null, nothing: null, never: null });
      expect(wrong.codes).toEqual(['VALUE_NOT_NUMERIC']);
      expect(wrong.errors[0]?.path).toEqual(['entityByRecord', 'entity', 'recordInsights', 'asked']);
    });

    it('know the newest and the oldest, in whatever zone', async () => {
      const { answer } = await insights('newest(field: "seen") { id } oldest(field: "seen") { id }');

      expect(answer).toEqual({ newest: { id: 'v4' }, oldest: { id: 'v1' } });
    });
  });

  describe('nothing', () => {
    it('has an answer to every question', async () => {
      const { errors, answer } = await insights(`filter(conditions: [{field: "id", equals: "missing"}]) {
        count records { id } first { id } last { id } values(field: "name") valuesDistinct(field: "name")
        sort(criteria: [{field: "name"}]) { count } limit(count: 5) { count } group(fields: ["name"]) { count }
        countDistinct(fields: ["name"]) frequencyDistribution(field: "name") { value } average(field: "age")
        max(field: "age") min(field: "age") median(field: "age") sum(field: "age") standardDeviation(field: "age")
        confidence(field: "name") newest(field: "seen") { id } oldest(field: "seen") { id } flatten(field: "emails")
        flattenDistinct(field: "emails")
      }`);

      expect(errors).toEqual([]);
      expect(answer.filter).toEqual({
        count: 0,
        records: [],
        first: null,
        last: null,
        values: [],
        valuesDistinct: [],
        sort: { count: 0 },
        limit: { count: 0 },
        group: [],
        countDistinct: 0,
        frequencyDistribution: [],
        average: null,
        max: null,
        min: null,
        median: null,
        sum: null,
        standardDeviation: null,
        confidence: null,
        newest: null,
        oldest: null,
        flatten: [],
        flattenDistinct: [],
      });
    });
  });
});
