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
