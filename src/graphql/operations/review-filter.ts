import { type ReviewKind, reviewKinds } from '../../entities/people/types.ts';
import { ArgumentOutOfRangeError } from '../../entities/read/insights/errors.ts';
import { reviewKindNames } from '../types/reviews-output.ts';

/** Kinds of reviews as a request names them; all when absent. */
export type NamedKinds = readonly (typeof reviewKindNames)[ReviewKind][] | null;

export const kindsOf = (named: NamedKinds | undefined): readonly ReviewKind[] =>
  reviewKinds.filter((kind) => named == null || named.includes(reviewKindNames[kind]));

/** @throws ArgumentOutOfRangeError */
export function scoreOf(minScore: number | null | undefined): number | undefined {
  if (minScore == null) return undefined;
  if (minScore >= 0 && minScore <= 1) return minScore;
  throw new ArgumentOutOfRangeError('minScore', minScore, 'from 0 to 1');
}

export interface ReviewNames {
  readonly a?: string | null | undefined;
  readonly b?: string | null | undefined;
  readonly id?: string | null | undefined;
}

/** One review by its records or its id; undefined if it is named by neither or by both. */
export function namedReview({ a, b, id }: ReviewNames): { a: string; b: string } | { id: string } | undefined {
  if (a != null && b != null && id == null) return { a, b };
  return a != null || b != null || id == null ? undefined : { id };
}
