import { describe, expect, it } from '@jest/globals';
import { lintRuleConfig } from '../../../../../src/rules/lint/lint-rule-config.ts';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { type Design, designRuleConfig, NothingToCompareError } from '../../../../../src/workbench/design/design.ts';
import { design, kindsOf, linkerOf } from './designed.ts';

/** Lists of fields with the kind that each is guessed to have. */
const lists: Readonly<Record<string, { kinds: Record<string, string | undefined>; subject: string }>> = {
  'people in German': {
    kinds: {
      kundenNr: 'accountNumber',
      vorname: 'givenName',
      nachname: 'familyName',
      geburtsdatum: 'birthDate',
      strasse: 'street',
      hausnummer: 'houseNumber',
      plz: 'postcode',
      ort: 'city',
      eMail: 'email',
      quelle: 'ignored',
    },
    subject: 'person',
  },
  'people in Spanish': {
    kinds: {
      id: undefined,
      nombre: 'givenName',
      apellidos: 'familyName',
      fecha_nacimiento: 'birthDate',
      dni: 'personalNumber',
      direccion: 'fullAddress',
      codigo_postal: 'postcode',
      ciudad: 'city',
      movil: 'phone',
    },
    subject: 'person',
  },
  'people in nested records': {
    kinds: {
      'name.first': 'givenName',
      'name.last': 'familyName',
      'emails.*.address': 'email',
      'phones.*.number': 'phone',
      'address.street': 'street',
      'address.zip': 'postcode',
    },
    subject: 'person',
  },
  products: {
    kinds: {
      product_id: 'ignored',
      title: 'productName',
      brand: 'brand',
      ean: 'productCode',
      price: 'price',
      description: 'freeText',
      category: 'category',
    },
    subject: 'product',
  },
  companies: {
    kinds: {
      company_id: 'ignored',
      company_name: 'organizationName',
      vat_number: 'organizationNumber',
      street_address: 'street',
      city: 'city',
      zip: 'postcode',
      country: 'country',
      website: 'website',
      phone: 'phone',
    },
    subject: 'organization',
  },
  publications: {
    kinds: {
      paper_id: 'ignored',
      title: 'title',
      authors: 'authors',
      journal: 'venue',
      volume: 'pages',
      pages: 'pages',
      year: 'year',
      doi: 'publicationCode',
    },
    subject: 'publication',
  },
  vehicles: {
    kinds: {
      vin: 'vehicleNumber',
      licensePlate: 'plateNumber',
      make: 'brand',
      model: 'model',
      modelYear: 'year',
      color: 'trait',
      ownerName: 'fullName',
    },
    subject: 'vehicle',
  },
  'health-care providers': {
    kinds: {
      npi: 'personalNumber',
      providerFirstName: 'givenName',
      providerLastName: 'familyName',
      specialty: 'trait',
      practiceAddress: 'fullAddress',
      practiceCity: 'city',
      practiceZip: 'postcode',
      fax: 'phone',
    },
    subject: 'person',
  },
  addresses: {
    kinds: {
      street: 'street',
      house_number: 'houseNumber',
      postcode: 'postcode',
      city: 'city',
      lat: 'latitude',
      lon: 'longitude',
    },
    subject: 'place',
  },
  'places with a name': {
    kinds: { name: 'organizationName', addr: 'fullAddress', city: 'city', phone: 'phone', type: 'category' },
    subject: 'organization',
  },
  'unknown junk': { kinds: { f1: 'unknown', foo: 'unknown', xyzzy: 'unknown' }, subject: 'thing' },
  'a single name': { kinds: { name: 'productName' }, subject: 'thing' },
};

