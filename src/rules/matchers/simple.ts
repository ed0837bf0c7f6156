import * as z from 'zod/mini';
import { digest } from '../../text/digest.ts';
import { sharesText } from '../comparers/comparer.ts';
import { defineMatcher, type Matcher, type MissingValue, missingSides } from './matcher.ts';

const attributes = z.object({
  resolverID: z.string().check(z.minLength(1), z.describe('Resolver whose values are compared.')),
  mustExist: z
    ._default(z.boolean(), false)
    .check(z.describe('True makes a record without a value an error; false (the default) is simply not satisfied.')),
});

const NONE: readonly MissingValue[] = [];

export const simple = defineMatcher<z.infer<typeof attributes>>({
  type: 'simple',
  summary: 'Satisfied when the two records share a value.',
  attributes,
  compile({ resolverID, mustExist }, context) {
    const resolver = context.resolver(resolverID);
    const { position } = resolver;
    const required = mustExist || resolver.mustExist;
    const missingValue: readonly MissingValue[] = [{ matcherID: context.id, resolverID }];
    const missing: Matcher['missing'] = (values) => (required && values[position]!.length === 0 ? missingValue : NONE);
    const signature = digest(['text', resolver.meaning]);
    return {
      id: context.id,
      type: 'simple',
      meaning: signature,
      resolvers: [position],
      satisfied: (a, b) => sharesText(a[position]!, b[position]!),
      missing,
      keyParts: {
        signature,
        parts: (values, limit) => (values[position]!.length > limit ? undefined : values[position]!),
      },
      impliedBy: (sharedParts) => sharedParts.has(signature),
      verdict(a, b) {
        const satisfied = sharesText(a[position]!, b[position]!);
        return {
          matcherID: context.id,
          type: 'simple',
          satisfied,
          similarity: satisfied ? 1 : 0,
          values: [{ resolverID, a: a[position]!, b: b[position]! }],
          missing: missingSides(missing, a, b),
        };
      },
    };
  },
  examples: [
    {
      attributes: { resolverID: 'email' },
      a: { email: ['ada@example.com', 'al@example.com'] },
      b: { email: ['al@example.com'] },
      satisfied: true,
    },
    { attributes: { resolverID: 'email' }, a: { email: ['ada@example.com'] }, b: { email: [] }, satisfied: false },
  ],
});
