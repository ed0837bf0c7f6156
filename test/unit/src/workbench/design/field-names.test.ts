import { describe, expect, it } from '@jest/globals';
import { loadRecordSchema } from '../../../../../src/rules/record-schema/record-schema.ts';
import { NothingToCompareError } from '../../../../../src/workbench/design/design.ts';
import { design, errorsOf, kindsOf } from './designed.ts';

const namesOf = (made: ReturnType<typeof design>): string[] => made.fields.map(({ field }) => field.name);
const about = (made: ReturnType<typeof design>, word: string): string =>
  made.warnings.filter((warning) => warning.startsWith(word)).join('\n');

describe('names of fields', () => {
  it.each([
    { given: ['First name', 'last-name'], usable: ['First_name', 'last_name'] },
    { given: ['Größe', 'Straße', 'prénom'], usable: ['Grosse', 'Strasse', 'prenom'] },
    { given: ['2nd phone', '007'], usable: ['f2nd_phone', 'f007'] },
    { given: ['__proto__', '__typename', 'email'], usable: ['proto', 'typename', 'email'] },
    { given: ['address.Post code', 'address.*.Street name'], usable: ['address.*.Street_name'] },
    {
      given: ['http://xmlns.com/foaf/0.1/name', 'https://example.com/terms#birthDate'],
      usable: ['name', 'birthDate'],
    },
    { given: ['*.email', '*', 'name'], usable: ['email', 'name'] },
    { given: ['..email..', 'a..name'], usable: ['email', 'a.name'] },
    { given: [' phone ', 'name\n'], usable: ['phone', 'name'] },
    { given: ['e😀mail', 'last🙂name'], usable: ['e_mail', 'last_name'] },
    { given: ['фамилия', '氏名', 'Όνομα', 'अंतिम नाम'], usable: ['familiya', 'ShiMing', 'Onoma', 'amtim_nam'] },
    { given: ['email', 'Email', 'EMAIL', 'last_name'], usable: ['email', 'Email', 'EMAIL', 'last_name'] },
    {
      given: ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'last_name'],
      usable: ['constructor', 'toString', 'hasOwnProperty', 'valueOf', 'last_name'],
    },
  ])('of $given become $usable', ({ given, usable }) => {
    const made = design(given);

    expect(namesOf(made)).toEqual(usable);
    expect(errorsOf(made)).toEqual([]);
  });

  it('that differ by case only are two pieces of evidence', () => {
    const { evidence } = design(['isbn_10', 'ISBN 10', 'title']);

    const ids = evidence.map(({ id }) => id);
    expect(ids).toEqual(expect.arrayContaining(['ISBN_10', 'ISBN_10_2']));
    expect(new Set(ids).size).toBe(ids.length);
  });

  it.each([
    [['name', 'name', 'phone'], 'name'],
    [['Phone number', 'Phone_number', 'name'], 'Phone_number'],
    [['emails', 'emails.*', 'name'], 'emails.*'],
  ])('that come twice in %j count once, and a warning says so', (given, dropped) => {
    const made = design(given);

    expect(made.fields).toHaveLength(given.length - 1);
    expect(about(made, 'Left out')).toContain(`Left out: ${dropped}.`);
  });

  it.each([
    [['address', 'address.street', 'last_name'], 'address'],
    [['address.street', 'address', 'last_name'], 'address'],
    [['phones.*.number', 'phones.label', 'last_name'], 'phones.label'],
    [['phones', 'phones.*.number', 'last_name'], 'phones'],
    [['id.email', 'last_name', 'phone'], 'id.email'],
  ])('that contradict one another in %j give one shape, and a warning', (given, dropped) => {
    const made = design(given);

    expect(namesOf(made)).not.toContain(dropped);
    expect(about(made, 'Left out')).toContain(`Left out: ${dropped}.`);
    expect(errorsOf(made)).toEqual([]);
  });

  it('leave out the id of the record without a warning', () => {
    const made = design(['id', 'email', 'last_name']);

    expect(namesOf(made)).toEqual(['email', 'last_name']);
    expect(about(made, 'Left out')).toBe('');
  });

  it.each([[[]], [['', '  ', '.', '..', '_', '__', '*']], [['😀', '🙂']], [['id', 'ID']]])(
    'of %j leave nothing to compare',
    (given) => {
      expect(() => design(given)).toThrow(NothingToCompareError);
    },
  );

  it('have at most 200 characters', () => {
    const [first] = namesOf(design([`last_name${'x'.repeat(5_000)}`, 'email']));

    expect(first).toHaveLength(200);
  });

  it('of more than 300 fields are cut off, and a warning says so', () => {
    const made = design(Array.from({ length: 500 }, (_, index) => `phone ${index}`));

    expect(made.fields).toHaveLength(300);
    expect(about(made, 'Only')).toContain('Only the first 300 of 500 fields');
    expect(errorsOf(made)).toEqual([]);
  });

  it('of 300 fields of all kinds give a valid document', () => {
    const kinds = ['first name', 'phone', 'vat number', 'xyz', 'email', 'street', 'model', 'title', 'notes', 'pages'];

    const made = design(Array.from({ length: 300 }, (_, index) => `${kinds[index % kinds.length]} ${index}`));

    expect(about(made, 'Only')).toBe('');
    expect(errorsOf(made)).toEqual([]);
  });
});

