import type { Check, Store, Write } from '../../store/port.ts';
import { memberKey } from '../items/node.ts';
import { isOverFrequentMark, listedKeyOf, overFrequentMarkKey } from '../items/over-frequent-keys.ts';
import { postingKey, postingPartition } from '../items/posting.ts';
import { NOT_STORED, recordKey } from '../items/record.ts';
import type { RebuildFence } from './rebuild-fence.ts';
import type { Removed } from './still-connected.ts';

const POSTINGS_AT_ONCE = 500;

/** By id of a record that lost content, the version that is stored now; undefined if none is. */
export type StoredVersions = ReadonlyMap<string, string | undefined>;

/** True if the record no longer has the content. */
export const isGone = ({ recordID, recordVersion }: Removed, versions: StoredVersions): boolean =>
  versions.get(recordID) !== recordVersion;

/**
 * Deletes the postings of content that no record has any more. Only under the lock: a process that publishes later sees
 * the lock.
 */
export async function removePostings(
  store: Store,
  fence: RebuildFence,
  removed: readonly Removed[],
  versions: StoredVersions,
): Promise<void> {
  if (removed.length === 0) return;
  const postings = new Map<string, Write>();
  // An operation that was interrupted may not have changed its record.
  for (const content of removed.filter((one) => isGone(one, versions))) {
    for (const hash of content.blocking) {
      const key = postingKey(hash, content);
      postings.set(`${key.pk}\n${key.sk}`, { delete: key });
    }
  }
  await writeInBatches(store, fence, [...postings.values()]);
  await forgetOverFrequent(store, fence, new Set(removed.flatMap(({ blocking }) => blocking)));
}

/** Writes that need no lock, as many at once as are quick. */
export async function writeInBatches(store: Store, fence: RebuildFence, writes: readonly Write[]): Promise<void> {
  for (let start = 0; start < writes.length; start += POSTINGS_AT_ONCE) {
    fence.check();
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
async function forgetOverFrequent(store: Store, fence: RebuildFence, hashes: ReadonlySet<string>): Promise<void> {
  const keys = [...hashes];
  if (keys.length === 0) return;
  const items = await store.getMany([...keys.map(overFrequentMarkKey), ...keys.map(listedKeyOf)]);
  const known = keys.filter((_, index) => items[index] !== undefined || items[keys.length + index] !== undefined);
  for (const hash of known) {
    const { items: postings } = await store.query(postingPartition(hash), { limit: 2 });
    if (!postings.every(isOverFrequentMark)) continue;
    fence.check();
    await store.write([{ delete: listedKeyOf(hash) }, { delete: overFrequentMarkKey(hash) }]);
  }
}
