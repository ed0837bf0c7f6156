import type { DecidingUser } from '../decisions/types.ts';

/** Pairs in the queue unless a deployment says otherwise. */
export const REVIEW_PAIRS = 100_000;
/** The bounds of the most pairs in the queue. */
export const reviewPairsBounds = { least: 0, most: 1_000_000 } as const;

export interface ReviewListRequest {
  /** The most reviews on a page. */
  readonly first: number;
  /** The `after` of the page before. */
  readonly after?: string | undefined;
  /** Only pairs of at least this score, 0 to 1. */
  readonly minScore?: number | undefined;
}

/** A record of a pair, and the entity that it is in. */
export interface ReviewedRecord {
  readonly id: string;
  readonly entityID: string;
}

/** Two records of two entities that deserve a person's look. */
export interface ReviewedPair {
  readonly id: string;
  readonly a: ReviewedRecord;
  readonly b: ReviewedRecord;
  /** That of the best review rule that holds, 0 to 1. */
  readonly score: number;
  /** Review rules that hold. */
  readonly ruleIDs: readonly string[];
  /** Milliseconds since 1970. */
  readonly foundAt: number;
}

export interface ReviewList {
  /** Best first. */
  readonly reviews: readonly ReviewedPair[];
  /** Where the next page begins; undefined on the last page. */
  readonly after: string | undefined;
}

/** Two records, by their ids, that a person does not decide about. */
export interface SkipRequest extends DecidingUser {
  readonly a: string;
  readonly b: string;
}
