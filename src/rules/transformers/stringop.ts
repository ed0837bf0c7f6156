import anyAscii from 'any-ascii';
import * as z from 'zod/mini';
import { isAscii, withoutDiacritics } from '../../text/normal-form.ts';
import { digitsOnly, normalizeSpaces } from '../../text/plain-text.ts';
import type { AttributeNote } from '../document/definition.ts';
import { defaultInput, defaultOutput, eachValue, MAX_VALUE_LENGTH } from './default-pin.ts';
import { compilePattern, patternNotes } from './pattern.ts';
import { defineTransformer } from './transformer.ts';

const operations = [
  'normalizediacritics',
  'normalizespaces',
  'removespaces',
  'lowercase',
  'uppercase',
  'trim',
  'onlydigits',
  'onlyletters',
  'onlyalphanumeric',
  'removepunctuation',
  'transliterate',
  'substring',
  'replace',
] as const;

const attributes = z.object({
  operation: z
    .enum(operations)
    .check(
      z.describe(
        'normalizediacritics: é → e, ß → ss · normalizespaces: one space between words, none around · removespaces · ' +
          'lowercase · uppercase · trim · onlydigits (of any script, as 0-9) · onlyletters · onlyalphanumeric · ' +
          'removepunctuation (symbols too) · transliterate: any script to ASCII · substring · replace',
      ),
    ),
  start: z
    .optional(z.int())
    .check(
      z.describe('substring: the first character to keep, from 0; a negative number counts from the end. Default 0.'),
    ),
  length: z
    .optional(z.int().check(z.minimum(1)))
    .check(z.describe('substring: how many characters to keep. Default: all that follow.')),
  pattern: z
    .optional(z.string().check(z.minLength(1)))
    .check(z.describe('replace: what to look for, an RE2 regular expression; (?i) ignores case.')),
  replacement: z
    ._default(z.string().check(z.maxLength(MAX_VALUE_LENGTH)), '')
    .check(z.describe('replace: what to put there; $1 is the first group, $$ a dollar sign. Default: nothing.')),
});

type Attributes = z.infer<typeof attributes>;

const notLetters = /[^\p{L}\p{M}]+/gu;
const notLettersOrDigits = /[^\p{L}\p{M}\p{N}]+/gu;
const punctuation = /[\p{P}\p{S}]+/gu;

const simple: Readonly<Partial<Record<Attributes['operation'], (value: string) => string>>> = {
  normalizediacritics: withoutDiacritics,
  normalizespaces: normalizeSpaces,
  removespaces: (value) => value.replace(/\s+/g, ''),
  lowercase: (value) => value.toLowerCase(),
  uppercase: (value) => value.toUpperCase(),
  trim: (value) => value.trim(),
  onlydigits: digitsOnly,
  onlyletters: (value) => value.replace(notLetters, ''),
  onlyalphanumeric: (value) =>
    isAscii(value) ? value.replace(/[^0-9A-Za-z]+/g, '') : value.replace(notLettersOrDigits, ''),
  removepunctuation: (value) => value.replace(punctuation, ''),
  transliterate: (value) => (isAscii(value) ? value : anyAscii(value)),
};

