import type { Item, QueryOptions, Store } from '../../../store/port.ts';
import { HistoryInputError, HistoryOffError } from '../../errors.ts';
import {
  DECISIONS_OF_RECORD,
  decisionKey,
  isDecisionEntry,
  readDecision,
  readDecisionOfRecord,
} from '../../items/decision.ts';
import {
  HISTORY_OF_RECORD,
  historyPartition,
  isHistoryPosition,
  isKept,
  operationOfPosition,
  readEntityEvent,
  readRecordEvent,
} from '../../items/history.ts';
import { idTime } from '../../items/ids.ts';
import { decisionView } from '../decisions/decisions.ts';
import type { HistoryEvent, HistoryList, HistoryRequest } from '../types.ts';

interface Listed {
  readonly position: string;
  readonly event: Omit<HistoryEvent, 'decision' | 'at' | 'id'>;
  /** Id of the decision behind it. */
  readonly decision: string | undefined;
}

interface ListedPage {
  readonly listed: readonly Listed[];
  readonly goesOn: boolean;
}

interface HistoryDependencies {
  readonly store: Store;
  /** Milliseconds since 1970. */
  readonly now: () => number;
  readonly historyRetentionInDays: number;
}

type Asked = Pick<QueryOptions, 'limit' | 'after'>;

/**
 * A page of what happened to a record or an entity, newest first. Decisions about a record are listed as long as they are
 * stored, which is longer than other events are kept.
 *
 * @throws HistoryOffError if no history is kept, HistoryInputError if `after` is no position in a history
 */
export async function listHistory(
  { store, now: clock, historyRetentionInDays }: HistoryDependencies,
  { of, first, after }: HistoryRequest,
): Promise<HistoryList> {
  if (historyRetentionInDays === 0) throw new HistoryOffError();
  const now = clock();
  if (after !== undefined && !isHistoryPosition(after)) {
    throw new HistoryInputError(`after is ${JSON.stringify(after.slice(0, 80))}, which is no place in a history`, {
      hint: 'Pass the `after` of the page before unchanged, or leave it out to begin with the newest event.',
    });
  }
  const asked = { limit: first, after };
  const pages =
    'entityID' in of
      ? [await eventsOfEntity(store, now, of.entityID, asked)]
      : await Promise.all([eventsOfRecord(store, now, of.recordID, asked), decisionsAbout(store, of.recordID, asked)]);
  const all = pages.flatMap(({ listed }) => listed).sort((a, b) => (a.position < b.position ? -1 : 1));
  const listed = all.slice(0, first);
  const goesOn = all.length > listed.length || pages.some((page) => page.goesOn);
  return { events: await withDecisions(store, listed), after: goesOn ? listed.at(-1)?.position : undefined };
}

async function eventsOfEntity(store: Store, now: number, entityID: string, asked: Asked): Promise<ListedPage> {
  const page = await store.query(historyPartition(entityID), asked);
  return {
    goesOn: page.next !== undefined,
    listed: kept(page.items, now).map((item) => {
      const { position, decision, kind, cause, reason = null, recordIDs, entities } = readEntityEvent(item);
      return { position, decision, event: { kind, cause, reason, entityID, entityIDs: entities, recordIDs } };
    }),
  };
}

async function eventsOfRecord(
  store: Store,
  now: number,
  recordID: string,
  { limit, after }: Asked,
): Promise<ListedPage> {
  const page = await store.query(DECISIONS_OF_RECORD + recordID, {
    limit,
    prefix: HISTORY_OF_RECORD,
    after: after && HISTORY_OF_RECORD + after,
  });
  return {
    goesOn: page.next !== undefined,
    listed: kept(page.items, now).map((item) => {
      const { position, decision, kind, cause, reason = null, entity } = readRecordEvent(item);
      const event = { kind, cause, reason, entityID: entity, entityIDs: [], recordIDs: [recordID] };
      return { position, decision, event };
    }),
  };
}

/** The decisions that name a record: each is an event. */
async function decisionsAbout(store: Store, recordID: string, asked: Asked): Promise<ListedPage> {
  const page = await store.query(DECISIONS_OF_RECORD + recordID, asked);
  const entries = page.items.filter(isDecisionEntry);
  return {
    goesOn: page.next !== undefined && entries.length === page.items.length,
    listed: entries.map((item) => ({
      position: item.sk,
      decision: readDecisionOfRecord(item).decision,
      event: { kind: 'decided', cause: 'link', reason: null, entityID: null, entityIDs: [], recordIDs: [recordID] },
    })),
  };
}

const kept = (items: readonly Item[], now: number): Item[] => items.filter((item) => isKept(item, now));

async function withDecisions(store: Store, listed: readonly Listed[]): Promise<HistoryEvent[]> {
  const ids = [...new Set(listed.flatMap(({ decision }) => (decision === undefined ? [] : [decision])))];
  const items = await store.getMany(ids.map(decisionKey));
  const decisions = new Map(
    items.flatMap((item) => (item === undefined ? [] : [[readDecision(item).id, decisionView(readDecision(item))]])),
  );
  return listed.map(({ position, event, decision: id }) => {
    const decision = (id === undefined ? undefined : decisions.get(id)) ?? null;
    const cause = event.kind === 'decided' ? (decision?.kind ?? event.cause) : event.cause;
    return { id: position, at: idTime(operationOfPosition(position)), ...event, cause, decision };
  });
}
