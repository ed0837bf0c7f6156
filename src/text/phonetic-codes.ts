import { doubleMetaphone } from 'double-metaphone';
import { metaphone } from 'metaphone';
import { cologne } from './cologne.ts';
import { nysiis } from './nysiis.ts';
import { plainLetters } from './plain-letters.ts';
import { soundex } from './soundex.ts';

export const PHONETIC_ALGORITHMS = ['cologne', 'soundex', 'metaphone', 'doubleMetaphone', 'nysiis'] as const;
export type PhoneticAlgorithm = (typeof PHONETIC_ALGORITHMS)[number];

const codesOfLetters: Readonly<Record<PhoneticAlgorithm, (letters: string) => readonly string[]>> = {
  cologne: (letters) => [cologne(letters)],
  soundex: (letters) => [soundex(letters)],
  metaphone: (letters) => [metaphone(letters)],
  doubleMetaphone: (letters) => {
    const [primary, secondary] = doubleMetaphone(letters);
    return primary === secondary ? [primary] : [primary, secondary];
  },
  nysiis: (letters) => [nysiis(letters)],
};

/**
 * Returns the phonetic codes of a text: one, or up to two with doubleMetaphone. A text that the algorithm cannot read
 * (digits, another script) is its own code, marked with `=`, so that it matches only itself.
 */
export function phoneticCodes(text: string, algorithm: PhoneticAlgorithm): readonly string[] {
  const codes = codesOfLetters[algorithm](plainLetters(text)).filter((code) => code !== '');
  return codes.length === 0 ? [`=${text}`] : codes;
}
