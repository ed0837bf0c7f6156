import { queryMany, type Store } from '../../store/port.ts';
import { findRoots } from '../forest/find.ts';
import { journalKey, journalPartitions, type RemovedContent, readEntries, readServed } from '../items/journal.ts';

/** What another unfinished operation removed from an entity that is locked. */
export interface WaitingRemoval {
  readonly operation: string;
  readonly removed: readonly RemovedContent[];
}

/** Entries that are read of one partition of the journal. */
const LOOKED_AT = 100;

/**
 * Operations that removed content from the entity and wait for its lock, or will. A rebuild does their work as well.
 * Not all of them need be found: each that was not served rebuilds the entity itself.
 *
 * @param own the content that the rebuild is for
 */
export async function waitingRemovals(
  store: Store,
  root: string,
  own: readonly RemovedContent[],
): Promise<readonly WaitingRemoval[]> {
  const pages = await queryMany(store, journalPartitions, { limit: LOOKED_AT });
  const name = ({ recordID, recordVersion }: RemovedContent) => `${recordID}\t${recordVersion}`;
  const known = new Set(own.map(name));
  const waiting = pages
    .flatMap(({ items }) => items.flatMap(readEntries))
    .filter(({ removed }) => !removed.every((content) => known.has(name(content))));
  if (waiting.length === 0) return [];
  const roots = await findRoots(
    store,
    waiting.flatMap(({ removed }) => removed.map(({ node }) => node)),
  );
  return waiting
    .filter(({ removed }) => removed.every(({ node }) => roots.get(node) === root))
    .map(({ operation, removed }) => ({ operation, removed }));
}

/**
 * The entities that came out of rebuilds for all of the operations; undefined if there was none for one of them. The
 * sweeper does not rely on it, because keys may have been published late since.
 */
export async function servedEntities(
  store: Store,
  operations: readonly string[],
  root: string,
): Promise<readonly string[] | undefined> {
  if (operations.length === 0) return undefined;
  const entries = await store.getMany(operations.map(journalKey));
  const served = entries.map((entry) => readServed(entry, root));
  return served.includes(undefined) ? undefined : [...new Set(served.flatMap((entities) => entities!))];
}
