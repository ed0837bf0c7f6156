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
  /** Only these kinds; all when undefined. */
  readonly kinds?: readonly ReviewKind[] | undefined;
  /** Of reviews with a score, only those of at least this one, 0 to 1. */
  readonly minScore?: number | undefined;
}

/**
 * - `near`: two records of two entities that a review rule holds between.
 * - `bridge`: the two records whose link alone holds two parts of an entity together.
 * - `growth`: an entity that has twice the records that it had, or more.
 * - `value`: a value that many entities share where others do not.
 */
export type ReviewKind = 'near' | 'bridge' | 'growth' | 'value';
export const reviewKinds = ['bridge', 'growth', 'value', 'near'] as const;

/** A record of a pair, and the entity that it is in. */
export interface ReviewedRecord {
  readonly id: string;
  readonly entityID: string;
}

/** Two records that deserve a person's look. */
export interface ReviewedPair {
  readonly id: string;
  readonly kind: 'near' | 'bridge';
  readonly a: ReviewedRecord;
  readonly b: ReviewedRecord;
  /** That of the best rule that holds, 0 to 1. */
  readonly score: number;
  /** Review rules that hold; of a bridge, the rules that link the two. */
  readonly ruleIDs: readonly string[];
  /** Milliseconds since 1970. */
  readonly foundAt: number;
}

export interface ReviewedEntity {
  readonly id: string;
  readonly kind: 'growth';
  readonly entityID: string;
  /** When they were counted. */
  readonly records: number;
  /** Those that were stored before the scan before. */
  readonly recordsBefore: number;
  readonly foundAt: number;
}

export interface ReviewedValue {
  readonly id: string;
  readonly kind: 'value';
  readonly resolverID: string;
  /** At most 100 characters of it. */
  readonly value: string;
  /** So many entities have it at least. */
  readonly entities: number;
  readonly foundAt: number;
}

export type Review = ReviewedPair | ReviewedEntity | ReviewedValue;

/** How many there are of each kind, with those that are dropped when they are read. */
export type ReviewCounts = Readonly<Record<ReviewKind, number>>;

export interface ReviewList {
  /** First what the scan found, then pairs of the queue; of each kind the best first. */
  readonly reviews: readonly Review[];
  /** Where the next page begins; undefined on the last page. */
  readonly after: string | undefined;
}

/** What a person does not decide about: two records of the queue by their ids, or any review but these by its own. */
export type SkipRequest = DecidingUser & ({ readonly a: string; readonly b: string } | { readonly id: string });
