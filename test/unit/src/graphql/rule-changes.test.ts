import { beforeEach, describe, expect, it } from '@jest/globals';
import type { StoredStatistics } from '../../../../src/entities/statistics/types.ts';
import { refreshStatisticsMutation, statisticsQuery } from '../../../../src/graphql/queries/statistics.generated.ts';
import { createTestApi, type TestApi } from '../../functions/api/exchange.ts';
import { FakeEntity } from '../../functions/api/fake-resolution.ts';
import { exampleReport, held, steady } from '../../functions/api/fake-rule-changes.ts';

let ask: TestApi['ask'];
let resolution: TestApi['resolution'];
let ruleChanges: TestApi['ruleChanges'];
beforeEach(() => {
  ({ ask, resolution, ruleChanges } = createTestApi());
});

const WHOLE = `{ ruleChange {
  state heldBecause inForce from to waiting failure phase progress estimatedMinutes since lastHeartbeat writeUnits
  recordsChanged problemCount options { mode largestChangePercent largestEntity writeUnitsPerSecond }
  report { records entitiesBefore entitiesAfter unchanged merging splitting both recordsTouched largestEntity
    overFrequentKeys refused isEstimate }
  examples { kind records entities rules } problems { recordID code } document(name: "next")
} }`;

describe('ruleChange', () => {
  it('answers a steady state with nulls', async () => {
    const { data, errors } = await ask(WHOLE);

    expect(errors).toEqual([]);
    expect(data.ruleChange).toMatchObject({
      state: 'STEADY',
      inForce: 'former',
      to: null,
      phase: null,
      since: null,
      report: null,
      examples: [],
      document: null,
    });
  });

  it('answers a held change with its report, examples, problems and documents', async () => {
    ruleChanges.current = held;
    ruleChanges.listedExamples = [{ kind: 'merge', records: ['a', 'b'], entities: ['E1', 'E2'], rules: ['EMAIL'] }];
    ruleChanges.listedProblems = [{ recordID: 'c', code: 'TOO_MANY_INDEX_KEYS' }];
    ruleChanges.documents = { next: '{}' };

    const { data, errors } = await ask(WHOLE);

    expect(errors).toEqual([]);
    expect(data.ruleChange).toMatchObject({
      state: 'HELD',
      heldBecause: 'MODE',
      from: 'former',
      to: 'next',
      phase: 'READY',
      since: '2023-11-14T22:13:20.000Z',
      lastHeartbeat: '2023-11-14T22:14:20.000Z',
      writeUnits: 1_200,
      problemCount: 2,
      options: { mode: 'HOLD', largestChangePercent: 2, largestEntity: 1_000, writeUnitsPerSecond: 2_000 },
      report: { ...exampleReport, isEstimate: false },
      examples: [{ kind: 'MERGE', records: ['a', 'b'], entities: ['E1', 'E2'], rules: ['EMAIL'] }],
      problems: [{ recordID: 'c', code: 'TOO_MANY_INDEX_KEYS' }],
      document: '{}',
    });
  });

  it('reads examples only when they are selected', async () => {
    await ask('{ ruleChange { state } }');

    expect(ruleChanges.asked).toEqual(['status']);
  });

  it.each([['examples(first: 0) { kind }'], ['examples(first: 1001) { kind }'], ['problems(first: -1) { code }']])(
    'refuses %s',
    async (selection) => {
      const { codes } = await ask(`{ ruleChange { ${selection} } }`);

      expect(codes).toEqual(['ARGUMENT_OUT_OF_RANGE']);
    },
  );
});

describe('continueRuleChange', () => {
  it('continues the change that it names', async () => {
    ruleChanges.current = held;

    const { data } = await ask('mutation { continueRuleChange(input: {to: "next"}) { state phase inForce } }');

    expect(data.continueRuleChange).toEqual({ state: 'RUNNING', phase: 'SPLIT', inForce: 'next' });
  });

  it('refuses another change', async () => {
    ruleChanges.current = held;

    const { codes, data } = await ask('mutation { continueRuleChange(input: {to: "other"}) { state } }');

    expect(codes).toEqual(['NO_SUCH_RULE_CHANGE']);
    expect(data).toBeNull();
    expect(ruleChanges.current).toEqual(held);
  });
});

