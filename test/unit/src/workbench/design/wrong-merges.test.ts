import { describe, expect, it } from '@jest/globals';
import { designRuleConfigTool } from '../../../../../src/guidance/tools/design-rule-config.ts';
import type { Design } from '../../../../../src/workbench/design/design.ts';
import { design, errorsOf, linkerOf } from './designed.ts';

type Row = Readonly<Record<string, string>>;

/** Records that a person would never merge, or always would, however much of the rest is alike. */
interface Case {
  readonly fields: readonly string[];
  readonly country?: string;
  readonly record: Row;
  /** A record of the samples: clean data, each value as rare as in a real file. */
  readonly sample: (index: number) => Row;
  readonly same?: Readonly<Record<string, Row>>;
  readonly other: Readonly<Record<string, Row>>;
}

const pick = (list: readonly string[], index: number): string => list[index % list.length]!;
const letters = 'ABCDEFGHJKLMNPRSTUVWXYZ';
const code = (index: number, length: number): string =>
  Array.from({ length }, (_, at) => letters[(index * 7 + at * 5 + Math.floor(index / (at + 2))) % letters.length]).join(
    '',
  );
const makes = ['Volkswagen', 'Toyota', 'Ford', 'Renault', 'Skoda'];
const given = ['Ada', 'Bela', 'Carl', 'Dora', 'Emil', 'Fay', 'Gus', 'Hedy', 'Ivo', 'Jo'];

const accord = { make: 'Honda', model: 'Accord', model_year: '2003' };
const smiths = {
  first_name: 'John',
  last_name: 'Smith',
  email: 'john.smith@example.com',
  phone: '217 555 0134',
  address: '12 Oak Street',
  city: 'Springfield',
  zip: '62701',
};
const mueller = {
  Firmenname: 'Müller Bau GmbH',
  'USt-IdNr': 'DE123456788',
  Straße: 'Hauptstr. 1',
  PLZ: '50667',
  Ort: 'Köln',
  Telefon: '0221 9876543',
};

