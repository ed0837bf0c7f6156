import { normalForm } from './normal-form.ts';

const MARKS = /\p{M}+/gu;
const OTHERS = /[^A-Z]+/g;

/**
 * Returns the letters A to Z of a text, for phonetic algorithms of the Latin alphabet: in upper case, without
 * diacritics. ß becomes SS; letters without a decomposition get their usual replacement.
 */
export function plainLetters(text: string): string {
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
