import * as z from 'zod/mini';
import { isAscii } from '../../text/normal-form.ts';
import { directions, numberSigns, numberWords, streetTypes, unitWords } from './data/street-words.ts';
import { defaultInput, eachValueToPins } from './default-pin.ts';
import { latin } from './name-text.ts';
import { defineTransformer } from './transformer.ts';

interface StreetAddress {
  /** House number with its letter, or `po box 12`; '' for none. */
  readonly number: string;
  readonly street: string;
  /** Apartment, suite or floor, with its kind only if it is not an ordinary unit (`fl 2`); '' for none. */
  readonly unit: string;
}

/** A longer text is not a street line. */
const maximalLength = 300;

/**
 * Cuts a street line into number, street and unit and writes types, directions and ordinals in their short forms. Saint
 * and Street share the short form st: which one is meant does not matter, because both sides get the same form.
 */
function readStreetAddress(text: string): StreetAddress | undefined {
  if (text.length > maximalLength) return undefined;
  const words = toWords(text);
  if (words.length === 0) return undefined;
  const box = readPostOfficeBox(words);
  if (box !== undefined) return box;
  const { rest, unit } = takeUnit(words);
  const short = rest.map((word, index) => shortForm(word, index));
  const { number, street } = takeNumber(short);
  return { number, street: street.join(' '), unit };
}

const betweenWords = /[^a-z0-9\-/\p{L}\p{M}]+/u;

const ordinal = /^\d+(?:st|nd|rd|th)$/;

const houseNumber = /^\d+(?:[-/]\d+)?[a-z]?$|^\d+-[a-z]$/;

