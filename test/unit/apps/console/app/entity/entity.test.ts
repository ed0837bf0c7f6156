import { describe, expect, it } from '@jest/globals';
import { linkedPairs } from '../../../../../../apps/console/app/entity/entity.ts';

describe('the linked pairs of an entity', () => {
  const links = [
    { a: 'p1', b: 'p2', rule: 'NAME', score: 0.5 },
    { a: 'p2', b: 'p1', rule: 'EMAIL', score: 1 },
    { a: 'p1', b: 'p3', rule: 'NAME', score: 0.5 },
  ];

  it('have all rules that link them, in whatever order the links name them', () => {
    expect(linkedPairs(links)).toEqual([
      { a: 'p1', b: 'p2', rules: ['NAME', 'EMAIL'] },
      { a: 'p1', b: 'p3', rules: ['NAME'] },
    ]);
  });

  it('are made once for the same links, as every step of a pointer asks for them', () => {
    expect(linkedPairs(links)).toBe(linkedPairs(links));
    expect(linkedPairs([...links])).not.toBe(linkedPairs(links));
  });
});
