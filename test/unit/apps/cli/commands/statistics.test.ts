import { describe, expect, it } from '@jest/globals';
import { statisticsText, watchScan } from '../../../../../apps/cli/commands/statistics.ts';
import type { FoundStatistics, Statistics } from '../../../../../src/graphql/queries/statistics.generated.ts';

const found: FoundStatistics = {
  begun: '2026-02-03T04:05:06.000Z',
  ended: '2026-02-03T04:06:06.000Z',
  records: 12_000,
  entities: 4_000,
  unread: 0,
  unjudged: 1,
  sizes: [
    { from: 1, to: 1, entities: 3_000 },
    { from: 2, to: 2, entities: 0 },
    { from: 6, to: 10, entities: 999 },
    { from: 10_001, to: null, entities: 1 },
  ],
  largest: [
    { entityID: 'E1', records: 10_001 },
    { entityID: 'E2', records: 9 },
    { entityID: 'E3', records: 1 },
  ],
  lowestScores: [{ entityID: 'E2', records: 9, score: 0.5, bridged: 0 }],
  bridged: [{ entityID: 'E4', records: 5, score: 0.9, bridged: 2 }],
  ruleHits: [{ rule: 'NAME', pairs: 1_200, entities: 900 }],
  fields: [
    {
      resolver: 'CITY',
      records: 6_000,
      distinct: 20,
      frequent: [{ value: 'york\u001b[31m', atLeast: 30, atMost: 40 }],
    },
    { resolver: 'EMAIL', records: 0, distinct: 0, frequent: null },
  ],
  keys: [{ rules: ['NAME'], deciding: false, records: 11_000, distinct: 9_000 }],
  sources: [],
  overFrequentKeys: [{ rules: ['NAME'], keys: 1 }],
};

describe('statistics for people to read', () => {
  it('have a histogram and a line for each finding', () => {
    expect(statisticsText({ scan: null, found, areOfRulesInForce: true })).toBe(
      `12,000 records, 4,000 entities, counted from 2026-02-03T04:05:06.000Z to 2026-02-03T04:06:06.000Z

Entities by number of records
             1        3,000  ████████████████████████████████████████
          6–10          999  █████████████
   over 10,000            1  █

Largest entities
  E1  more than 10,000 records
  E2  9 records

Lowest scores
  E2  0.500  9 records

Held together by one link
  E4  2 of 5 records would part

Rules
  NAME  1,200 pairs in 900 entities
  entities of more than 100 records are left out: 1

Fields as the rules read them
  CITY  in 50.0 % of the records, about 20 different values
     30 to 40  york
  EMAIL  in 0.0 % of the records, about 0 different values

Keys
  NAME  blocking, about 9,000 different, in 91.7 % of the records

Over-frequent keys
  NAME  1 key
`,
    );
  });

  it('say that nothing is counted, that a scan is under way, and that other rules are in force', () => {
    expect(statisticsText({ scan: null, found: null, areOfRulesInForce: false })).toContain('--refresh counts');
    const scan = { begun: found.begun, lastHeartbeat: found.begun, records: 7 };
    expect(statisticsText({ scan, found: null, areOfRulesInForce: false })).toBe(
      'A scan is under way: 7 records so far.\n',
    );
    expect(statisticsText({ scan: null, found, areOfRulesInForce: false })).toContain(
      'Other rules have come into force',
    );
  });
});

describe('a scan that is followed', () => {
  it('tells each new number until it has ended', async () => {
    const scanned = (records: number): Statistics => ({
      scan: { begun: found.begun, lastHeartbeat: found.begun, records },
      found: null,
      areOfRulesInForce: false,
    });
    const done: Statistics = { scan: null, found, areOfRulesInForce: true };
    const answers = [scanned(0), scanned(500), done];
    const told: string[] = [];

    const last = await watchScan({
      first: scanned(0),
      read: async () => answers.shift()!,
      tell: (line) => told.push(line),
      pause: async () => {},
    });

    expect(last).toBe(done);
    expect(told).toEqual(['Counting: 0 records so far.', 'Counting: 500 records so far.']);
  });
});
