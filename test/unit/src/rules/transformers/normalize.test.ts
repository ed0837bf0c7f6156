import { describe, expect, it } from '@jest/globals';
import { isSupportedCountry } from 'libphonenumber-js/max';
import { countryCodes } from '../../../../../src/rules/transformers/country.ts';
import { normalizeaddress } from '../../../../../src/rules/transformers/normalizeaddress.ts';
import { normalizecompany } from '../../../../../src/rules/transformers/normalizecompany.ts';
import { normalizeemail } from '../../../../../src/rules/transformers/normalizeemail.ts';
import { normalizephonenumber, readCountry } from '../../../../../src/rules/transformers/normalizephonenumber.ts';
import { normalizepostcode } from '../../../../../src/rules/transformers/normalizepostcode.ts';
import { runTransformer } from './run-transformer.ts';

const address = (line: string, attributes: object = {}) =>
  runTransformer(normalizeaddress, { attributes, inputs: { default: [line] } });

describe('normalizeaddress', () => {
  it.each([
    [
      '123 n main st unit 5',
      [
        '123 North Main Street, Apt. #5',
        '123 N. Main St Apt 5',
        '123 N MAIN ST UNIT 5',
        '123 N Main Str. # 5',
        'Apt 5, 123 North Main Street',
        '123 N.Main Street, Suite 5',
      ],
    ],
    ['10 5th ave unit fl 2', ['10 Fifth Avenue, 2nd Floor', '10 5th Ave Floor 2', '10 5th Av., second floor']],
    ['1600 pennsylvania ave nw', ['1600 Pennsylvania Avenue NW', '1600 Pennsylvania Ave. Northwest']],
    ['100 st marks pl', ['100 St. Marks Place', '100 Saint Mark’s Pl']],
    ['1 main st', ['One Main Street', '1 Main St']],
    ['221b baker st', ['221B Baker Street', '221 b Baker St.']],
    ['10-12 high st', ['10-12 High St', '10 - 12 High Street']],
    ['10 high rd unit 2', ['Flat 2, 10 High Road', '10 High Rd, Flat 2']],
    ['po box 12', ['P.O. Box 12', 'PO Box 12', 'Post Office Box 12', 'P.O.B. 12', 'POB 12', 'Postfach 12']],
    ['5a hauptst', ['Hauptstraße 5a', 'Hauptstr. 5 a', 'HAUPTSTRASSE 5A']],
    ['12 1/2 elm st', ['12½ Elm St', '12 ½ Elm Street', '12 1/2 Elm St.']],
    ['12 rue de la paix', ['12, rue de la Paix']],
    ['5 c mayor', ['Calle Mayor 5', 'C/ Mayor 5', 'c/Mayor, 5']],
    ['3 oconnell st', ["O'Connell Street 3", '3 O’Connell St']],
    ['5 ul lenina', ['ул. Ленина 5']],
    ['unit 5', ['Apt 5']],
    ['5 high st', ['No. 5 High Street', 'Number 5, High St', '5 High St']],
    ['3 pk ln unit 5', ['Unit No 5, 3 Park Lane', '3 Park Lane # 5']],
    ['the old ml', ['The Old Mill']],
  ])('writes %s for every spelling', (expected, lines) => {
    expect(lines.map((line) => [line, address(line)['default']?.[0]])).toEqual(lines.map((line) => [line, expected]));
  });

  it('leaves the unit out on request, unless there is nothing else', () => {
    expect(address('5 Main St Apt 3', { removeUnit: true })).toMatchObject({ default: ['5 main st'], unit: ['3'] });
    expect(address('Apt 3', { removeUnit: true })).toMatchObject({ default: ['unit 3'] });
  });

  it('gives the parts on pins of their own', () => {
    expect(address('350 Fifth Avenue, Suite 300')).toEqual({
      default: ['350 5th ave unit 300'],
      number: ['350'],
      street: ['5th ave'],
      unit: ['300'],
    });
  });

  it.each(['', '!!', 'x'.repeat(301)])('gives no value for "%s"', (line) => {
    expect(address(line)).toEqual({});
  });
});

