import { RetryableError } from '../../errors.ts';
import type { IndexKey } from '../../rules/types.ts';
import type { Context } from '../context.ts';
import { newID } from '../items/ids.ts';
import { journalItem } from '../items/journal.ts';
import { readRecord, recordKey, type StoredRecord, type WrittenKeys } from '../items/record.ts';
import { hashesOf } from '../keys/record-keys.ts';
import { removedContent } from '../rebuild/removal.ts';
import type { Publishing } from './publish-keys.ts';

/**
 * Runs work that publishes keys. If it fails, it may have published keys of a record that was erased or changed
 * meanwhile by an operation that is finished. Then {@link noteOrphanedKeys} has them removed. The journal entry of the
 * work is not enough: the sweeper may have closed it, if the process stopped for so long that it was taken for dead.
 */
export async function notingOrphanedKeys<Result>(
  context: Context,
  publishing: readonly Publishing[],
  work: () => Promise<Result>,
): Promise<Result> {
  try {
    return await work();
  } catch (error) {
    await noteOrphanedKeys(context, publishing);
    throw error;
  }
}

/** Those of the keys that the record does not have: any more, or since its rules changed. */
function orphanedKeys(keys: readonly IndexKey[], recordVersion: string, stored: StoredRecord | undefined): WrittenKeys {
  const hashes = hashesOf(keys);
  if (stored?.recordVersion !== recordVersion) return hashes;
  if (stored.written === undefined) return { exact: [], blocking: [] };
  const known = new Set([...stored.written.exact, ...stored.written.blocking, ...stored.groups]);
  const isOrphaned = (hash: string) => !known.has(hash);
  return { exact: hashes.exact.filter(isOrphaned), blocking: hashes.blocking.filter(isOrphaned) };
}

/**
 * Opens a journal entry for the keys of records that were erased or changed, or that lost keys when their rules changed.
 * One read is enough, because a later erasure or change removes keys that were published before it. Does nothing if the
 * store does not answer: the caller then throws the first error.
 */
export async function noteOrphanedKeys({ store, now }: Context, publishing: readonly Publishing[]): Promise<void> {
  try {
    const items = await store.getMany(publishing.map(({ record }) => recordKey(record.id)));
    const removed = publishing.flatMap(({ record: { id, keys }, recordVersion, node }, index) => {
      const item = items[index];
      const orphaned = orphanedKeys(keys, recordVersion, item === undefined ? undefined : readRecord(item));
      if (orphaned.exact.length + orphaned.blocking.length === 0) return [];
      return [removedContent({ id, recordVersion, node }, orphaned)];
    });
    if (removed.length > 0) await store.write([{ put: journalItem(newID(now()), { removed }) }]);
  } catch (error) {
    if (!(error instanceof RetryableError)) throw error;
  }
}
