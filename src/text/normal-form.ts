/**
 * Most non-starters (marks that normalization may move, canonical combining class above 0) in a row. Source: Unicode
 * Standard Annex #15, section 13, Stream-Safe Text Format: no language has need of more.
 */
export const MAX_MARKS_IN_A_ROW = 30;

/**
 * A run of marks that could be too long: one mark stands for two at most, and a letter in front brings up to three.
 * Every non-starter is a mark (`\p{M}`), and two letters decompose to nothing else: the halfwidth voiced sound marks.
 */
const longRun = /[\p{M}\uff9e\uff9f]{14}/u;

/**
 * `String.normalize` with a cost that is linear in the text: runs of marks are cut first. Every caller in this project
 * comes through here. The native method sorts each run of marks by insertion, in quadratic time: 80,000 marks take
 * seconds, during which no timer and no watchdog of `node:vm` runs.
 */
export function normalForm(text: string, form: 'NFC' | 'NFD' | 'NFKC' | 'NFKD'): string {
  return cutMarkRuns(text).normalize(form);
}

/**
 * Leaves out what Annex #15 would put a combining grapheme joiner in front of: non-starters beyond
 * {@link MAX_MARKS_IN_A_ROW} in a row, counted in the compatibility decomposition (NFKD). Linear in the text.
 */
export function cutMarkRuns(text: string): string {
  if (!longRun.test(text)) return text;
  const known = new Map<string, Decomposition>();
  let output = '';
  let row = 0;
  for (const character of text) {
    let decomposition = known.get(character);
    if (decomposition === undefined) {
      decomposition = decompose(character);
      known.set(character, decomposition);
    }
    const { leading, trailing, hasStarter } = decomposition;
    if (row + leading > MAX_MARKS_IN_A_ROW) continue;
    output += character;
    row = hasStarter ? trailing : row + leading;
  }
  return output;
}

/** How many non-starters a character begins and ends with, once it is decomposed. */
interface Decomposition {
  readonly leading: number;
  readonly trailing: number;
  readonly hasStarter: boolean;
}

function decompose(character: string): Decomposition {
  const starters = [...character.normalize('NFKD')].map((one) => !isNonStarter(one));
  const first = starters.indexOf(true);
  if (first === -1) return { leading: starters.length, trailing: 0, hasStarter: false };
  return { leading: first, trailing: starters.length - 1 - starters.lastIndexOf(true), hasStarter: true };
}

/** A mark of the lowest class and one of a high class. */
const LOWEST = '\u0334';

const HIGH = '\u0301';

/**
 * Whether the combining class of a decomposed character is not 0, by what normalization does: it moves a mark in front
 * of one of a higher class. No table is needed, and the answer is of the very Unicode version that normalizes.
 */
function isNonStarter(character: string): boolean {
  return isMoved(character + LOWEST) || isMoved(HIGH + character);
}

const isMoved = (pair: string): boolean => pair.normalize('NFD') !== pair;

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

/** A bit for each character of a text, by its UTF-16 unit; 32 characters apart from each other share one. */
export function letterMarks(text: string): number {
  let marks = 0;
  for (let at = 0; at < text.length; at++) marks |= 1 << (text.charCodeAt(at) & 31);
  return marks;
}

/** A bit for each of some texts. */
export function textMarks(texts: Iterable<string>): number {
  let marks = 0;
  for (const text of texts) {
    let hash = 0;
    for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
    marks |= 1 << (hash >>> 27);
  }
  return marks;
}
