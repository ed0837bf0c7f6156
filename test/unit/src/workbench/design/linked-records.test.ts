import { describe, expect, it } from '@jest/globals';
import { design, linkerOf } from './designed.ts';

/** A design's fields, a record, and others that are, or are not, about the same entity. */
interface Things {
  readonly fields: readonly string[];
  readonly country?: string;
  readonly record: Readonly<Record<string, unknown>>;
  readonly same: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
  readonly other: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

const things: Readonly<Record<string, Things>> = {
  'people with full names': {
    fields: ['full_name', 'birth_date', 'email', 'city', 'gender', 'suffix'],
    record: { full_name: 'Robert James Example', birth_date: '1980-02-29', city: 'York', gender: 'm' },
    same: {
      'family name first': { full_name: 'Example, Robert J.', birth_date: '29.02.1980', city: 'York' },
      'a nickname': { full_name: 'Bob Example', birth_date: '1980-02-29', city: 'Leeds' },
      'a title': { full_name: 'Dr. Robert Example', birth_date: '1980-02-29', gender: 'male' },
      'a typo in the family name': { full_name: 'Robert Exmaple', birth_date: '1980-02-29', city: 'York' },
    },
    other: {
      'a sister': { full_name: 'Susan Example', birth_date: '1983-07-03', city: 'York', gender: 'f' },
      'a junior': { full_name: 'Robert Example', birth_date: '2004-05-06', city: 'York', suffix: 'jr' },
      'a namesake': { full_name: 'Robert Example', birth_date: '1955-10-11', city: 'Hull' },
      'a stranger born on the same day': { full_name: 'Paul Sample', birth_date: '1980-02-29', city: 'York' },
    },
  },
  'people with identifiers': {
    fields: ['first_name', 'last_name', 'ssn', 'passport', 'phone'],
    record: {
      first_name: 'Ada',
      last_name: 'Example',
      ssn: '212-44-1234',
      passport: 'C01X00T47',
      phone: '+442079460018',
    },
    same: {
      'another notation of the number': { first_name: 'Ada', last_name: 'Example', ssn: '212441234' },
      'a new family name': { first_name: 'Ada', last_name: 'Sample', ssn: '212-44-1234', phone: '020 7946 0018' },
      'a new passport': { first_name: 'Ada', last_name: 'Example', ssn: '212-44-1234', passport: 'C02Y11R58' },
    },
    other: {
      'another number': { first_name: 'Ada', last_name: 'Example', ssn: '430-19-8765' },
      'another person with the phone': { first_name: 'Tim', last_name: 'Other', phone: '+442079460018' },
      'no common value': { first_name: 'Eve', last_name: 'Muster', ssn: '501-22-3456' },
    },
  },
  companies: {
    fields: ['company_name', 'street', 'city', 'postcode', 'phone', 'website', 'email'],
    country: 'DE',
    record: {
      company_name: 'Müller & Söhne GmbH',
      street: 'Hauptstraße 12',
      city: 'Köln',
      postcode: '50667',
      phone: '0221 9876543',
      website: 'https://www.mueller-soehne.example/kontakt',
      email: 'info@mueller-soehne.example',
    },
    same: {
      'another legal form': { company_name: 'Müller und Söhne GmbH & Co. KG', street: 'Hauptstr. 12', city: 'Köln' },
      'the same website': { company_name: 'Mueller & Soehne', website: 'mueller-soehne.example', city: 'Köln' },
      'the same phone and a shorter name': { company_name: 'Müller Söhne', phone: '+49 221 9876543', city: 'Köln' },
    },
    other: {
      'a neighbour': { company_name: 'Bäckerei Schmidt', street: 'Hauptstraße 12', city: 'Köln', postcode: '50667' },
      'a company with the same word': { company_name: 'Müller Reisen GmbH', city: 'Hamburg', postcode: '20095' },
      'a tenant with the same switchboard': { company_name: 'Kanzlei Weber', phone: '0221 9876543' },
    },
  },
  'companies with a registration number': {
    fields: ['company_name', 'vat_number', 'city'],
    record: { company_name: 'Acme Corporation', vat_number: 'DE 123 456 789', city: 'Berlin' },
    same: { 'the number in another notation': { company_name: 'ACME Corp', vat_number: 'de123456789' } },
    other: { 'another number': { company_name: 'Acme Logistics', vat_number: 'DE987654321', city: 'Berlin' } },
  },
  places: {
    fields: ['street', 'house_number', 'postcode', 'city', 'lat', 'lon'],
    record: {
      street: 'Unter den Linden',
      house_number: '77',
      postcode: '10117',
      city: 'Berlin',
      lat: '52.5166',
      lon: '13.3809',
    },
    same: {
      'a typo': { street: 'Unter den Lindn', house_number: '77', postcode: '10117', city: 'Berlin' },
      'the house number in the street': { street: 'Unter den Linden 77', postcode: '10117', city: 'Berlin' },
      'near coordinates': { street: 'Unter den Linden', house_number: '77', lat: '52.5167', lon: '13.3810' },
    },
    other: {
      'the same street in another city': {
        street: 'Unter den Linden',
        house_number: '5',
        postcode: '23552',
        city: 'Lübeck',
      },
      'another street of the city': { street: 'Friedrichstraße', house_number: '3', postcode: '10969', city: 'Berlin' },
    },
  },
  software: {
    fields: ['product_name', 'brand', 'price'],
    record: { product_name: 'Example Software 38100 - Home Suite - 1 user', price: '49.99' },
    same: { 'the same number': { product_name: 'Home Suite 38100', price: '49.95' } },
    other: { 'the next number': { product_name: 'Home Suite Pro 38101', price: '49.99' } },
  },
  products: {
    fields: ['product_name', 'brand', 'price', 'ean'],
    record: {
      product_name: 'Sony Bravia 46" LCD TV KDL-46V2500',
      brand: 'Sony',
      price: '1,299.00',
      ean: '4905524348224',
    },
    same: {
      'the same code': { product_name: 'KDL46V2500 television', brand: 'Sony Corp.', ean: '4905524348224' },
      'the same words': { product_name: 'Sony Bravia LCD TV 46" KDL-46V2500', brand: 'SONY', price: '1299' },
    },
    other: {
      'the next size': { product_name: 'Sony Bravia 40" LCD TV KDL-40V2500', brand: 'Sony', ean: '4905524348217' },
      'another kind of product': { product_name: 'Sony Walkman NW-E394', brand: 'Sony', price: '79' },
    },
  },
  vehicles: {
    fields: ['vin', 'license_plate', 'make', 'model', 'model_year', 'color'],
    record: { vin: 'WVWZZZ1JZXW000001', license_plate: 'B-AB 1234', make: 'VW', model: 'Golf', model_year: '1999' },
    same: {
      'lower case': { vin: 'wvwzzz1jzxw000001', make: 'VW', model: 'Golf' },
      'a new plate': { vin: 'WVWZZZ1JZXW000001', license_plate: 'HH-XY 99', make: 'VW' },
    },
    other: {
      'the next vehicle of the line': { vin: 'WVWZZZ1JZXW999992', license_plate: 'M-CD 5', make: 'VW', model: 'Golf' },
    },
  },
  publications: {
    fields: ['title', 'authors', 'venue', 'year', 'pages', 'doi'],
    record: {
      title: 'A Theory for Record Linkage of Census Files',
      authors: 'Ivan P. Fellegi, Alan B. Sunter',
      venue: 'Journal of the American Statistical Association',
      year: '1969',
      pages: '1183-1210',
    },
    same: {
      'initials and an abbreviation': {
        title: 'A theory for record linkage of census files.',
        authors: 'Fellegi, I.P. and Sunter, A.B.',
        venue: 'JASA',
        year: '1969',
      },
      'a typo': {
        title: 'A Theory for Record Linkgae of Census Files',
        authors: 'Ivan P. Fellegi, Alan B. Sunter',
        year: '1969',
      },
    },
    other: {
      'another paper of the authors': {
        title: 'A Systematic Approach to Automatic Edit and Imputation',
        authors: 'Ivan P. Fellegi, Alan B. Sunter',
        year: '1976',
      },
      'part II': {
        title: 'A Theory for Record Linkage of Census Files II',
        authors: 'Ivan P. Fellegi, Alan B. Sunter',
        year: '1971',
        pages: '1-20',
      },
    },
  },
  'contacts alone': {
    fields: ['email', 'phone', 'last_name', 'first_name'],
    record: { first_name: 'Ada', last_name: 'Example', email: 'ada.example@gmail.com', phone: '(020) 7946-0018' },
    same: {
      'a tag in the address': { first_name: 'Ada', last_name: 'Example', email: 'AdaExample+news@gmail.com' },
      'the country code': { first_name: 'A.', last_name: 'Example', phone: '+44 20 7946 0018' },
    },
    other: {
      'a colleague in the same mailbox': { first_name: 'Tim', last_name: 'Other', email: 'ada.example@gmail.com' },
      'another person at the provider': { first_name: 'Ada', last_name: 'Sample', email: 'a.sample@gmail.com' },
    },
  },
  'people whose mailbox has a number behind their names': {
    fields: ['first_name', 'last_name', 'email', 'city', 'postcode'],
    record: {
      first_name: 'Ada',
      last_name: 'Example',
      email: 'ada.example12@gmail.com',
      city: 'Leeds',
      postcode: 'LS1 4AP',
    },
    same: {
      'a move': {
        first_name: 'Ada',
        last_name: 'Exampel',
        email: 'ada.example12@gmail.com',
        city: 'York',
        postcode: 'YO1 7HH',
      },
    },
    other: {
      'a namesake with another number': {
        first_name: 'Ada',
        last_name: 'Example',
        email: 'ada.example31@gmail.com',
        city: 'York',
        postcode: 'YO1 7HH',
      },
    },
  },
  'German firms': {
    fields: ['Firmenname', 'Ort'],
    record: { Firmenname: 'Böttcher Söhne AG', Ort: 'Köln' },
    same: { 'umlauts written as two letters': { Firmenname: 'Boettcher Soehne AG', Ort: 'Koeln' } },
    other: { 'another firm of the city': { Firmenname: 'Bäcker Söhne AG', Ort: 'Köln' } },
  },
  'films of catalogs': {
    fields: ['title', 'authors', 'year'],
    record: { title: 'The Wandering Harbor of Granite', authors: 'Ada Example', year: '1999' },
    same: {
      'a moved article and the year in the title': {
        title: 'Wandering Harbor of Granite, The (1999)',
        authors: 'Ada Example',
        year: '1999',
      },
    },
    other: { 'a sequel': { title: 'The Wandering Harbor of Granite II', authors: 'Bo Sample', year: '2003' } },
  },
  'products with a resolution in the name': {
    fields: ['product_name', 'brand', 'price'],
    record: { product_name: 'Vizor 42 LCD television 1080p 1920x1080 black', brand: 'Vizor', price: '399.00' },
    same: {
      'equal values': { product_name: 'Vizor 42 LCD television 1080p 1920x1080 black', brand: 'Vizor', price: '399' },
    },
    other: {
      'another television': {
        product_name: 'Lumen 55 plasma home theater screen 1080p 1920x1080',
        brand: 'Lumen',
        price: '899',
      },
    },
  },
  'people with an emergency contact': {
    fields: ['first_name', 'last_name', 'city', 'mother_name', 'emergency_contact_phone'],
    record: {
      first_name: 'Ada',
      last_name: 'Example',
      city: 'Leeds',
      mother_name: 'Eve Example',
      emergency_contact_phone: '0113 4960001',
    },
    same: {
      'another contact': {
        first_name: 'Ada',
        last_name: 'Example',
        city: 'Leeds',
        mother_name: 'Eve Example',
        emergency_contact_phone: '0113 4960002',
      },
    },
    other: {
      'a brother': {
        first_name: 'Bob',
        last_name: 'Example',
        city: 'Leeds',
        mother_name: 'Eve Example',
        emergency_contact_phone: '0113 4960001',
      },
      'the mother': {
        first_name: 'Eve',
        last_name: 'Example',
        city: 'Leeds',
        mother_name: 'Ida Example',
        emergency_contact_phone: '0113 4960003',
      },
    },
  },
  'fields that say nothing': {
    fields: ['foo', 'bar', 'baz'],
    record: { foo: 'alpha beta', bar: 'gamma', baz: 'delta' },
    same: { 'equal values': { foo: 'Alpha  Beta', bar: 'GAMMA', baz: 'delta' } },
    other: { 'no equal value': { foo: 'one', bar: 'two', baz: 'three' } },
  },
};

describe.each(Object.entries(things))('the design for %s', (_what, { fields, country, record, same, other }) => {
  const linked = linkerOf(design(fields, { country }));

  it.each(Object.entries(same))('links in spite of %s', (_difference, variant) => {
    expect(linked(record, variant)).toBe(true);
    expect(linked(variant, record)).toBe(true);
  });

  it.each(Object.entries(other))('keeps apart %s', (_difference, variant) => {
    expect(linked(record, variant)).toBe(false);
    expect(linked(variant, record)).toBe(false);
  });

  it('links a record to its copy', () => {
    expect(linked(record, record)).toBe(true);
  });

  it('links nothing to an empty record', () => {
    expect(linked(record, {})).toBe(false);
    expect(linked({}, {})).toBe(false);
  });
});

describe('an order of day and month', () => {
  const record = { first_name: 'Ada', last_name: 'Example', birth_date: '04/03/1980' };
  const fields = ['first_name', 'last_name', 'birth_date'];

  it.each([
    ['US', '1980-04-03'],
    ['GB', '1980-03-04'],
    ['Germany', '1980-03-04'],
  ])('is that of %s', (country, birth_date) => {
    const made = design(fields, { country });

    expect(JSON.stringify(made.ruleConfig)).toContain(`"dayFirst":${country !== 'US'}`);
    expect(linkerOf(made)(record, { ...record, birth_date })).toBe(true);
  });

  it.each([undefined, 'Atlantis', ''])('is open for the country %j', (country) => {
    expect(JSON.stringify(design(fields, { country }).ruleConfig)).not.toContain('dayFirst');
  });
});

describe('the goal', () => {
  const fields = ['first_name', 'last_name', 'birth_date', 'email', 'city'];

  it('raises the evidence that a match needs from recall to precision', () => {
    const [recall, balanced, precision] = (['recall', 'balanced', 'precision'] as const).map((goal) =>
      design(fields, { goal }),
    );

    expect(recall!.threshold).toBeLessThan(balanced!.threshold);
    expect(balanced!.threshold).toBeLessThan(precision!.threshold);
    expect(recall!.rules.length).toBeGreaterThanOrEqual(precision!.rules.length);
  });

  it('is balanced unless stated', () => {
    expect(design(fields)).toEqual(design(fields, { goal: 'balanced' }));
  });
});
