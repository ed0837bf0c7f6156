import { normalForm } from './normal-form.ts';

/** Letters that Unicode does not decompose into a base letter and a mark. */
const undecomposed: Readonly<Record<string, string>> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ð: 'd',
  Ð: 'D',
  þ: 'th',
  Þ: 'TH',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ŧ: 't',
  Ŧ: 'T',
  ŋ: 'n',
  Ŋ: 'N',
};
const undecomposedLetters = new RegExp(`[${Object.keys(undecomposed).join('')}]`, 'g');
/**
 * Marks of Latin, Greek and Cyrillic only: in Indic or Thai script a mark is a vowel, and removing it changes the word.
 */
const marks = /[\u0300-\u036f]/g;
const ascii = /^[\0-\x7f]*$/;

export function isAscii(text: string): boolean {
  return ascii.test(text);
}

/**
 * Removes accents, umlauts and similar marks: Müller → Muller, Łódź → Lodz, straße → strasse. Leaves other scripts
 * unchanged.
 */
export function withoutDiacritics(text: string): string {
  if (isAscii(text)) return text;
  const plain = normalForm(text, 'NFD')
    .replace(marks, '')
    .replace(undecomposedLetters, (letter) => undecomposed[letter]!);
  return normalForm(plain, 'NFC');
}
