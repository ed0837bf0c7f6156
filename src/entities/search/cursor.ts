import { digestText } from '../../text/digest.ts';
import { InvalidCursorError, TooDeepPageError } from '../errors.ts';
import type { Place } from './place.ts';

/** Where a ranked search continues. */
export interface Cursor {
  readonly place: Place;
  /** Marks of the entities on all pages so far. */
  readonly shown: readonly string[];
}

/** A search with more pages than this many entities asks for more fields: reading on costs more than a better question. */
export const MOST_SHOWN = 500;

/** Characters of a digest, 48 bits: two of 500 entities share one with a probability below 10^-9. */
const MARK_CHARACTERS = 8;
const CHECK_CHARACTERS = 8;
const FORMAT = 1;
/** A posting's sort key has at most 900 bytes, which JSON text may write with six characters each. */
const MOST_CHARACTERS = 16_384;

/** What a cursor remembers of an entity that was shown. */
export const markOf = (entityID: string): string => digestText(entityID).slice(0, MARK_CHARACTERS);

/** @param question digest of what is searched; a cursor serves no other question */
export function cursorText({ place: { score, posting }, shown }: Cursor, question: string): string {
  const content = JSON.stringify([FORMAT, score, posting, shown.join('')]);
  return Buffer.from(checkOf(content, question) + content).toString('base64url');
}

/**
 * @throws InvalidCursorError when the text is no cursor of this question
 * @throws TooDeepPageError when the pages so far have {@link MOST_SHOWN} entities
 */
export function readCursor(text: string, question: string): Cursor {
  const decoded = text.length > MOST_CHARACTERS ? '' : Buffer.from(text, 'base64url').toString();
  const content = decoded.slice(CHECK_CHARACTERS);
  // The check is no secret: a forged cursor spoils only the answer of its sender.
  if (content === '' || decoded !== checkOf(content, question) + content) throw new InvalidCursorError();
  const [format, score, posting, marks] = JSON.parse(content) as [number, number, string, string];
  if (format !== FORMAT) throw new InvalidCursorError();
  const shown: string[] = [];
  for (let at = 0; at < marks.length; at += MARK_CHARACTERS) shown.push(marks.slice(at, at + MARK_CHARACTERS));
  if (shown.length >= MOST_SHOWN) throw new TooDeepPageError(MOST_SHOWN);
  return { place: { score, posting }, shown };
}

const checkOf = (content: string, question: string): string =>
  digestText(`${question}\n${content}`).slice(0, CHECK_CHARACTERS);
