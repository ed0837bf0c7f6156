import { present } from '../../assert.ts';
import type { Store } from '../../store/port.ts';
import type { Context } from '../context.ts';
import { type Deadline, takenForDead } from '../deadline.ts';
import { TooManyRemovedLinksError } from '../errors.ts';
import { stillOpen } from '../items/journal.ts';
import { readRecord, recordKey, removedLinksWrite, type StoredRecord } from '../items/record.ts';
import { isLinkRemoved, type MemberRecord } from '../keys/record-keys.ts';

export interface Edge {
  readonly a: string;
  readonly b: string;
}

const storedOf = (members: ReadonlyMap<string, MemberRecord>, id: string): StoredRecord =>
  present(members.get(id), 'both records of an edge were read').stored;

/** The transaction that erases a record changes the records of all its removed links, and holds 100 items. */
const MOST_REMOVED_LINKS = 90;

/** @throws TooManyRemovedLinksError if a record would have too many, before anything is written */
export function refuseTooManyRemovedLinks(edges: readonly Edge[], members: ReadonlyMap<string, MemberRecord>): void {
  const removed = new Map<string, Set<string>>();
  const add = (id: string, other: string) => {
    const known = removed.get(id) ?? new Set(storedOf(members, id).removedLinks);
    removed.set(id, known.add(other));
    if (known.size > MOST_REMOVED_LINKS) throw new TooManyRemovedLinksError(id, MOST_REMOVED_LINKS);
  };
  for (const { a, b } of edges) {
    add(a, b);
    add(b, a);
  }
}

/**
 * Writes into both records of each edge, in one transaction, that there is no edge between them.
 *
 * @param members the records as they were read, by id: the write is refused if one has changed since
 */
export async function removeLinks(
  context: Context,
  operation: string,
  edges: readonly Edge[],
  members: ReadonlyMap<string, MemberRecord>,
  deadline: Deadline,
): Promise<void> {
  const changed = new Set<string>();
  for (const edge of edges) {
    const { a, b } = edge;
    const isAsRead = !changed.has(a) && !changed.has(b);
    const seen = isAsRead ? [storedOf(members, a), storedOf(members, b)] : undefined;
    await removeLink(context, operation, edge, seen, deadline);
    changed.add(a).add(b);
  }
}

async function removeLink(
  { store }: Context,
  operation: string,
  { a, b }: Edge,
  seen: readonly StoredRecord[] | undefined,
  deadline: Deadline,
): Promise<void> {
  for (let read = seen; ; read = undefined) {
    const [first, second] = read ?? (await readBoth(store, a, b));
    if (first === undefined || second === undefined) return;
    // The request may name an edge twice, and another request may have removed it.
    if (isLinkRemoved(first, second)) return;
    refuseFull(first);
    refuseFull(second);
    deadline.check();
    const { applied, refused } = await store.transact([
      stillOpen(operation),
      removedLinksWrite(first, [...first.removedLinks, b]),
      removedLinksWrite(second, [...second.removedLinks, a]),
    ]);
    if (applied) return;
    if (refused.some(({ index }) => index === 0)) throw takenForDead();
  }
}

async function readBoth(store: Store, a: string, b: string): Promise<readonly (StoredRecord | undefined)[]> {
  const items = await store.getMany([recordKey(a), recordKey(b)]);
  return items.map((item) => (item === undefined ? undefined : readRecord(item)));
}

function refuseFull({ id, removedLinks }: StoredRecord): void {
  if (removedLinks.length >= MOST_REMOVED_LINKS) throw new TooManyRemovedLinksError(id, MOST_REMOVED_LINKS);
}
