import { describe, expect, it } from '@jest/globals';
import { fieldWords } from '../../../../../src/rules/design/field-words.ts';
import { hasLegalForm, valueShape } from '../../../../../src/rules/design/value-shape.ts';

describe('valueShape', () => {
  it.each([
    ['email', ['ada@example.com', ' a.b+c@mail.example.org ', 'ä@b.de']],
    ['url', ['https://example.com/x', 'http://a', 'www.example.org', 'example.com', 'shop.example.co.uk']],
    ['uuid', ['550e8400-e29b-41d4-a716-446655440000', '550E8400-E29B-41D4-A716-446655440000']],
    ['year', ['1999', '2024']],
    [
      'date',
      ['2024-01-31', '31.01.2024', '1/31/24', '20240131', '31 Jan 2024', 'January 31, 2024', '2024-01-31T10:00'],
    ],
    ['phone', ['+44 20 7946 0018', '(020) 7946 0991', '020-7946-0123', '+442079460018']],
    ['number', ['1', '-2', '+3', '12.50', '1,5', '30123', '0799123456']],
    ['gender', ['m', 'F', 'Female', 'männlich', 'mujer']],
    ['code', ['A1', 'KDL-46V2500', '12-34', 'x9']],
    ['personName', ['Ada Example', "Sean O'Neill", 'J. R. R. Tolkien', 'Müller, Hans']],
    ['words', ['York', 'Acme Ltd', 'a b c d e', 'New York 2', '']],
    ['sentence', ['one two three four five six seven eight nine ten eleven twelve thirteen']],
  ])('is %s for %j', (shape, values) => {
    expect(values.map((value) => [value, valueShape(value)])).toEqual(values.map((value) => [value, shape]));
  });

  it.each(['a@', '@b.de', 'a b@c.de', 'a@b'])('is no e-mail address for %j', (value) => {
    expect(valueShape(value)).not.toBe('email');
  });

  it('reads the first 300 characters', () => {
    expect(valueShape(`${'a '.repeat(200)}x@example.com`)).toBe('sentence');
    expect(valueShape(`${'1'.repeat(1_000_000)}x`)).toBe('number');
  });
});

describe('hasLegalForm', () => {
  it.each(['Acme Inc', 'Acme Inc.', 'Muster GmbH', 'Example, LLC', 'Nordic AB ', 'Firma Sp. z o.o.', 'acme limited'])(
    'is true for %j',
    (name) => expect(hasLegalForm(name)).toBe(true),
  );

  it.each(['Acme', 'Inca', 'Limited Edition', 'Ada Example', ''])('is false for %j', (name) =>
    expect(hasLegalForm(name)).toBe(false),
  );
});

describe('fieldWords', () => {
  it.each([
    ['dateOfBirth', ['date', 'of', 'birth']],
    ['DATE_OF_BIRTH', ['date', 'of', 'birth']],
    ['XMLHttpName', ['xml', 'http', 'name']],
    ['address2', ['address', '2']],
    ['emails.*.address', ['emails', 'address']],
    ['Straße', ['strasse']],
    ['Prénom', ['prenom']],
    ['tel_nr', ['phone', 'number']],
    ['org', ['organization']],
    ['constructor', ['constructor']],
    ['__proto__', ['proto']],
    ['名前', ['名前']],
    ['', []],
    ['._-', []],
  ])('of %j are %j', (name, words) => {
    expect(fieldWords(name)).toEqual(words);
  });

  it('reads the first 200 characters', () => {
    expect(fieldWords('ab '.repeat(1_000)).length).toBeLessThanOrEqual(67);
  });
});
