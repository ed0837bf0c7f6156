import { isAscii, normalForm } from './normal-form.ts';

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

const longest = 60;

/** Formats an untrusted text for a message: quoted, escaped and of bounded length. */
export function quote(text: string): string {
  return JSON.stringify(text.length <= longest ? text : `${text.slice(0, longest)}…`);
}

/** Formats a list as `"a", "b" or "c"`, with at most ten entries. */
export function quoteChoices(choices: Iterable<string>): string {
  const all = [...choices];
  if (all.length === 0) return 'nothing';
  const shown = all.slice(0, 10).map(quote);
  if (all.length > shown.length) return `${shown.join(', ')} or one of ${all.length - shown.length} more`;
  return shown.length === 1 ? shown[0]! : `${shown.slice(0, -1).join(', ')} or ${shown.at(-1)}`;
}

/** Converts offsets of a text to lines and columns, both from 1; columns count UTF-16 units, as in editors. */
export class TextPositions {
  readonly #lineStarts: number[] = [0];

  constructor(text: string) {
    for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) this.#lineStarts.push(at + 1);
  }

  at(offset: number): { line: number; column: number } {
    let low = 0;
    let high = this.#lineStarts.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >> 1;
      if (this.#lineStarts[middle]! <= offset) low = middle;
      else high = middle - 1;
    }
    return { line: low + 1, column: offset - this.#lineStarts[low]! + 1 };
  }
}
