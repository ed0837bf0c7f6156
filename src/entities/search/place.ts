import { compareUtf8 } from '../../store/items.ts';
import { digestText } from '../../text/digest.ts';
import { cursorText, readCursor } from '../cursor.ts';
import { InvalidCursorError, TooDeepPageError } from '../errors.ts';

/**
 * Where a hit stands in a ranked search: the higher score first, then the order of postings. It depends on the record
 * alone, so that a union moves an entity to the better of two places and nothing else.
 */
export interface Place {
  /** 0 to 1, rounded by {@link ranked}. */
  readonly score: number;
  /** Sort key of the record's postings: its id and its version. */
  readonly posting: string;
}

const DIGITS = 1e9;

/** A score without the last digits, which depend on the order in which rules were multiplied. */
export const ranked = (score: number): number => Math.round(score * DIGITS) / DIGITS;

/** Negative if a is before b. */
export const comparePlaces = (a: Place, b: Place): number =>
  a.score === b.score ? compareUtf8(a.posting, b.posting) : b.score - a.score;

export const isBehind = (place: Place, other: Place | undefined): boolean =>
  other === undefined || comparePlaces(place, other) > 0;

/** The later of two places, of which one may be missing. */
export const laterOf = (a: Place | undefined, b: Place | undefined): Place | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return comparePlaces(a, b) >= 0 ? a : b;
};

/** The earlier of two places, of which one may be missing. */
export const earlierOf = (a: Place | undefined, b: Place | undefined): Place | undefined => {
  if (a === undefined || b === undefined) return a ?? b;
  return comparePlaces(a, b) <= 0 ? a : b;
};

/** Where the next page of a ranked search begins. */
export interface PageEnd {
  readonly place: Place;
  /** Marks of the entities on all pages so far. */
  readonly shown: readonly string[];
}

/** A search with more pages than this many entities asks for more fields: reading on costs more than a better question. */
export const MOST_SHOWN = 500;

/** Characters of a digest, 48 bits: two of 500 entities share one with a probability below 10^-9. */
const MARK_CHARACTERS = 8;

/** What a cursor remembers of an entity that was shown. */
export const markOf = (entityID: string): string => digestText(entityID).slice(0, MARK_CHARACTERS);

/** @param question digest of what is searched; a cursor serves no other question */
export const pageEndText = ({ place: { score, posting }, shown }: PageEnd, question: string): string =>
  cursorText([score, posting, shown.join('')], question);

/**
 * @throws InvalidCursorError when the text is no cursor of this question
 * @throws TooDeepPageError when the pages so far have {@link MOST_SHOWN} entities
 */
export function readPageEnd(text: string, question: string): PageEnd {
  const refuse = () => {
    throw new InvalidCursorError();
  };
  const [score, posting, marks] = readCursor(text, question, refuse) as [number, string, string];
  const shown: string[] = [];
  for (let at = 0; at < marks.length; at += MARK_CHARACTERS) shown.push(marks.slice(at, at + MARK_CHARACTERS));
  if (shown.length >= MOST_SHOWN) throw new TooDeepPageError(MOST_SHOWN);
  return { place: { score, posting }, shown };
}
