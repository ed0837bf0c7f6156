import { postcodeForms } from './data/postcode-forms.ts';
import { withAsciiDigits } from './text.ts';

export interface Postcode {
  /** As the country writes it. */
  readonly full: string;
  /** The wider area that it lies in. */
  readonly area: string;
}

/** Longer texts hold no postcode alone. */
const maximalLength = 20;

/**
 * Reads a postcode of a country (ISO 3166 alpha-2). Without a country only forms with letters that one country alone has
 * (United Kingdom, Canada, Netherlands, Ireland) are recognized; other texts are returned in upper case without
 * separators. Undefined when it is none.
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

/** Letters in front that name the country on an envelope: D-10115, DE-10115, F-75001. */
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
  let code = country === 'CA' ? withDigitsAt(bare, [1, 3, 5]) : bare;
  if (form.digits !== undefined && code.length === form.digits - 1 && /^\d+$/.test(code)) code = `0${code}`;
  if (!form.pattern.test(code)) return undefined;
  const [after, separator] = form.gap ?? [code.length, ''];
  const full = code.length > after ? code.slice(0, after) + separator + code.slice(after) : code;
  return { full, area: code.slice(0, form.area) };
}

/** ZIP and ZIP+4; a number may have lost up to two zeros in front. The area is the ZIP without its +4. */
function readUnitedStates(bare: string): Postcode | undefined {
  if (!/^\d{3,9}$/.test(bare) || bare.length === 6) return undefined;
  const digits = bare.padStart(bare.length > 5 ? 9 : 5, '0');
  const zip = digits.slice(0, 5);
  if (zip === '00000') return undefined;
  return { full: digits.length === 9 ? `${zip}-${digits.slice(5)}` : zip, area: zip };
}

const unitedKingdom =
  /^(?:GIR0AA|[A-PR-UWYZ](?:\d[A-HJKPSTUW\d]?|[A-HK-Y]\d[ABEHMNPRVWXY\d]?)\d[ABD-HJLNP-UW-Z]{2}|BFPO\d{1,4})$/;

/** Outward and inward code; the area is the outward code. */
function readUnitedKingdom(bare: string): Postcode | undefined {
  const code = bare.startsWith('BFPO') ? bare : withDigitsAt(bare, [bare.length - 3]);
  if (!unitedKingdom.test(code)) return undefined;
  const outward = code.startsWith('BFPO') ? 'BFPO' : code.slice(0, -3);
  return { full: `${outward} ${code.slice(outward.length)}`, area: outward };
}

/** O for 0, I and L for 1 at positions that can only be digits. */
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
