import type { IndexKey } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import type { JournalEntry, RemovedContent } from '../items/journal.ts';
import { anchorKey, holdersOf, readRecord, recordKey, type WrittenKeys } from '../items/layout.ts';
import { canLink } from '../read/candidates.ts';
import { rebuild } from './rebuild.ts';
import type { Removed } from './still-connected.ts';

/** What is to disappear when a record loses its content: what it was stored under, whatever the rules say by now. */
export const removedContent = (
  { id, incarnation, fragment }: { readonly id: string; readonly incarnation: string; readonly fragment: string },
  { deciding, suggesting }: WrittenKeys,
): RemovedContent => ({ recordID: id, incarnation, fragment, deciding, suggesting });

/**
 * The same of content that was linked with all that it belonged to, so that its keys tell what held it. What is stored
 * under keys of former rules may be held by links that the keys of these rules do not show.
 *
 * @param keys those that the rules give the record
 */
export function settledContent(keys: readonly IndexKey[], content: RemovedContent): Removed {
  const given = new Set(keys.map(({ hash }) => hash));
  if (![...content.deciding, ...content.suggesting].every((hash) => given.has(hash))) return content;
  return { ...content, linking: keys.filter(canLink).map(({ hash }) => hash) };
}

/** Where records stand now, as far as they are stored. */
export async function fragmentsOf(store: Store, recordIDs: Iterable<string>): Promise<string[]> {
  const items = await store.getMany([...recordIDs].map(recordKey));
  return items.flatMap((item) => (item === undefined ? [] : [readRecord(item).fragment]));
}

/** Where an unfinished operation cut edges, and where the records of these edges stand by now. */
export const fragmentsOfCuts = async (
  store: Store,
  { rebuild: named, cut }: Pick<JournalEntry, 'rebuild' | 'cut'>,
): Promise<string[]> => [...named, ...(await fragmentsOf(store, cut))];

export interface RebuildOptions {
  /** Other fragments whose entities are to be rebuilt. */
  readonly fragments?: readonly string[];
  readonly ban?: string;
  /** The operations that removed the content. */
  readonly operations?: readonly string[];
  /** Whether to rebuild whatever entity an anchor of the content names: somebody may have published it late. */
  readonly everywhere?: boolean;
  readonly limit: number;
}

export interface Rebuilding {
  /** False when an entity is too large for the limit. */
  readonly complete: boolean;
  /** What became of the entities. */
  readonly entities: readonly string[];
}

/** Rebuilds the entities that content was removed from. */
export async function rebuildAll(
  context: Context,
  removed: readonly Removed[],
  { fragments = [], ban, operations = [], everywhere = false, limit }: RebuildOptions,
  deadline: Deadline,
): Promise<Rebuilding> {
  const { store } = context;
  const touched = new Set([...fragments, ...removed.map(({ fragment }) => fragment)]);
  if (everywhere) {
    const hashes = new Set(removed.flatMap(({ deciding }) => deciding));
    for (const item of await store.getMany([...hashes].map(anchorKey))) {
      for (const holder of holdersOf(item)) touched.add(holder);
    }
  }
  const plan = { removed, operations, leaves: true, ...(ban === undefined ? {} : { ban }) };
  const handled = new Set<string>();
  const entities = new Set<string>();
  let complete = true;
  // By fragment, not by root: a fragment may leave its entity before that is locked.
  for (const fragment of touched) {
    if (handled.has(fragment)) continue;
    const rebuilt = await rebuild(context, fragment, plan, deadline, limit);
    for (const one of rebuilt.fragments) handled.add(one);
    for (const one of rebuilt.entities) entities.add(one);
    complete &&= rebuilt.complete;
  }
  return { complete, entities: [...entities] };
}
