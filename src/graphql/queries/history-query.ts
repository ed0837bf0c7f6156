import { type AnsweredDecision, decisionSelection } from './decision-query.ts';

/** Something that happened to an entity, as the API answers it. */
export interface AnsweredEvent {
  readonly id: string;
  /** In RFC 3339. */
  readonly at: string;
  readonly kind: 'CREATED' | 'CHANGED' | 'MERGED' | 'SPLIT' | 'DECIDED' | 'ERASED';
  /** The kind of operation that did it, such as `SUBMIT`. */
  readonly cause: string;
  /** The entity that it happened to, by its id at that time; null of a decision about a record. */
  readonly entityID: string | null;
  /** Other entities of a merge or a split. */
  readonly entityIDs: readonly string[];
  /** Records that were created or changed, without erased ones. */
  readonly recordIDs: readonly string[];
  /** The decision behind it. */
  readonly decision: AnsweredDecision | null;
}

/** The answer to {@link historyQuery}. */
export interface HistoryPage {
  /** Newest first. */
  readonly events: readonly AnsweredEvent[];
  /** Null on the last page. */
  readonly after: string | null;
}

/** What happened to a record or an entity by `$input`, answered as `page`. */
export const historyQuery = `query History($input: HistoryInput!) { page: history(input: $input) { after events { id at kind cause entityID entityIDs recordIDs decision ${decisionSelection} } } }`;
