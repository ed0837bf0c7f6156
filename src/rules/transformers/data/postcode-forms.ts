/**
 * Forms of postcodes per country (ISO 3166 alpha-2). Compiled for this project from general knowledge of
 * the countries' postcodes; facts without a licence.
 */
export interface PostcodeForm {
  /** Matched against the letters and digits of the text, in upper case. */
  readonly pattern: RegExp;
  /** The number of digits of a code that a spreadsheet may have read as a number, without the zeros in front. */
  readonly digits?: number;
  /** How many such zeros a code has at most; default one. */
  readonly zeros?: number;
  /** The number of characters before a space or hyphen in the written form; absent for no separator. */
  readonly gap?: readonly [after: number, separator: ' ' | '-'];
  /** The number of leading characters that identify the wider area. */
  readonly area: number;
}

const fiveDigits = (area: number): PostcodeForm => ({ pattern: /^\d{5}$/, digits: 5, area });
const fourDigits = (area: number): PostcodeForm => ({ pattern: /^\d{4}$/, area });
const sixDigits = (area: number): PostcodeForm => ({ pattern: /^\d{6}$/, area });

export const postcodeForms: Readonly<Record<string, PostcodeForm>> = {
  AT: fourDigits(1),
  AU: { pattern: /^\d{4}$/, digits: 4, area: 2 },
  BE: fourDigits(1),
  BG: fourDigits(1),
  BR: { pattern: /^\d{8}$/, digits: 8, gap: [5, '-'], area: 5 },
  CA: { pattern: /^[ABCEGHJ-NPRSTVXY]\d[ABCEGHJ-NPRSTV-Z]\d[ABCEGHJ-NPRSTV-Z]\d$/, gap: [3, ' '], area: 3 },
  CH: fourDigits(1),
  CN: sixDigits(2),
  CZ: { pattern: /^\d{5}$/, gap: [3, ' '], area: 3 },
  DE: { pattern: /^(?!00)\d{5}$/, digits: 5, area: 2 },
  DK: fourDigits(1),
  EE: fiveDigits(2),
  ES: fiveDigits(2),
  FI: { ...fiveDigits(2), zeros: 2 },
  FR: fiveDigits(2),
  GR: { pattern: /^\d{5}$/, gap: [3, ' '], area: 3 },
  HR: fiveDigits(2),
  HU: fourDigits(1),
  ID: fiveDigits(2),
  IE: { pattern: /^(?:[AC-FHKNPRTV-Y]\d[0-9W])[0-9AC-FHKNPRTV-Y]{4}$/, gap: [3, ' '], area: 3 },
  IL: { pattern: /^(?:\d{5}|\d{7})$/, area: 2 },
  IN: { pattern: /^[1-9]\d{5}$/, area: 3 },
  IT: { ...fiveDigits(2), zeros: 2 },
  JP: { pattern: /^\d{7}$/, digits: 7, zeros: 2, gap: [3, '-'], area: 3 },
  KR: fiveDigits(2),
  LT: fiveDigits(2),
  LU: fourDigits(1),
  LV: fourDigits(1),
  MX: fiveDigits(2),
  MY: fiveDigits(2),
  NL: { pattern: /^[1-9]\d{3}[A-Z]{2}$/, gap: [4, ' '], area: 4 },
  NO: { pattern: /^\d{4}$/, digits: 4, area: 2 },
  NZ: { pattern: /^\d{4}$/, digits: 4, area: 2 },
  PL: { pattern: /^\d{5}$/, digits: 5, zeros: 2, gap: [2, '-'], area: 2 },
  PT: { pattern: /^\d{4}(?:\d{3})?$/, gap: [4, '-'], area: 4 },
  RO: sixDigits(2),
  RU: sixDigits(3),
  SE: { pattern: /^\d{5}$/, gap: [3, ' '], area: 3 },
  SG: { pattern: /^\d{6}$/, digits: 6, area: 2 },
  SI: fourDigits(1),
  SK: { pattern: /^\d{5}$/, digits: 5, gap: [3, ' '], area: 3 },
  TH: fiveDigits(2),
  TR: fiveDigits(2),
  UA: fiveDigits(2),
  ZA: { pattern: /^\d{4}$/, digits: 4, area: 2 },
};
