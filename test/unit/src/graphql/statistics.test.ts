import { describe, expect, it } from '@jest/globals';
import type { StoredStatistics } from '../../../../src/entities/statistics/types.ts';
import { statisticsSelection } from '../../../../src/graphql/queries/statistics-query.ts';
import { createTestApi } from '../../functions/api/exchange.ts';

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
const query = `{ statistics ${statisticsSelection} }`;
const scope = 'svc/query.review';

describe('statistics', () => {
  it('are answered as they were counted', async () => {
    const { ask, resolution } = createTestApi();
    resolution.counted = {
      scan: { begun: counted.begun, heartbeat: counted.ended, records: 7 },
      statistics: counted,
      areOfRulesInForce: true,
    };

    const { data } = await ask(query, undefined, { scope });

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
    const { ask, resolution } = createTestApi();
    Object.assign(resolution, { pathsRead });
    resolution.counted = { scan: undefined, statistics: counted, areOfRulesInForce };

    const { data, errors } = await ask(query, undefined, { scope: scopes });

    expect(errors).toEqual([]);
    expect(data.statistics.found.fields[0].records).toBe(30);
    expect(data.statistics.found.fields[0].frequent?.[0].value ?? null).toBe(value);
  });

  it('are asked for anew', async () => {
    const { ask, resolution } = createTestApi();

    const { data } = await ask(`mutation { refreshStatistics ${statisticsSelection} }`, undefined, {
      scope: 'svc/mutation.rules',
    });

    expect(data.refreshStatistics).toEqual({ scan: null, found: null, areOfRulesInForce: false });
    expect(resolution.refreshes).toBe(1);
  });
});
