import { describe, expect, it } from '@jest/globals';
import { NothingToCompareError } from '../../../../../src/workbench/design/design.ts';
import type { DesignRequest } from '../../../../../src/workbench/design/field-kind.ts';
import { design, errorsOf, linkerOf } from './designed.ts';

type Row = Readonly<Record<string, string>>;

const evidenceOf = (names: readonly string[], id: string, more: Partial<DesignRequest> = {}) =>
  design(names, more).evidence.find((item) => item.id === id)!;

const letters = 'abcdefghijklmnopqrstuvwxyz';
const word = (index: number): string =>
  `${letters[index % 26]}${letters[(index * 7) % 26]}${letters[(index * 3) % 26]}ton`;

/** People of whom every second one comes twice; `second` changes the second record. */
const samples = (second: (row: Row, index: number) => Row): Row[] =>
  Array.from({ length: 40 }, (_, index) => {
    const row = {
      first_name: word(index),
      last_name: `${word(index + 11)}${word(index * 5)}`,
      birth_date: `${1940 + index}-0${1 + (index % 9)}-1${index % 9}`,
      email: `box${index * 37}@firm${index}.example`,
      ssn: `${101 + index}-${11 + index}-${1001 + index * 17}`,
    };
    return index % 2 === 0 ? [row, second(row, index)] : [row];
  }).flat();

const fields = ['first_name', 'last_name', 'birth_date', 'email', 'ssn'];

describe('a gate of a designed rule-config', () => {
  it.each([
    [['ssn', 'last_name', 'first_name'], 'NO_OTHER_SSN'],
    [['npi', 'last_name'], 'NO_OTHER_NPI'],
    [['ein', 'company_name'], 'NO_OTHER_EIN'],
    [['vin', 'make'], 'NO_OTHER_VIN'],
    [['serial_number', 'product_name'], 'NO_OTHER_SERIAL_NUMBER'],
    [['national_id', 'last_name'], 'NO_OTHER_NATIONAL_ID'],
    [['vat_number', 'company_name'], 'NO_OTHER_VAT_NUMBER'],
    [['birth_date', 'last_name'], 'GENERATIONS_NOT_APART'],
  ])('is made for %j', (names, matcherID) => {
    const made = design(names);
    const rules = made.ruleConfig['rules'] as { id: string; matcherIDs: string[] }[];

    expect(rules.find(({ id }) => id === 'NO_CONTRADICTION')!.matcherIDs).toContain(matcherID);
    expect(made.ruleConfig['consistencyRuleSetIDs']).toEqual({ default: 'NO_CONTRADICTION' });
    expect(errorsOf(made)).toEqual([]);
  });

  it.each([
    [['passport', 'last_name']],
    [['email', 'phone', 'last_name']],
    [['iban', 'last_name']],
    [['sku', 'title']],
  ])('is not made for %j, of which one thing may have several', (names) => {
    expect(design(names).ruleConfig['consistencyRuleSetIDs']).toBeUndefined();
  });

  it('lets a typing error in an invalid number pass', () => {
    const linked = linkerOf(design(['npi', 'first_name', 'last_name', 'city']));
    const doctor = { npi: '1234567893', first_name: 'Ada', last_name: 'Example', city: 'York' };

    expect(linked(doctor, { ...doctor, npi: '1234567890' })).toBe(true);
    expect(linked(doctor, { ...doctor, npi: '1245319599' })).toBe(false);
  });

  it('does not keep apart birthdays of one personal number', () => {
    const linked = linkerOf(design(fields));
    const person = { first_name: 'Ada', last_name: 'Example', birth_date: '1950-04-12', ssn: '212-44-1234' };

    expect(linked(person, { ...person, birth_date: '1985-09-30' })).toBe(true);
    expect(linked(person, { ...person, birth_date: '1985-09-30', ssn: '' })).toBe(false);
  });
});

describe('samples', () => {
  const clean = samples((row) => row);
  const valuesOfMany = (index: number): Row => ({
    first_name: word(index % 8),
    last_name: word(index % 6),
    birth_date: `${1940 + (index % 7)}-01-11`,
    email: `box${index}@firm.example`,
  });
  const dirty = samples((row, index) => ({ ...row, ssn: `${301 + index}-${21 + index}-${2001 + index * 13}` }));

  it('refute a gate if records that agree have different numbers, and the design says so', () => {
    const made = design(fields, { sampleRecords: dirty });

    expect(evidenceOf(fields, 'SSN', { sampleRecords: dirty })).toMatchObject({ refutedVeto: true });
    expect(made.warnings.join('\n')).toContain('Different values of personal number (ssn) keep no records apart');
    expect(errorsOf(made)).toEqual([]);
  });

  it.each([
    ['agree and have one number', clean],
    ['agree in little', clean.map((row, at) => ({ ...row, first_name: word(at % 8), last_name: 'Smith' }))],
    ['share only values of many', clean.map((row, at) => ({ ...row, ...valuesOfMany(at) }))],
  ])('refute no gate by records that %s', (_what, sampleRecords) => {
    const { veto, refutedVeto } = evidenceOf(fields, 'SSN', { sampleRecords });

    expect(veto).toBeDefined();
    expect(refutedVeto).toBeUndefined();
  });

  it('show that birthdays often differ, so that a difference costs less', () => {
    const otherDays = samples((row, index) => ({ ...row, birth_date: `${1942 + index}-1${index % 3}-2${index % 8}` }));

    expect(evidenceOf(fields, 'BIRTH_DATE', { sampleRecords: clean }).otherwise).toBeLessThan(-10);
    expect(evidenceOf(fields, 'BIRTH_DATE', { sampleRecords: otherDays }).otherwise).toBe(-6);
  });

  it('that do not look like what the name says give the field no gate', () => {
    const short = clean.map((row, index) => ({ ...row, ssn: String(1_000_000 + index * 7_919) }));

    expect(evidenceOf(fields, 'SSN', { sampleRecords: short }).veto).toBeUndefined();
  });
});

