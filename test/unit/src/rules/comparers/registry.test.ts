import { describe, expect, it } from '@jest/globals';
import { comparers } from '../../../../../src/rules/comparers/registry.ts';

describe.each([...comparers.values()])('comparer $type', (definition) => {
  it('has examples', () => {
    expect(definition.examples.length).toBeGreaterThan(0);
  });

  it.each(definition.examples)(
    'judges $a and $b with $attributes as its example says, in both directions',
    (example) => {
      const comparer = definition.compile(definition.attributes.parse(example.attributes));
      expect(comparer.satisfied(example.a, example.b)).toBe(example.satisfied);
      expect(comparer.satisfied(example.b, example.a)).toBe(example.satisfied);
      expect(comparer.compare(example.a, example.b).satisfied).toBe(example.satisfied);
    },
  );
});

const lintOf = (type: string, attributes: object) => {
  const definition = comparers.get(type)!;
  return (definition.lint?.(definition.attributes.parse(attributes)) ?? []).map(({ code }) => code);
};

describe('comparer lint', () => {
  it.each([
    ['similarity', { threshold: 0 }, ['ACCEPTS_EVERYTHING']],
    ['similarity', { threshold: 1 }, ['SAME_AS_EXACT']],
    ['similarity', { threshold: 0.9 }, []],
    ['distance', { allowedDistance: 0 }, ['SAME_AS_EXACT']],
    ['distance', { allowedDistance: 5 }, ['DISTANCE_NOT_INDEXED']],
    ['distance', { allowedDistance: 2 }, []],
    ['dynamicdistance', { table: { '0': 0, '30': 6 } }, ['DISTANCE_NOT_INDEXED']],
    ['dynamicdistance', {}, []],
    ['number', { tolerance: '100%' }, ['ACCEPTS_EVERYTHING']],
    ['number', { tolerance: '99%' }, []],
  ])('tells of %s %j: %j', (type, attributes, codes) => {
    expect(lintOf(type, attributes)).toEqual(codes);
  });
});
