import { expect, it } from '@jest/globals';
import { sharedValues } from '../../../../../../apps/console/app/explain/explanation.ts';
import type { MatcherVerdict } from '../../../../../../apps/console/app/parts/verdicts.ts';

const matcher = (id: string, satisfied: boolean, given: Partial<MatcherVerdict>): MatcherVerdict => ({
  id,
  type: 'simple',
  satisfied,
  similarity: 1,
  values: [],
  ...given,
});

it('neighbours share the values of the satisfied matchers of their rule', () => {
  const rules = [
    {
      id: 'PHONE',
      satisfied: true,
      score: 1,
      matchers: [
        matcher('SAME_PHONE', true, { values: [{ resolver: 'PHONE', a: ['1', '2'], b: ['1'] }] }),
        matcher('AGREES', true, {
          inner: [
            matcher('NAME', true, { values: [{ resolver: 'NAME', a: ['ada'], b: ['adah'] }] }),
            matcher('BIRTHDAY', false, { values: [{ resolver: 'BIRTHDAY', a: ['x'], b: ['y'] }] }),
          ],
        }),
        matcher('EMPTY', true, { values: [{ resolver: 'EMAIL', a: [], b: ['x'] }] }),
      ],
    },
    {
      id: 'OTHER',
      satisfied: true,
      score: 1,
      matchers: [matcher('CITY', true, { values: [{ resolver: 'CITY', a: ['c'], b: ['c'] }] })],
    },
  ];

  expect(sharedValues(rules, 'PHONE')).toEqual([
    { resolver: 'PHONE', a: '1, 2', b: '1' },
    { resolver: 'NAME', a: 'ada', b: 'adah' },
  ]);
});
