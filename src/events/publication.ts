import type { OutboxEntry } from '../entities/items/outbox.ts';
import type { Item, Key, Put, Store, Update } from '../store/port.ts';
import type { EntityEvent } from './entity-event.ts';

/**
 * The publication state of an entity: what was published about it last.
 *
 * | item | pk         | sk  | attributes |
 * |------|------------|-----|------------|
 * | told | `T#entity` | `#` | `s` sequence, `k` what the entity was, `h` digest of its records, `e` the last events as JSON until they are accepted, `m` outbox entries that they cover, `o` last sequence known to be accepted by the target, `f` failures in a row, `a` time of the next attempt |
 *
 * The item is written before its events are sent, on condition that its sequence is unchanged. The write fixes the
 * events' sequence and ids. The stored events are sent again when it is unknown whether the target accepted them. The
 * next events are written only after that.
 */
export interface Publication {
  readonly sequence: number;
  readonly kind: 'live' | 'merged' | 'deleted';
  readonly digest: string;
  readonly events: readonly EntityEvent[];
  readonly entries: readonly string[];
  readonly delivered: number;
  readonly failures: number;
  /** Milliseconds since 1970. */
  readonly retryAt: number;
}

export const publicationKey = (entity: string): Key => ({ pk: `T#${entity}`, sk: '#' });

export function readPublication(item: Item | undefined): Publication | undefined {
  if (item === undefined) return undefined;
  return {
    sequence: item['s'] as number,
    kind: item['k'] as Publication['kind'],
    digest: item['h'] as string,
    events: JSON.parse(item['e'] as string) as EntityEvent[],
    entries: item['m'] as readonly string[],
    delivered: (item['o'] as number | undefined) ?? 0,
    failures: (item['f'] as number | undefined) ?? 0,
    retryAt: (item['a'] as number | undefined) ?? 0,
  };
}

/** The write that publishes the next events of an entity; refused when its sequence changed since `before`. */
export function publicationWrite(
  entity: string,
  before: Publication | undefined,
  { sequence, kind, digest, events, entries }: Omit<Publication, 'delivered' | 'failures' | 'retryAt'>,
): Put {
  return {
    put: { ...publicationKey(entity), s: sequence, k: kind, h: digest, e: JSON.stringify(events), m: entries },
    if: [before === undefined ? { item: 'absent' } : { attribute: 's', equals: before.sequence }],
  };
}

/**
 * Notes that the target accepted the last events, and deletes them from the item. So the id of an erased record is kept
 * only until its event is delivered.
 */
export async function noteDelivered(
  store: Store,
  published: readonly (readonly [string, Publication])[],
): Promise<void> {
  if (published.length === 0) return;
  await store.write(published.map(([entity, { sequence }]) => settledWrite(entity, sequence)));
}

/** Deletes the last events from the item: the target accepted them, or they became a dead letter. */
export const settledWrite = (entity: string, sequence: number): Update => ({
  update: publicationKey(entity),
  set: { o: sequence, e: '[]' },
  remove: ['f', 'a'],
  if: [{ attribute: 's', equals: sequence }],
});

/** Notes a failed attempt to send the last events. */
export const failedWrite = (
  entity: string,
  sequence: number,
  { failures, retryAt }: Pick<Publication, 'failures' | 'retryAt'>,
): Update => ({
  update: publicationKey(entity),
  set: { f: failures, a: retryAt },
  if: [{ attribute: 's', equals: sequence }],
});

/** One entity while its group of outbox entries is processed. */
export interface AffectedEntity {
  readonly entity: string;
  readonly entries: OutboxEntry[];
  published: Publication | undefined;
  /**
   * - `open`: there may be something to publish.
   * - `held`: nothing can be published now; the outbox entries stay.
   * - `done`: everything that the entries cover was published and accepted, or became a dead letter.
   */
  state: 'open' | 'held' | 'done';
}