export const stringop = defineTransformer<Attributes>({
  type: 'stringop',
  summary: 'Cleans each text with one operation, such as lower case, no diacritics, only digits, or a replacement.',
  attributes,
  lint(given) {
    const notes: AttributeNote[] = [];
    if (given.operation === 'replace') {
      if (given.pattern === undefined) {
        notes.push({
          severity: 'error',
          code: 'MISSING_ATTRIBUTE',
          message: 'the operation replace needs a pattern',
          hint: 'Add "pattern", for instance "[^a-z]+".',
          pointer: '/pattern',
        });
      } else {
        notes.push(...patternNotes(given.pattern, '/pattern'), ...groupNotes(given.pattern, given.replacement));
      }
    }
    const unused: (keyof Attributes)[] = [
      ...(given.operation === 'replace' ? [] : (['pattern'] as const)),
      ...(given.operation === 'substring' ? [] : (['start', 'length'] as const)),
    ];
    for (const name of unused) {
      if (given[name] === undefined) continue;
      notes.push({
        severity: 'warning',
        code: 'UNUSED_ATTRIBUTE',
        message: `the operation ${given.operation} does not use ${name}`,
        hint: `Remove ${name}, or choose the operation that uses it.`,
        pointer: `/${name}`,
      });
    }
    return notes;
  },
  inputPins: () => defaultInput,
  outputPins: () => defaultOutput,
  compile(given) {
    const convert = simple[given.operation] ?? (given.operation === 'replace' ? replace(given) : substring(given));
    return eachValue((value, note) => {
      const converted = convert(value);
      if (converted === '') note?.(`${given.operation} leaves nothing of "${value}"`);
      return converted;
    });
  },
  examples: [
    {
      attributes: { operation: 'normalizediacritics' },
      inputs: { default: ['Zoë Müller-Łukasz'] },
      outputs: { default: ['Zoe Muller-Lukasz'] },
    },
    {
      attributes: { operation: 'normalizespaces' },
      inputs: { default: ['  High\u00a0\u00a0Street \t 5 '] },
      outputs: { default: ['High Street 5'] },
    },
    { attributes: { operation: 'removespaces' }, inputs: { default: ['DE 12 34'] }, outputs: { default: ['DE1234'] } },
    { attributes: { operation: 'lowercase' }, inputs: { default: ['ÅSE'] }, outputs: { default: ['åse'] } },
    { attributes: { operation: 'uppercase' }, inputs: { default: ['ab-1'] }, outputs: { default: ['AB-1'] } },
    { attributes: { operation: 'trim' }, inputs: { default: [' a b '] }, outputs: { default: ['a b'] } },
    {
      attributes: { operation: 'onlydigits' },
      inputs: { default: ['No. 12-34', 'none'] },
      outputs: { default: ['1234'] },
    },
    { attributes: { operation: 'onlyletters' }, inputs: { default: ["O'Brien 3"] }, outputs: { default: ['OBrien'] } },
    {
      attributes: { operation: 'onlyalphanumeric' },
      inputs: { default: ['AB-12/3'] },
      outputs: { default: ['AB123'] },
    },
    {
      attributes: { operation: 'removepunctuation' },
      inputs: { default: ['J. R. Smith, Jr.'] },
      outputs: { default: ['J R Smith Jr'] },
    },
    {
      attributes: { operation: 'transliterate' },
      inputs: { default: ['Александр', '王小明'] },
      outputs: { default: ['Aleksandr', 'WangXiaoMing'] },
    },
    {
      attributes: { operation: 'substring', start: 0, length: 3 },
      inputs: { default: ['London'] },
      outputs: { default: ['Lon'] },
    },
    {
      attributes: { operation: 'substring', start: -4 },
      inputs: { default: ['4000-1234'] },
      outputs: { default: ['1234'] },
    },
    {
      attributes: { operation: 'replace', pattern: '(?i)^saint (\\w+)$', replacement: 'st $1' },
      inputs: { default: ['Saint Albans'] },
      outputs: { default: ['st Albans'] },
    },
  ],
});

function replace({ pattern, replacement }: Attributes): (value: string) => string {
  const compiled = compilePattern(pattern ?? '');
  return (value) => compiled.matcher(value).replaceAll(replacement);
}

/** Counts code points, so that it never splits a surrogate pair. */
function substring({ start = 0, length }: Attributes): (value: string) => string {
  const cut = <Sliced extends string | string[]>(characters: Sliced): Sliced => {
    const from = start < 0 ? Math.max(0, characters.length + start) : start;
    return characters.slice(from, length === undefined ? undefined : from + length) as Sliced;
  };
  return (value) => (isAscii(value) ? cut(value) : cut([...value]).join(''));
}

function groupNotes(pattern: string, replacement: string): AttributeNote[] {
  let groups: number;
  try {
    groups = compilePattern(pattern).groupCount();
  } catch {
    // patternNotes already reports the pattern.
    return [];
  }
  const named = [...replacement.replaceAll('$$', '').matchAll(/\$(\d{1,2})/g)].map((match) => Number(match[1]));
  const missing = named.find((group) => group > groups);
  if (missing === undefined) return [];
  return [
    {
      severity: 'error',
      code: 'UNKNOWN_GROUP',
      message: `the replacement uses $${missing}, and the pattern has ${groups} groups`,
      hint: 'Put parentheses around the part to keep, or write $$ for a dollar sign.',
      pointer: '/replacement',
    },
  ];
}
