import { queryMany, type Store, type Write } from '../../store/port.ts';
import { findRoots } from '../forest/nodes.ts';
import { journalKey, journalPartitions, type RemovedContent, readEntries } from '../items/journal.ts';

/** What another unfinished operation removed from an entity that is locked. */
export interface WaitingRemoval {
  readonly operation: string;
  readonly removed: readonly RemovedContent[];
}

/** Entities of which an entry says that they came out of the rebuild. */
const TOLD = 100;

/** Entries of one partition of the journal that are looked at. */
const LOOKED_AT = 100;

/**
 * Operations that removed something from the entity and wait for its lock, or will. A rebuild does their work as well.
 * Not all of them need be found: each goes on by itself where it was not served.
 *
 * @param own what the rebuild is for
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
 * Notes in the entry of an operation that a rebuild of the entity has done what the operation would rebuild it for. The
 * sweeper does not go by it: what was published late may have come since.
 */
export const servedWrite = (operation: string, entities: readonly string[], root: string): Write => ({
  update: journalKey(operation),
  set: { w: root, q: entities.slice(0, TOLD) },
  if: [{ item: 'present' }],
});

/** What became of the entity when it was rebuilt for each of the operations; undefined when it was not. */
export async function servedEntities(
  store: Store,
  operations: readonly string[],
  root: string,
): Promise<readonly string[] | undefined> {
  if (operations.length === 0) return undefined;
  const entries = await store.getMany(operations.map(journalKey));
  if (!entries.every((item) => item?.['w'] === root)) return undefined;
  return [...new Set(entries.flatMap((item) => item!['q'] as readonly string[]))];
}
