import { normalForm } from '../../text/normal-form.ts';

const MARKS = /\p{M}+/gu;
const OTHERS = /[^A-Z]+/g;

/**
 * What a phonetic algorithm for the Latin alphabet can read of a text: its letters A to Z, in upper case and without
 * diacritics; ß becomes SS, and letters without a decomposition their usual replacement.
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
