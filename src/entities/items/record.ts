import { present } from '../../assert.ts';
import { withReads } from '../../store/gathered-reads.ts';
import type { Check, Clause, Condition, Delete, Item, Key, Store, Update, Value, Write } from '../../store/port.ts';
import { BLANK, listText, splitText, TAB, unchangedText } from './texts.ts';

/**
 * A record's own item is the truth about the record. Members, postings and key owners may say too much, never too
 * little, and are checked against it.
 *
 * | item   | pk     | sk  | attributes |
 * |--------|--------|-----|------------|
 * | record | `R#id` | `#` | `d` payload as JSON text, `h` digest of the content, `n` union-find node, `i` record version, `o` operation that finishes it, `c` ids of records that it has a removed link with, `g` groups that it was submitted with, `k` keys that it is stored under, `f` operation that reserves it |
 */
/** Before the partition key of every record. */
export const RECORDS = 'R#';

export const recordKey = (recordID: string): Key => ({ pk: RECORDS + recordID, sk: '#' });
export const isOfRecord = ({ pk }: Key): boolean => pk.startsWith(RECORDS);

/** A record as stored. */
export interface StoredRecord {
  readonly id: string;
  /** Payload as JSON text. */
  readonly document: string;
  /** Digest of the content. A resubmission of the same content has the same digest. */
  readonly digest: string;
  /** The union-find node that holds the record. */
  readonly node: string;
  /** Identifies this content of this record; ascending in the order in which records were first stored. */
  readonly recordVersion: string;
  /** The operation whose journal entry, while it exists, says that the record is not yet published and linked. */
  readonly operation: string;
  /** Ids of records that this one has no edge with, whatever the rules say. */
  readonly removedLinks: readonly string[];
  /** Groups whose records are linked with one another, whatever the rules say. */
  readonly groups: readonly string[];
  /** The keys that the record is stored under; undefined when an older release stored it without noting them. */
  readonly written?: WrittenKeys | undefined;
  /** The same as it is stored, whatever content it is of: so that a write can be conditional on it. Empty if absent. */
  readonly keyNotes?: string;
}

/** Hashes of the keys that a content is stored under, without those of its groups. */
export interface WrittenKeys {
  readonly exact: readonly string[];
  readonly blocking: readonly string[];
}

/** A record version is `operation.position`, and `~operation` is appended when that operation changed the content. */
export const newRecordVersion = (operation: string, position: number): string =>
  `${operation}.${String(position).padStart(4, '0')}`;
export const changedRecordVersion = (recordVersion: string, operation: string): string =>
  `${recordVersion.split('~', 1)[0]}~${operation}`;
/** The operation that stored the record first. */
export const creatorOf = (recordVersion: string): string => recordVersion.split('.', 1)[0]!;
/** The operation that changed the content last; undefined while it is as it was stored first. */
export const changerOf = (recordVersion: string): string | undefined => recordVersion.split('~', 2)[1];

/** Characters of the digest that tie the noted keys to their content. */
const CONTENT_MARK = 6;

/**
 * The keys as one text, marked with the digest of their content. A release that does not know the attribute leaves it
 * unchanged when it changes the content; the mark then no longer matches.
 */
const writtenText = (digest: string, { exact, blocking }: WrittenKeys): string =>
  [digest.slice(0, CONTENT_MARK), exact.join(BLANK), blocking.join(BLANK)].join(TAB);

function readWritten(text: Value | undefined, digest: string): WrittenKeys | undefined {
  if (text === undefined) return undefined;
  const [mark, exact, blocking] = (text as string).split(TAB);
  if (mark !== digest.slice(0, CONTENT_MARK)) return undefined;
  return { exact: splitText(exact, BLANK), blocking: splitText(blocking, BLANK) };
}

export function recordItem(record: StoredRecord): Item {
  return {
    ...recordKey(record.id),
    d: record.document,
    h: record.digest,
    n: record.node,
    i: record.recordVersion,
    o: record.operation,
    ...(record.removedLinks.length === 0 ? {} : { c: listText(record.removedLinks) }),
    ...(record.groups.length === 0 ? {} : { g: listText(record.groups) }),
    ...(record.written === undefined ? {} : { k: writtenText(record.digest, record.written) }),
  };
}

/**
 * The attributes of a new record as JSON: what its content says, and between both parts what its place says. A batch knows the
 * content long before the place.
 */
export const recordTexts = {
  before: ({ document, digest }: Pick<StoredRecord, 'document' | 'digest'>): string =>
    `{"d":${JSON.stringify(document)},"h":"${digest}"`,
  placed: ({ node, recordVersion, operation }: Pick<StoredRecord, 'node' | 'recordVersion' | 'operation'>): string =>
    `,"n":"${node}","i":"${recordVersion}","o":"${operation}"`,
  after: (digest: string, written: WrittenKeys): string => `,"k":${JSON.stringify(writtenText(digest, written))}}`,
};

