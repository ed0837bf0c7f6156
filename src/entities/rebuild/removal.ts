import type { IndexKey } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { keyOwnerKey, ownersOf } from '../items/index-keys.ts';
import type { JournalEntry, RemovedContent } from '../items/journal.ts';
import { readRecord, recordKey, type WrittenKeys } from '../items/record.ts';
import { canLink } from '../keys/candidates.ts';
import { rebuild } from './rebuild.ts';
import type { Removed } from './still-connected.ts';

/**
 * The traces to remove when a record loses its content: the keys that it was stored under, whatever the rules are now.
 */
export const removedContent = (
  { id, recordVersion, node }: { readonly id: string; readonly recordVersion: string; readonly node: string },
  { exact, blocking }: WrittenKeys,
): RemovedContent => ({ recordID: id, recordVersion, node, exact, blocking });

/**
 * The same for content that was completely linked, so that its keys show all its links. Content that is stored under
 * keys of former rules may have links that the keys of these rules do not show.
 *
 * @param keys those that the rules give the record
 */
export function settledContent(keys: readonly IndexKey[], content: RemovedContent): Removed {
  const given = new Set(keys.map(({ hash }) => hash));
  if (![...content.exact, ...content.blocking].every((hash) => given.has(hash))) return content;
  return { ...content, linking: keys.filter(canLink).map(({ hash }) => hash) };
}

/** The nodes that hold the records now, as far as they are stored. */
export async function nodesOf(store: Store, recordIDs: Iterable<string>): Promise<string[]> {
  const items = await store.getMany([...recordIDs].map(recordKey));
  return items.flatMap((item) => (item === undefined ? [] : [readRecord(item).node]));
}

/** The nodes in which an unfinished operation removed links, and those that hold the records by now. */
export const nodesOfRemovedLinks = async (
  store: Store,
  { rebuild: named, unlinked }: Pick<JournalEntry, 'rebuild' | 'unlinked'>,
): Promise<string[]> => [...named, ...(await nodesOf(store, unlinked))];

export interface RebuildOptions {
  /** Other nodes whose entities are to be rebuilt. */
  readonly nodes?: readonly string[];
  readonly constraint?: string | undefined;
  /** The operations that removed the content. */
  readonly operations?: readonly string[];
  /** True to rebuild every entity that owns a key of the content: a process may have published it late. */
  readonly everywhere?: boolean;
  readonly limit: number;
}

export interface RebuiltEntities {
  /** False when an entity is too large for the limit. */
  readonly complete: boolean;
  /** The entities that came out of the rebuilds. */
  readonly entities: readonly string[];
}

/** Rebuilds the entities that content was removed from. */
export async function rebuildAll(
  context: Context,
  removed: readonly Removed[],
  { nodes = [], constraint, operations = [], everywhere = false, limit }: RebuildOptions,
  deadline: Deadline,
): Promise<RebuiltEntities> {
  const { store } = context;
  const touched = new Set([...nodes, ...removed.map(({ node }) => node)]);
  if (everywhere) {
    const hashes = new Set(removed.flatMap(({ exact }) => exact));
    for (const item of await store.getMany([...hashes].map(keyOwnerKey))) {
      for (const holder of ownersOf(item)) touched.add(holder);
    }
  }
  const plan = { removed, operations, leaves: true, constraint };
  const handled = new Set<string>();
  const entities = new Set<string>();
  let complete = true;
  // By node, not by root: a node may leave its entity before that is locked.
  for (const node of touched) {
    if (handled.has(node)) continue;
    const rebuilt = await rebuild(context, node, plan, deadline, limit);
    for (const one of rebuilt.nodes) handled.add(one);
    for (const one of rebuilt.entities) entities.add(one);
    complete &&= rebuilt.complete;
  }
  return { complete, entities: [...entities] };
}
