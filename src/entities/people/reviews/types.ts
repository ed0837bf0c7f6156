import type { Assignment, FoundGrowth, FoundValue } from '../../items/reviews.ts';
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
  /** Only those that this person works on, or that no person works on; all when undefined. */
  readonly assigned?: { readonly to: string } | 'free' | undefined;
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
interface ReviewedRecord {
  readonly id: string;
  readonly entityID: string;
}

interface Placed {
  readonly id: string;
  /** Where it is in the queue. */
  readonly position: string;
  /** Who works on it; undefined if no person does. */
  readonly assigned: Assignment | undefined;
  /** Milliseconds since 1970. */
  readonly foundAt: number;
}

/** Two records that deserve a person's look. */
export interface ReviewedPair extends Placed {
  readonly kind: 'near' | 'bridge';
  readonly a: ReviewedRecord;
  readonly b: ReviewedRecord;
  /** That of the best rule that holds, 0 to 1. */
  readonly score: number;
  /** Review rules that hold; of a bridge, the rules that link the two. */
  readonly ruleIDs: readonly string[];
}

interface ReviewedEntity extends Placed, Omit<FoundGrowth, 'version'> {}

interface ReviewedValue extends Placed, Omit<FoundValue, 'rules'> {}

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

/** The most reviews that one request takes. */
export const MOST_TAKEN = 50;
/** The most reviews that one person holds. */
export const MOST_HELD = 100;
/** Milliseconds for which a person holds a review, unless it is taken again. */
export const HELD_FOR = 3_600_000;

/** Reviews for a person to work on. */
export interface TakeRequest {
  readonly user: string;
  /** So many of these kinds and this score the person is to hold, with those that the person holds already. */
  readonly first: number;
  readonly kinds?: readonly ReviewKind[] | undefined;
  readonly minScore?: number | undefined;
}

export interface ReleaseRequest {
  readonly user: string;
  /** All that the person holds when undefined. */
  readonly ids: readonly string[] | undefined;
}

/** How many reviews are held, at most: some may have left the queue. */
export interface AssignedCounts {
  /** By all persons. */
  readonly assigned: number;
  /** By the person who asks. */
  readonly mine: number;
}
