import { present } from '../../assert.ts';
import type { Clause, Value } from '../../store/port.ts';

/** Separates texts that may hold blanks, such as record ids: no id holds a control character. */
export const TAB = '\t';
/** Separates hashes and node ids, which hold no blank. */
export const BLANK = ' ';

/** A sorted list without duplicates as one text, so that a write can be conditional on it. */
export const listText = (texts: Iterable<string>): string => [...new Set(texts)].sort().join(TAB);

/** True while a list that is stored as text has not changed; an empty list is not stored. */
export const unchangedText = (attribute: string, text: string): Clause =>
  text === '' ? { attribute, absent: true } : { attribute, equals: text };

export function splitText(text: Value | undefined, separator: string): string[] {
  return text === undefined || text === '' ? [] : (text as string).split(separator);
}

/** Bytes of a part: four of them are a megabyte, and each is well below the limit of an item. */
export const PART_BYTES = 256 * 1_024;

/** JSON of ASCII characters, each a byte. */
export const asciiJson = (value: object): string =>
  JSON.stringify(value).replace(/[\u007f-\uffff]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`);

/** A text in parts, each of which fits into an item; at least one. Cut between characters. */
export function textParts(text: string): string[] {
  const bytes = Buffer.from(text);
  const parts: string[] = [];
  for (let start = 0; start < bytes.length || parts.length === 0; ) {
    let end = Math.min(start + PART_BYTES, bytes.length);
    // Bytes that go on with a character are 10xxxxxx.
    while (end < bytes.length && (present(bytes[end], 'a part ends within its text') & 0xc0) === 0x80) end -= 1;
    parts.push(bytes.toString('utf8', start, end));
    start = end;
  }
  return parts;
}

/** The number of a part in a sort key, so that parts sort in their order. */
export const partName = (part: number): string => String(part).padStart(4, '0');
