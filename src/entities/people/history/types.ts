import type { CauseKind, HistoryKind } from '../../items/history.ts';
import type { Decision } from '../decisions/types.ts';

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
