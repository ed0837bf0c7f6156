import { digestText } from '../text/digest.ts';

/**
 * The text in which a page says where the next one begins: base64url of a check and of JSON text. Only this file writes
 * and reads such texts. Lists of reviews, decisions and history need none: their positions are sort keys.
 */
const FORMAT = 1;

/** Characters of the digest by which a cursor is recognised. It is no secret: a forged one spoils only its sender's answer. */
const CHECK_CHARACTERS = 8;

/** Longer than any cursor: a sort key has at most 900 bytes, which JSON text may write with six characters each. */
const MOST_CHARACTERS = 16_384;

/** What is wrong with a text: it is cut, changed or of another scope; or another release made it. */
export type CursorFlaw = 'FOREIGN' | 'OUTDATED';

/** @param scope what the list depends on, such as its question or table; a cursor serves no other scope */
export function cursorText(content: readonly unknown[], scope: string): string {
  const text = JSON.stringify([FORMAT, ...content]);
  return Buffer.from(checkOf(text, scope) + text).toString('base64url');
}

/**
 * The content of a cursor.
 *
 * @param refuse throws the error of the list
 */
export function readCursor(text: string, scope: string, refuse: (flaw: CursorFlaw) => never): readonly unknown[] {
  const decoded = text.length > MOST_CHARACTERS ? '' : Buffer.from(text, 'base64url').toString();
  const content = decoded.slice(CHECK_CHARACTERS);
  if (content === '' || decoded !== checkOf(content, scope) + content) return refuse('FOREIGN');
  const [format, ...rest] = JSON.parse(content) as readonly unknown[];
  return format === FORMAT ? rest : refuse('OUTDATED');
}

const checkOf = (content: string, scope: string): string =>
  digestText(`${scope}\n${content}`).slice(0, CHECK_CHARACTERS);
