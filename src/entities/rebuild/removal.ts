import { present } from '../../assert.ts';
import { EntityDataError } from '../../errors.ts';
import type { IndexKey } from '../../rules/types.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { findRoots } from '../forest/find.ts';
import type { CauseKind } from '../items/history.ts';
import { keyOwnerKey, ownersOf } from '../items/index-keys.ts';
import { type JournalEntry, type RemovedContent, takingWrite } from '../items/journal.ts';
import { causedBy } from '../items/outbox.ts';
import { readRecord, recordKey, type WrittenKeys } from '../items/record.ts';
import { canLink } from '../keys/candidates.ts';
import { rebuild } from './rebuild.ts';
import type { Removed } from './remove-traces.ts';

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

/** An unfinished operation that removed content or links from an entity. */
interface Taking {
  readonly entry: JournalEntry;
  readonly kind: CauseKind;
  readonly nodes: readonly string[];
}

/**
 * Rebuilds each entity once for all unfinished operations that removed something from it. Returns the operations for
 * which that is done; the others are to be tried one by one. Operations that create a constraint are left out, because
 * each needs a rebuild of its own.
 *
 * @throws if the store does not answer
 */
export async function rebuildTogether(
  context: Context,
  entries: readonly JournalEntry[],
  kindOf: (entry: JournalEntry) => CauseKind,
  deadline: () => Deadline,
): Promise<ReadonlySet<string>> {
  const done = new Set<string>();
  for (const group of await groupsOf(context, entries, kindOf)) {
    const [{ entry, kind }] = group as [Taking];
    const nodes = new Set(group.flatMap((taking) => taking.nodes));
    const removed = distinct(group.flatMap((taking) => taking.entry.removed));
    const causing = causedBy(context, kind, entry.operation, { decision: entry.decision?.id });
    try {
      const options = { nodes: [...nodes], everywhere: true, limit: Number.POSITIVE_INFINITY };
      await rebuildAll(causing, removed, options, deadline());
      for (const taking of group) done.add(taking.entry.operation);
    } catch (error) {
      if (error instanceof EntityDataError && error.retryable) throw error;
    }
  }
  return done;
}

/** Operations of one kind on one entity, so that the events of a rebuild name one cause. */
async function groupsOf(
  { store }: Context,
  entries: readonly JournalEntry[],
  kindOf: (entry: JournalEntry) => CauseKind,
): Promise<Iterable<readonly Taking[]>> {
  const takings: Taking[] = [];
  const taken = entries.filter(({ constraint, rebuild }) => constraint === undefined && rebuild.length > 0);
  // From here on a process that is about to remove a link is refused, or the reads below see it removed.
  if (taken.length > 0) await store.write(taken.map(takingWrite));
  for (const entry of entries) {
    if (entry.constraint !== undefined || entry.removed.length + entry.rebuild.length === 0) continue;
    takings.push({ entry, kind: kindOf(entry), nodes: await nodesOfRemovedLinks(store, entry) });
  }
  const first = ({ entry, nodes }: Taking): string =>
    present(entry.removed[0]?.node ?? nodes[0], 'an operation that is rebuilt for names a node');
  const roots = await findRoots(store, takings.map(first));
  return Map.groupBy(takings, (taking) => `${taking.kind} ${roots.get(first(taking))}`).values();
}

/** Without duplicates: two operations may have removed the same content, each by the keys that its rules gave it. */
function distinct(removed: readonly RemovedContent[]): RemovedContent[] {
  const contents = new Map<string, RemovedContent>();
  for (const content of removed) {
    const name = `${content.recordID}\t${content.recordVersion}\t${content.node}`;
    const known = contents.get(name);
    contents.set(name, known === undefined ? content : withKeysOf(known, content));
  }
  return [...contents.values()];
}

const withKeysOf = (content: RemovedContent, { exact, blocking }: RemovedContent): RemovedContent => ({
  ...content,
  exact: [...new Set([...content.exact, ...exact])],
  blocking: [...new Set([...content.blocking, ...blocking])],
});
