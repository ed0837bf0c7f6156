import * as z from 'zod/mini';
import { BoundedCache } from '../../text/bounded-cache.ts';
import { PHONETIC_ALGORITHMS, phoneticCodes } from '../../text/phonetic-codes.ts';
import { defineComparer, sharesText } from './comparer.ts';

const attributes = z.object({
  algorithm: z
    .enum(PHONETIC_ALGORITHMS)
    .check(z.describe('cologne for German names; soundex, metaphone, doubleMetaphone and nysiis for English ones.')),
});

/**
 * The number of texts whose codes a comparer caches. Names repeat, and computing a code is too slow for every
 * comparison.
 */
const REMEMBERED = 10_000;

export const phonetic = defineComparer<z.infer<typeof attributes>>({
  type: 'phonetic',
  summary: 'Satisfied when the two texts sound alike: they have a phonetic code in common.',
  attributes,
  compile({ algorithm }) {
    const remembered = new BoundedCache<readonly string[]>(REMEMBERED);
    const codesOf = (text: string): readonly string[] => {
      const known = remembered.get(text);
      if (known !== undefined) return known;
      const codes = phoneticCodes(text, algorithm);
      remembered.set(text, codes);
      return codes;
    };
    const satisfied = (a: string, b: string): boolean => a === b || sharesText(codesOf(a), codesOf(b));
    return {
      satisfied,
      compare: (a, b) => (satisfied(a, b) ? { satisfied: true, similarity: 1 } : { satisfied: false, similarity: 0 }),
      keyParts: codesOf,
      decides: true,
      equivalence: algorithm !== 'doubleMetaphone',
    };
  },
  examples: [
    { attributes: { algorithm: 'cologne' }, a: 'meier', b: 'mayr', satisfied: true },
    { attributes: { algorithm: 'cologne' }, a: 'meier', b: 'müller', satisfied: false },
    { attributes: { algorithm: 'soundex' }, a: 'robert', b: 'rupert', satisfied: true },
    { attributes: { algorithm: 'metaphone' }, a: 'philip', b: 'filip', satisfied: true },
    { attributes: { algorithm: 'doubleMetaphone' }, a: 'smith', b: 'schmidt', satisfied: true },
    { attributes: { algorithm: 'nysiis' }, a: 'mckee', b: 'mackie', satisfied: true },
    { attributes: { algorithm: 'soundex' }, a: '李', b: '王', satisfied: false },
  ],
});
