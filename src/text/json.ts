import { isObject } from '../is-object.ts';

/**
 * Returns the text of one JSON value: texts unchanged, numbers as their shortest decimal text (never an exponent),
 * booleans as `true` and `false`. '' means no value: null, blank texts, and values that JSON does not have. `undefined`
 * for lists and objects.
 *
 * Half a surrogate pair becomes U+FFFD, because no store can represent it.
 */
export function jsonText(value: unknown): string | undefined {
  switch (typeof value) {
    case 'string': {
      const text = value.isWellFormed() ? value : value.toWellFormed();
      return isBlank(text) ? '' : text;
    }
    case 'number':
      return numberText(value);
    case 'boolean':
      return value ? 'true' : 'false';
    case 'bigint':
      return value.toString();
    case 'object':
      return value === null ? '' : undefined;
    default:
      return '';
  }
}

function isBlank(text: string): boolean {
  if (text.length === 0) return true;
  // Only a text that begins with white space can be blank, which is rare.
  return text.charCodeAt(0) > 0x20 && text.charCodeAt(0) < 0x80 ? false : text.trim() === '';
}

function numberText(value: number): string {
  if (!Number.isFinite(value)) return '';
  if (value === 0) return '0';
  const text = String(value);
  return text.includes('e') ? withoutExponent(text) : text;
}

/** `1.5e-7` → `0.00000015`, `1e+21` → `1000000000000000000000`. */
function withoutExponent(text: string): string {
  const negative = text.startsWith('-');
  const [mantissa = '', exponentText = '0'] = (negative ? text.slice(1) : text).split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  const point = whole.length + Number(exponentText);
  const decimal =
    point <= 0
      ? `0.${'0'.repeat(-point)}${digits}`
      : point >= digits.length
        ? digits.padEnd(point, '0')
        : `${digits.slice(0, point)}.${digits.slice(point)}`;
  return negative ? `-${decimal}` : decimal;
}

/**
 * The JSON of a JSON-like value, with the members of objects sorted by their names.
 *
 * @param isKept tells which members stay; one that is undefined and stays is null
 */
export function canonicalJson(value: unknown, isKept: (member: unknown) => boolean): string {
  if (Array.isArray(value)) return `[${value.map((element) => canonicalJson(element, isKept)).join(',')}]`;
  if (value === null || typeof value !== 'object') return JSON.stringify(value) ?? 'null';
  const members: string[] = [];
  for (const name of Object.keys(value).sort()) {
    const member = (value as Record<string, unknown>)[name];
    if (isKept(member)) members.push(`${JSON.stringify(name)}:${canonicalJson(member, isKept)}`);
  }
  return `{${members.join(',')}}`;
}

const QUOTE = 0x22;

const BACKSLASH = 0x5c;

/** Whether more than so many brackets of a JSON text are open at once. What is no JSON may be judged either way. */
export function nestsDeeperThan(text: string, most: number): boolean {
  let open = 0;
  for (let at = 0; at < text.length; at += 1) {
    const unit = text.charCodeAt(at);
    if (unit === QUOTE) {
      // Skip to the quote that ends the text: one that an even number of backslashes stand before.
      do {
        at = text.indexOf('"', at + 1);
        if (at === -1) return false;
      } while (isEscaped(text, at));
    } else if (unit === 0x7b || unit === 0x5b) {
      open += 1;
      if (open > most) return true;
    } else if (unit === 0x7d || unit === 0x5d) {
      open -= 1;
    }
  }
  return false;
}

function isEscaped(text: string, at: number): boolean {
  let backslashes = 0;
  while (text.charCodeAt(at - 1 - backslashes) === BACKSLASH) backslashes += 1;
  return backslashes % 2 === 1;
}

/** Undefined for a text that is no JSON. Leaves out why: the message of JSON.parse quotes the text, which must not reach a log. */
export function parsedJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Undefined for a text that is no object of JSON. */
export function parsedObject(text: string): Readonly<Record<string, unknown>> | undefined {
  const value = parsedJson(text);
  return isObject(value) ? value : undefined;
}
