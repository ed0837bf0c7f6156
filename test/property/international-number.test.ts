import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import examples from 'libphonenumber-js/examples.mobile.json';
import {
  type CountryCode,
  getCountries,
  getCountryCallingCode,
  getExampleNumber,
  parsePhoneNumberFromString,
} from 'libphonenumber-js/max';
import { readInternational } from '../../src/rules/transformers/international-number.ts';

const countries = getCountries();

/** What the library says, as the reader says it; undefined for what it refuses. */
function readByLibrary(text: string): readonly string[] | undefined {
  const parsed = parsePhoneNumberFromString(text);
  return parsed?.isPossible() ? [parsed.number, parsed.country ?? '', parsed.nationalNumber] : undefined;
}

describe('readInternational', () => {
  it('says of random digits behind every calling code what the library says, or nothing', () => {
    fc.assert(
      fc.property(
        fc.constantFrom(...countries),
        fc.stringMatching(/^\d{4,12}$/),
        fc.option(fc.constantFrom('0', '1', '8', '00'), { nil: '' }),
        (country, digits, front) => {
          const text = `+${getCountryCallingCode(country)}${front}${digits}`;
          const read = readInternational(text);
          if (read !== undefined) expect(read).toEqual(readByLibrary(text));
        },
      ),
      { numRuns: 5_000 },
    );
  });

  it('says of numbers near the example of every country what the library says, or nothing', () => {
    const country = fc.constantFrom(...countries.filter((code) => getExampleNumber(code, examples) !== undefined));
    fc.assert(
      fc.property(country, fc.nat(14), fc.nat(9), (code: CountryCode, at, digit) => {
        const example = getExampleNumber(code, examples)!.number;
        const place = 2 + (at % (example.length - 2));
        const text = example.slice(0, place) + String(digit) + example.slice(place + 1);
        const read = readInternational(text);
        if (read !== undefined) expect(read).toEqual(readByLibrary(text));
      }),
      { numRuns: 3_000 },
    );
  });

  it('reads the example of nearly every country by itself', () => {
    const read = countries.filter((code) => {
      const example = getExampleNumber(code, examples);
      return example !== undefined && readInternational(example.number)?.[1] === code;
    });

    expect(read.length).toBeGreaterThan(countries.length * 0.8);
  });

  it.each(['+', '+44', '+0044770090012', '447700900123', '+44 7700 900123', '+999123456789', '+1234567890123456'])(
    'leaves %s to the library',
    (text) => {
      expect(readInternational(text)).toBeUndefined();
    },
  );
});
