import { describe, expect, it } from '@jest/globals';
import { alarmsOf, type Findings } from '../../../../../src/rules/learning/alarms.ts';

const quiet: Findings = {
  records: 5_000,
  matches: 1_500,
  relatedPairs: 3_000,
  mostMatches: 300_000,
  change: 0.001,
  precision: 0.98,
  doubtful: 0.02,
  links: 1_400,
  found: 0.99,
};

const rung = (more: Partial<Findings>): (readonly [string, boolean])[] =>
  alarmsOf({ ...quiet, ...more }).map(({ code, fallback }) => [code, fallback] as const);

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
