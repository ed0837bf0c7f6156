import { type OutboxEntry, outboxPartitions, readOutboxEntry } from '../entities/items/outbox.ts';
import type { Page, Store } from '../store/port.ts';

const PAGE = 50;
/** Entities that are read together. */
const NAMED_AT_ONCE = 100;

/** Yields one page of every partition at a time, until all partitions are read. */
export async function* outboxPages(store: Store): AsyncGenerator<OutboxEntry[], void, undefined> {
  let open: { partition: string; after?: string }[] = outboxPartitions.map((partition) => ({ partition }));
  while (open.length > 0) {
    const read = await Promise.all(open.map(({ partition, after }) => store.query(partition, { limit: PAGE, after })));
    yield read.flatMap(({ items }) => items.map(readOutboxEntry));
    open = open.flatMap(({ partition }, index) => {
      const { next } = read[index]!;
      return next === undefined ? [] : [{ partition, after: next }];
    });
  }
}

/** Groups outbox entries to process together: entries of one entity side by side, at most 100 names in a group. */
export function groupEntries(entries: readonly OutboxEntry[]): OutboxEntry[][] {
  const byEntity = entries.map((entry) => ({ entry, named: namedIn(entry) }));
  byEntity.sort((a, b) => ((a.named[0] ?? '') < (b.named[0] ?? '') ? -1 : 1));
  const groups: OutboxEntry[][] = [];
  let size = Number.POSITIVE_INFINITY;
  for (const { entry, named } of byEntity) {
    if (size + named.length > NAMED_AT_ONCE) {
      groups.push([]);
      size = 0;
    }
    groups.at(-1)!.push(entry);
    size += named.length;
  }
  return groups;
}

/** True if the outbox holds an entry that is not in `seen`. */
export async function holdsNew(store: Store, seen: ReadonlySet<string>): Promise<boolean> {
  const found = await Promise.all(
    outboxPartitions.map(async (partition) => {
      let after: string | undefined;
      do {
        const page: Page = await store.query(partition, after === undefined ? { limit: PAGE } : { after });
        if (page.items.some(({ sk }) => !seen.has(sk))) return true;
        after = page.next;
      } while (after !== undefined);
      return false;
    }),
  );
  return found.includes(true);
}

/** Entities that get events of their own, even if they have merged into another since. */
export const entitiesIn = ({ union, split }: OutboxEntry): string[] => [
  ...(union === undefined ? [] : [union.into, union.absorbed]),
  ...(split === undefined ? [] : [...split.parts, split.from]),
];

/** Every node and entity that an entry names. */
export const namedIn = (entry: OutboxEntry): string[] => [...entry.nodes, ...entitiesIn(entry)];