const company = (name: string, attributes: object = {}) => {
  const pins = runTransformer(normalizecompany, { attributes, inputs: { default: [name] } });
  return [pins['default']?.join(' | ') ?? '', pins['legalForm']?.join(' | ') ?? ''];
};

describe('normalizecompany', () => {
  it.each([
    ['United States', 'The Acme Corp.', 'acme', 'corp'],
    ['United States', 'Acme, Incorporated', 'acme', 'inc'],
    ['United States', 'Acme L.L.C.', 'acme', 'llc'],
    ['United States', 'J.P. Morgan Chase & Co.', 'jp morgan chase', 'co'],
    ['United Kingdom', 'Acme Public Limited Company', 'acme', 'plc'],
    ['United Kingdom', 'Acme Co., Ltd.', 'acme', 'co ltd'],
    ['Germany', 'Müller & Söhne GmbH & Co. KG', 'muller and sohne', 'gmbh co kg'],
    ['Germany', 'Beispiel UG (haftungsbeschränkt)', 'beispiel', 'ug'],
    ['Germany', 'Beispiel Gesellschaft mit beschränkter Haftung', 'beispiel', 'gmbh'],
    ['Germany', 'Sportverein e.V.', 'sportverein', 'ev'],
    ['Austria', 'Beispiel Ges.m.b.H.', 'beispiel', 'gmbh'],
    ['France', 'Dupont S.A.R.L.', 'dupont', 'sarl'],
    ['France', 'SARL Dupont', 'dupont', 'sarl'],
    ['Poland', 'PKN Orlen Spółka Akcyjna', 'pkn orlen', 'sa'],
    ['Italy', 'Eni S.p.A.', 'eni', 'spa'],
    ['Spain', 'Pescados S.L.', 'pescados', 'sl'],
    ['Mexico', 'Grupo X, S.A. de C.V.', 'grupo x', 'sa de cv'],
    ['Brazil', 'Petrobras S/A', 'petrobras', 'sa'],
    ['Portugal', 'Vinhos, Lda.', 'vinhos', 'lda'],
    ['Netherlands', 'Philips N.V.', 'philips', 'nv'],
    ['Poland', 'Widgets Sp. z o.o.', 'widgets', 'sp z oo'],
    ['Czechia', 'Škoda, spol. s r.o.', 'skoda', 'sro'],
    ['Hungary', 'Példa Kft.', 'pelda', 'kft'],
    ['Sweden', 'Volvo AB (publ)', 'volvo', 'ab publ'],
    ['Denmark', 'Maersk A/S', 'maersk', 'as'],
    ['Finland', 'Nokia Oyj', 'nokia', 'oyj'],
    ['Russia', 'ООО «Ромашка»', 'romashka', 'ooo'],
    ['Turkey', 'Turkcell A.Ş.', 'turkcell', 'as'],
    ['Japan', '株式会社トヨタ', 'toyota', 'kk'],
    ['China', '华为技术有限公司', 'huaweijishu', 'co ltd'],
    ['India', 'Tata Sons Pvt. Ltd.', 'tata sons', 'pvt ltd'],
    ['Australia', 'Acme (Pty) Ltd', 'acme', 'pty ltd'],
    ['Indonesia', 'PT Astra Tbk', 'astra', 'pt tbk'],
  ])('knows the forms of %s: %s', (_country, name, expected, form) => {
    expect(company(name)).toEqual([expected, form]);
  });

  it.each([
    ['Limited', 'limited'],
    ['AG', 'ag'],
    ['The Limited', 'limited'],
    ["Macy's", 'macys'],
    ['3M', '3m'],
    ['Intl. Business Mfg', 'international business manufacturing'],
    ['AT&T', 'at and t'],
  ])('leaves %s a name: %s', (name, expected) => {
    expect(company(name)[0]).toBe(expected);
  });

  it('gives both names of a company that trades under another', () => {
    expect(company('Acme LLC dba Roadrunner')[0]).toBe('acme | roadrunner');
    expect(company('Acme Ltd t/a Roadrunner')[0]).toBe('acme | roadrunner');
    expect(company('Acme Ltd f/k/a Beep Inc')[0]).toBe('acme | beep');
  });

  it('writes forms in one spelling, or leaves them', () => {
    expect(company('Acme Limited', { legalForms: 'normalize' })[0]).toBe('acme ltd');
    expect(company('Acme Limited', { legalForms: 'keep' })).toEqual(['acme limited', 'ltd']);
  });

  it('gives no value where no letter or digit is', () => {
    expect(company('&%$')).toEqual(['and', '']);
    expect(company('!!!')).toEqual(['', '']);
  });
});

