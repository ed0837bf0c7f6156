import { compareUtf8 } from '../../store/utf8-order.ts';

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
