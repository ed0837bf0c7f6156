import { describe, expect, it } from '@jest/globals';
import { explanationLines } from '../../../../../apps/cli/commands/explain.ts';
import type { Explanation, MatcherVerdict } from '../../../../../src/graphql/queries/explain.generated.ts';

const simple = (id: string, a: readonly string[], b: readonly string[], satisfied = false): MatcherVerdict => ({
  ...{ id, type: 'simple', satisfied, similarity: satisfied ? 1 : 0 },
  values: [{ resolver: id, a, b }],
  sum: null,
});

const weight = (
  name: string,
  bits: number,
  matchers: readonly string[],
  counted: string | null = null,
  missing = false,
) => ({
  ...{ name, weight: bits, matchers, counted, missing },
});

const keys: MatcherVerdict = {
  ...{ id: 'indexMatcherIDs', type: 'or', satisfied: true, similarity: 1, values: [], sum: null },
  inner: [simple('SAME_PHONE', ['1'], ['1'], true), simple('SAME_EMAIL', [], [])],
};
const evidence: MatcherVerdict = {
  ...{ id: 'ENOUGH', type: 'weighted', satisfied: false, similarity: 0, values: [] },
  sum: {
    total: 6.5,
    threshold: 12,
    weights: [
      weight('name', -3, ['NAME_RARE', 'NAME']),
      weight('phone', 9.5, ['PHONE'], 'PHONE'),
      weight('e-mail', 0, ['EMAIL'], null, true),
    ],
  },
  inner: [
    simple('NAME_RARE', ['lee'], []),
    simple('NAME', ['lee'], ['poe']),
    simple('PHONE', ['1'], ['1'], true),
    simple('EMAIL', [], ['x@example.org']),
  ],
};

const apart: Explanation = {
  a: { id: 'a', entityID: 'E1' },
  b: { id: 'b', entityID: 'E2' },
  together: false,
  chain: [],
  cut: true,
  bans: [{ reference: 'B1', user: 'jane', reason: 'two people' }],
  held: { reason: 'EVIDENCE', link: ['a', 'c'], mean: -9.25, least: -8 },
  sharedKeys: [{ rules: ['SAME'], deciding: false, parts: [{ matcher: 'SAME_PHONE', part: '1' }] }],
  groups: [
    {
      ...{ group: 'people', outcome: 'NO_MATCH', keptApartBy: null },
      link: {
        id: 'all',
        satisfied: false,
        rules: [{ id: 'SAME', satisfied: false, score: 1, error: null, matchers: [keys, evidence] }],
      },
      ...{ deduplicate: null, consistency: null, review: null },
    },
  ],
};

describe('explanationLines', () => {
  it('says what counts for and against, what was decided, and by which keys the two are found', () => {
    expect(explanationLines(apart)).toEqual([
      'a and b are not one entity: E1 and E2',
      'a removed link: the two are never linked by a rule again',
      'kept apart by jane: two people (ban B1)',
      'held apart: the pairs between the two entities, linked by a – c, say too little together: -9.2 bits in the mean, at least -8 bits join',
      'the two records alone: no rule links them',
      '  - SAME',
      '    - evidence of 6.5 bits; 12.0 are needed',
      '      name     -3.0  lee | poe',
      '      phone    +9.5  1 | 1',
      '      e-mail    0.0  no value to compare',
      '    + found by SAME_PHONE',
      'shared index keys:',
      '  SAME: 1',
    ]);
  });

  it('shows the first links of a long chain, and how many there are', () => {
    const chain = Array.from({ length: 25 }, (_, index) => ({
      a: `${index}`,
      b: `${index + 1}`,
      rule: 'R',
      score: 0.9,
    }));

    const lines = explanationLines({
      ...apart,
      together: true,
      chain,
      cut: false,
      bans: [],
      held: null,
      sharedKeys: [],
      groups: [],
    });

    expect(lines).toHaveLength(24);
    expect(lines.slice(0, 3)).toEqual(['a and b are one entity: E1', 'linked by', '  0 – 1  by R, score 0.9']);
    expect(lines.slice(-2)).toEqual(['  and 5 more links', 'shared index keys: none']);
  });
});