const email = (text: string, attributes: object = {}) =>
  runTransformer(normalizeemail, { attributes, inputs: { default: [text] } })['email']?.[0];

describe('normalizeemail', () => {
  it.each([
    ['  Ada@Example.COM ', 'ada@example.com'],
    ['<ada@example.com>', 'ada@example.com'],
    ['"Lovelace, Ada" <ada@example.com>', 'ada@example.com'],
    ['mailto:ada@example.com?subject=hi', 'ada@example.com'],
    ['ada+news@example.com', 'ada+news@example.com'],
    ['ada@example.com.', 'ada@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['"ada"@example.com', 'ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['jürgen@example.com', 'jürgen@example.com'],
  ])('reads %s', (text, expected) => {
    expect(email(text)).toBe(expected);
  });

  it.each([
    ['a part that is missing', ['ada', 'ada@', '@example.com', 'ada@localhost', 'n/a']],
    ['a space within', ['a da@example.com', 'ada@exa mple.com']],
    ['a sign in the wrong place', ['ada@@example.com', 'ada..b@example.com', '.ada@example.com', 'ada@-example.com']],
    ['several addresses', ['ada@example.com, al@example.com']],
    ['a name that is too long', [`${'a'.repeat(65)}@example.com`]],
  ])('gives no value for %s', (_what, texts) => {
    expect(texts.map((text) => [text, email(text)])).toEqual(texts.map((text) => [text, undefined]));
  });

  it('drops a tag on request, never the whole name', () => {
    expect(email('ada+news+x@example.com', { removePlus: true })).toBe('ada@example.com');
    expect(email('+ada@example.com', { removePlus: true })).toBe('+ada@example.com');
  });

  it.each([
    ['Ada.Love.Lace@gmail.com', 'adalovelace@gmail.com'],
    ['ada+x@googlemail.com', 'ada@gmail.com'],
    ['ada@me.com', 'ada@icloud.com'],
    ['ada-x@yahoo.com', 'ada@yahoo.com'],
    ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
  ])('knows that %s is the mailbox %s', (text, expected) => {
    expect(email(text, { providerRules: true })).toBe(expected);
  });
});

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
    ['+52 1 55 1234 5678', undefined, '+525512345678'],
    ['+5215512345678', 'US', '+525512345678'],
    ['044 55 1234 5678', 'MX', '+525512345678'],
    ['01 (55) 1234-5678', 'Mexico', '+525512345678'],
    ['5215512345678', 'MX', '+525512345678'],
    ['55 1234 5678', 'MX', '+525512345678'],
    ['+503 2222 2222', undefined, '+50322222222'],
    ['2222 2222', 'SV', '+50322222222'],
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
    ['+503 1111 1111', undefined],
    ['99999 99999', 'IN'],
    ['020 7946 0123', undefined],
    ['+999 123 456 789', undefined],
    ['ada@example.com', 'US'],
  ])('gives no value for %s of %s', (number, country) => {
    expect(e164(number, country)).toBeUndefined();
  });

  it('gives the country that is connected to a number in a range that no country has', () => {
    const run = (defaultCountry?: string) =>
      runTransformer(normalizephonenumber, {
        attributes: defaultCountry === undefined ? {} : { defaultCountry },
        inputs: { number: ['+442700003559'] },
      });

    expect(run('GB')).toEqual({ e164: ['+442700003559'], country: ['GB'], national: ['2700003559'] });
    expect(run()).toEqual({ e164: ['+442700003559'], national: ['2700003559'] });
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
    const full = ['sw1a1aa', 'k1a0b1', '1012ab', '12345'].map((text) => postcode(text)[0]);

    expect(full).toEqual(['SW1A 1AA', 'K1A 0B1', '1012 AB', '12345']);
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
