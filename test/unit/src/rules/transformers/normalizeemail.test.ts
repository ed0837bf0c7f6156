import { describe, expect, it } from '@jest/globals';
import { normalizeemail } from '../../../../../src/rules/transformers/normalizeemail.ts';
import { runTransformer } from './run-transformer.ts';

const email = (text: string, attributes: object = {}) =>
  runTransformer(normalizeemail, { attributes, inputs: { default: [text] } })['email']?.[0];

describe('normalizeemail', () => {
  it.each([
    ['  Ada@Example.COM ', 'ada@example.com'],
    ['<ada@example.com>', 'ada@example.com'],
    ['"Lovelace, Ada" <ada@example.com>', 'ada@example.com'],
    ['mailto:ada@example.com?subject=hi', 'ada@example.com'],
    ['ada+news@example.com', 'ada+news@example.com'],
    ['ada@example.com.', 'ada@example.com'],
    ["o'brien@example.co.uk", "o'brien@example.co.uk"],
    ['"ada"@example.com', 'ada@example.com'],
    ['ada@bücher.example', 'ada@xn--bcher-kva.example'],
    ['jürgen@example.com', 'jürgen@example.com'],
  ])('reads %s', (text, expected) => {
    expect(email(text)).toBe(expected);
  });

  it.each([
    'ada',
    'ada@',
    '@example.com',
    'ada@localhost',
    'a da@example.com',
    'ada@@example.com',
    'ada@exa mple.com',
    'ada..b@example.com',
    '.ada@example.com',
    'ada@-example.com',
    'ada@example.com, al@example.com',
    `${'a'.repeat(65)}@example.com`,
    'n/a',
  ])('gives no value for %s', (text) => {
    expect(email(text)).toBeUndefined();
  });

  it('drops a tag on request, never the whole name', () => {
    expect(email('ada+news+x@example.com', { removePlus: true })).toBe('ada@example.com');
    expect(email('+ada@example.com', { removePlus: true })).toBe('+ada@example.com');
  });

  it.each([
    ['Ada.Love.Lace@gmail.com', 'adalovelace@gmail.com'],
    ['ada+x@googlemail.com', 'ada@gmail.com'],
    ['ada@me.com', 'ada@icloud.com'],
    ['ada-x@yahoo.com', 'ada@yahoo.com'],
    ['ada.lovelace@example.com', 'ada.lovelace@example.com'],
  ])('knows that %s is the mailbox %s', (text, expected) => {
    expect(email(text, { providerRules: true })).toBe(expected);
  });
});
