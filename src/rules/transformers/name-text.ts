import anyAscii from 'any-ascii';
import { isAscii, withoutDiacritics } from '../../text/normal-form.ts';
import { normalizeSpaces } from '../../text/plain-text.ts';
import {
  abbreviatedContinuations,
  abbreviatedTitles,
  credentialsAfterComma,
  credentialWords,
  eastAsianHonorifics,
  generationWords,
  titleContinuations,
  titleWords,
} from './data/name-words.ts';

/** A full name as words, before the family name is determined. */
export interface NameWords {
  /** In the order given, middle, family; as written, without surrounding punctuation. */
  readonly words: readonly string[];
  /** How many of the last words are certainly the family name: those before a comma ("Family, Given"). 0: unknown. */
  readonly familyWords: number;
  /** Canonical generation (jr, sr, ii, iii, iv); '' for none. */
  readonly suffix: string;
}

const plainWord = /^[a-z]+$/;
/** Only letters and spaces, as in most names; these need no further processing of signs. */
const plainName = /^[A-Za-z ]+$/;

/** Returns the comparable form of a word: lower case, no diacritics, no points and apostrophes. */
export function wordKey(word: string): string {
  const lower = word.toLowerCase();
  if (plainWord.test(lower)) return lower;
  return (isAscii(lower) ? lower : withoutDiacritics(lower)).replace(/[.'’`´]/g, '');
}

/** Transliterates a text of any script to Latin letters, in lower case without diacritics. */
export function latin(text: string): string {
  if (isAscii(text)) return text.toLowerCase();
  const plain = withoutDiacritics(text);
  return (isAscii(plain) ? plain : anyAscii(plain)).toLowerCase();
}

/**
 * Cuts a name into words, without titles, credentials, and nicknames in quotes or brackets. Returns the generation
 * separately.
 */
export function readName(text: string): NameWords {
  const sections = plainName.test(text) ? [text.split(' ').filter((word) => word !== '')] : toSections(text);
  const suffix = takeSuffix(sections);
  for (const words of sections) removeTitles(words);
  const [first = [], ...rest] = sections;
  if (rest.length === 0) return { words: first, familyWords: 0, suffix };
  // A title alone after the comma ("Smith, Dr.") is not a given name.
  const given = rest.flat().filter((word, index, all) => !(all.length === 1 && index === 0 && isTitle(word, false)));
  return given.length === 0
    ? { words: first, familyWords: 0, suffix }
    : { words: [...given, ...first], familyWords: first.length, suffix };
}

/** Removes generations and credentials from the sections, and returns the generation. */
function takeSuffix(sections: string[][]): string {
  let suffix = '';
  // From the end: sections after a comma with only a generation or a credential ("Smith, John, Jr., M.D.").
  while (sections.length > 1 && sections.at(-1)!.every((word) => isSuffix(wordKey(word), true))) {
    suffix = generationOf(sections.pop()!) ?? suffix;
  }
  // "Smith, Jr., John": also between the commas, if a given name follows.
  for (let index = sections.length - 2; index > 0; index--) {
    if (!sections[index]!.every((word) => isSuffix(wordKey(word), false))) continue;
    const [words] = sections.splice(index, 1);
    suffix = generationOf(words!) ?? suffix;
  }
  for (const words of sections) {
    // "Smith Jr." and "John Smith III MD": at least one word remains a name.
    while (words.length > 1 && isSuffix(wordKey(words.at(-1)!), false)) {
      suffix = generationWords.get(wordKey(words.pop()!)) ?? suffix;
    }
  }
  return suffix;
}

/** The first generation among the words. */
function generationOf(words: readonly string[]): string | undefined {
  for (const word of words) {
    const generation = generationWords.get(wordKey(word));
    if (generation) return generation;
  }
  return undefined;
}

/** Removes titles from the beginning; at least one word remains a name. */
function removeTitles(words: string[]): void {
  let titles = 0;
  while (titles < words.length - 1 && isTitle(words[titles]!, titles > 0)) titles++;
  if (titles > 0) words.splice(0, titles);
}

/**
 * Cuts the parts between commas into words. Drops text in quotes or brackets, and forms of address after East Asian
 * names.
 */
function toSections(text: string): string[][] {
  return text
    .replace(/[("“„«][^)"”“»]*[)"”“»]/g, ' ')
    .replace(eastAsianHonorifics, '')
    .split(/[,，;]/)
    .map(toWords)
    .filter((words) => words.length > 0);
}

const pointBeforeWord = /\.(?=\p{L}{2})/gu;
const letterOrDigit = /[\p{L}\p{N}]/u;

function toWords(section: string): string[] {
  const spaced = normalizeSpaces(section.replace(pointBeforeWord, '. '));
  return spaced === '' ? [] : spaced.split(' ').filter((word) => letterOrDigit.test(word));
}

function isSuffix(key: string, afterComma: boolean): boolean {
  return generationWords.has(key) || credentialWords.has(key) || (afterComma && credentialsAfterComma.has(key));
}

function isTitle(word: string, afterTitle: boolean): boolean {
  const key = wordKey(word);
  if (titleWords.has(key) || (afterTitle && titleContinuations.has(key))) return true;
  if (afterTitle && word.endsWith('.') && abbreviatedContinuations.has(key)) return true;
  // "M." may be Monsieur, but is far more often an initial.
  if (key.length > 1 && word.endsWith('.') && abbreviatedTitles.has(key)) return true;
  return (
    key.includes('-') &&
    key
      .split('-')
      .every(
        (part, index) =>
          titleWords.has(part) || (index > 0 && (titleContinuations.has(part) || abbreviatedContinuations.has(part))),
      )
  );
}
