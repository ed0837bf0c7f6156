import type { StoredDecision, UndoneDecision } from '../../items/decision.ts';

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