export function readRecord(item: Item): StoredRecord {
  return {
    id: item.pk.slice(RECORDS.length),
    document: item['d'] as string,
    digest: item['h'] as string,
    node: item['n'] as string,
    recordVersion: item['i'] as string,
    operation: item['o'] as string,
    removedLinks: splitText(item['c'], TAB),
    groups: splitText(item['g'], TAB),
    written: readWritten(item['k'], item['h'] as string),
    keyNotes: (item['k'] as string | undefined) ?? '',
  };
}

/** The records that are stored. */
export async function storedRecords(store: Store, ids: Iterable<string | undefined>): Promise<StoredRecord[]> {
  const wanted = [...new Set(ids)].filter((id) => id !== undefined);
  const items = await store.getMany(wanted.map(recordKey));
  return items.flatMap((item) => (item === undefined ? [] : [readRecord(item)]));
}

/** True for an item that is absent or only reserves a record. */
export const NOT_STORED: Clause = { attribute: 'd', absent: true };

/** True while no other operation has taken the record over, changed it, or stored it under other keys. */
export const unchangedOperation = (stored: StoredRecord): Condition => [
  { attribute: 'o', equals: stored.operation },
  { attribute: 'i', equals: stored.recordVersion },
  unchangedKeys(stored),
  // A decision may have changed its groups.
  unchangedText('g', listText(stored.groups)),
];

/** The same, while the record is where it was read: new keys are published for that node. */
export const unchangedPlace = (stored: StoredRecord): Condition => [
  ...unchangedOperation(stored),
  unchangedNode(stored),
];

const unchangedVersion = ({ recordVersion }: StoredRecord): Clause => ({ attribute: 'i', equals: recordVersion });
const unchangedNode = ({ node }: StoredRecord): Clause => ({ attribute: 'n', equals: node });
const unchangedKeys = ({ keyNotes = '' }: StoredRecord): Clause => unchangedText('k', keyNotes);
const unchangedLinks = ({ removedLinks }: StoredRecord): Clause => unchangedText('c', listText(removedLinks));

/** Assigns an unfinished record to another operation. The caller adds conditions and what else to remove. */
export const takeOverSet = (
  { id, digest, groups }: StoredRecord,
  operation: string,
  { written, group }: { readonly written: WrittenKeys | undefined; readonly group: string | undefined },
): Required<Pick<Update, 'update' | 'set'>> => ({
  update: recordKey(id),
  set: {
    o: operation,
    ...(written === undefined ? {} : { k: writtenText(digest, written) }),
    ...(group === undefined ? {} : { g: listText([...groups, group]) }),
  },
});

/** Replaces the content of a record, on condition that it is stored as `before`, by the same operation and in the same node. */
export const changeWrite = (
  before: StoredRecord,
  after: Required<Pick<StoredRecord, 'document' | 'digest' | 'recordVersion' | 'operation' | 'groups'>> & {
    readonly written: WrittenKeys;
  },
): Update => ({
  update: recordKey(before.id),
  set: {
    d: after.document,
    h: after.digest,
    i: after.recordVersion,
    o: after.operation,
    k: writtenText(after.digest, after.written),
    ...(after.groups.length === 0 ? {} : { g: listText(after.groups) }),
  },
  if: [
    unchangedVersion(before),
    unchangedNode(before),
    // An operation that took it over since publishes its keys.
    { attribute: 'o', equals: before.operation },
    unchangedText('g', listText(before.groups)),
    unchangedKeys(before),
  ],
});

/**
 * Moves a record to another node. Refused when it changed: a link that was removed since may part the node, and keys that
 * the record got since may name the node that it leaves.
 */
export const moveWrite = (stored: StoredRecord, node: string): Update => ({
  update: recordKey(stored.id),
  set: { n: node },
  if: [
    unchangedNode(stored),
    unchangedVersion(stored),
    unchangedLinks(stored),
    unchangedKeys(stored),
    unchangedText('g', listText(stored.groups)),
  ],
});

/** Erases a record. Refused when it changed: the partner of a new removed link must forget the record as well. */
export const eraseWrite = (stored: StoredRecord): Delete => ({
  delete: recordKey(stored.id),
  if: [
    unchangedVersion(stored),
    unchangedNode(stored),
    { attribute: 'o', equals: stored.operation },
    unchangedLinks(stored),
    unchangedKeys(stored),
    // The keys of its groups are removed with it.
    unchangedText('g', listText(stored.groups)),
  ],
});

