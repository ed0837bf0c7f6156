import { withAsciiDigits } from '../../text/plain-text.ts';
import { postcodeForms } from './data/postcode-forms.ts';

export interface Postcode {
  /** In the country's own notation. */
  readonly full: string;
  /** The wider area that contains it. */
  readonly area: string;
}

/** A longer text is more than a postcode. */
const maximalLength = 20;

/**
 * Reads a postcode of a country (ISO 3166 alpha-2). Without a country, it recognizes only forms with letters that are
 * unique to one country (United Kingdom, Canada, Netherlands, Ireland) and returns other texts in upper case without
 * separators. Undefined if the text is not a postcode.
 */
export function readPostcode(text: string, country: string | undefined): Postcode | undefined {
  if (text.length > maximalLength) return undefined;
  const bare = withAsciiDigits(text)
    .toUpperCase()
    .replace(/[^A-Z0-9]+/g, '');
  if (bare === '') return undefined;
  if (country === undefined) return guess(bare);
  return readOf(country, bare) ?? readOf(country, withoutCountry(bare, country));
}

/** Leading letters for the country, as on an envelope: D-10115, DE-10115, F-75001. */
function withoutCountry(bare: string, country: string): string {
  const prefix = /^[A-Z]+(?=\d)/.exec(bare)?.[0];
  return prefix !== undefined && (prefix === country || envelopeLetters[country] === prefix)
    ? bare.slice(prefix.length)
    : bare;
}

const envelopeLetters: Readonly<Record<string, string>> = {
  AT: 'A',
  BE: 'B',
  DE: 'D',
  ES: 'E',
  FI: 'FIN',
  FR: 'F',
  HU: 'H',
  IT: 'I',
  LU: 'L',
  NO: 'N',
  PT: 'P',
  SE: 'S',
};

function readOf(country: string, bare: string): Postcode | undefined {
  if (country === 'US') return readUnitedStates(bare);
  if (country === 'GB') return readUnitedKingdom(bare);
  const form = postcodeForms[country];
  if (form === undefined) return { full: bare, area: bare };
  const code = country === 'CA' ? withDigitsAt(bare, [1, 3, 5]) : withLostZeros(bare, country);
  if (!form.pattern.test(code)) return undefined;
  const [after, separator] = form.gap ?? [code.length, ''];
  const full = code.length > after ? code.slice(0, after) + separator + code.slice(after) : code;
  return { full, area: code.slice(0, form.area) };
}

/** How many digits the postcodes of a country have, and how many zeros in front; undefined where none begins with one. */
export function lostZerosOf(country: string): { readonly digits: number; readonly zeros: number } | undefined {
  if (country === 'US') return { digits: 5, zeros: 2 };
  const { digits, zeros = 1 } = postcodeForms[country] ?? {};
  return digits === undefined ? undefined : { digits, zeros };
}

/** The code with the zeros that a spreadsheet took from its front. */
export function withLostZeros(code: string, country: string): string {
  const lost = lostZerosOf(country);
  const isShort = lost !== undefined && code.length < lost.digits && code.length >= lost.digits - lost.zeros;
  return isShort && /^\d+$/.test(code) ? code.padStart(lost.digits, '0') : code;
}

/** Reads ZIP and ZIP+4; up to two leading zeros may be missing. The area is the ZIP without its +4. */
function readUnitedStates(bare: string): Postcode | undefined {
  if (!/^\d{3,9}$/.test(bare) || bare.length === 6) return undefined;
  const digits = bare.padStart(bare.length > 5 ? 9 : 5, '0');
  const zip = digits.slice(0, 5);
  if (zip === '00000') return undefined;
  return { full: digits.length === 9 ? `${zip}-${digits.slice(5)}` : zip, area: zip };
}

const unitedKingdom =
  /^(?:GIR0AA|[A-PR-UWYZ](?:\d[A-HJKPSTUW\d]?|[A-HK-Y]\d[ABEHMNPRVWXY\d]?)\d[ABD-HJLNP-UW-Z]{2}|BFPO\d{1,4})$/;

/** Reads the outward and inward code; the area is the outward code. */
function readUnitedKingdom(bare: string): Postcode | undefined {
  const code = bare.startsWith('BFPO') ? bare : withDigitsAt(bare, [bare.length - 3]);
  if (!unitedKingdom.test(code)) return undefined;
  const outward = code.startsWith('BFPO') ? 'BFPO' : code.slice(0, -3);
  return { full: `${outward} ${code.slice(outward.length)}`, area: outward };
}

/** Replaces O by 0, and I and L by 1, at positions that can only be digits. */
function withDigitsAt(code: string, positions: readonly number[]): string {
  let output = code;
  for (const position of positions) {
    const digit = { O: '0', I: '1', L: '1' }[output[position] ?? ''];
    if (digit !== undefined) output = output.slice(0, position) + digit + output.slice(position + 1);
  }
  return output;
}

function guess(bare: string): Postcode | undefined {
  if (/[A-Z]/.test(bare)) {
    for (const country of ['GB', 'CA', 'NL', 'IE']) {
      const read = readOf(country, bare);
      if (read !== undefined) return read;
    }
  }
  return /\d/.test(bare) ? { full: bare, area: bare } : undefined;
}
