import type { CauseKind } from '../resolution/notices.ts';

export const EVENT_TYPES = ['created', 'changed', 'merged', 'split', 'deleted'] as const;
export type EventType = (typeof EVENT_TYPES)[number];

export interface EventCause {
  readonly type: CauseKind;
  /** The operation: that of all new records of a request, or of a disassemble; each changed record has one of its own. */
  readonly operation: string;
  /**
   * Records of this entity that the operation was about, and records that it erased; in all causes of an event together
   * as many as {@link recordList} takes.
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
  /** The first records in the order in which they were stored, as many as {@link recordList} takes; `recordCount` tells whether there are more. */
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

const LISTED_RECORDS = 100;
/**
 * Room for 100 ids of the greatest length. Only ids full of characters that JSON escapes take more; three events of one
 * entity must fit into an item of the table together.
 */
const LISTED_BYTES = 52_000;
export const LISTED_ENTITIES = 100;
export const LISTED_CAUSES = 20;

/** Lists records of one event as long as there is room: 100 of them at most, in 52,000 bytes of JSON. */
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
