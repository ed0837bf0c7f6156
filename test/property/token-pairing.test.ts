import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { Comparer } from '../../src/rules/comparers/comparer.ts';
import { comparers } from '../../src/rules/comparers/registry.ts';
import { closestPairs, pairsAtLeast } from '../../src/rules/matchers/token-pairing.ts';

/** Every way to pair tokens up, one after the other. */
function mostPairs(a: readonly string[], b: readonly string[], comparer: Comparer): number {
  const [first, ...rest] = a;
  if (first === undefined) return 0;
  let most = mostPairs(rest, b, comparer);
  b.forEach((token, index) => {
    if (comparer.satisfied(first, token)) most = Math.max(most, 1 + mostPairs(rest, b.toSpliced(index, 1), comparer));
  });
  return most;
}

const tokens = fc.array(fc.constantFrom('anna', 'hanna', 'anne', 'ann', 'johanna', 'lea', 'leah', 'meier', 'meyer'), {
  maxLength: 5,
});

describe.each([
  ['exact', {}],
  ['distance', { allowedDistance: 1 }],
  ['distance', { allowedDistance: 2 }],
  ['phonetic', { algorithm: 'cologne' }],
  ['phonetic', { algorithm: 'doubleMetaphone' }],
  ['similarity', { algorithm: 'jaroWinkler', threshold: 0.85 }],
])('pairing tokens by %s %j', (type, attributes) => {
  const definition = comparers.get(type)!;
  const comparer = definition.compile(definition.attributes.parse(attributes));

  it('finds as many pairs as trying every way does', () => {
    fc.assert(
      fc.property(tokens, tokens, fc.integer({ min: 1, max: 5 }), (a, b, count) => {
        const most = mostPairs(a, b, comparer);
        expect(pairsAtLeast(a, b, comparer, count)).toBe(most >= count);
        expect(closestPairs(a, b, comparer, false).pairs).toHaveLength(most);
      }),
      { numRuns: 300 },
    );
  });

  it('shows pairs that are satisfied and use no token twice', () => {
    fc.assert(
      fc.property(tokens, tokens, (a, b) => {
        const { pairs } = closestPairs(a, b, comparer, false);
        const left: string[] = [...a];
        const right: string[] = [...b];
        for (const pair of pairs) {
          expect(comparer.satisfied(pair.a, pair.b)).toBe(true);
          expect(left).toContain(pair.a);
          expect(right).toContain(pair.b);
          left.splice(left.indexOf(pair.a), 1);
          right.splice(right.indexOf(pair.b), 1);
        }
      }),
      { numRuns: 200 },
    );
  });
});
