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
