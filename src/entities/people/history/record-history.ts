import { present } from '../../../assert.ts';
import { type Key, type Outcome, type Put, queryAll, type Store } from '../../../store/port.ts';
import { findSets } from '../../forest/find.ts';
import {
  dayOf,
  type EntityEvent,
  endDeletes,
  endKey,
  endsOnPartition,
  endWrite,
  entityEventWrite,
  firstDayKey,
  firstDayWrite,
  type HistoryKind,
  historyPosition,
  type RecordEvent,
  readFirstDay,
  readRecordEvent,
  recordEventKey,
  recordEventWrite,
} from '../../items/history.ts';
import { type OutboxEntry, outboxPartitions, readOutboxEntry } from '../../items/outbox.ts';
import { creatorOf, type StoredRecord, storedRecords } from '../../items/record.ts';
import { forgetUnfinished } from '../../rebuild/forget-record.ts';

const DAY = 86_400;
/** Entities that one event names. */
const MOST_NAMED = 100;

/** What the end of a submit, or of a change, means for its records. */
const kindOfCause: Readonly<Record<string, HistoryKind>> = { submit: 'created', update: 'changed' };

/**
 * Makes history of outbox entries, before they are deleted. Repeats harmlessly: an entry always has the same events. Names
 * records by where they are now, and only those that are stored: one that is erased meanwhile is forgotten again, also if an
 * earlier run ended before it saw that.
 *
 * @param ends when the events are deleted, in seconds since 1970
 */
export async function recordHistory(store: Store, entries: readonly OutboxEntry[], ends: number): Promise<void> {
  if (entries.length === 0) return;
  const records = await namedRecords(store, entries);
  await forgetMissing(store, entries, records);
  const nodes = [...entries.flatMap((entry) => entry.nodes), ...[...records.values()].map(({ node }) => node)];
  const found = await findSets(store, new Set(nodes));
  const rootOf = (node: string): string => found.get(node)?.entity ?? node;
  const recordEvents = await writeRecordEvents(
    store,
    entries.flatMap((entry) => recordEventsOf(entry, records, rootOf)),
    ends,
  );
  await writeOnce(
    store,
    entries
      .flatMap((entry) => entityEventsOf(entry, recordEvents, rootOf))
      .map((event) => entityEventWrite(event, ends)),
  );
  await forgetGone(store, records, recordEvents);
}

/**
 * Writes events of records, before those of their entities: they lead an erasure to these. What an earlier run wrote stays:
 * its events of entities may be there, and the records in other entities by now.
 *
 * @returns the events as they are stored
 */
async function writeRecordEvents(
  store: Store,
  made: readonly RecordEvent[],
  ends: number,
): Promise<readonly RecordEvent[]> {
  const writes = made.map((event) => recordEventWrite(event, ends));
  const outcomes = await writeOnce(store, writes);
  return made.map((event, index) => {
    const before = present(outcomes[index], 'every write has an outcome').before;
    return before === undefined ? event : readRecordEvent(before);
  });
}

/** Lists the ends of events, and writes those that are not there yet. */
async function writeOnce(store: Store, writes: readonly Put[]): Promise<readonly Outcome[]> {
  if (writes.length === 0) return [];
  const ends = store.billsTransactions === true ? [] : writes.map(endWrite);
  const puts = writes.map(({ put }) => ({ put, if: [{ item: 'absent' as const }] }));
  const outcomes = (await store.write([...ends, ...puts])).slice(ends.length);
  const outdated = ends.flatMap(({ put: { pk, sk } }, index) => {
    const { before } = present(outcomes[index], 'every write has an outcome');
    return before === undefined || endKey(before).pk === pk ? [] : [{ delete: { pk, sk } }];
  });
  if (outdated.length > 0) await store.write(outdated);
  return outcomes;
}

/** When events that are made now are deleted, in seconds since 1970. */
export const endOfHistory = (now: number, days: number): number => Math.ceil(now / 1_000) + days * DAY;

/** The records that submits and changes name, by id. */
async function namedRecords(store: Store, entries: readonly OutboxEntry[]): Promise<ReadonlyMap<string, StoredRecord>> {
  const records = await storedRecords(
    store,
    entries.filter(isOfContent).flatMap(({ recordIDs }) => recordIDs),
  );
  return new Map(records.map((record) => [record.id, record]));
}

const isOfContent = ({ cause, nodes }: OutboxEntry): boolean =>
  kindOfCause[cause.kind] !== undefined && nodes.length > 0;

const kindOfContent = ({ cause }: OutboxEntry): HistoryKind =>
  present(kindOfCause[cause.kind], 'content comes of a submit or a change');

const base = ({ key, cause }: OutboxEntry, kind: HistoryKind) => ({
  position: historyPosition(cause.operation, key.sk),
  kind,
  cause: cause.kind,
  decision: cause.decision,
  reason: cause.reason,
});