const cases: Readonly<Record<string, Case>> = {
  vehicles: {
    fields: ['vin', 'license_plate', 'plate_state', 'make', 'model', 'model_year', 'color'],
    record: {
      vin: '1HGCM82633A004352',
      license_plate: 'ABC-1234',
      plate_state: 'OH',
      ...accord,
      color: 'silver',
    },
    sample: (index) => ({
      vin: `WVWZZZ1JZ${code(index, 2)}${String(100_000 + index * 7_919).slice(-6)}`,
      license_plate: `${code(index, 3)}-${1000 + index * 37}`,
      plate_state: pick(['OH', 'NY', 'CA'], index),
      make: pick(makes, index),
      model: `Model ${index % 9}`,
      model_year: String(1998 + (index % 20)),
      color: pick(['silver', 'black', 'red', 'white'], index),
    }),
    same: {
      'another notation of its VIN': { vin: '1hgcm826-33a004352', make: 'HONDA', model: 'Accord', model_year: '2003' },
      'another plate': { vin: '1HGCM82633A004352', license_plate: 'XYZ-9876', make: 'Honda', model: 'Accord' },
    },
    other: {
      'another VIN and plate': {
        vin: 'JH4KA8260MC000000',
        license_plate: 'XYZ-9876',
        plate_state: 'OH',
        ...accord,
        color: 'silver',
      },
      'the next VIN of the assembly line': { vin: '1HGCM82633A004353', ...accord, color: 'silver' },
      'the next VIN and the plate of its predecessor': {
        vin: '1HGCM82633A004353',
        license_plate: 'ABC-1234',
        ...accord,
      },
      'only make, model, year and color': { ...accord, color: 'silver' },
    },
  },
  'people with placeholders for numbers': {
    fields: ['first_name', 'last_name', 'ssn', 'city', 'state'],
    record: { first_name: 'John', last_name: 'Smith', ssn: '999-99-9999', city: 'Springfield', state: 'IL' },
    sample: (index) => ({
      first_name: pick(given, index),
      last_name: `Family${index}`,
      ssn: `${101 + index}-${11 + (index % 80)}-${1001 + index * 17}`,
      city: `Town${index % 50}`,
      state: pick(['IL', 'OH', 'NY'], index),
    }),
    other: {
      'another person with the same placeholder': { first_name: 'Mary', last_name: 'Jones', ssn: '999-99-9999' },
      'a person of the same town with the same placeholder': {
        first_name: 'John',
        last_name: 'Jones',
        ssn: '999999999',
        city: 'Springfield',
        state: 'IL',
      },
    },
  },
  'zeros for numbers': {
    fields: ['first_name', 'last_name', 'ssn', 'city'],
    record: { first_name: 'John', last_name: 'Smith', ssn: '000-00-0000', city: 'Springfield' },
    sample: (index) => ({ first_name: pick(given, index), last_name: `Family${index}`, city: `Town${index % 50}` }),
    other: {
      'another person of the family': {
        first_name: 'Mary',
        last_name: 'Smith',
        ssn: '000-00-0000',
        city: 'Springfield',
      },
    },
  },
  'father and son': {
    fields: ['first_name', 'last_name', 'birth_date', 'ssn', 'email', 'phone', 'address', 'city', 'zip'],
    country: 'US',
    record: { ...smiths, birth_date: '1950-04-12', ssn: '212-44-1234' },
    sample: (index) => ({
      first_name: pick(given, index),
      last_name: `Family${index}`,
      birth_date: `${1930 + ((index * 7) % 70)}-0${1 + (index % 9)}-1${index % 10}`,
      ssn: `${101 + index}-${11 + (index % 80)}-${1001 + index * 17}`,
      email: `mail${index}@example.com`,
      phone: `217 ${201 + index} 0${101 + index}`,
      address: `${index + 1} Road${index}`,
      city: `Town${index % 50}`,
      zip: String(60_000 + index * 13),
    }),
    same: {
      'the same number and another address': {
        first_name: 'John',
        last_name: 'Smith',
        ssn: '212441234',
        address: '7 Elm Avenue',
        city: 'Chicago',
      },
      'a typo in the day of birth': {
        first_name: 'John',
        last_name: 'Smith',
        birth_date: '1950-04-13',
        email: 'john.smith@example.com',
        address: '12 Oak Street',
        zip: '62701',
      },
    },
    other: {
      'two numbers': { ...smiths, ssn: '430-19-8765' },
      'birthdays thirty years apart': { ...smiths, birth_date: '1980-09-30' },
      'the same day thirty years later': { ...smiths, birth_date: '1980-04-12' },
    },
  },
  'companies with German VAT numbers': {
    fields: ['Firmenname', 'USt-IdNr', 'Straße', 'PLZ', 'Ort', 'Telefon'],
    country: 'DE',
    record: mueller,
    sample: (index) => ({
      Firmenname: `Firma ${code(index, 6)} GmbH`,
      'USt-IdNr': `DE${String(100_000_000 + index * 1_234_567)}`,
      Straße: `Weg${index} ${index}`,
      PLZ: String(10_000 + index * 97),
      Ort: `Ort${index % 60}`,
      Telefon: `0221 ${String(1_000_000 + index * 3_571)}`,
    }),
    same: {
      'another legal form': { Firmenname: 'Mueller Bau', 'USt-IdNr': 'DE 123 456 788', Ort: 'Bonn' },
      'no country code': { Firmenname: 'Müller Bau GmbH', 'USt-IdNr': '123456788', PLZ: '50667', Ort: 'Köln' },
    },
    other: { 'another number': { ...mueller, 'USt-IdNr': 'DE987654325' } },
  },
  'the same number under another name of the field': {
    fields: ['name', 'ustid', 'ort', 'telefon'],
    country: 'DE',
    record: { name: 'Müller Bau GmbH', ustid: 'DE123456788', ort: 'Köln', telefon: '0221 9876543' },
    sample: (index) => ({
      name: `Firma ${code(index, 6)} GmbH`,
      ustid: `DE${String(100_000_000 + index * 1_234_567)}`,
      ort: `Ort${index % 60}`,
      telefon: `0221 ${String(1_000_000 + index * 3_571)}`,
    }),
    same: { 'a shorter name': { name: 'Müller', ustid: 'de123456788', ort: 'Köln' } },
    other: {
      'another number': { name: 'Müller Bau GmbH', ustid: 'DE987654325', ort: 'Köln', telefon: '0221 9876543' },
    },
  },
  'people who married': {
    fields: ['first_name', 'last_name', 'maiden_name', 'birth_date', 'city'],
    record: { first_name: 'Anna', last_name: 'Schmidt', birth_date: '1980-02-29', city: 'Köln' },
    sample: (index) => ({
      first_name: pick(given, index),
      last_name: `Family${index}`,
      ...(index % 3 === 0 && { maiden_name: `Maiden${index}` }),
      birth_date: `${1930 + ((index * 7) % 70)}-0${1 + (index % 9)}-1${index % 10}`,
      city: `Town${index % 50}`,
    }),
    same: {
      'the maiden name beside the new name': {
        first_name: 'Anna',
        last_name: 'Müller',
        maiden_name: 'Schmidt',
        birth_date: '1980-02-29',
        city: 'Bonn',
      },
      'the maiden name on both sides': {
        first_name: 'Anna',
        last_name: 'Schmidt',
        maiden_name: 'Schmidt',
        birth_date: '1980-02-29',
      },
    },
    other: {
      'another maiden name': {
        first_name: 'Eva',
        last_name: 'Müller',
        maiden_name: 'Weber',
        birth_date: '1980-02-29',
        city: 'Bonn',
      },
    },
  },
};