describe('the record schema', () => {
  it('writes objects, lists and lists of objects', () => {
    const { schema } = design(['name.first', 'name.last', 'emails.*', 'phones.*.number']);

    expect(schema.replace(/\s+/g, ' ')).toBe(
      'type Record { id: ID! name: Name emails: [String] phones: [Phones] } ' +
        'type Phones { number: String } type Name { first: String last: String } ',
    );
  });

  it('writes a list where samples or types say so', () => {
    const { schema } = design([], {
      fields: [
        { name: 'email', type: '[text]' },
        { name: 'phone', type: 'list of text' },
        { name: 'last_name', type: 'text' },
        { name: 'alias' },
      ],
      sampleRecords: [{ alias: ['a', 'b'] }],
    });

    expect(schema).toContain('email: [String]');
    expect(schema).toContain('phone: [String]');
    expect(schema).toContain('last_name: String');
    expect(schema).toContain('alias: [String]');
  });

  it('writes lists of lists', () => {
    const made = design(['groups.*.*.email', 'last_name']);

    expect(made.schema).toContain('groups: [[Groups]]');
    expect(errorsOf(made)).toEqual([]);
  });

  it.each([
    ['names of scalars', ['string.email', 'int.phone', 'any.name', 'stringMap.city']],
    ['names of the service’s types', ['query.email', 'mutation.phone', 'entity.name', 'link.city']],
    ['names of derived inputs', ['recordInput.email', 'searchParams.phone', 'record.name', 'recordPart.city']],
    ['names that differ by case only', ['address.street', 'Address.street', 'ADDRESS.street', 'last_name']],
    ['names that are equal when joined', ['a.b.email', 'aB.phone', 'last_name']],
    ['names within names', ['a.a.a.a.email', 'aA.a.phone', 'aAA.phone', 'last_name']],
  ])('gives objects types of their own for %s', (_what, given) => {
    const made = design(given);

    expect(() => loadRecordSchema(made.schema)).not.toThrow();
    expect(errorsOf(made)).toEqual([]);
  });
});

describe('sample records', () => {
  const cities = ['York', 'Leeds', 'Hull'];

  it('are read under the renamed fields', () => {
    const made = design(['E mail'], { sampleRecords: cities.map(() => ({ 'E mail': 'ada@example.com' })) });

    expect(made.fields[0]!.profile.values).toHaveLength(3);
  });

  it('are read in nested objects and lists under the renamed fields', () => {
    const sampleRecords = cities.map((city) => ({ 'Home address': { 'Main city': city }, Tags: [{ 'A b': 'x' }] }));

    const made = design(['Home address.Main city', 'Tags.*.A b'], { sampleRecords });

    expect(made.fields.map(({ profile }) => profile.values)).toEqual([cities, ['x', 'x', 'x']]);
  });

  it('that nest without end are read to a depth', () => {
    const record: Record<string, unknown> = { 'Last name': 'Example' };
    record['self'] = record;

    expect(kindsOf(design(['Last name', 'phone'], { sampleRecords: [record] }))).toEqual({
      Last_name: 'familyName',
      phone: 'phone',
    });
  });

  it('with keys of prototypes change no prototype', () => {
    const record = JSON.parse('{"__proto__": {"polluted": "yes"}, "Last name": "Example"}');

    design(['Last name', '__proto__'], { sampleRecords: [record] });

    expect(({} as Record<string, unknown>)['polluted']).toBeUndefined();
  });
});
