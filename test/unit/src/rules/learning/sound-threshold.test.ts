import { describe, expect, it } from '@jest/globals';
import { draftDesign } from '../../../../../src/rules/design/design.ts';
import { randomNumbers } from '../../../../../src/rules/learning/random.ts';
import { soundThreshold } from '../../../../../src/rules/learning/sound-threshold.ts';

const fields = ['first_name', 'last_name', 'street', 'city', 'birth_date', 'phone'].map((name) => ({ name }));
const draft = draftDesign({ fields, goal: 'balanced' });

const random = randomNumbers(2);
const word = (): string =>
  Array.from({ length: 7 }, () => 'abcdefghijklmnopqrstuvwxyz'[Math.floor(random() * 26)]).join('');
const digits = (count: number): string => String(Math.floor(random() * 9 * 10 ** (count - 1)) + 10 ** (count - 1));
const people = Array.from({ length: 30 }, (_, n) => ({
  id: `p${n}`,
  first_name: word(),
  last_name: word(),
  street: `${n + 1} ${word()} Road`,
  city: word(),
  birth_date: `19${digits(2)}-0${1 + (n % 9)}-${10 + (n % 18)}`,
  phone: `0${digits(10)}`,
}));
const doubles = people.map((person) => ({ ...person, id: `${person.id}b` }));

/** Two people of different generations in each house, and a record with an initial only, which may be either. */
const households = people.slice(0, 10).flatMap(({ last_name, street, city }, n) => [
  { id: `h${n}`, first_name: 'John', last_name, street, city, birth_date: `1951-02-1${n}` },
  { id: `h${n}b`, first_name: 'Jane', last_name, street, city, birth_date: `1984-11-0${n}` },
  { id: `h${n}c`, first_name: 'J', last_name, street, city },
]);

describe('soundThreshold', () => {
  it('keeps the threshold of the draft if entities hold together', () => {
    expect(soundThreshold(draft, [...people, ...doubles])).toBe(draft.threshold);
  });

  it('rises where records hang together that disagree', () => {
    expect(soundThreshold(draft, households)).toBeGreaterThan(draft.threshold + 3);
  });

  it('keeps the threshold of the draft for many records', () => {
    const many = Array.from({ length: 200 }, () => households).flat();
    expect(soundThreshold(draft, many)).toBe(draft.threshold);
  });
});