const samplesOf = ({ sample }: Case): Row[] => Array.from({ length: 60 }, (_, at) => sample(at));

/** The design as the tool answers it. */
function byTool({ fields, country }: Case, sampleRecords?: Row[]): Design {
  const request = designRuleConfigTool.input.parse({
    fields: fields.map((name) => ({ name })),
    ...(country !== undefined && { country }),
    ...(sampleRecords !== undefined && { sampleRecords }),
  });
  return designRuleConfigTool.run(request, { serviceIdentifier: 'svc', named: (text) => text }) as Design;
}

const makers: Readonly<Record<string, (given: Case) => Design>> = {
  'from names alone': ({ fields, country }) => design(fields, { country }),
  'with samples': (given) => design(given.fields, { country: given.country, sampleRecords: samplesOf(given) }),
  'of the tool from names alone': (given) => byTool(given),
  'of the tool with samples': (given) => byTool(given, samplesOf(given)),
};

/** The record under the names of the design's fields. */
const renamed = (record: Row): Row =>
  Object.fromEntries(
    Object.entries(record).map(([name, value]) => [{ 'USt-IdNr': 'USt_IdNr', Straße: 'Strasse' }[name] ?? name, value]),
  );

describe.each(Object.entries(makers))('a design %s', (_how, make) => {
  describe.each(Object.entries(cases))('for %s', (_what, given) => {
    const made = make(given);
    const linked = linkerOf(made);
    const record = renamed(given.record);

    it('has no lint errors', () => {
      expect(errorsOf(made)).toEqual([]);
    });

    for (const [difference, variant] of Object.entries(given.same ?? {})) {
      it(`links in spite of ${difference}`, () => {
        expect(linked(record, renamed(variant))).toBe(true);
        expect(linked(renamed(variant), record)).toBe(true);
      });
    }

    it.each(Object.entries(given.other))('keeps apart %s', (_difference, variant) => {
      expect(linked(record, renamed(variant))).toBe(false);
      expect(linked(renamed(variant), record)).toBe(false);
    });
  });
});
