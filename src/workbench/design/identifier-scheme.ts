import type { Pin } from '../../rules/document/types.ts';
import { validateIdentifier } from '../../rules/identifiers/identifier.ts';
import type { DocumentParts } from './document-parts.ts';
import { idOf } from './document-parts.ts';
import { fieldWords } from './field-words.ts';
import type { GuessedField } from './guess-kinds.ts';

/** How numbers of one issuer look. */
export interface IdentifierScheme {
  readonly name: string;
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

const validated = (kind: 'SSN' | 'NPI' | 'EIN', words: RegExp): IdentifierScheme => ({
  name: kind,
  words,
  isValid: (plain) => validateIdentifier(kind, plain).valid,
  valid: (id, plain, parts) => parts.step(`${id}_VALID`, 'identifier', { kind }, plain),
});

const shaped = (name: string, words: RegExp, pattern: string): IdentifierScheme => {
  const test = new RegExp(pattern);
  return {
    name,
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
    ...validated('SSN', /\b(?:ssn|social security(?! type)|soc(?:ial)? sec(?:urity)?)\b/),
    // Nine digits that no area issues are placeholders. Numbers of other lengths are of another scheme.
    issued: (id, plain, parts) =>
      parts.union(`${id}_ISSUED`, [
        parts.step(`${id}_VALID`, 'identifier', { kind: 'SSN' }, plain),
        parts.extract(`${id}_OTHER`, { pattern: '^(?:.{4,8}|.{10,})$' }, plain),
      ]),
  },
  { ...validated('NPI', /\b(?:npi|national provider)\b/), isCertain: true },
  // ISO 17442: each legal entity has one, and funds of an umbrella have their own.
  { ...shaped('LEI', /\b(?:lei|legal entity id)\b/, '^[a-z0-9]{18}[0-9]{2}$'), isCertain: true },
  validated('EIN', /\b(?:ein|fein|employer id)\b/),
  shaped(
    'VIN',
    /\b(?:vin|vehicle id\w*|fahrgestell\w*|fahrzeug ?ident\w*|fin|chassis|bastidor|telaio)\b/,
    '^[a-hj-npr-z0-9]{17}$',
  ),
  // The digits alone: the letters of the country are often left out.
  shaped(
    'VAT',
    /\b(?:vat|ust|umsatzsteuer|btw|tva|iva|gst|gstin)/,
    '^(?:[a-z]{2,3})?[a-z]?([0-9]{7,12})[a-z0-9]{0,4}$',
  ),
];

const anyNumber: IdentifierScheme = shaped(
  'number',
  /./,
  '^[a-z0-9]*[0-9][a-z0-9]*[0-9][a-z0-9]*[0-9][a-z0-9]*[0-9][a-z0-9]*$',
);

/** The share of samples that must fit a scheme. */
const most = 0.6;
const fewest = 3;

/**
 * The scheme of a field's numbers, by its name. Undefined if the samples do not fit it: then the field holds something
 * else than its name says, and nothing is known about what differing values mean.
 */
export function schemeOf({ field, profile }: GuessedField): IdentifierScheme | undefined {
  const words = fieldWords(field.name).join(' ');
  const scheme = schemes.find((one) => one.words.test(words)) ?? anyNumber;
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
