import type { Pin } from '../../rules/document/types.ts';
import { validateIdentifier } from '../../rules/identifiers/identifier.ts';
import type { DocumentParts } from './document-parts.ts';
import { idOf } from './document-parts.ts';
import type { DesignField } from './field-kind.ts';
import { fieldWords } from './field-words.ts';
import type { GuessedField } from './guess-kinds.ts';

/** How numbers of one issuer look. */
export interface IdentifierScheme {
  readonly name: string;
  /** A made-up number, as people write it. */
  readonly example: string;
  /** True if two valid numbers are two things: check digits tell typing errors. */
  readonly isCertain?: boolean;
  /** Words of a field's name that state the scheme. */
  readonly words: RegExp;
  /** True if the scheme issues such a number, written without signs in lower case. */
  isValid(plain: string): boolean;
  /** The valid numbers among plain ones, in one notation. */
  valid(id: string, plain: Pin, parts: DocumentParts): Pin;
  /** The numbers that are evidence, if some of the form are never issued and stand for "there is none". */
  issued?(id: string, plain: Pin, parts: DocumentParts): Pin;
}

const validated = (kind: 'SSN' | 'NPI' | 'EIN', example: string, words: RegExp): IdentifierScheme => ({
  name: kind,
  example,
  words,
  isValid: (plain) => validateIdentifier(kind, plain).valid,
  valid: (id, plain, parts) => parts.step(`${id}_VALID`, 'identifier', { kind }, plain),
});

const shaped = (name: string, example: string, words: RegExp, pattern: string): IdentifierScheme => {
  const test = new RegExp(pattern);
  return {
    name,
    example,
    words,
    isValid: (plain) => test.test(plain),
    valid: (id, plain, parts) => parts.extract(`${id}_VALID`, { pattern }, plain),
  };
};

/**
 * The schemes of numbers that only one thing has, most specific first. A VIN needs the form alone: outside North America
 * the check digit is not mandatory, and the next vehicle of an assembly line differs by one character.
 */
const schemes: readonly IdentifierScheme[] = [
  {
    ...validated('SSN', '219-09-9998', /\b(?:ssn|social security(?! type)|soc(?:ial)? sec(?:urity)?)\b/),
    // Nine digits that no area issues are placeholders. Numbers of other lengths are of another scheme.
    issued: (id, plain, parts) =>
      parts.union(`${id}_ISSUED`, [
        parts.step(`${id}_VALID`, 'identifier', { kind: 'SSN' }, plain),
        parts.extract(`${id}_OTHER`, { pattern: '^(?:.{4,8}|.{10,})$' }, plain),
      ]),
  },
  { ...validated('NPI', '1234567893', /\b(?:npi|national provider)\b/), isCertain: true },
  // ISO 17442: each legal entity has one, and funds of an umbrella have their own.
  {
    ...shaped('LEI', '529900EXAMPLE0000001', /\b(?:lei|legal entity id)\b/, '^[a-z0-9]{18}[0-9]{2}$'),
    isCertain: true,
  },
  validated('EIN', '04-7654321', /\b(?:ein|fein|employer id)\b/),
  shaped(
    'VIN',
    '1M8GDM9AXKP042788',
    /\b(?:vin|vehicle id\w*|fahrgestell\w*|fahrzeug ?ident\w*|fin|chassis|bastidor|telaio)\b/,
    '^[a-hj-npr-z0-9]{17}$',
  ),
  // The digits alone: the letters of the country are often left out.
  shaped(
    'VAT',
    'DE 123 456 788',
    /\b(?:vat|ust|umsatzsteuer|btw|tva|iva|gst|gstin)/,
    '^(?:[a-z]{2,3})?[a-z]?([0-9]{7,12})[a-z0-9]{0,4}$',
  ),
];

const anyNumber: IdentifierScheme = shaped(
  'number',
  'A-123.4567',
  /./,
  '^[a-z0-9]*[0-9][a-z0-9]*[0-9][a-z0-9]*[0-9][a-z0-9]*[0-9][a-z0-9]*$',
);

/** The share of samples that must fit a scheme. */
const most = 0.6;
const fewest = 3;

/** The scheme of a field's numbers as it is stated, or as the field's name says. */
export const namedScheme = ({ name, scheme }: DesignField): IdentifierScheme => {
  const words = fieldWords(name).join(' ');
  return schemes.find((one) => (scheme === undefined ? one.words.test(words) : one.name === scheme)) ?? anyNumber;
};

/**
 * The scheme of a field's numbers. Undefined if the samples do not fit it: then the field holds something
 * else than its name says, and nothing is known about what differing values mean.
 */
export function schemeOf({ field, profile }: GuessedField): IdentifierScheme | undefined {
  const scheme = namedScheme(field);
  const values = profile.values.map(plainText).filter((value) => value !== '' && !isPlaceholder(value));
  if (values.length < fewest) return scheme;
  return values.filter((value) => scheme.isValid(value)).length >= values.length * most ? scheme : undefined;
}

const plainText = (value: string): string => value.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, '');

/** One character again and again. */
const repeated = `^(?:${[...'0123456789x'].map((character) => `${character}+`).join('|')})$`;

/** Numbers and words that are written where there is no number, without signs. */
const placeholders = [
  ...['123456', '1234567', '12345678', '123456789', '1234567890', '012345678', '0123456789', '987654321', '9876543210'],
  ...['078051120', '219099999', '121212121', '123123123', '111223333', '123121234'],
  ...['na', 'none', 'null', 'nil', 'unknown', 'notknown', 'notavailable', 'notapplicable', 'missing', 'pending', 'tbd'],
  ...['test', 'dummy', 'unbekannt', 'keine', 'keineangabe', 'sinnumero', 'desconocido', 'ninguno', 'inconnu', 'aucun'],
  ...['sconosciuto', 'onbekend', 'okand', 'ukendt', 'brak', 'neznamy', 'refused', 'withheld', 'applied', 'appliedfor'],
];

const isRepeated = new RegExp(repeated);

function isPlaceholder(plain: string): boolean {
  return isRepeated.test(plain) || placeholders.includes(plain);
}

/** The plain values without those that stand for "there is none". */
export function withoutPlaceholders(name: string, plain: Pin, parts: DocumentParts): Pin {
  const id = idOf(name);
  return parts.without(
    `${id}_GIVEN`,
    'PLACEHOLDERS',
    placeholders,
    parts.replaced(`${id}_NOT_REPEATED`, repeated, '', plain),
  );
}
