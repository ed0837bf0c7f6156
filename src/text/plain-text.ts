import { isAscii } from './diacritics.ts';
import { normalForm } from './normal-form.ts';

/** Leaves one space between words and none around them; every kind of white space counts as a space. */
export function normalizeSpaces(text: string): string {
  const trimmed = text.trim();
  return /\s\s|[^\S ]/.test(trimmed) ? trimmed.replace(/\s+/g, ' ') : trimmed;
}

/** Returns the decimal digits of a text; digits of other scripts (٣, ३, ３) become 0-9. */
export function digitsOnly(text: string): string {
  return (isAscii(text) ? text : withAsciiDigits(text)).replace(/[^0-9]+/g, '');
}

const digits = /\p{Nd}/gu;
const oneDigit = /\p{Nd}/u;

/** Writes the decimal digits of every script as 0-9. Unicode gives each script's ten digits consecutive code points. */
export function withAsciiDigits(text: string): string {
  if (isAscii(text)) return text;
  return text.replace(digits, (digit) => {
    const compatible = normalForm(digit, 'NFKC');
    if (isAscii(compatible)) return compatible;
    const code = digit.codePointAt(0)!;
    let zero = code;
    while (code - zero < 9 && oneDigit.test(String.fromCodePoint(zero - 1))) zero--;
    return String(code - zero);
  });
}
