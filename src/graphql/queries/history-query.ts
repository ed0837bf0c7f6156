import type { HistoryEvent } from '../../entities/people/types.ts';
import { type AnsweredDecision, decisionSelection } from './decision-query.ts';

/** Something that happened to an entity, as the API answers it. */
export interface AnsweredEvent extends Omit<HistoryEvent, 'at' | 'kind' | 'cause' | 'decision'> {
  /** In RFC 3339. */
  readonly at: string;
  readonly kind: Uppercase<HistoryEvent['kind']>;
  /** The kind of operation that did it, such as `SUBMIT`. */
  readonly cause: string;
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
