import { present } from '../../assert.ts';
import { EntityDataError } from '../../errors.ts';
import type { Context } from '../context.ts';
import type { Deadline } from '../deadline.ts';
import { findRoots } from '../forest/find.ts';
import type { CauseKind } from '../items/history.ts';
import { type JournalEntry, type RemovedContent, takingWrite } from '../items/journal.ts';
import { causedBy } from '../items/outbox.ts';
import { nodesOfRemovedLinks, rebuildAll } from './removal.ts';

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
    const causing = causedBy(context, kind, entry.operation, entry.decision?.id);
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
