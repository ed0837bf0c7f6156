import { expect, it } from '@jest/globals';
import { duplicatePairs, pairsOf } from '../../../../../../apps/console/app/entity/entity.ts';

const pair = (a: string, b: string) => ({ a, b, rules: ['NAME'], score: 1, bridge: false });

it('the pairs of a record are those that it is on either side of', () => {
  const pairs = [pair('p1', 'p2'), pair('p3', 'p1'), pair('p2', 'p3')];

  expect(pairsOf(pairs, 'p1')).toEqual([pair('p1', 'p2'), pair('p3', 'p1')]);
  expect(pairsOf(pairs, 'none')).toEqual([]);
});

it('duplicates name their original with or without the group of rules', () => {
  expect(duplicatePairs({ duplicates: { 'people:p1': ['p2'], p3: ['p4', 'p5'] } })).toEqual([
    { original: 'p1', duplicate: 'p2' },
    { original: 'p3', duplicate: 'p4' },
    { original: 'p3', duplicate: 'p5' },
  ]);
});
