import { en, en_GB, Faker } from '@faker-js/faker';

/** A made-up person of the United Kingdom; the fields of examples/people. */
export interface Person {
  readonly id: string;
  readonly firstName: string;
  readonly lastName: string;
  readonly dateOfBirth: string;
  readonly email: string;
  readonly phone: string;
  readonly street: string;
  readonly city: string;
  readonly postcode: string;
}

/** A person of whom only names are certain. */
export type PartialPerson = Pick<Person, 'id' | 'firstName' | 'lastName'> & Partial<Person>;

const EDITABLE = ['firstName', 'lastName', 'email', 'phone', 'street', 'city', 'postcode'] as const;
const LETTERS = 'abcdefghijklmnopqrstuvwxyz';

/** As many people as there are for one of whom there are two records: ten people make eleven records. */
export const PEOPLE_PER_DOUBLE = 10;

/**
 * An endless, repeatable stream of records: the first of so many people comes a second time after the last of them, with
 * one to three single-character errors (a letter dropped, doubled, replaced or swapped with its neighbour).
 */
export function* people(
  seed: number,
  prefix = 'p',
  peoplePerDouble = PEOPLE_PER_DOUBLE,
): Generator<Person, never, undefined> {
  const faker = new Faker({ locale: [en_GB, en], seed });
  // Ages count from this day, so that the stream is the same on every day.
  faker.setDefaultRefDate('2026-01-01T00:00:00.000Z');
  const recordsPerBlock = peoplePerDouble + 1;
  for (let block = 0; ; block++) {
    const first = person(faker, `${prefix}${block * recordsPerBlock}`);
    yield first;
    for (let index = 1; index < peoplePerDouble; index++) {
      yield person(faker, `${prefix}${block * recordsPerBlock + index}`);
    }
    yield misspelt(faker, first, `${prefix}${(block + 1) * recordsPerBlock - 1}`);
  }
}

/** The id of the record that a record repeats with errors; undefined for the others. */
export function originalOf(id: string, peoplePerDouble = PEOPLE_PER_DOUBLE): string | undefined {
  const digits = /\d+$/.exec(id);
  if (digits === null) return undefined;
  const number = Number(digits[0]);
  if (number % (peoplePerDouble + 1) !== peoplePerDouble) return undefined;
  return `${id.slice(0, digits.index)}${number - peoplePerDouble}`;
}

function person(faker: Faker, id: string): Person {
  const firstName = faker.person.firstName();
  const lastName = faker.person.lastName();
  return {
    id,
    firstName,
    lastName,
    dateOfBirth: faker.date.birthdate({ mode: 'age', min: 18, max: 90 }).toISOString().slice(0, 10),
    email: `${firstName}.${lastName}${faker.number.int({ max: 9_999 })}@${faker.internet.domainName()}`
      .toLowerCase()
      .replace(/[^a-z0-9.@-]/g, ''),
    // Ofcom keeps 07700 900000 to 900999 for fiction; the longer made-up range behind +44 7 keeps numbers apart.
    phone: `+447${faker.string.numeric(9)}`,
    street: faker.location.streetAddress(),
    city: faker.location.city(),
    postcode: faker.location.zipCode(),
  };
}

function misspelt(faker: Faker, original: Person, id: string): Person {
  const copy = { ...original, id };
  const errors = faker.number.int({ min: 1, max: 3 });
  for (const field of faker.helpers.arrayElements(EDITABLE, errors)) {
    copy[field] = withError(faker, copy[field]);
  }
  return copy;
}

export function withError(faker: Pick<Faker, 'number'>, text: string): string {
  const at = faker.number.int({ min: 0, max: text.length - 1 });
  const letter = LETTERS[faker.number.int({ max: LETTERS.length - 1 })]!;
  switch (faker.number.int({ max: 3 })) {
    case 0:
      return text.slice(0, at) + text.slice(at + 1);
    case 1:
      return text.slice(0, at) + text[at] + text.slice(at);
    case 2:
      return text.slice(0, at) + letter + text.slice(at + 1);
    default:
      return at + 1 < text.length ? text.slice(0, at) + text[at + 1] + text[at] + text.slice(at + 2) : letter + text;
  }
}