describe('what only describes a thing', () => {
  it.each([
    [['make', 'model', 'model_year', 'color']],
    [['city', 'gender']],
    [['category', 'city', 'state', 'country', 'zip']],
    [['price', 'brand', 'year']],
  ])('such as %j alone is refused', (names) => {
    expect(() => design(names, { useCase: 'used cars' })).toThrow(NothingToCompareError);
  });

  it('never links vehicles, even of one city', () => {
    const linked = linkerOf(design(['vin', 'make', 'model', 'model_year', 'color', 'city', 'zip', 'category']));
    const golf = { make: 'VW', model: 'Golf', model_year: '2015', color: 'red' };
    const car = { ...golf, city: 'Köln', zip: '50667', category: 'car' };

    expect(linked(car, car)).toBe(false);
    expect(linked({ ...car, vin: 'WVWZZZ1JZXW000001' }, { vin: 'WVWZZZ1JZXW000001' })).toBe(true);
  });
});

describe('a date of birth', () => {
  const { levels, otherwise } = evidenceOf(['birth_date', 'last_name'], 'BIRTH_DATE');

  it('costs more than 10 bits if it differs altogether', () => {
    expect(otherwise).toBeLessThan(-10);
    const bits = levels.map(([, weight]) => weight);
    expect(bits).toEqual(bits.toSorted((a, b) => b - a));
  });

  const linked = linkerOf(design(['first_name', 'last_name', 'birth_date', 'phone']));
  const person = { first_name: 'Ada', last_name: 'Example', phone: '020 7946 0018' };

  it.each([
    ['the year alone', '1980'],
    ['1 January as the year alone', '1980-01-01'],
    ['placeholders for the date', '1900-01-01'],
    ['a typing error', '1980-05-08'],
  ])('does not keep apart %s', (_what, birth_date) => {
    expect(linked({ ...person, birth_date: '1980-05-06' }, { ...person, birth_date })).toBe(true);
  });

  it.each(['1980-01-01', '1900-01-01'])('finds no record by %s, which stands for an unknown day', (birth_date) => {
    expect(linked({ first_name: 'Ada', birth_date }, { first_name: 'Ada', birth_date })).toBe(false);
  });

  it('is read from year, month and day in fields of their own', () => {
    const made = design(['first_name', 'last_name', 'birth_year', 'birth_month', 'birth_day']);
    const parted = { first_name: 'Ada', last_name: 'Example', birth_year: '1980', birth_month: '5', birth_day: '6' };

    expect(errorsOf(made)).toEqual([]);
    expect(linkerOf(made)(parted, parted)).toBe(true);
    expect(linkerOf(made)(parted, { ...parted, birth_year: '1950' })).toBe(false);
    expect(errorsOf(design(['first_name', 'last_name', 'birth_year']))).toEqual([]);
  });
});

describe('placeholders', () => {
  it.each([
    ['coordinates', ['name', 'lat', 'lon', 'city'], { lat: '0.0', lon: '0.0', city: 'York' }],
    ['a phone number', ['first_name', 'phone', 'city'], { phone: '000 0000000', city: 'York' }],
    ['an e-mail address', ['first_name', 'email', 'city'], { email: 'none@none.com', city: 'York' }],
    ['a word for a number', ['first_name', 'national_id', 'city'], { national_id: 'unknown', city: 'York' }],
    ['broken encoding', ['title', 'artist', 'year'], { title: 'ï¿½'.repeat(13), artist: '\uFFFD\uFFFD', year: '1999' }],
  ])('for %s do not link', (_what, names, record) => {
    expect(linkerOf(design(names))(record, record)).toBe(false);
  });
});

describe('an e-mail address made of the names', () => {
  const names = ['first_name', 'last_name', 'email', 'birth_date'];
  const linked = linkerOf(design(names));
  const smith = { first_name: 'John', last_name: 'Smith', birth_date: '1980-05-06' };

  it.each([
    ['john.smith@gmail.com', false],
    ['jsmith@yahoo.com', false],
    ['blue.whale@gmail.com', true],
    ['john.smith@smith-brothers.example', true],
  ])('%s beside other birthdays: %j', (email, expected) => {
    expect(linked({ ...smith, email }, { ...smith, email, birth_date: '1987-11-23' })).toBe(expected);
  });

  it('counts nothing where there is none', () => {
    const { birth_date: _birth, ...namesake } = smith;
    const bare = linkerOf(design(['first_name', 'last_name', 'email', 'city']));

    expect(bare({ ...namesake, city: 'York' }, { ...namesake, city: 'York' })).toBe(true);
  });
});

describe('ranks beside names', () => {
  const linked = linkerOf(design(['full_name', 'birth_date']));

  it('are no names', () => {
    const birth_date = '1801-02-03';

    expect(
      linked({ full_name: 'Sir John Acland, 7th Baronet', birth_date }, { full_name: 'John Acland', birth_date }),
    ).toBe(true);
    expect(linked({ full_name: 'Sir Thomas Hardy, baronet' }, { full_name: 'Sir William Jones, baronet' })).toBe(false);
  });
});