describe('rollBackRuleChange', () => {
  it.each([
    ['whatever change there is', '', []],
    ['the change that it names', '(input: {to: "next"})', []],
    ['no other one', '(input: {to: "other"})', ['NO_SUCH_RULE_CHANGE']],
  ])('takes %s back', async (_what, to, refusals) => {
    ruleChanges.current = held;

    const { codes } = await ask(`mutation { rollBackRuleChange${to} { state } }`);

    expect(codes).toEqual(refusals);
    expect(ruleChanges.asked).toEqual(refusals.length === 0 ? ['rollBack'] : []);
  });
});

describe('setRuleChangePace', () => {
  const pace = (input: string) =>
    `mutation { setRuleChangePace(input: ${input}) { state options { writeUnitsPerSecond } } }`;

  it.each([
    ['{paused: true}', '{"paused":true}'],
    ['{paused: false, writeUnitsPerSecond: 50}', '{"paused":false,"writeUnitsPerSecond":50}'],
    ['{writeUnitsPerSecond: 1000000}', '{"writeUnitsPerSecond":1000000}'],
    ['{paused: null, writeUnitsPerSecond: 1}', '{"writeUnitsPerSecond":1}'],
  ])('passes %s on', async (input, passed) => {
    ruleChanges.current = { ...steady, state: 'RUNNING' };

    const { errors } = await ask(pace(input));

    expect(errors).toEqual([]);
    expect(ruleChanges.asked).toEqual([`setPace ${passed}`]);
  });

  it.each([
    ['{}', 'PACE_MISSING'],
    ['{paused: null}', 'PACE_MISSING'],
    ['{writeUnitsPerSecond: 0}', 'ARGUMENT_OUT_OF_RANGE'],
    ['{writeUnitsPerSecond: 1000001}', 'ARGUMENT_OUT_OF_RANGE'],
  ])('refuses %s', async (input, code) => {
    const { codes } = await ask(pace(input));

    expect(codes).toEqual([code]);
    expect(ruleChanges.asked).toEqual([]);
  });
});

const counted: StoredStatistics = {
  begun: Date.parse('2026-02-03T04:05:06Z'),
  ended: Date.parse('2026-02-03T04:06:06Z'),
  rules: 'rules',
  records: 50,
  entities: 40,
  sizes: [{ from: 1, to: undefined, entities: 40 }],
  largest: [{ entityID: 'E', records: 3 }],
  unread: 0,
  unjudged: 1,
  lowestScores: [{ entityID: 'E', records: 3, score: 0.5, bridged: 0 }],
  bridged: [],
  ruleHits: [{ ruleID: 'NAME', pairs: 2, entities: 1 }],
  fields: [{ resolverID: 'CITY', records: 30, distinct: 3, frequent: [{ value: 'york', atLeast: 20, atMost: 21 }] }],
  keys: [{ ruleIDs: ['NAME'], exact: true, records: 49, distinct: 40 }],
  overFrequentKeys: [{ ruleIDs: ['NAME'], keys: 1 }],
};
const scope = 'svc/query.review';

describe('statistics', () => {
  it('are answered as they were counted', async () => {
    resolution.counted = {
      scan: { begun: counted.begun, heartbeat: counted.ended, records: 7 },
      statistics: counted,
      areOfRulesInForce: true,
    };

    const { data } = await ask(statisticsQuery, undefined, { scope });

    expect(data.statistics).toMatchObject({
      scan: { begun: '2026-02-03T04:05:06.000Z', lastHeartbeat: '2026-02-03T04:06:06.000Z', records: 7 },
      areOfRulesInForce: true,
      found: {
        ended: '2026-02-03T04:06:06.000Z',
        sizes: [{ from: 1, to: null, entities: 40 }],
        ruleHits: [{ rule: 'NAME', pairs: 2, entities: 1 }],
        fields: [{ resolver: 'CITY', records: 30, distinct: 3, frequent: [{ value: 'york' }] }],
        keys: [{ rules: ['NAME'], deciding: true, records: 49, distinct: 40 }],
        overFrequentKeys: [{ rules: ['NAME'], keys: 1 }],
      },
    });
  });

  it.each([
    ['a caller who may not read a field that the rules read', [['name'], ['secret']], true, scope, null],
    ['a caller who may', [['name'], ['secret']], true, `${scope} svc/record.secret`, 'york'],
    ['rules that came into force since', [['name']], false, scope, null],
  ])('show values, or not, to %s', async (_who, pathsRead, areOfRulesInForce, scopes, value) => {
    Object.assign(resolution, { pathsRead: async () => pathsRead });
    resolution.counted = { scan: undefined, statistics: counted, areOfRulesInForce };

    const { data, errors } = await ask(statisticsQuery, undefined, { scope: scopes });

    expect(errors).toEqual([]);
    expect(data.statistics.found.fields[0].records).toBe(30);
    expect(data.statistics.found.fields[0].frequent?.[0].value ?? null).toBe(value);
  });

  it('are asked for anew', async () => {
    const { data } = await ask(refreshStatisticsMutation, undefined, {
      scope: 'svc/mutation.rules',
    });

    expect(data.statistics).toEqual({ scan: null, found: null, areOfRulesInForce: false });
    expect(resolution.asked('refreshStatistics')).toHaveLength(1);
  });
});

