import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { en, en_GB, Faker } from '@faker-js/faker';
import { stringify } from './csv-text.ts';
import { nearMatch } from './near-matches.ts';

/**
 * Writes people.csv and truth.csv beside this file: `node examples/people/generate.ts`. With the version of faker in
 * package.json, the files are the same on every day and every machine.
 */

interface Person {
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
}

type Field = keyof Person;

const fields: readonly Field[] = [
  'firstName',
  'lastName',
  'dateOfBirth',
  'email',
  'phone',
  'street',
  'city',
  'postcode',
];
const letters = 'abcdefghijklmnopqrstuvwxyz';
const recordCount = 300;

const faker = new Faker({ locale: [en_GB, en], seed: 20_260_101 });
// Ages are relative to this day.
faker.setDefaultRefDate('2026-01-01T00:00:00.000Z');
// Numbers that Ofcom reserves for fiction.
const phoneNumbers = faker.helpers.shuffle(Array.from({ length: 1000 }, (_, index) => index));

interface Described {
  readonly person: number;
  readonly record: Person;
  /** The record that it nearly matches. */
  readonly near?: Person;
}

/** One person in ten has a second record, one in forty a third, and one in ten a near match. */
function allPeople(): Described[] {
  const records: Described[] = [];
  for (let person = 0; records.length < recordCount; person++) {
    const record = person % 10 === 5 ? relativeOf(records.at(-1)!.record) : stranger();
    if (person % 10 === 3) {
      const { one, other, isSamePerson } = nearMatch(records.pop()!.record, record, Math.floor(person / 10));
      records.push({ person: person - 1, record: one });
      records.push({ person: isSamePerson ? person - 1 : person, record: other, near: one });
      continue;
    }
    records.push({ person, record });
    if (person % 10 === 0) records.push({ person, record: repeated(record) });
    if (person % 40 === 0) records.push({ person, record: repeated(record) });
  }
  return faker.helpers.shuffle(records.slice(0, recordCount));
}

function stranger(): Person {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  return {
    firstName,
    lastName,
    dateOfBirth: birthday(),
    email: emailOf(firstName, lastName),
    phone: phone(),
    street: faker.location.streetAddress(),
    city: faker.location.city(),
    postcode: faker.location.zipCode(),
  };
}

/** Another person of the same household: same last name, address and telephone number. */
function relativeOf(person: Person): Person {
  const firstName = faker.person.firstName();
  return { ...person, firstName, dateOfBirth: birthday(), email: emailOf(firstName, person.lastName) };
}

/** A second record of the same person, with typing errors and other notations. */
function repeated(person: Person): Person {
  const copy: { -readonly [field in Field]: string } = { ...person };
  copy.phone = faker.helpers.arrayElement([
    copy.phone,
    copy.phone.replace(/^0(\d{4}) /, '+44 $1 '),
    digits(copy.phone),
  ]);
  const [year = '', month = '', day = ''] = copy.dateOfBirth.split('-');
  copy.dateOfBirth = faker.helpers.arrayElement([
    copy.dateOfBirth,
    `${day}/${month}/${year}`,
    `${day}.${month}.${year}`,
  ]);
  copy.postcode = faker.helpers.arrayElement([
    copy.postcode,
    copy.postcode.replace(' ', ''),
    copy.postcode.toLowerCase(),
  ]);
  copy.email = faker.helpers.arrayElement([copy.email, copy.email.toUpperCase()]);
  copy.lastName = faker.helpers.arrayElement([copy.lastName, copy.lastName.toUpperCase()]);
  for (const field of faker.helpers.arrayElements(['firstName', 'lastName', 'email', 'street', 'city'] as const, {
    min: 1,
    max: 2,
  })) {
    copy[field] = misspelt(copy[field]);
  }
  const lost = faker.helpers.arrayElement([
    'dateOfBirth',
    'email',
    'phone',
    'postcode',
    undefined,
    undefined,
    undefined,
  ] as const);
  if (lost !== undefined) copy[lost] = faker.helpers.arrayElement(['', 'n/a', 'unknown']);
  return copy;
}

/** A letter dropped, doubled, replaced, or swapped with the next one. */
function misspelt(text: string): string {
  const at = faker.number.int({ min: 1, max: text.length - 2 });
  switch (faker.number.int({ max: 3 })) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text[at] + text.slice(at);
    case 2:
      return text.slice(0, at) + letters[faker.number.int({ max: 25 })] + text.slice(at + 1);
    default:
      return text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2);
  }
}

function birthday(): string {
  return faker.date.birthdate({ mode: 'age', min: 18, max: 90 }).toISOString().slice(0, 10);
}

function emailOf(firstName: string, lastName: string): string {
  const host = faker.helpers.arrayElement(['example.com', 'example.org', 'example.net']);
  return `${firstName}.${lastName}${faker.number.int({ min: 10, max: 99 })}@${host}`
    .toLowerCase()
    .replace(/[^a-z0-9.@]/g, '');
}

function phone(): string {
  return `07700 900${String(phoneNumbers.pop()).padStart(3, '0')}`;
}

function digits(text: string): string {
  return text.replace(/\D/g, '');
}

const rows = allPeople().map(({ person, record, near }, index) => ({
  id: `p${String(index + 1).padStart(3, '0')}`,
  person: `person-${String(person + 1).padStart(3, '0')}`,
  record,
  near,
}));
const idOf = (wanted: Person | undefined) => rows.find(({ record }) => record === wanted)?.id ?? '';
const write = (name: string, lines: readonly (readonly string[])[]) =>
  writeFileSync(join(import.meta.dirname, name), stringify(lines));
write('people.csv', [
  ['id', ...fields],
  ...rows.map(({ id, record }) => [id, ...fields.map((field) => record[field])]),
]);
write('truth.csv', [['id', 'person', 'nearMatchOf'], ...rows.map(({ id, person, near }) => [id, person, idOf(near)])]);
