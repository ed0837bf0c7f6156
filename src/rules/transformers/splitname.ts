import * as z from 'zod/mini';
import { compoundSurnames, particleWords } from './data/name-words.ts';
import { defaultInput, eachValueToPins } from './default-pin.ts';
import { readName, wordKey } from './name-text.ts';
import { defineTransformer } from './transformer.ts';

const attributes = z.object({
  familyFirst: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'True reads names without a comma as family name first (Nagy Anna). Default false; names in Chinese, Japanese and Korean script are always read so.',
      ),
    ),
});

const outputPins = ['given', 'middle', 'family', 'suffix'];
/** A longer text is not a name. */
const maximalLength = 500;

export const splitname = defineTransformer<z.infer<typeof attributes>>({
  type: 'splitname',
  summary: 'Cuts a full name into given, middle and family name and generation (jr, sr, ii, iii, iv). Drops titles.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => outputPins,
  compile({ familyFirst }) {
    return eachValueToPins(4, (value, note) => {
      if (value.length > maximalLength) {
        note?.(`a text of ${value.length} characters is no name`);
        return undefined;
      }
      const { words, familyWords, suffix } = readName(value);
      if (words.length === 0) {
        note?.(`"${value}" has no letters`);
        return undefined;
      }
      const eastAsian = familyWords === 0 ? splitEastAsian(words) : undefined;
      if (eastAsian !== undefined) return [eastAsian[0], '', eastAsian[1], suffix];
      const ordered = familyFirst && familyWords === 0 && words.length > 1 ? [...words.slice(1), words[0]!] : words;
      const from =
        familyWords > 0 ? words.length - familyWords : familyFirst ? ordered.length - 1 : familyStart(ordered);
      const [given = '', ...middle] = ordered.slice(0, from).map(trimmed);
      return [given, middle.join(' '), ordered.slice(from).map(trimmed).join(' '), suffix];
    });
  },
  examples: [
    {
      attributes: {},
      inputs: { default: ['Dr. Martin Luther King, Jr.'] },
      outputs: { given: ['Martin'], middle: ['Luther'], family: ['King'], suffix: ['jr'] },
    },
    {
      attributes: {},
      inputs: { default: ['van Beethoven, Ludwig'] },
      outputs: { given: ['Ludwig'], family: ['van Beethoven'] },
    },
    {
      attributes: {},
      inputs: { default: ['María de la Cruz', '王小明'] },
      outputs: { given: ['María', '小明'], family: ['de la Cruz', '王'] },
    },
  ],
});

/** Returns the start of the family name: its first particle, otherwise the last word. A single word is a given name. */
function familyStart(words: readonly string[]): number {
  if (words.length < 2) return words.length;
  for (let i = 1; i < words.length - 1; i++) {
    const key = wordKey(words[i]!);
    // Ortega y Gasset: the conjunction has a surname on both sides. A single letter with a point is an initial.
    if (key === 'y' || key === 'e') {
      if (i > 1 && !words[i]!.endsWith('.')) return i - 1;
    } else if (particleWords.has(key) && !(key.length === 1 && words[i]!.endsWith('.'))) {
      return i;
    }
  }
  return words.length - 1;
}

const signsAround = /^[^\p{L}\p{N}]+|[^\p{L}\p{N}.]+$/gu;

function trimmed(word: string): string {
  return word.replace(signsAround, '');
}

const han = /^\p{Script=Han}+$/u;
const hangul = /^\p{Script=Hangul}+$/u;
// With the marks ー and 々, which are of no script.
const japanese = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\u30fc\u3005]+$/u;

/** Reads names with the family name first, with or without a space. Undefined for other scripts. */
function splitEastAsian(words: readonly string[]): [given: string, family: string] | undefined {
  const [first = '', second] = words;
  if (!japanese.test(first) && !hangul.test(first)) return undefined;
  if (second !== undefined) return [words.slice(1).join(''), first];
  const characters = [...first];
  if (characters.length < 2 || (!han.test(first) && !hangul.test(first))) return [first, ''];
  const compound = characters.length > 2 && compoundSurnames.has(characters.slice(0, 2).join(''));
  // Four Chinese characters without a compound surname are nearly always Japanese: two for each name.
  const familyLength = compound || (characters.length === 4 && han.test(first)) ? 2 : 1;
  return [characters.slice(familyLength).join(''), characters.slice(0, familyLength).join('')];
}