/** @param recordEvents those of all entries */
function entityEventsOf(
  entry: OutboxEntry,
  recordEvents: readonly RecordEvent[],
  rootOf: (node: string) => string,
): EntityEvent[] {
  const { union, split, cause, nodes } = entry;
  if (union !== undefined) {
    const { into, absorbed } = union;
    return [event(entry, 'merged', into, [absorbed]), event(entry, 'merged', absorbed, [into])];
  }
  if (split !== undefined) {
    const { from, parts } = split;
    return [
      event(entry, 'split', from, parts.slice(0, MOST_NAMED)),
      ...parts.map((part) => event(entry, 'split', part, [from])),
    ];
  }
  if (cause.kind === 'erasure') return nodes.map((node) => event(entry, 'erased', rootOf(node), []));
  if (!isOfContent(entry)) return [];
  const { position, kind } = base(entry, kindOfContent(entry));
  const named = recordEvents.filter((one) => one.position === position);
  return [...Map.groupBy(named, ({ entity }) => entity)].map(([entity, events]) => ({
    ...event(entry, kind, entity, []),
    recordIDs: events.map(({ recordID }) => recordID),
  }));
}

const event = (entry: OutboxEntry, kind: HistoryKind, entity: string, entities: readonly string[]): EntityEvent => ({
  ...base(entry, kind),
  entity,
  entities,
  recordIDs: [],
});

const recordEventsOf = (
  entry: OutboxEntry,
  records: ReadonlyMap<string, StoredRecord>,
  rootOf: (node: string) => string,
): RecordEvent[] =>
  namedBy(entry, records).map(({ id, node, recordVersion }) => ({
    ...base(entry, kindOfContent(entry)),
    recordID: id,
    entity: rootOf(node),
    creator: creatorOf(recordVersion),
  }));

/** The stored records that an entry is about, without those that were given the id of an erased one since. */
function namedBy(entry: OutboxEntry, records: ReadonlyMap<string, StoredRecord>): StoredRecord[] {
  if (!isOfContent(entry)) return [];
  return entry.recordIDs.flatMap((id) => {
    const record = records.get(id);
    const isSame = record !== undefined && creatorOf(record.recordVersion).slice(0, 26) <= entry.cause.operation;
    return isSame ? [record] : [];
  });
}

/**
 * Forgets what an earlier run of these entries wrote about records that are erased by now: an erasure that read the history
 * before it was written has not seen it.
 */
async function forgetMissing(
  store: Store,
  entries: readonly OutboxEntry[],
  records: ReadonlyMap<string, StoredRecord>,
): Promise<void> {
  const keys = entries.filter(isOfContent).flatMap((entry) => {
    const named = new Set(namedBy(entry, records).map(({ id }) => id));
    const { position } = base(entry, kindOfContent(entry));
    return entry.recordIDs.filter((id) => !named.has(id)).map((recordID) => recordEventKey({ recordID, position }));
  });
  await forgetWritten(store, keys);
}

/** Forgets what was written about records that were erased meanwhile. */
async function forgetGone(
  store: Store,
  records: ReadonlyMap<string, StoredRecord>,
  written: readonly RecordEvent[],
): Promise<void> {
  const left = new Map((await storedRecords(store, records.keys())).map((record) => [record.id, record]));
  const isSame = ({ id, recordVersion }: StoredRecord): boolean => {
    const now = left.get(id);
    return now !== undefined && creatorOf(now.recordVersion) === creatorOf(recordVersion);
  };
  const gone = new Set([...records.values()].filter((record) => !isSame(record)).map(({ id }) => id));
  await forgetWritten(store, written.filter(({ recordID }) => gone.has(recordID)).map(recordEventKey));
}

/** Forgets the events of records that are at these keys. */
async function forgetWritten(store: Store, keys: readonly Key[]): Promise<void> {
  if (keys.length === 0) return;
  for (const item of await store.getMany(keys)) if (item !== undefined) await forgetUnfinished(store, item);
}

const PAGE = 50;

/** Makes history of all outbox entries and deletes them: where no relay publishes them. */
export async function historyFromOutbox(store: Store, now: number, days: number): Promise<void> {
  for (const partition of outboxPartitions) {
    for (let next: string | undefined, isFirst = true; isFirst || next !== undefined; isFirst = false) {
      const page = await store.query(partition, { limit: PAGE, after: next });
      await recordHistory(store, page.items.map(readOutboxEntry), endOfHistory(now, days));
      await store.write(page.items.map(({ pk, sk }) => ({ delete: { pk, sk } })));
      next = page.next;
    }
  }
}

/** Deletes what is kept no longer, on engines that delete nothing by themselves. */
export async function deleteEndedHistory(store: Store, now: number): Promise<void> {
  if (store.billsTransactions === true) return;
  const today = dayOf(now / 1_000);
  const first = readFirstDay((await store.getMany([firstDayKey]))[0]);
  if (first === today) return;
  for (let day = first ?? today; day < today; day++) {
    for await (const item of queryAll(store, endsOnPartition(day))) await store.write(endDeletes(item));
  }
  await store.write([firstDayWrite(today)]);
}
