import type { Clause, Delete, Item, Key, Put, Update } from '../../store/port.ts';
import { DECISIONS_OF_RECORD, reversedID } from './decision.ts';
import { listText, splitText, TAB, unchangedText } from './texts.ts';

/**
 * What happened to entities and records, newest first. It is made from outbox entries, by the relay or the sweeper, and kept
 * for as many days as the owner says: then DynamoDB deletes it by `ttl`, and the sweeper by the list of its day on engines
 * without that. The events of a record are beside the decisions that name it, so that an erasure finds them without a read
 * more.
 *
 * | item               | pk         | sk              | attributes |
 * |--------------------|------------|-----------------|------------|
 * | event of an entity | `O#entity` | position        | `k` kind, `c` cause, `d` decision, `w` reason, `r` ids of records, `e` other entities, `ttl` end in seconds since 1970 |
 * | event of a record  | `I#id`     | `\|` position   | `k` kind, `c` cause, `e` entity, `o` operation that stored the record first, `ttl` |
 * | end of an event    | `O~day`    | position, key   | `p` and `s` key of the event |
 * | first day left     | `O~`       | `#`             | `t` the day, since 1970 |
 */
export type HistoryKind = 'created' | 'changed' | 'merged' | 'split' | 'erased';

/** The kind of operation that changed an entity. */
export type CauseKind =
  | 'submit'
  | 'update'
  | 'disassemble'
  | 'erasure'
  | 'banRemoval'
  | 'rules'
  | 'link'
  | 'separate'
  | 'undo';

export interface StoredEvent {
  /** Where the event is in its list: descending in time, and the same however often it is written. */
  readonly position: string;
  readonly kind: HistoryKind;
  readonly cause: CauseKind;
  /** Id of the decision behind it; undefined if there is none. */
  readonly decision?: string | undefined;
  /** Why records or links were removed; undefined if the request said nothing. */
  readonly reason?: string | undefined;
}

export interface EntityEvent extends StoredEvent {
  readonly entity: string;
  readonly recordIDs: readonly string[];
  /** Other entities: that a merge made one with it, or that a split made of it. */
  readonly entities: readonly string[];
}

export interface RecordEvent extends StoredEvent {
  readonly recordID: string;
  readonly entity: string;
  /** The operation that stored the record first. */
  readonly creator: string;
}

const DAY = 86_400;
const ULID_LENGTH = 26;
const OF_RECORD = '|';

export const HISTORY_OF_RECORD = OF_RECORD;
export const historyPartition = (entity: string): string => `O#${entity}`;
export const isHistoryEntry = ({ sk }: Pick<Key, 'sk'>): boolean => sk.startsWith(OF_RECORD);

/** @param name of the outbox entry, which begins with its operation */
export function historyPosition(operation: string, name: string): string {
  const what = name.slice(name.indexOf('.') + 1).replaceAll(TAB, ' ');
  return `${reversedID(operation.slice(0, ULID_LENGTH))}.${what}`;
}
export const operationOfPosition = (position: string): string => reversedID(position.slice(0, ULID_LENGTH));
export const isHistoryPosition = (text: string): boolean => /^[0-9A-HJKMNP-TV-Z]{26}(\.[^\p{Cc}]{1,200})?$/u.test(text);

const shared = ({ kind, cause, decision, reason }: StoredEvent, ttl: number) => ({
  k: kind,
  c: cause,
  ...(decision === undefined ? {} : { d: decision }),
  ...(reason === undefined ? {} : { w: reason }),
  ttl,
});

const entityEventKey = (entity: string, position: string): Key => ({ pk: historyPartition(entity), sk: position });

/** @param ttl when the event is deleted, in seconds since 1970 */
export const entityEventWrite = (event: EntityEvent, ttl: number): Put => ({
  put: {
    ...entityEventKey(event.entity, event.position),
    ...shared(event, ttl),
    ...(event.recordIDs.length === 0 ? {} : { r: listText(event.recordIDs) }),
    ...(event.entities.length === 0 ? {} : { e: listText(event.entities) }),
  },
});

export const recordEventKey = ({ recordID, position }: Pick<RecordEvent, 'recordID' | 'position'>): Key => ({
  pk: DECISIONS_OF_RECORD + recordID,
  sk: OF_RECORD + position,
});

export const recordEventWrite = (event: RecordEvent, ttl: number): Put => ({
  put: {
    ...recordEventKey(event),
    ...shared(event, ttl),
    e: event.entity,
    o: event.creator,
  },
});

const readShared = (item: Item, position: string): StoredEvent => ({
  position,
  kind: item['k'] as HistoryKind,
  cause: item['c'] as CauseKind,
  decision: item['d'] as string | undefined,
  reason: item['w'] as string | undefined,
});

/** True until the event is to be deleted; an engine may keep it for some time after that. */
export const isKept = (item: Item, now: number): boolean => (item['ttl'] as number) * 1_000 > now;

export const readEntityEvent = (item: Item): EntityEvent => ({
  ...readShared(item, item.sk),
  entity: item.pk.slice(2),
  recordIDs: splitText(item['r'], TAB),
  entities: splitText(item['e'], TAB),
});

export const readRecordEvent = (item: Item): RecordEvent => ({
  ...readShared(item, item.sk.slice(OF_RECORD.length)),
  recordID: item.pk.slice(DECISIONS_OF_RECORD.length),
  entity: item['e'] as string,
  creator: item['o'] as string,
});

/** The event of the entity that an event of a record is of. */
export const entityEventKeyOf = ({ entity, position }: RecordEvent): Key => entityEventKey(entity, position);

/** Removes a record from an event of its entity; refused if the event changed since it was read. */
export function withoutRecordWrite(item: Item, recordID: string): Update {
  const before = splitText(item['r'], TAB);
  const after = listText(before.filter((id) => id !== recordID));
  const unchanged: Clause[] = [{ item: 'present' }, unchangedText('r', listText(before))];
  const update = { pk: item.pk, sk: item.sk };
  return after === '' ? { update, remove: ['r'], if: unchanged } : { update, set: { r: after }, if: unchanged };
}

/** The day on which an event ends, since 1970. */
export const dayOf = (seconds: number): number => Math.floor(seconds / DAY);
export const endsOnPartition = (day: number): string => `O~${day}`;
/** Lists an event under the day of its end, for engines that delete nothing by themselves. */
export const endWrite = ({ put }: Put): Put => ({ put: { ...endKey(put), p: put.pk, s: put.sk } });
/** Where the end of an event is listed. */
export const endKey = (item: Item): Key => ({
  pk: endsOnPartition(dayOf(item['ttl'] as number)),
  sk: `${item.sk} ${item.pk}`,
});
export const endDeletes = (item: Item): Delete[] => [
  { delete: { pk: item['p'] as string, sk: item['s'] as string } },
  { delete: { pk: item.pk, sk: item.sk } },
];
export const firstDayKey: Key = { pk: 'O~', sk: '#' };
export const firstDayWrite = (day: number): Put => ({ put: { ...firstDayKey, t: day } });
export const readFirstDay = (item: Item | undefined): number | undefined => item?.['t'] as number | undefined;
