/** Pairs of records that rules leave to a person: each has evidence that the two are one person, and evidence against it. */

/** What a near match takes from a record, and from a stranger. */
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

export interface NearMatch {
  /** The record that was there, maybe under another first name. */
  readonly one: Person;
  /** The one that nearly matches it. */
  readonly other: Person;
  readonly isSamePerson: boolean;
}

const nicknames = [
  ['Robert', 'Bob'],
  ['Margaret', 'Peggy'],
  ['Richard', 'Dick'],
  ['William', 'Bill'],
  ['Sarah', 'Sally'],
  ['Edward', 'Ned'],
] as const;

const kinds: readonly ((one: Person, stranger: Person, turn: number) => NearMatch)[] = [
  /** Married and moved: another last name and address; the birthday has an error. */
  (one, stranger) => ({
    one,
    other: {
      ...named(stranger, one.firstName),
      phone: one.phone,
      dateOfBirth: mistyped(one.dateOfBirth),
    },
    isSamePerson: true,
  }),
  /** A nickname after a move, and no birthday. */
  (one, stranger, turn) => {
    const [firstName, nickname] = nicknames[turn % nicknames.length]!;
    const formal = named(one, firstName);
    const { lastName, email } = formal;
    const other = { ...stranger, firstName: nickname, lastName, dateOfBirth: '', email };
    return { one: formal, other, isSamePerson: true };
  },
  /** A couple with one mailbox. */
  (one, { firstName, phone }) => ({
    one,
    other: { ...one, firstName, dateOfBirth: '', phone },
    isSamePerson: false,
  }),
  /** Parent and child of one name and telephone, who live apart. */
  (one, { dateOfBirth, street, city, postcode }) => ({
    one,
    other: { ...one, dateOfBirth: aGenerationAway(one.dateOfBirth, dateOfBirth), email: '', street, city, postcode },
    isSamePerson: false,
  }),
  /** Moved, and an error in the birthday. */
  (one, { street, city, postcode }) => ({
    one,
    other: { ...one, email: '', street, city, postcode, dateOfBirth: mistyped(one.dateOfBirth) },
    isSamePerson: true,
  }),
];

/** Makes a near match of a record, with values of a stranger: of another kind in each turn. */
export function nearMatch(one: Person, stranger: Person, turn: number): NearMatch {
  return kinds[turn % kinds.length]!(one, stranger, Math.floor(turn / kinds.length));
}

function named(person: Person, firstName: string): Person {
  return { ...person, firstName, email: person.email.replace(/^[^.]*/, firstName.toLowerCase()) };
}

/** Day and month swapped, or a wrong day if that would be no date. */
function mistyped(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  if (Number(day) <= 12 && day !== month) return `${year}-${day}-${month}`;
  return `${year}-${month}-${String((Number(day) % 28) + 1).padStart(2, '0')}`;
}

/** The year of the next or the former generation, and the day of another person. */
function aGenerationAway(date: string, other: string): string {
  const year = Number(date.slice(0, 4));
  return `${year < 1970 ? year + 28 : year - 28}${other.slice(4)}`;
}