describe('designRuleConfig', () => {
  describe.each(Object.entries(lists))('for %s', (_name, { kinds, subject }) => {
    const fields = Object.keys(kinds);

    it.each(['precision', 'balanced', 'recall'] as const)('makes a lint-clean document and schema for %s', (goal) => {
      const { ruleConfig, schema } = design(fields, { goal });

      const { errors, warnings } = lintRuleConfig(ruleConfig, { schema: loadRecordSchema(schema) });

      expect(errors).toEqual([]);
      expect(warnings).toEqual([]);
    });

    it('guesses what the fields hold', () => {
      const made = design(fields);

      expect(kindsOf(made)).toEqual(kinds);
      expect(made.subject).toBe(subject);
    });

    it('reads no field that only says who keeps the record', () => {
      const text = JSON.stringify(design([...fields, 'source', 'record_id', 'createdAt']).ruleConfig);

      for (const name of ['source', 'record_id', 'createdAt', 'id']) expect(text).not.toContain(`"path":"${name}"`);
    });

    it('says of every rule why it is there and what it gets wrong', () => {
      for (const rule of design(fields).rules) {
        expect(rule.why).toMatch(/^Compares records that share /);
        expect(rule.misses).not.toBe('');
        expect(rule.overMerges).not.toBe('');
      }
    });
  });

  it('gives the same design for the same request', () => {
    const fields = Object.keys(lists['companies']!.kinds);

    expect(design(fields)).toEqual(design(fields));
  });

  it('renames what cannot be the name of a field, and says so', () => {
    const { fields, schema, warnings } = design(['First name', 'Größe', '2nd phone', 'Last name']);

    expect(fields.map(({ field }) => field.name)).toEqual(['First_name', 'Grosse', 'f2nd_phone', 'Last_name']);
    expect(loadRecordSchema(schema).inputFields.has('First_name')).toBe(true);
    expect(warnings.join(' ')).toContain('"First name=First_name"');
  });

  it('refuses fields of which none says anything', () => {
    expect(() => design(['id', 'source', 'created_at'])).toThrow(NothingToCompareError);
  });

  it('takes a description where the name says nothing', () => {
    const { fields } = designRuleConfig({
      fields: [{ name: 'f7', description: 'Date of birth' }, { name: 'lastName' }],
    });

    expect(fields[0]!.kind).toBe('birthDate');
  });

  it('takes the look of the samples where the name says nothing', () => {
    const { fields } = designRuleConfig({
      fields: [
        { name: 'c1', samples: ['ada@example.com', 'bob@example.org', 'eve@example.net'] },
        { name: 'c2', samples: ['Acme Ltd', 'Muster GmbH', 'Example Inc', 'Beispiel AG'] },
        { name: 'c3', samples: ['+44 20 7946 0018', '(020) 7946 0991', '020 7946-0123'] },
      ],
    });

    expect(fields.map(({ kind }) => kind)).toEqual(['email', 'organizationName', 'phone']);
  });

  it('lets values count less that very many samples have', () => {
    const sampleRecords = Array.from({ length: 60 }, (_, index) => ({
      id: String(index),
      lastName: index % 4 === 0 ? 'Smith' : `Name${index}`,
      email: index % 3 === 0 ? 'team@example.com' : `p${index}@example.com`,
    }));

    const { evidence } = design(['lastName', 'email', 'firstName'], { sampleRecords });

    const levels = evidence.find(({ id }) => id === 'FAMILY_NAME')!.levels;
    expect(levels.slice(0, 2).map(([id]) => id)).toEqual(['SAME_FAMILY_NAME_RARE', 'SAME_FAMILY_NAME']);
    expect(levels[1]![1]).toBeLessThan(levels[0]![1]);
  });

  describe('people', () => {
    const names = ['givenName', 'familyName', 'dateOfBirth', 'email', 'phone', 'street', 'city', 'postcode'];
    const linked = linkerOf(design(names, { country: 'GB' }));
    const robert = {
      givenName: 'Robert',
      familyName: 'Example',
      dateOfBirth: '29.02.1980',
      email: 'bob@example.com',
      phone: '020 7946 0018',
      street: '12 High Street',
      city: 'York',
      postcode: 'YO1 9ZZ',
    };
    it.each([
      ['a nickname and a typo', { givenName: 'Bob', familyName: 'Exmaple', dateOfBirth: '1980-02-29' }],
      ['names in each other’s place', { ...robert, givenName: 'Example', familyName: 'Robert', email: undefined }],
      ['another address', { givenName: 'Robert', familyName: 'Example', dateOfBirth: '1980-02-29', city: 'Leeds' }],
      ['the same mailbox', { givenName: 'Robert', familyName: 'Example', email: 'BOB@example.com' }],
    ])('are found in spite of %s', (_what, other) => {
      expect(linked(robert, other)).toBe(true);
    });

    it.each([
      ['a wife', { ...robert, givenName: 'Susan', dateOfBirth: '03.07.1983', email: undefined }],
      ['a son', { ...robert, givenName: 'Tim', dateOfBirth: '01.09.2005', email: undefined }],
      ['a namesake', { givenName: 'Robert', familyName: 'Example', dateOfBirth: '1951-11-05', city: 'Leeds' }],
      [
        'a neighbour',
        { givenName: 'Jane', familyName: 'Sample', street: '12 High Street', city: 'York', postcode: 'YO1 9ZZ' },
      ],
    ])('are kept apart from %s', (_what, other) => {
      expect(linked(robert, other)).toBe(false);
    });
  });
});

