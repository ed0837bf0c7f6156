import type { StoredDecision, UndoneDecision } from '../items/decision.ts';
import type { CauseKind, HistoryKind } from '../items/history.ts';
import type { Assignment, FoundGrowth, FoundValue } from '../items/reviews.ts';

/** The person who decides, and the client that sends the request. */
export interface DecidingUser {
  readonly user: string;
  /** True if the token names the person; otherwise the request says it. */
  readonly verified?: boolean;
  /** The client id of the token; empty where there is none. */
  readonly client: string;
}

/** Two records, by their ids, and why a person decides about them. */
export interface DecisionRequest extends DecidingUser {
  readonly a: string;
  readonly b: string;
  readonly reason: string;
}

export interface LinkRequest extends DecisionRequest {
  /** Whether to lift what separates the two, instead of refusing the request. */
  readonly lift?: boolean;
  /** All that may be lifted; undefined for whatever there is. */
  readonly seen?: SeenSeparation | undefined;
}

/** What separated two records when a person looked. */
export interface SeenSeparation {
  /** References of the bans between their entities. */
  readonly bans: readonly string[];
  /** Whether the link between the two was removed. */
  readonly cut: boolean;
}

export interface SeparationRequest extends DecisionRequest {
  /** Whether to store nothing, and only to answer what would become of both. */
  readonly dryRun?: boolean;
}

/** The user may be empty. */
export interface UndoRequest extends DecidingUser {
  /** Id of the decision. */
  readonly id: string;
}

/** A decision of a person about two records. */
export interface Decision
  extends Pick<StoredDecision, 'id' | 'kind' | 'user' | 'verified' | 'client' | 'removedLinks'> {
  /** Milliseconds since 1970. */
  readonly decidedAt: number;
  /** Null once the record is erased. */
  readonly a: string | null;
  readonly b: string | null;
  /** Null once one of the two records is erased. */
  readonly reason: string | null;
  /** Null while the decision stands. */
  readonly undone: UndoneDecision | null;
}

/** One of the two records of a decision, and where it is afterwards. */
export interface DecidedRecord {
  readonly id: string;
  readonly entityID: string;
  /** The first records of the entity, in the order in which they were stored; 100 at most. */
  readonly recordIDs: readonly string[];
}

export interface Decided {
  readonly decision: Decision;
  /** False if the request changed nothing, because the same was decided, or taken back, before. */
  readonly triggered: boolean;
  /**
   * False while the sweeper finishes the work, within minutes: an entity is too large for a request, or an earlier request
   * broke off.
   */
  readonly complete: boolean;
  /** The two records, without those that are erased. */
  readonly records: readonly DecidedRecord[];
}

export interface DecisionListRequest {
  /** The most decisions on a page. */
  readonly first: number;
  /** The id of a decision: older ones are listed. */
  readonly after?: string | undefined;
  /** Only decisions about this record, or that removed a link of it. */
  readonly record?: string | undefined;
}

export interface DecisionList {
  /** Newest first. */
  readonly decisions: readonly Decision[];
  /** Where the next page begins; undefined on the last page. */
  readonly after: string | undefined;
}

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

/** Bounds of the days for which history is kept; 0 keeps none. */
export const historyRetentionBounds = { least: 0, most: 3_650 } as const;

export interface HistoryRequest {
  /** A record, or an entity by its id or a former one. */
  readonly of: { readonly recordID: string } | { readonly entityID: string };
  /** The most events on a page. */
  readonly first: number;
  /** The `after` of the page before. */
  readonly after?: string | undefined;
}

/** Something that happened to a record or an entity. */
export interface HistoryEvent {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly kind: HistoryKind | 'decided';
  readonly cause: CauseKind;
  /** Why records or links were removed, as the request said; else null. */
  readonly reason: string | null;
  /** The entity that it happened to, by its id at that time; null of a decision about a record. */
  readonly entityID: string | null;
  /** Other entities of a merge or a split. */
  readonly entityIDs: readonly string[];
  /** Records that the operation was about, without erased ones. */
  readonly recordIDs: readonly string[];
  /** The decision behind it; null if there is none. */
  readonly decision: Decision | null;
}

export interface HistoryList {
  /** Newest first. */
  readonly events: readonly HistoryEvent[];
  /** Where the next page begins; undefined on the last page. */
  readonly after: string | undefined;
}
