import * as z from 'zod/mini';
import { defineComparer } from './comparer.ts';

const attributes = z.object({
  minLength: z
    ._default(z.int().check(z.minimum(1), z.maximum(64)), 2)
    .check(z.describe('Characters that the shorter text must have. Default 2; 1 lets an initial stand for a name.')),
  maxLength: z
    .optional(z.int().check(z.minimum(1), z.maximum(1_024)))
    .check(z.describe('Characters that the shorter text has at most; 1 takes only initials. Default: any number.')),
});

/** Returns the first characters of the text, or the whole text if it is shorter. */
const begin = (text: string, length: number): string => text.slice(0, length);

export const prefix = defineComparer<z.infer<typeof attributes>>({
  type: 'prefix',
  summary:
    'Satisfied when one text begins with the other: for abbreviations such as trans and transactions, and for initials.',
  attributes,
  compile({ minLength, maxLength = Number.POSITIVE_INFINITY }) {
    const satisfied = (a: string, b: string): boolean => {
      const shorter = Math.min(a.length, b.length);
      if (shorter < minLength || (shorter > maxLength && a !== b)) return false;
      return a.length < b.length ? b.startsWith(a) : a.startsWith(b);
    };
    return {
      satisfied,
      compare: (a, b) => ({
        satisfied: satisfied(a, b),
        similarity: satisfied(a, b) ? Math.min(a.length, b.length) / Math.max(a.length, b.length) : 0,
      }),
      keyParts: (text) => (text.length < minLength ? [] : [begin(text, minLength)]),
      decides: false,
    };
  },
  examples: [
    { attributes: {}, a: 'trans', b: 'transactions', satisfied: true },
    { attributes: {}, a: 'b', b: 'bob', satisfied: false },
    { attributes: { minLength: 1 }, a: 'b', b: 'bob', satisfied: true },
    { attributes: {}, a: 'bob', b: 'bart', satisfied: false },
    { attributes: { minLength: 1, maxLength: 1 }, a: 'ann', b: 'anna', satisfied: false },
  ],
});
