import { describe, expect, it } from '@jest/globals';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { countryCodes } from '../../../../../src/rules/transformers/data/countries.ts';
import { normalizephonenumber, readCountry } from '../../../../../src/rules/transformers/normalizephonenumber.ts';
import { runTransformer } from './run-transformer.ts';

const e164 = (number: string, defaultCountry?: string, validation?: string) =>
  runTransformer(normalizephonenumber, {
    attributes: { ...(defaultCountry ? { defaultCountry } : {}), ...(validation ? { validation } : {}) },
    inputs: { number: [number] },
  })['e164']?.[0];

describe('normalizephonenumber', () => {
  it.each([
    ['(202) 555-0123', 'US', '+12025550123'],
    ['202.555.0123', 'US', '+12025550123'],
    ['1-202-555-0123', 'US', '+12025550123'],
    ['12025550123', 'US', '+12025550123'],
    ['+1 202 555 0123', undefined, '+12025550123'],
    ['202-555-0123 ext. 45', 'US', '+12025550123'],
    ['1-800-FLOWERS', 'US', '+18003569377'],
    ['011 44 20 7946 0123', 'US', '+442079460123'],
    ['(604) 555-0123', 'CA', '+16045550123'],
    ['020 7946 0123', 'GB', '+442079460123'],
    ['+44 (0)20 7946 0123', undefined, '+442079460123'],
    ['0044 20 7946 0123', 'DE', '+442079460123'],
    ['030 23125 000', 'DE', '+493023125000'],
    ['030/23125-000', 'Deutschland', '+493023125000'],
    ['4917123456789', 'DE', '+4917123456789'],
    ['tel:+49-30-23125000', undefined, '+493023125000'],
    ['06 12 34 56 78', 'FR', '+33612345678'],
    ['06 698 12345', 'IT', '+390669812345'],
    ['8 (495) 123-45-67', 'RU', '+74951234567'],
    ['0491 570 006', 'AU', '+61491570006'],
    ['03-1234-5678', 'JP', '+81312345678'],
    ['098765 43210', 'IN', '+919876543210'],
    ['٠٣٠ ٢٣١٢٥٠٠٠', 'DE', '+493023125000'],
  ])('reads %s of %s', (number, country, expected) => {
    expect(e164(number, country)).toBe(expected);
  });

  it.each([
    ['none', 'US'],
    ['911', 'US'],
    ['12345', 'US'],
    ['0000000000', 'US'],
    ['(999) 999-9999', 'US'],
    ['+1 111 111 1111', undefined],
    ['020 7946 0123', undefined],
    ['+999 123 456 789', undefined],
    ['ada@example.com', 'US'],
  ])('gives no value for %s of %s', (number, country) => {
    expect(e164(number, country)).toBeUndefined();
  });

  it('accepts a length that is possible, and on request only assigned ranges', () => {
    expect(e164('555-555-0199', 'US')).toBe('+15555550199');
    expect(e164('555-555-0199', 'US', 'valid')).toBeUndefined();
    expect(e164('202-555-0199', 'US', 'valid')).toBe('+12025550199');
  });

  it('names the country of a number of the North American plan', () => {
    const outputs = runTransformer(normalizephonenumber, {
      attributes: { defaultCountry: 'US' },
      inputs: { number: ['604 555 0123', '202 555 0123', '876 555 0123', '555 555 0123'] },
    });

    expect(outputs['country']).toEqual(['CA', 'US', 'JM', 'US']);
  });

  it('pairs numbers with their countries by position and gives one country to all', () => {
    const paired = runTransformer(normalizephonenumber, {
      inputs: { number: ['020 7946 0123', '030 23125000'], country: ['gbr', 'de'] },
    });
    const shared = runTransformer(normalizephonenumber, {
      inputs: { number: ['030 23125000', '030 23125001'], country: ['Germany'] },
    });

    expect(paired['e164']).toEqual(['+442079460123', '+493023125000']);
    expect(shared['e164']).toEqual(['+493023125000', '+493023125001']);
  });

  it('falls back to the default country if the pin has no known country', () => {
    const outputs = runTransformer(normalizephonenumber, {
      attributes: { defaultCountry: 'GB' },
      inputs: { number: ['020 7946 0123'], country: ['Atlantis'] },
    });

    expect(outputs['e164']).toEqual(['+442079460123']);
  });

  it('says why a number was dropped', () => {
    const notes: string[] = [];

    runTransformer(normalizephonenumber, { inputs: { number: ['020 7946 0123', '+49 1'] }, notes });

    expect(notes).toEqual([
      '"020 7946 0123" has no country: connect the pin country or set defaultCountry',
      expect.stringContaining('"+49 1"'),
    ]);
  });

  it('reports a default country that it does not know', () => {
    const notes = normalizephonenumber.lint?.(normalizephonenumber.attributes.parse({ defaultCountry: 'Atlantis' }));

    expect(notes).toMatchObject([{ severity: 'error', code: 'UNKNOWN_COUNTRY', pointer: '/defaultCountry' }]);
  });
});

describe('countries of phone numbers', () => {
  it('are those that the library has a numbering plan for', () => {
    const codes = [...new Set(countryCodes.values())];

    expect(codes.filter((code) => readCountry(code) !== undefined)).toEqual(
      codes.filter((code) => isSupportedCountry(code)),
    );
  });
});
