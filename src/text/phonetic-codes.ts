import { doubleMetaphone } from 'double-metaphone';
import { metaphone } from 'metaphone';
import { normalForm } from './normal-form.ts';
import { nysiis } from './nysiis.ts';
import { soundex } from './soundex.ts';

/**
 * Cologne phonetics (Kölner Phonetik), for German names: digits of any number. Source: H. J. Postel, "Die Kölner Phonetik.
 * Ein Verfahren zur Identifizierung von Personennamen auf der Grundlage der Gestaltanalyse", IBM-Nachrichten 19 (1969).
 *
 * @param letters A to Z only
 */
function cologne(letters: string): string {
  let code = '';
  let previous = '';
  for (let i = 0; i < letters.length; i++) {
    for (const digit of codeOf(letters[i]!, letters[i - 1] ?? '', letters[i + 1] ?? '')) {
      if (digit !== previous && (digit !== '0' || code === '')) code += digit;
      previous = digit;
    }
  }
  return code;
}

/** Returns false at the ends of the word, where the neighbour is the empty text. */
const among = (neighbour: string, letters: string): boolean => neighbour !== '' && letters.includes(neighbour);

function codeOf(letter: string, before: string, after: string): string {
  switch (letter) {
    case 'H':
      return '';
    case 'B':
      return '1';
    case 'P':
      return after === 'H' ? '3' : '1';
    case 'D':
    case 'T':
      return among(after, 'CSZ') ? '8' : '2';
    case 'F':
    case 'V':
    case 'W':
      return '3';
    case 'G':
    case 'K':
    case 'Q':
      return '4';
    case 'C':
      if (before === '') return among(after, 'AHKLOQRUX') ? '4' : '8';
      return !among(before, 'SZ') && among(after, 'AHKOQUX') ? '4' : '8';
    case 'X':
      return among(before, 'CKQ') ? '8' : '48';
    case 'L':
      return '5';
    case 'M':
    case 'N':
      return '6';
    case 'R':
      return '7';
    case 'S':
    case 'Z':
      return '8';
    default:
      return '0';
  }
}

const MARKS = /\p{M}+/gu;

const OTHERS = /[^A-Z]+/g;

/**
 * Returns the letters A to Z of a text, for phonetic algorithms of the Latin alphabet: in upper case, without
 * diacritics. ß becomes SS; letters without a decomposition get their usual replacement.
 */
function plainLetters(text: string): string {
  return normalForm(text, 'NFD')
    .replace(MARKS, '')
    .toUpperCase()
    .replace(/Æ/g, 'AE')
    .replace(/Œ/g, 'OE')
    .replace(/Ø/g, 'O')
    .replace(/Ł/g, 'L')
    .replace(/[ĐÐ]/g, 'D')
    .replace(/Þ/g, 'TH')
    .replace(OTHERS, '');
}

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
