import type { CountryCode, PhoneNumber } from 'libphonenumber-js/max';
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';
import * as z from 'zod/mini';
import { BoundedCache } from '../../text/bounded-cache.ts';
import { countryCode } from './country.ts';
import { noValues } from './default-pin.ts';
import { readInternational } from './international-number.ts';
import { defineTransformer, pairedLength, pairedValue } from './transformer.ts';

const attributes = z.object({
  defaultCountry: z
    .optional(z.string().check(z.minLength(2)))
    .check(
      z.describe(
        'The country (ISO 3166 code such as US, or a name) of numbers that are written without one and for which the pin ' +
          'country has no value. Without it such numbers are no value.',
      ),
    ),
  validation: z
    ._default(z.enum(['possible', 'valid']), 'possible')
    .check(
      z.describe(
        'possible (the default) asks for a length that the country uses; valid also for a range that is assigned today. ' +
          'A number of one repeated digit is accepted only if it has at most 8 digits and is in such a range.',
      ),
    ),
});

type Attributes = z.infer<typeof attributes>;
type ReadNumber = readonly [e164: string, country: string, national: string];

const inputPins = [
  { name: 'number', required: true },
  { name: 'country', required: false },
];
const outputPins = ['e164', 'country', 'national'];
const none = [noValues, noValues, noValues];
/** Reading a number takes about 20 µs, and the same numbers return in searches and repeated submits. */
const cacheSize = 5000;
/** RFC 3966 numbers with extensions are much shorter; a longer text is not a phone number. */
const maximalLength = 100;

export const normalizephonenumber = defineTransformer<Attributes>({
  type: 'normalizephonenumber',
  summary:
    'Reads phone numbers of every country in any notation and writes them as E.164. Other texts become no value.',
  attributes,
  lint: ({ defaultCountry }) =>
    defaultCountry === undefined || readCountry(defaultCountry) !== undefined
      ? []
      : [
          {
            severity: 'error',
            code: 'UNKNOWN_COUNTRY',
            message: `"${defaultCountry}" is not a country with phone numbers`,
            hint: 'Write its ISO 3166 code of two letters, for instance US, GB or DE.',
            pointer: '/defaultCountry',
          },
        ],
  inputPins: () => inputPins,
  outputPins: () => outputPins,
  compile({ defaultCountry, validation }) {
    const fallback = defaultCountry === undefined ? undefined : readCountry(defaultCountry);
    const cache = new BoundedCache<ReadNumber | string>(cacheSize);
    const read = (text: string, countryText: string): ReadNumber | string => {
      const country = (countryText === '' ? undefined : readCountry(countryText)) ?? fallback;
      if (validation === 'possible') {
        const quick = readNorthAmerican(text, country) ?? readInternational(text);
        if (quick !== undefined) return [quick[0], quick[1] || country || '', quick[2]];
      }
      const key = `${country ?? ''}|${text}`;
      let answer = cache.get(key);
      if (answer === undefined) {
        answer = readNumber(text, country, validation);
        cache.set(key, answer);
      }
      return answer;
    };
    return (inputs, _record, note) => {
      const [numbers = noValues, countries] = inputs;
      if (numbers.length === 0) return none;
      const outputs: [string[], string[], string[]] = [[], [], []];
      const count = pairedLength(inputs);
      for (let i = 0; i < count && i < numbers.length; i++) {
        const answer = read(numbers[i]!, pairedValue(countries, i));
        if (typeof answer === 'string') {
          note?.(`"${numbers[i]}" ${answer}`);
          continue;
        }
        outputs[0].push(answer[0]);
        if (answer[1] !== '') outputs[1].push(answer[1]);
        outputs[2].push(answer[2]);
      }
      return outputs;
    };
  },
  examples: [
    {
      attributes: { defaultCountry: 'US' },
      inputs: { number: ['(202) 555-0123', '+44 (0)20 7946 0123', 'none'] },
      outputs: {
        e164: ['+12025550123', '+442079460123'],
        country: ['US', 'GB'],
        national: ['2025550123', '2079460123'],
      },
    },
    {
      attributes: {},
      inputs: { number: ['030 23125 000', '020 7946 0123'], country: ['DE', 'United Kingdom'] },
      outputs: {
        e164: ['+493023125000', '+442079460123'],
        country: ['DE', 'GB'],
        national: ['3023125000', '2079460123'],
      },
    },
  ],
});

/** Territories without a numbering plan of their own. Listed here so that the linter need not load the plans. */
const withoutPlan: ReadonlySet<string> = new Set(['AQ', 'BV', 'GS', 'HM', 'PN', 'TF', 'UM']);

