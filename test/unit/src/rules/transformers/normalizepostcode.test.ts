import { describe, expect, it } from '@jest/globals';
import { normalizepostcode } from '../../../../../src/rules/transformers/normalizepostcode.ts';
import { runTransformer } from './run-transformer.ts';

const postcode = (text: string, country?: string) => {
  const pins = runTransformer(normalizepostcode, {
    attributes: country === undefined ? {} : { country },
    inputs: { default: [text] },
  });
  return [pins['full']?.[0], pins['area']?.[0]];
};

describe('normalizepostcode', () => {
  it.each([
    ['US', '12345', '12345', '12345'],
    ['US', '12345-6789', '12345-6789', '12345'],
    ['US', '123456789', '12345-6789', '12345'],
    ['US', '2134', '02134', '02134'],
    ['US', '501', '00501', '00501'],
    ['US', '21341234', '02134-1234', '02134'],
    ['GB', 'sw1a1aa', 'SW1A 1AA', 'SW1A'],
    ['UK', 'M1 1AE', 'M1 1AE', 'M1'],
    ['GB', 'W1A OAX', 'W1A 0AX', 'W1A'],
    ['GB', 'GIR 0AA', 'GIR 0AA', 'GIR'],
    ['GB', 'BFPO 12', 'BFPO 12', 'BFPO'],
    ['CA', 'k1a-0b1', 'K1A 0B1', 'K1A'],
    ['CA', 'KIAOBI', 'K1A 0B1', 'K1A'],
    ['DE', 'D-10115', '10115', '10'],
    ['DE', '00000', undefined, undefined],
    ['Deutschland', '1067', '01067', '01'],
    ['NL', '1012ab', '1012 AB', '1012'],
    ['FR', '75001', '75001', '75'],
    ['PL', '00950', '00-950', '00'],
    ['SE', '11122', '111 22', '111'],
    ['JP', '１２３４５６７', '123-4567', '123'],
    ['IE', 'd02x285', 'D02 X285', 'D02'],
    ['BR', '01310100', '01310-100', '01310'],
    ['PT', '1000-205', '1000-205', '1000'],
    ['AT', 'A-1010', '1010', '1'],
    ['MC', '98000', '98000', '98000'],
  ])('writes the %s postcode %s as %s in %s', (country, text, full, area) => {
    expect(postcode(text, country)).toEqual([full, area]);
  });

  it.each([
    ['US', '00000'],
    ['US', 'ABCDE'],
    ['US', '1234567890'],
    ['US', '12'],
    ['GB', 'SW1A'],
    ['GB', 'QQ1 1AA'],
    ['CA', 'D1A 0B1'],
    ['CA', 'K1A'],
    ['DE', '123'],
    ['DE', '1O115'],
    ['NL', '0123 AB'],
  ])('refuses the %s postcode %s', (country, text) => {
    expect(postcode(text, country)).toEqual([undefined, undefined]);
  });

  it('recognizes forms that one country alone has', () => {
    expect([postcode('sw1a1aa')[0], postcode('k1a0b1')[0], postcode('1012ab')[0], postcode('12345')[0]]).toEqual([
      'SW1A 1AA',
      'K1A 0B1',
      '1012 AB',
      '12345',
    ]);
  });

  it('takes the country of the pin before the attribute', () => {
    const pins = runTransformer(normalizepostcode, {
      attributes: { country: 'US' },
      inputs: { default: ['10115', 'K1A0B1'], country: ['DE', 'CA'] },
    });

    expect(pins['area']).toEqual(['10', 'K1A']);
  });

  it('reports a country that it does not know', () => {
    expect(normalizepostcode.lint?.(normalizepostcode.attributes.parse({ country: 'Atlantis' }))).toMatchObject([
      { code: 'UNKNOWN_COUNTRY' },
    ]);
  });
});
