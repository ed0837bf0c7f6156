import type { Context } from '../context.ts';
import { type Deadline, takenForDead } from '../deadline.ts';
import { TooManyRemovedLinksError } from '../errors.ts';
import { stillOpen } from '../items/journal.ts';
import { readRecord, recordKey, removedLinksWrite, type StoredRecord } from '../items/record.ts';
import { isLinkRemoved, type MemberRecord } from '../read/components.ts';

export interface Edge {
  readonly a: string;
  readonly b: string;
}

/** The transaction that erases a record changes the records of all its removed links, and holds 100 items. */
const MOST_REMOVED_LINKS = 90;

/** @throws TooManyRemovedLinksError if a record would have too many, before anything is written */
export function refuseTooManyRemovedLinks(edges: readonly Edge[], members: ReadonlyMap<string, MemberRecord>): void {
  const removed = new Map<string, Set<string>>();
  const add = (id: string, other: string) => {
    const known = removed.get(id) ?? new Set(members.get(id)!.stored.removedLinks);
    removed.set(id, known.add(other));
    if (known.size > MOST_REMOVED_LINKS) throw new TooManyRemovedLinksError(id, MOST_REMOVED_LINKS);
  };
  for (const { a, b } of edges) {
    add(a, b);
    add(b, a);
  }
}

/** Writes into both records, in one transaction, that there is no edge between them. */
export async function removeLink(
  { store }: Context,
  operation: string,
  { a, b }: Edge,
  deadline: Deadline,
): Promise<void> {
  for (;;) {
    const items = await store.getMany([recordKey(a), recordKey(b)]);
    if (items[0] === undefined || items[1] === undefined) return;
    const [first, second] = [readRecord(items[0]), readRecord(items[1])];
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

function refuseFull({ id, removedLinks }: StoredRecord): void {
  if (removedLinks.length >= MOST_REMOVED_LINKS) throw new TooManyRemovedLinksError(id, MOST_REMOVED_LINKS);
}
