import { present } from '../../assert.ts';
import { type Check, type Key, type Store, TRANSACT_LIMIT, type Write } from '../../store/port.ts';
import type { EntityLock } from '../forest/lock.ts';
import {
  isOverFrequentMark,
  listedKeyOf,
  overFrequentMarkKey,
  postingKey,
  postingPartition,
} from '../items/index-keys.ts';
import type { RemovedContent } from '../items/journal.ts';
import { memberKey } from '../items/node.ts';
import { NOT_STORED, readRecord, recordKey, type StoredRecord, unchangedKeysCheck } from '../items/record.ts';

/** Removed content, with what the journal does not store of it. */
export interface Removed extends RemovedContent {
  /**
   * The blocking keys by which the record may have been linked. Present only if the operation that stored the content
   * was finished: then its keys show all its links.
   */
  readonly linking?: readonly string[];
}

const POSTINGS_AT_ONCE = 500;
/** Postings of one transaction, besides the check. */
const LOST_AT_ONCE = TRANSACT_LIMIT - 1;

/** By id of a record that lost content, what is stored now; undefined if nothing is. */
export type StoredVersions = ReadonlyMap<string, StoredRecord | undefined>;

/** True if the record no longer has the content. */
export const isGone = ({ recordID, recordVersion }: Removed, versions: StoredVersions): boolean =>
  versions.get(recordID)?.recordVersion !== recordVersion;

/** Those of the keys that the record does not have, though it has the content: since the rules changed. */
const lostKeys = ({ blocking }: Removed, { written }: StoredRecord): readonly string[] =>
  written === undefined ? [] : blocking.filter((hash) => !written.blocking.includes(hash));

/**
 * Deletes the postings of content that no record has any more. Only under the lock: a process that publishes later sees
 * the lock.
 */
export async function removePostings(
  store: Store,
  lock: EntityLock,
  removed: readonly Removed[],
  versions: StoredVersions,
): Promise<void> {
  if (removed.length === 0) return;
  const postings: Write[] = [];
  // An operation that was interrupted may not have changed its record.
  for (const content of removed) {
    const stored = versions.get(content.recordID);
    const lost = isGone(content, versions)
      ? content
      : await removeLostKeys(store, lock, content, present(stored, 'content that is not gone is stored'));
    for (const hash of lost.blocking) postings.push({ delete: postingKey(hash, content) });
  }
  await writeInBatches(store, lock, distinct(postings));
  await forgetOverFrequent(store, lock, new Set(removed.flatMap(({ blocking }) => blocking)));
}

/**
 * Deletes postings that a record lost when its rules changed. The rules may change back, and a process that gives the record
 * the key again notes it first and may hold the lock of another entity: so each deletion is on condition of the note, and
 * repeated by the note that the record has then.
 *
 * @returns the keys that are left to delete without a condition: all, if the record lost the content meanwhile
 */
async function removeLostKeys(
  store: Store,
  lock: EntityLock,
  content: Removed,
  first: StoredRecord,
): Promise<Pick<Removed, 'blocking'>> {
  for (let stored = first; ; ) {
    lock.check();
    const lost = lostKeys(content, stored);
    if (
      await removeWhileNoted(
        store,
        lock,
        stored,
        lost.map((hash) => postingKey(hash, content)),
      )
    ) {
      return { blocking: [] };
    }
    const [item] = await store.getMany([recordKey(content.recordID)]);
    if (item === undefined) return content;
    stored = readRecord(item);
    if (stored.recordVersion !== content.recordVersion) return content;
  }
}

/** Deletes items while the keys that a record notes are as they were read; returns false if they are not. */
async function removeWhileNoted(
  store: Store,
  lock: EntityLock,
  stored: StoredRecord,
  keys: readonly Key[],
): Promise<boolean> {
  for (let start = 0; start < keys.length; start += LOST_AT_ONCE) {
    lock.check();
    const deletes = keys.slice(start, start + LOST_AT_ONCE).map((key): Write => ({ delete: key }));
    if (!(await store.transact([unchangedKeysCheck(stored), ...deletes])).applied) return false;
  }
  return true;
}

/** Two contents of one record may have had the same key. */
const distinct = (deletes: readonly Write[]): Write[] => [
  ...new Map(deletes.map((write) => [JSON.stringify(write), write])).values(),
];

/** Writes that need no lock, as many at once as are quick. */
export async function writeInBatches(store: Store, lock: EntityLock, writes: readonly Write[]): Promise<void> {
  for (let start = 0; start < writes.length; start += POSTINGS_AT_ONCE) {
    lock.check();
    await store.write(writes.slice(start, start + POSTINGS_AT_ONCE));
  }
}

/**
 * Deletes the members of erased records. Refused if the id was given to another record: the member may be that record's.
 * A process that is about to store one sees the lock, and writes the member once more.
 */
export function memberDeletes(removed: readonly Removed[], versions: StoredVersions): (Write | Check)[][] {
  const erased = new Map(
    removed
      .filter(({ recordID }) => versions.get(recordID) === undefined)
      .map(({ recordID, node }) => [`${recordID}\t${node}`, { recordID, node }]),
  );
  return [...erased.values()].map(({ recordID, node }) => [
    { check: recordKey(recordID), if: [NOT_STORED] },
    { delete: memberKey(node, recordID) },
  ]);
}

/** Deletes the mark and the listing of keys whose last posting is gone. */
async function forgetOverFrequent(store: Store, lock: EntityLock, hashes: ReadonlySet<string>): Promise<void> {
  const keys = [...hashes];
  if (keys.length === 0) return;
  const items = await store.getMany([...keys.map(overFrequentMarkKey), ...keys.map(listedKeyOf)]);
  const known = keys.filter((_, index) => items[index] !== undefined || items[keys.length + index] !== undefined);
  for (const hash of known) {
    const { items: postings } = await store.query(postingPartition(hash), { limit: 2 });
    if (!postings.every(isOverFrequentMark)) continue;
    lock.check();
    await store.write([{ delete: listedKeyOf(hash) }, { delete: overFrequentMarkKey(hash) }]);
  }
}
