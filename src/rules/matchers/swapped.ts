import * as z from 'zod/mini';
import { digest, joinKeyTexts } from '../../text/digest.ts';

import { sharesText } from '../comparers/comparer.ts';
import { noteIf } from '../document/definition.ts';
import type { ResolvedValues } from '../types.ts';
import { defineMatcher } from './matcher.ts';

const attributes = z.object({
  resolverIDs: z
    .tuple([z.string().check(z.minLength(1)), z.string().check(z.minLength(1))])
    .check(z.describe('Two resolvers whose values are sometimes written one in the place of the other.')),
  orInPlace: z
    ._default(z.boolean(), false)
    .check(z.describe('True is also satisfied when both values are the same in their own places. Default false.')),
});

export const swapped = defineMatcher<z.infer<typeof attributes>>({
  type: 'swapped',
  summary: 'Satisfied when two values are exchanged between the records, such as given and family name.',
  attributes,
  lint: ({ resolverIDs: [first, second] }) =>
    noteIf(first === second, {
      severity: 'error',
      code: 'SAME_RESOLVER_TWICE',
      message: `${first} cannot be in the place of itself`,
      hint: 'Name two resolvers, or use the matcher simple.',
      pointer: '/resolverIDs',
    }),
  compile({ resolverIDs, orInPlace }, context) {
    const [first, second] = [context.resolver(resolverIDs[0]), context.resolver(resolverIDs[1])];
    const signature = digest(['swapped', [first.meaning, second.meaning].sort()]);
    const satisfied = (a: ResolvedValues, b: ResolvedValues): boolean =>
      (sharesText(a[first.position]!, b[second.position]!) && sharesText(a[second.position]!, b[first.position]!)) ||
      (orInPlace &&
        sharesText(a[first.position]!, b[first.position]!) &&
        sharesText(a[second.position]!, b[second.position]!));
    return {
      id: context.id,
      type: 'swapped',
      meaning: digest([signature, orInPlace]),
      resolvers: [...new Set([first.position, second.position])],
      satisfied,
      // If one of the two is missing, there is nothing to swap.
      missing: () => [],
      keyParts: {
        signature,
        parts(values, limit) {
          const parts = new Set<string>();
          for (const left of values[first.position]!) {
            for (const right of values[second.position]!) {
              if (parts.size > limit) return [...parts];
              // In the same order on both sides, independent of the positions of the values.
              parts.add(joinKeyTexts(left < right ? [left, right] : [right, left]));
            }
          }
          return [...parts];
        },
      },
      // Records with the same values in place share a part as well.
      impliedBy: (sharedParts) => orInPlace && sharedParts.has(signature),
      verdict(a, b) {
        const isSatisfied = satisfied(a, b);
        return {
          matcherID: context.id,
          type: 'swapped',
          satisfied: isSatisfied,
          similarity: isSatisfied ? 1 : 0,
          values: [
            { resolverID: resolverIDs[0], a: a[first.position]!, b: b[first.position]! },
            { resolverID: resolverIDs[1], a: a[second.position]!, b: b[second.position]! },
          ],
          missing: [],
        };
      },
    };
  },
  examples: [
    {
      attributes: { resolverIDs: ['given', 'family'] },
      a: { given: ['daniella'], family: ['shaw'] },
      b: { given: ['shaw'], family: ['daniella'] },
      satisfied: true,
    },
    {
      attributes: { resolverIDs: ['given', 'family'] },
      a: { given: ['daniella'], family: ['shaw'] },
      b: { given: ['daniella'], family: ['shaw'] },
      satisfied: false,
    },
    {
      attributes: { resolverIDs: ['given', 'family'], orInPlace: true },
      a: { given: ['daniella'], family: ['shaw'] },
      b: { given: ['daniella'], family: ['shaw'] },
      satisfied: true,
    },
  ],
});
