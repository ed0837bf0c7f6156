import * as z from 'zod/mini';
import { digest } from '../../text/digest.ts';
import type { ResolvedValues } from '../types.ts';
import { defineMatcher } from './matcher.ts';

const attributes = z.object({
  matcherID: z.string().check(z.minLength(1), z.describe('Matcher that decides where both records have a value.')),
});

/**
 * Has no key parts: a record without a value satisfies it with every other record, so no finite set of parts is
 * complete. Ignores `mustExist` of the inner matcher, because this matcher exists to accept missing values.
 */
export const orempty = defineMatcher<z.infer<typeof attributes>>({
  type: 'orempty',
  summary: 'Satisfied when the inner matcher is satisfied, or when one of the records has no value for it.',
  attributes,
  compile({ matcherID }, context) {
    const inner = context.matcher(matcherID);
    const isEmpty = (values: ResolvedValues): boolean =>
      inner.resolvers.every((position) => values[position]!.length === 0);
    return {
      id: context.id,
      type: 'orempty',
      meaning: digest(['orempty', inner.meaning]),
      bound: inner.bound && { ...inner.bound, family: digest(['orempty', inner.bound.family]) },
      resolvers: inner.resolvers,
      satisfied: (a, b) => isEmpty(a) || isEmpty(b) || inner.satisfied(a, b),
      missing: () => [],
      keyParts: undefined,
      impliedBy: (sharedParts) => inner.impliedBy(sharedParts),
      verdict(a, b) {
        const verdict = inner.verdict(a, b);
        const satisfied = verdict.satisfied || isEmpty(a) || isEmpty(b);
        return {
          ...verdict,
          matcherID: context.id,
          type: 'orempty',
          satisfied,
          missing: [],
          inner: [verdict],
        };
      },
    };
  },
  examples: [
    {
      attributes: { matcherID: 'sameBirthday' },
      matchers: [{ id: 'sameBirthday', type: 'simple', attributes: { resolverID: 'birthday' } }],
      a: { birthday: ['1980-02-01'] },
      b: { birthday: [] },
      satisfied: true,
    },
    {
      attributes: { matcherID: 'sameBirthday' },
      matchers: [{ id: 'sameBirthday', type: 'simple', attributes: { resolverID: 'birthday' } }],
      a: { birthday: ['1980-02-01'] },
      b: { birthday: ['1980-02-02'] },
      satisfied: false,
    },
  ],
});
