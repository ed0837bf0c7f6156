import type { CauseKind } from '../entities/items/history.ts';

export const EVENT_TYPES = ['created', 'changed', 'merged', 'split', 'deleted'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface EventCause {
  readonly type: CauseKind;
  /** One id for all new records of a request, or for a disassemble. Each changed record has an operation of its own. */
  readonly operation: string;
  /** Why records or links were removed, as the request said. */
  readonly reason?: string;
  /**
   * Records of this entity that the operation named, and records that it erased. All causes of an event together list
   * at most as many as {@link recordList} allows.
   */
  readonly recordIDs: readonly string[];
}

/**
 * A change of one entity. An event carries the entity's state when it was read, not a difference: the event with the
 * highest sequence is enough to know the entity. It never carries values of records.
 */
export interface EntityEvent {
  readonly version: 1;
  /** `entityID.sequence`; stays the same when the event is sent again. */
  readonly id: string;
  readonly type: EventType;
  readonly entityID: string;
  /** Starts at 1 for each entity and has no gaps. */
  readonly sequence: number;
  /** When the entity was read, as RFC 3339. */
  readonly time: string;
  readonly recordCount: number;
  /** False for an entity of more than 1,000 records: the count is then an estimate, and 10,000 means 10,000 or more. */
  readonly recordCountIsExact: boolean;
  /**
   * The first records in storage order, as many as {@link recordList} allows; compare `recordCount` for whether there
   * are more.
   */
  readonly recordIDs: readonly string[];
  /** Set when other entities merged into this one: their ids (100 at most). */
  readonly absorbed?: readonly string[];
  /** Set in the last event of an entity that merged into another. */
  readonly mergedInto?: string;
  /** Set when the entity was split: the entities that its parts are now (100 at most). */
  readonly parts?: readonly string[];
  /** Set when the entity was split from another. */
  readonly splitFrom?: string;
  /** The operations that led to this event (20 at most). */
  readonly causes: readonly EventCause[];
  /** How many more operations led to this event. */
  readonly moreCauses?: number;
}

const LISTED_RECORDS = 100;
/**
 * Fits 100 ids of the greatest length, unless JSON escapes most of their characters. The limit exists because three
 * events of one entity must fit into one item of the table.
 */
const LISTED_BYTES = 52_000;
export const LISTED_ENTITIES = 100;
export const LISTED_CAUSES = 20;

/** Returns a function that lists records of one event up to a shared limit: 100 ids or 52,000 bytes of JSON. */
export function recordList(): (recordIDs: Iterable<string>) => string[] {
  let records = LISTED_RECORDS;
  let bytes = LISTED_BYTES;
  return (recordIDs) => {
    const listed: string[] = [];
    for (const id of recordIDs) {
      if (records === 0) break;
      bytes -= Buffer.byteLength(JSON.stringify(id)) + 1;
      records = bytes < 0 ? 0 : records - 1;
      if (bytes >= 0) listed.push(id);
    }
    return listed;
  };
}