const QUERY = `query ($input: SearchInput!) {
  search(input: $input) { entities { id } totalCount totalIs pageInfo { hasNextPage endCursor } }
}`;

describe('a search for the best', () => {
  it.each([
    [{ first: 0 }, 'ARGUMENT_OUT_OF_RANGE'],
    [{ first: 101 }, 'ARGUMENT_OUT_OF_RANGE'],
    [{ after: 'x' }, 'PAGING_CONFLICT'],
    [{ first: 1, page: 1 }, 'PAGING_CONFLICT'],
    [{ first: 1, pageSize: 1 }, 'PAGING_CONFLICT'],
    [{ first: 1, sort: { field: 'id' } }, 'PAGING_CONFLICT'],
    [{ first: 1, sort: { field: 'hitScore', direction: 'ASC' } }, 'PAGING_CONFLICT'],
  ])('refuses %j with %s', async (input, code) => {
    const { errors } = await ask(QUERY, { input: { parameters: { name: 'x' }, ...input } });

    expect(errors).toEqual([expect.objectContaining({ extensions: expect.objectContaining({ code }) })]);
  });

  it.each([{}, { first: null, after: null }, { first: 100 }, { first: 1, sort: { field: 'hitScore' } }, { page: 2 }])(
    'accepts %j',
    async (input) => {
      const { errors } = await ask(QUERY, { input: { parameters: { name: 'x' }, ...input } });

      expect(errors).toEqual([]);
    },
  );

  it('passes on what was asked and answers where the page ends', async () => {
    resolution.entities = [new FakeEntity('E1', [{ id: 'a' }]), new FakeEntity('E2', [{ id: 'b' }])];

    const input = {
      parameters: { name: 'x' },
      first: 1,
      after: 'before',
      considerRecords: [{ field: 'name', equals: 'x' }],
    };
    const { data } = await ask(QUERY, { input });

    expect(data).toEqual({
      search: {
        entities: [{ id: 'E1' }],
        totalCount: 2,
        totalIs: 'EXACT',
        pageInfo: { hasNextPage: true, endCursor: 'cursor' },
      },
    });
    expect(resolution.asked('rankedSearch')).toEqual([
      {
        parameters: { name: 'x' },
        first: 1,
        after: 'before',
        consider: { keep: expect.any(Function), identity: JSON.stringify(input.considerRecords) },
      },
    ]);
  });

  it('says of pages by number whether entities follow', async () => {
    resolution.entities = [new FakeEntity('E1', [{ id: 'a' }]), new FakeEntity('E2', [{ id: 'b' }])];
    const follows = async (paging: object) => {
      const { data } = await ask(QUERY, { input: { parameters: { name: 'x' }, ...paging } });
      return (data as { search: { pageInfo: object } }).search.pageInfo;
    };

    expect(await follows({ page: 1, pageSize: 1 })).toEqual({ hasNextPage: true, endCursor: null });
    expect(await follows({ page: 2, pageSize: 1 })).toEqual({ hasNextPage: false, endCursor: null });
    expect(await follows({ page: 9, pageSize: 1 })).toEqual({ hasNextPage: false, endCursor: null });
    expect(await follows({})).toEqual({ hasNextPage: false, endCursor: null });
  });
});
