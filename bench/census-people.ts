import { en_GB, Faker } from '@faker-js/faker';
import { type PartialPerson, withError } from './people.ts';
import { FIELDS, Population, type SimulatedRecord } from './population/households.ts';
import { Random } from './population/random.ts';

/** Records that come in no order of their households: a household's members reach a service at different times. */
const SHUFFLED = 20_000;
/** Share of the later records of a person that have typing errors, and how many fields have one. */
const MISSPELT = 0.5;
const MOST_ERRORS = 3;
const EDITABLE = ['firstName', 'lastName', 'email', 'phone', 'postcode'] as const;

type Editable = { -readonly [Field in keyof PartialPerson]: PartialPerson[Field] };

/**
 * An endless, repeatable stream of records with the names, households, shared numbers and missing values of the
 * simulation (bench/population), and typing errors in every second of the later records of a person.
 *
 * @param records that are drawn in all: as many more numbers and addresses are shared
 */
export function* censusPeople(seed: number, records: number, prefix = 'c'): Generator<PartialPerson, never, undefined> {
  const population = new Population(records);
  const random = new Random(seed);
  const faker = new Faker({ locale: [en_GB], seed });
  for (;;) {
    const drawn: PartialPerson[] = [];
    while (drawn.length < SHUFFLED) {
      for (const record of population.household(random)) drawn.push(asPerson(faker, random, record, prefix));
    }
    for (let at = drawn.length - 1; at > 0; at--) {
      const other = random.integer(at + 1);
      [drawn[at], drawn[other]] = [drawn[other]!, drawn[at]!];
    }
    yield* drawn;
  }
}

function asPerson(faker: Faker, random: Random, { id, values }: SimulatedRecord, prefix: string): PartialPerson {
  const { firstName, lastName } = values;
  const person: Editable = { id: prefix + id, firstName: firstName!.text, lastName: lastName!.text };
  for (const field of FIELDS) {
    const value = values[field];
    if (value !== undefined) person[field] = value.text;
  }
  // The number behind the person is that of the record.
  if (!id.endsWith('-0') && random.next() < MISSPELT) {
    const given = EDITABLE.filter((field) => person[field] !== undefined);
    const errors = 1 + random.integer(MOST_ERRORS);
    for (const field of faker.helpers.arrayElements(given, errors)) person[field] = withError(faker, person[field]!);
  }
  return person;
}
