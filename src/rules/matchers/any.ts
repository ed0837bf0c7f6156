import * as z from 'zod/mini';
import { digest } from '../../text/digest.ts';
import type { ResolvedValues } from '../types.ts';
import { defineMatcher, type KeyPartSource, type Matcher, type MissingValue, missingSides } from './matcher.ts';

const attributes = z.object({
  matcherIDs: z
    .array(z.string().check(z.minLength(1)))
    .check(z.minLength(1), z.describe('Matchers of which one must be satisfied.')),
});

/** A value that `mustExist` requires is missing only if it is missing for all matchers. */
export const any = defineMatcher<z.infer<typeof attributes>>({
  type: 'any',
  summary: 'Satisfied when one of the inner matchers is satisfied.',
  attributes,
  compile({ matcherIDs }, context) {
    const inner = matcherIDs.map((id) => context.matcher(id));
    const keyParts = unionOfParts(inner);
    const missing = (values: ResolvedValues): readonly MissingValue[] => {
      const all: MissingValue[] = [];
      for (const matcher of inner) {
        const ofMatcher = matcher.missing(values);
        if (ofMatcher.length === 0) return ofMatcher;
        for (const { resolverID } of ofMatcher) all.push({ matcherID: context.id, resolverID });
      }
      return all;
    };
    return {
      id: context.id,
      type: 'any',
      meaning: digest(['any', inner.map(({ meaning }) => meaning).sort()]),
      resolvers: [...new Set(inner.flatMap(({ resolvers }) => resolvers))],
      satisfied(a, b) {
        for (let i = 0; i < inner.length; i++) if (inner[i]!.satisfied(a, b)) return true;
        return false;
      },
      missing,
      keyParts,
      // A shared part belongs to one unknown inner matcher, so a shared part must imply every inner matcher.
      impliedBy: (sharedParts) =>
        inner.some((matcher) => matcher.impliedBy(sharedParts)) ||
        (keyParts !== undefined &&
          sharedParts.has(keyParts.signature) &&
          inner.every((matcher) => matcher.impliedBy(new Set([matcher.keyParts!.signature])))),
      verdict(a, b) {
        const verdicts = inner.map((matcher) => matcher.verdict(a, b));
        const best = verdicts.reduce((left, right) => (right.similarity > left.similarity ? right : left));
        return {
          matcherID: context.id,
          type: 'any',
          satisfied: verdicts.some(({ satisfied }) => satisfied),
          similarity: best.similarity,
          values: verdicts.flatMap(({ values }) => values),
          missing: missingSides(missing, a, b),
          inner: verdicts,
        };
      },
    };
  },
  examples: [
    {
      attributes: { matcherIDs: ['sameEmail', 'samePhone'] },
      matchers: [
        { id: 'sameEmail', type: 'simple', attributes: { resolverID: 'email' } },
        { id: 'samePhone', type: 'simple', attributes: { resolverID: 'phone' } },
      ],
      a: { email: ['ada@example.com'], phone: ['+12025550123'] },
      b: { email: ['al@example.com'], phone: ['+12025550123'] },
      satisfied: true,
    },
    {
      attributes: { matcherIDs: ['sameEmail', 'samePhone'] },
      matchers: [
        { id: 'sameEmail', type: 'simple', attributes: { resolverID: 'email' } },
        { id: 'samePhone', type: 'simple', attributes: { resolverID: 'phone' } },
      ],
      a: { email: ['ada@example.com'], phone: ['+12025550123'] },
      b: { email: ['al@example.com'], phone: [] },
      satisfied: false,
    },
  ],
});

/** Unites the parts of all inner matchers, each marked with its matcher; undefined if one of them has none. */
function unionOfParts(inner: readonly Matcher[]): KeyPartSource | undefined {
  const sources = new Map<string, KeyPartSource>();
  for (const { keyParts } of inner) {
    if (keyParts === undefined) return undefined;
    sources.set(keyParts.signature, keyParts);
  }
  if (sources.size === 1) return sources.values().next().value;
  const ordered = [...sources.keys()].sort().map((signature) => sources.get(signature)!);
  return {
    signature: digest(['any', ordered.map(({ signature }) => signature)]),
    parts(values, limit) {
      const parts: string[] = [];
      for (const [index, source] of ordered.entries()) {
        const found = source.parts(values, limit - parts.length);
        if (found === undefined) return undefined;
        for (const part of found) parts.push(`${index}:${part}`);
      }
      return parts;
    },
  };
}
