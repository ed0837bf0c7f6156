import type { CauseKind } from '../resolution/notices.ts';

export const EVENT_TYPES = ['created', 'changed', 'merged', 'split', 'deleted'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface EventCause {
  readonly type: CauseKind;
  /** The operation; every event of one request names the same. */
  readonly operation: string;
  /**
   * Records of this entity that the operation was about, and records that it erased; 100 at most in all causes of an
   * event together.
   */
  readonly recordIDs: readonly string[];
}

/**
 * What became of one entity. An event carries the entity as it was looked at, not a difference: the one with the highest
 * sequence says all that is to be known. Never a record's values.
 */
export interface EntityEvent {
  readonly version: 1;
  /** `entityID.sequence`; the same whenever the event is sent again. */
  readonly id: string;
  readonly type: EventType;
  readonly entityID: string;
  /** From 1, without a gap, for each entity. */
  readonly sequence: number;
  /** When the entity was looked at, as RFC 3339. */
  readonly time: string;
  readonly recordCount: number;
  /** False for an entity of more than 1,000 records: then the count is an estimate, and 10,000 means that or more. */
  readonly recordCountIsExact: boolean;
  /** The first 100 records in the order in which they were stored; `recordCount` tells whether there are more. */
  readonly recordIDs: readonly string[];
  /** Of a merged entity: the entities that became part of it (100 at most). */
  readonly absorbed?: readonly string[];
  /** Set in the last event of an entity that became part of another. */
  readonly mergedInto?: string;
  /** Of a split entity: the entities that its parts are now (100 at most). */
  readonly parts?: readonly string[];
  /** Set when the entity was a part of another. */
  readonly splitFrom?: string;
  /** What led to this event (20 at most). */
  readonly causes: readonly EventCause[];
  /** How many more operations led to it. */
  readonly moreCauses?: number;
}

export const LISTED_RECORDS = 100;
export const LISTED_ENTITIES = 100;
export const LISTED_CAUSES = 20;
