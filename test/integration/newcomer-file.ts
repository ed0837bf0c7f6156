import type { Faker } from '@faker-js/faker';
import { faker } from '@faker-js/faker/locale/de';

/** A customer as a source knows them. */
interface Customer {
  readonly givenName: string;
  readonly familyName: string;
  readonly born: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly postcode: string;
  readonly city: string;
}

/** A file of a newcomer, and which of its records are whose. */
export interface NewcomerFile {
  readonly content: Buffer;
  /** Number of the customer by id of the record. */
  readonly truth: ReadonlyMap<string, string>;
}

const header = 'Kunden-Nr;Quelle;Vorname;Nachname;Geburtsdatum;E-Mail;Telefon;Straße und Nr.;PLZ;Ort;Bemerkung';
/** Which share of the cells of copies has an error, or is empty. */
const ERRORS = 0.12;
const EMPTY = 0.08;

/**
 * Customers of two systems as a spreadsheet saves them: semicolons, Latin-1, CRLF, doubled blanks, empty cells, and a
 * column that says from which system a record comes. Every third customer is in both systems, some twice in one.
 *
 * @param customers how many different ones
 */
export function newcomerFile(customers: number): NewcomerFile {
  faker.seed(20_240_229);
  faker.setDefaultRefDate('2024-02-29T00:00:00Z');
  const records: { readonly of: number; readonly cells: readonly string[] }[] = [];
  for (let of = 0; of < customers; of++) {
    const customer = makeCustomer(faker, of);
    records.push({ of, cells: cellsOf(customer, 'CRM') });
    const copies = of % 9 === 0 ? 2 : of % 3 === 0 ? 1 : 0;
    for (let copy = 0; copy < copies; copy++) records.push({ of, cells: cellsOf(withErrors(faker, customer), 'Shop') });
  }
  const shuffled = faker.helpers.shuffle(records);
  const lines = shuffled.map(({ cells }, index) => [idOf(index), ...cells].join(';'));
  return {
    content: Buffer.from([header, ...lines, ''].join('\r\n'), 'latin1'),
    truth: new Map(shuffled.map(({ of }, index) => [idOf(index), `${of}`])),
  };
}

const idOf = (index: number): string => `K${String(index + 1).padStart(6, '0')}`;

function makeCustomer(faker: Faker, number: number): Customer {
  const [givenName, familyName] = [faker.person.firstName(), faker.person.lastName()];
  const user = `${givenName}.${familyName}${number}`.toLowerCase().replace(/[^a-z0-9.]/g, '');
  return {
    givenName,
    familyName,
    born: faker.date.birthdate({ mode: 'age', min: 18, max: 90 }).toISOString().slice(0, 10),
    email: `${user}@example.org`,
    phone: `0${faker.string.numeric({ length: 3, allowLeadingZeros: false })} ${faker.string.numeric(7)}`,
    street: `${faker.location.street()} ${faker.number.int({ min: 1, max: 150 })}`,
    postcode: faker.helpers.arrayElement(postcodes),
    city: faker.helpers.arrayElement(cities),
  };
}

const cities = ['Köln', 'München', 'Düsseldorf', 'Nürnberg', 'Berlin', 'Lübeck', 'Görlitz', 'Halle (Saale)'];
const postcodes = Array.from({ length: 60 }, (_, index) => String(1_067 + index * 1_523).padStart(5, '0'));

/** Misspells some values and leaves some out. A name is never left out. */
function withErrors(faker: Faker, customer: Customer): Customer {
  const entries = Object.entries(customer).map(([field, value]: [string, string]) => {
    const chance = faker.number.float();
    if (chance < EMPTY && !field.endsWith('Name')) return [field, ''];
    return [field, chance > 1 - ERRORS ? misspelled(faker, value) : value];
  });
  return Object.fromEntries(entries) as unknown as Customer;
}

/** With one character that is missing, doubled, or swapped with the next one. */
function misspelled(faker: Faker, value: string): string {
  const at = faker.number.int({ min: 0, max: value.length - 2 });
  const [before, one, next, after] = [value.slice(0, at), value[at]!, value[at + 1]!, value.slice(at + 2)];
  return faker.helpers.arrayElement([
    `${before}${next}${after}`,
    `${before}${one}${one}${next}${after}`,
    `${before}${next}${one}${after}`,
  ]);
}

function cellsOf(customer: Customer, source: string): string[] {
  const { givenName, familyName, born, email, phone, street, postcode, city } = customer;
  // The shop writes dates as Germans do, and blanks as they come.
  const [year, month, day] = born.split('-');
  const date = source === 'Shop' && day !== undefined && born.length === 10 ? `${day}.${month}.${year}` : born;
  const blanks = source === 'Shop' ? street.replace(' ', '  ') : street;
  return [source, givenName, familyName, date, email, phone, blanks, postcode, city, ''];
}