/** Returns the country of a numbering plan, for a code or a name. */
export function readCountry(text: string): CountryCode | undefined {
  const code = countryCode(text);
  return code !== undefined && !withoutPlan.has(code) ? (code as CountryCode) : undefined;
}

/** Returns the number, or the reason why it is invalid. */
function readNumber(
  text: string,
  country: CountryCode | undefined,
  validation: Attributes['validation'],
): ReadNumber | string {
  if (text.length > maximalLength) return `is longer than ${maximalLength} characters`;
  const written = ofToday(withKeypadDigits(text), country);
  let parsed = parsePhoneNumberFromString(written, country === undefined ? {} : { defaultCountry: country });
  if (country !== undefined && parsed?.country === country && /^[1-9]/.test(written)) {
    // "491711234567": exports often omit the plus sign before the calling code.
    const digits = written.replace(/\D+/g, '');
    if (digits.length >= 10 && digits.startsWith(parsed.countryCallingCode)) {
      const international = parsePhoneNumberFromString(`+${digits}`);
      if (international?.isValid() && international.country === country) parsed = international;
    }
  }
  if (parsed === undefined) {
    return country === undefined
      ? 'has no country: connect the pin country or set defaultCountry'
      : 'is no phone number';
  }
  if (!parsed.isPossible()) return `has a length that no number of ${parsed.country ?? 'its country'} has`;
  if (validation === 'valid' && !parsed.isValid()) return 'is in no range that is assigned today';
  if (isPlaceholder(parsed)) return 'repeats one digit: a placeholder';
  return [parsed.number, parsed.country ?? country ?? '', parsed.nationalNumber];
}

/** Separators and ten digits, or eleven with the 1: the North American Numbering Plan has no other length. */
const northAmerican = /^(\+?1)?[ .\-/]*\(?([2-9]\d\d)\)?[ .\-/]*([2-9]\d\d)[ .\-/]*(\d{4})$/;
const countryOfArea = new Map<string, string>();
const northAmericanCountries = new Map<string, boolean>();

/** Reads this simple form without the library, which takes 20 µs. Returns undefined for texts that need the library. */
function readNorthAmerican(text: string, country: CountryCode | undefined): ReadNumber | undefined {
  const match = northAmerican.exec(text);
  if (match === null) return undefined;
  const prefix = match[1];
  if (prefix !== '+1' && (country === undefined || !usesNorthAmericanPlan(country))) return undefined;
  const area = match[2]!;
  const national = area + match[3]! + match[4]!;
  if (isRepeatedDigit(national)) return undefined;
  let owner = countryOfArea.get(area);
  if (owner === undefined) {
    owner = parsePhoneNumberFromString(`+1${area}2345678`)?.country ?? '';
    countryOfArea.set(area, owner);
  }
  return [`+1${national}`, owner || country || '', national];
}

function usesNorthAmericanPlan(country: CountryCode): boolean {
  let uses = northAmericanCountries.get(country);
  if (uses === undefined) {
    uses = parsePhoneNumberFromString('2025550123', country)?.countryCallingCode === '1';
    northAmericanCountries.set(country, uses);
  }
  return uses;
}

/** A longer number of one digit is a placeholder, although some plans assign it: 99999 99999 of India. */
const shortest = 8;

const isPlaceholder = (number: PhoneNumber): boolean =>
  isRepeatedDigit(number.nationalNumber) && (number.nationalNumber.length > shortest || !number.isValid());

/** True if a number that is written with its country is in a range that is assigned today. */
export const isPhoneInUse = (text: string): boolean => typeof readNumber(text, undefined, 'valid') !== 'string';

/** Mexican numbers without the prefixes that they had until 2019: +52 1 of mobile ones, and 01, 044 and 045. */
function ofToday(text: string, country: CountryCode | undefined): string {
  const digits = text.replace(/[^+\d]+/g, '');
  const national = /^(?:\+|00)521(\d{10})$/.exec(digits) ?? (country === 'MX' ? mexican.exec(digits) : null);
  return national === null ? text : `+52${national[1]}`;
}

const mexican = /^(?:04[45]|01|(?:52)?1)(\d{10})$/;

function isRepeatedDigit(digits: string): boolean {
  return digits === digits[0]!.repeat(digits.length);
}

const keypad = '22233344455566677778889999';

/** 1-800-FLOWERS: at least three letters in a row after digits, read from the keypad (ITU E.161); "ext" is none of them. */
function withKeypadDigits(text: string): string {
  if (!/^[+\d(][\d\s().\-+]*[A-Za-z]{3,}[A-Za-z\d\s-]*$/.test(text) || /ext|fax|tel|mob/i.test(text)) return text;
  return text.replace(/[A-Za-z]/g, (letter) => keypad[letter.toUpperCase().charCodeAt(0) - 65]!);
}