/** Refuses a transaction if the record has other content, or notes other keys, than was read. */
export const unchangedKeysCheck = (stored: StoredRecord): Check => ({
  check: recordKey(stored.id),
  if: [unchangedVersion(stored), unchangedKeys(stored)],
});

/** Notes the keys that a record is stored under, on condition that it is as it was read. */
export const noteKeysWrite = (stored: StoredRecord, written: WrittenKeys): Update => ({
  update: recordKey(stored.id),
  set: { k: writtenText(stored.digest, written) },
  if: [...unchangedOperation(stored)],
});

/** The record after {@link noteKeysWrite}. */
export const withNotedKeys = (stored: StoredRecord, written: WrittenKeys): StoredRecord => ({
  ...stored,
  written,
  keyNotes: writtenText(stored.digest, written),
});

/** Replaces the removed links of a record, on condition that they are as they were read. */
export function removedLinksWrite(record: StoredRecord, removedLinks: readonly string[]): Update {
  const after = listText(removedLinks);
  return {
    update: recordKey(record.id),
    ...(after === '' ? { remove: ['c'] } : { set: { c: after } }),
    if: [{ item: 'present' }, unchangedLinks(record)],
  };
}

/** Replaces the groups and the removed links of a record, on condition that it is as it was read. */
export function linksWrite(
  record: StoredRecord,
  { groups, removedLinks }: Pick<StoredRecord, 'groups' | 'removedLinks'>,
): Update {
  const after = { g: listText(groups), c: listText(removedLinks) };
  const set = Object.fromEntries(Object.entries(after).filter(([, text]) => text !== ''));
  const remove = Object.entries(after).flatMap(([name, text]) => (text === '' ? [name] : []));
  return {
    update: recordKey(record.id),
    ...(Object.keys(set).length === 0 ? {} : { set }),
    ...(remove.length === 0 ? {} : { remove }),
    if: [
      { item: 'present' },
      unchangedVersion(record),
      unchangedNode(record),
      unchangedLinks(record),
      unchangedText('g', listText(record.groups)),
    ],
  };
}

/** Refuses a transaction if the record was changed, moved or erased since it was read. */
export const unmovedCheck = (record: StoredRecord): Check => ({
  check: recordKey(record.id),
  if: [unchangedVersion(record), unchangedNode(record)],
});

/**
 * A submit reserves the first of its records before it opens its journal entry, and stores its records only while it
 * has the reservation. The sweeper removes the reservation before it finishes the entry. So a process that stops
 * between two steps stores nothing once its entry is closed. The reservation is in the record's own item, so that the
 * write of that item can be conditional on it without a transaction.
 *
 * | item        | pk     | sk  | attributes |
 * |-------------|--------|-----|------------|
 * | reservation | `R#id` | `#` | `f` operation that may store the record |
 *
 * A record that is not stored yet has an item with nothing else, which readers ignore ({@link withoutReservations}). A later
 * submit of the same record takes the reservation over.
 */
const HOLDER = 'f';

/** Reserves a record that is not stored. Refused if it is. */
export const reserveNew = (recordID: string, operation: string): Write => ({
  put: { ...recordKey(recordID), [HOLDER]: operation },
  if: [NOT_STORED],
});

/** Reserves a record that another operation stored and did not finish. Refused if it changed since it was read. */
export const reserveUnfinished = (seen: StoredRecord, operation: string): Write => ({
  update: recordKey(seen.id),
  set: { [HOLDER]: operation },
  if: unchangedOperation(seen),
});

/** True while the operation has the record reserved. */
export const reservedBy = (operation: string): Clause => ({ attribute: HOLDER, equals: operation });

/** The attribute that is removed when an unfinished record is taken over. */
export const RESERVATION = [HOLDER] as const;

/** The item, unless it only reserves a record. */
export const exceptReserved = (item: Item | undefined): Item | undefined =>
  item?.[HOLDER] !== undefined && item['d'] === undefined && isOfRecord(item) ? undefined : item;

/**
 * Removes the reservation of an operation. From then on either the operation has stored its records, or it never will.
 *
 * @param recordID the first of the operation's records
 */
export async function takeReservation(store: Store, operation: string, recordID: string): Promise<void> {
  const key = recordKey(recordID);
  const [outcome] = await store.write([{ delete: key, if: [reservedBy(operation), NOT_STORED] }]);
  const { applied, before } = present(outcome, 'every write has an outcome');
  if (applied || before?.[HOLDER] !== operation) return;
  await store.write([{ update: key, remove: RESERVATION, if: [reservedBy(operation)] }]);
}

/** A view of the store in which a record that is only reserved is absent. */
export const withoutReservations = (store: Store): Store =>
  withReads(store, {
    getMany: async (keys, options) => (await store.getMany(keys, options)).map(exceptReserved),
  });
