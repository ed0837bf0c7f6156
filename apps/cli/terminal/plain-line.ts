import { stripVTControlCharacters } from 'node:util';

/** A text on one line, without what steers a terminal: values of records are shown, not obeyed. */
export const plainLine = (text: string): string =>
  stripVTControlCharacters(text).replace(/[\p{Cc}\p{Zl}\p{Zp}\u202a-\u202e\u2066-\u2069]+/gu, ' ');