describe('a year that two sources name differently', () => {
  const titles = ['Alpha', 'Beta', 'Gamma', 'Delta'];
  const fields = ['title', 'authors', 'startYear', 'release_year', 'endYear'];
  const yearsOf = (sampleRecords: readonly Readonly<Record<string, unknown>>[]): readonly string[] =>
    design(fields, { sampleRecords }).evidence.find(({ id }) => id === 'YEAR')!.fields;

  it('is compared as one', () => {
    const sampleRecords = [
      ...titles.map((title, n) => ({ title, startYear: String(1990 + n), endYear: '2001' })),
      ...titles.map((title, n) => ({ title, release_year: String(1990 + n) })),
    ];
    expect(yearsOf(sampleRecords)).toEqual(['release_year', 'startYear']);
  });

  it('is not hidden by a column that is nearly empty', () => {
    const sampleRecords = [
      { title: 'Zero', endYear: '2001' },
      ...titles.map((title, n) => ({ title, startYear: String(1990 + n) })),
      ...titles.map((title, n) => ({ title, release_year: String(1990 + n) })),
    ];
    const names = ['title', 'authors', 'endYear', 'startYear', 'release_year'];
    const { evidence } = design(names, { sampleRecords });
    expect(evidence.find(({ id }) => id === 'YEAR')!.fields).toEqual(
      expect.arrayContaining(['startYear', 'release_year']),
    );
  });

  it('is two facts if records have both', () => {
    const sampleRecords = titles.map((title) => ({ title, startYear: '1999', release_year: '2001' }));
    expect(yearsOf(sampleRecords)).toEqual(['release_year']);
  });

  it('is two facts if no samples show that', () => {
    expect(yearsOf([])).toEqual(['release_year']);
  });
});

describe('firms of one group', () => {
  const fields = ['companyName', 'phone', 'street', 'city', 'postcode'];
  const firm = (companyName: string) => ({
    companyName,
    phone: '07700 900123',
    street: '12 High Street',
    city: 'Northmoor',
    postcode: 'NM1 1AB',
  });
  const linked = linkerOf(design(fields));

  it.each([
    ['Gorvane Fund I LP', 'Gorvane Fund II LP'],
    ['Gorvane Wind E GmbH', 'Gorvane Wind U GmbH'],
    ['Gorvane Fund II LP', 'Gorvane Fund III LP'],
    ['Gorvane Property 1 Ltd', 'Gorvane Property 2 Ltd'],
  ])('are kept apart by a numeral or a letter: %s, %s', (one, other) => {
    expect(linked(firm(one), firm(other))).toBe(false);
  });

  it.each([
    ['Gorvane Fund II LP', 'Gorvane Fund 2 LP'],
    ['Gorvane Fund II LP', 'Gorvane Fund LP'],
    ['Gorvane Fund II LP', 'Gorvane Fund II'],
  ])('are linked whose numerals say the same, or one has none: %s, %s', (one, other) => {
    expect(linked(firm(one), firm(other))).toBe(true);
  });
});