function toWords(text: string): string[] {
  let lower = latin(text.replace(/(?<=\d)(?=[¼-¾⅐-⅞])/g, ' '));
  if (!plainLine.test(lower)) {
    lower = lower
      .replace(/['’`´]/g, '')
      // A point inside P.O. is removed; a point between two words separates them.
      .replace(/\.(?=[a-z]{2}|\d)/g, ' ')
      .replaceAll('.', '')
      .replace(/#\s*/g, ' unit ')
      .replace(/c\/\s*(?=[a-z])/g, ' calle ')
      .replace(/(\d)\s*([-/])\s*(?=\d)/g, '$1$2');
  }
  const words: string[] = [];
  for (const word of lower.split(isAscii(lower) ? /[^a-z0-9\-/]+/ : betweenWords)) {
    if (word === '') continue;
    if (!word.includes('-') && !word.includes('/')) words.push(word);
    else if (/\d/.test(word)) words.push(word.replace(/^[-/]+|[-/]+$/g, ''));
    else for (const part of word.split(/[-/]+/)) if (part !== '') words.push(part);
  }
  return words.filter((word, index) => !(numberSigns.has(word) && /^\d/.test(words[index + 1] ?? '')));
}

/** Only letters, digits, spaces and commas, so no sign needs processing. */
const plainLine = /^[a-z0-9 ,]*$/;

const boxWords = new Set(['p', 'po', 'pob', 'pobox', 'post', 'postfach', 'boite', 'bp', 'apartado']);

/** P.O. Box 12, Post Office Box 12, PO 12, Postfach 12, BP 12. */
function readPostOfficeBox(words: readonly string[]): StreetAddress | undefined {
  if (!words.some((word) => boxWords.has(word))) return undefined;
  const joined = words.join(' ');
  const match =
    /(?:^| )(?:p ?o ?b(?:ox)?|post office box|postfach|boite postale|bp|apartado(?: postal)?|po|pobox) (\d+)(?: |$)/.exec(
      joined,
    );
  if (match === null) return undefined;
  const rest = `${joined.slice(0, match.index)} ${joined.slice(match.index + match[0].length)}`.trim();
  return { number: `po box ${match[1]}`, street: rest.split(' ').map(shortForm).join(' '), unit: '' };
}

/** Finds the unit word and its number anywhere: Apt 5, Flat 2, # 5, 2nd floor. */
function takeUnit(words: readonly string[]): { rest: readonly string[]; unit: string } {
  const units: string[] = [];
  const rest: string[] = [];
  for (let i = 0; i < words.length; i++) {
    const word = words[i]!;
    const kind = unitWords.get(word);
    const next = words[i + 1];
    if (kind !== undefined && next !== undefined && isUnitValue(next)) {
      units.push(kind === 'unit' ? next : `${kind} ${next}`);
      i++;
      // "Apt # 5" and "Unit No 5" contain two words for one unit.
    } else if (kind !== undefined && next !== undefined && unitWords.has(next) && isUnitValue(words[i + 2] ?? '')) {
      units.push(kind === 'unit' ? words[i + 2]! : `${kind} ${words[i + 2]}`);
      i += 2;
    } else if (next !== undefined && ordinal.test(numberWords.get(word) ?? word) && unitWords.get(next) === 'fl') {
      units.push(`fl ${Number.parseInt(numberWords.get(word) ?? word, 10)}`);
      i++;
    } else {
      rest.push(word);
    }
  }
  // If no street would remain, the text is not a unit: "Flat 2" alone.
  return { rest, unit: units.join(' ') };
}

function isUnitValue(word: string): boolean {
  return /^(?:\d+[a-z]?|[a-z]\d*|\d+[-/]\d+|[a-z]-?\d+)$/.test(word);
}

function shortForm(word: string, index: number): string {
  const digits = index === 0 || word.length > 3 ? numberWords.get(word) : undefined;
  return digits ?? directions.get(word) ?? streetTypes.get(word) ?? compound(word);
}

/** German and Dutch street names include the type of street: Hauptstraße, Hauptstr → hauptst. */
function compound(word: string): string {
  if (word.length < 7) return word;
  const type = word.endsWith('str') ? 3 : word.endsWith('strasse') ? 7 : word.endsWith('straat') ? 6 : 0;
  return type === 0 ? word : `${word.slice(0, -type)}st`;
}

/** Finds the number at the front (5 High St), otherwise at the end (Hauptstraße 5 a). */
function takeNumber(words: readonly string[]): { number: string; street: readonly string[] } {
  if (words.length < 2) return { number: '', street: words };
  const [first = '', second = ''] = words;
  if (houseNumber.test(first)) {
    const withLetter = words.length > 2 && /^\d+$/.test(first) && /^[a-d]$/.test(second);
    return withLetter ? { number: first + second, street: words.slice(2) } : { number: first, street: words.slice(1) };
  }
  const last = words.at(-1)!;
  if (houseNumber.test(last)) return { number: last, street: words.slice(0, -1) };
  const beforeLast = words.at(-2)!;
  if (words.length > 2 && /^[a-z]$/.test(last) && /^\d+$/.test(beforeLast)) {
    return { number: beforeLast + last, street: words.slice(0, -2) };
  }
  return { number: '', street: words };
}

const attributes = z.object({
  removeUnit: z
    ._default(z.boolean(), false)
    .check(
      z.describe(
        'True leaves apartment, suite and floor out of the pin default; the pin unit still has them. Default false.',
      ),
    ),
});

const outputPins = ['default', 'number', 'street', 'unit'];

export const normalizeaddress = defineTransformer<z.infer<typeof attributes>>({
  type: 'normalizeaddress',
  summary:
    'Writes a street line in one form: short street types, directions and ordinals, number first, unit last. Best for addresses in the United States and Britain.',
  attributes,
  inputPins: () => defaultInput,
  outputPins: () => outputPins,
  compile({ removeUnit }) {
    return eachValueToPins(4, (value, note) => {
      const address = readStreetAddress(value);
      if (address === undefined) {
        note?.(`"${value.slice(0, 80)}" is no street line`);
        return undefined;
      }
      const { number, street, unit } = address;
      let whole = number === '' || street === '' ? number + street : `${number} ${street}`;
      if (unit !== '' && (!removeUnit || whole === '')) whole = whole === '' ? `unit ${unit}` : `${whole} unit ${unit}`;
      return [whole, number, street, unit];
    });
  },
  examples: [
    {
      attributes: {},
      inputs: { default: ['123 North Main Street, Apt. #5', 'Flat 2, 10 High Road'] },
      outputs: {
        default: ['123 n main st unit 5', '10 high rd unit 2'],
        number: ['123', '10'],
        street: ['n main st', 'high rd'],
        unit: ['5', '2'],
      },
    },
    {
      attributes: { removeUnit: true },
      inputs: { default: ['P.O. Box 12', 'Hauptstraße 5a, Whg 3'] },
      outputs: {
        default: ['po box 12', '5a hauptst'],
        number: ['po box 12', '5a'],
        street: ['hauptst'],
        unit: ['3'],
      },
    },
  ],
});
