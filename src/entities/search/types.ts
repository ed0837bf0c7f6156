import type { RecordPayload } from '../../rules/types.ts';
import type { EntityView } from '../read/types.ts';

export interface SearchRequest {
  readonly parameters: RecordPayload;
  /** Name of a search rule set; `default` when absent. */
  readonly searchRules?: string;
}

/**
 * - `GENERIC`: submits marked the value as over-frequent. It links no further records, and a search does not use it.
 * - `TOO_FREQUENT`: more records have the value than a search reads; it read some of them.
 */
export type IncompleteReason = 'GENERIC' | 'TOO_FREQUENT';

/** Rules of a search that match more records than it read, because too many share a value. */
export interface IncompleteRules {
  readonly rules: readonly string[];
  readonly reason: IncompleteReason;
  /** At least this many records have the value; for a marked one, when it was marked. */
  readonly atLeast: number;
  /**
   * Fields without a value in the search that would let another of its rules use another key. The fields of the rule
   * with the fewest missing ones come first.
   */
  readonly add: readonly string[];
}

export interface SearchAnswer {
  /** In ascending order of id. */
  readonly entities: readonly EntityView[];
  /** Empty when every entity was found. */
  readonly incomplete: readonly IncompleteRules[];
}

export interface RankedSearchRequest extends SearchRequest {
  /** The most entities on the page. */
  readonly first: number;
  /** The `endCursor` of the page before; undefined for the first page. */
  readonly after?: string | undefined;
  /** Only these records are considered. */
  readonly consider?: Consider | undefined;
}

/** A choice of records. */
export interface Consider {
  readonly keep: (record: RecordPayload) => boolean;
  /** Differs from that of every other choice. */
  readonly identity: string;
}

/**
 * - `EXACT`: every entity was read, on this page, on a page before, or to count it.
 * - `ABOUT`: every hit was found, and not every entity was read: entities that were united count several times.
 * - `AT_LEAST`: there are more hits than were looked at.
 */
type CountAccuracy = 'EXACT' | 'ABOUT' | 'AT_LEAST';

/** The number of entities of a search. */
export interface EntityCount {
  readonly totalCount: number;
  readonly totalIs: CountAccuracy;
}

/** The next best entities of a search. */
export interface RankedSearchAnswer {
  /** The best hit first. May be fewer than asked for, even none, although more follow. */
  readonly entities: readonly EntityView[];
  /**
   * Counts the entities of all pages, one that falls apart once. Reads the entities that are left if these are no more
   * than a page shows, and nothing otherwise.
   */
  count(): Promise<EntityCount>;
  readonly hasNextPage: boolean;
  /** Where the next page begins; undefined on the last page. */
  readonly endCursor: string | undefined;
  /** Empty when every entity can be found. */
  readonly incomplete: readonly IncompleteRules[];
}