describe('several columns of one kind', () => {
  const fieldsOf = (made: Design, id: string) => made.evidence.find((item) => item.id === id)?.fields;

  it('are one year where no record has two, or a date has its year beside it, and further years otherwise', () => {
    const sampleRecords = Array.from({ length: 60 }, (_, index) => ({
      title: `The ${index}th granite harbor of the north`,
      ...(index % 2 === 0
        ? { start_year: String(1950 + index) }
        : { release_date: `${1950 + index}-03-04`, release_year: String(1950 + index) }),
      ...(index % 4 === 0 && { year: String(1975 + index) }),
      ...(index === 8 && { end_year: '2001' }),
    }));
    const made = design(['end_year', 'start_year', 'release_date', 'release_year', 'year', 'title'], { sampleRecords });
    expect(fieldsOf(made, 'YEAR')).toEqual(['release_date', 'release_year', 'start_year']);
    expect(fieldsOf(made, 'YEAR_2')).toEqual(['year']);
    expect(fieldsOf(made, 'YEAR_3')).toEqual(['end_year']);
  });

  it.each([
    ['AGE', ['age', 'age_in_years']],
    ['PRICE', ['list_price', 'price']],
    ['COORDINATES', ['latitude', 'longitude', 'site_latitude', 'site_longitude']],
  ])('are all used as %s', (id, names) => {
    const made = design(['product_name', 'first_name', ...names]);
    expect(fieldsOf(made, id)?.toSorted()).toEqual(names);
  });

  it('stay in the order in which they were given', () => {
    const names = ['zip', 'last_name', 'birth_date', 'email'];
    expect(design(names).fields.map(({ field }) => field.name)).toEqual(names);
  });
});

describe('a register number that a form fills in', () => {
  const numberOf = (index: number) => (index % 3 === 0 ? 'DE999999990' : `DE${123_456_000 + index * 7}`);
  const sampleRecords = Array.from({ length: 90 }, (_, index) => ({
    company: `Harbor Granite ${index} GmbH`,
    vat_id: numberOf(index),
    city: `Town ${index % 17}`,
    phone: `0221 98${10_000 + index * 13}`,
  }));
  const linked = linkerOf(design(['company', 'vat_id', 'city', 'phone'], { sampleRecords }));
  const firm = { company: 'Meadow Lantern GmbH', city: 'Town 3', phone: '0221 9870001' };

  it('links no two firms, and keeps no firm apart from its own number', () => {
    const other = { company: 'Saddle Orchard AG', city: 'Town 9', phone: '0221 9870999' };
    expect(linked({ ...firm, vat_id: 'DE999999990' }, { ...other, vat_id: 'DE999999990' })).toBe(false);
    expect(linked({ ...firm, vat_id: 'DE999999990' }, { ...firm, vat_id: 'DE136695976' })).toBe(true);
  });

  it('links and keeps apart where it is rare', () => {
    const renamed = { company: 'Meadow Lantern Holding', city: 'Town 3', phone: '0221 9870002', vat_id: 'DE136695976' };
    expect(linked({ ...firm, vat_id: 'DE136695976' }, renamed)).toBe(true);
    expect(linked({ ...firm, vat_id: 'DE136695976' }, { ...firm, vat_id: 'DE129273398' })).toBe(false);
  });
});
