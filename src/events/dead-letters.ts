import { type Item, type Key, type Put, queryAll, type Store } from '../store/port.ts';
import type { EntityEvent } from './entity-event.ts';
import type { EventTarget } from './target.ts';

/** All dead letters, ordered by entity, then by sequence. */
export async function* deadLetters(store: Store): AsyncGenerator<DeadLetter, void, undefined> {
  for await (const item of queryAll(store, DEAD_LETTERS)) yield readDeadLetter(item);
}

/** True if there is at least one dead letter. Reads one item. */
export async function hasDeadLetters(store: Store): Promise<boolean> {
  const { items } = await store.query(DEAD_LETTERS, { limit: 1 });
  return items.length > 0;
}

export interface Replayed {
  readonly delivered: number;
  /** Dead letters that remain. */
  readonly left: number;
}

/** A replay stops sending after this many entities in a row found the target unavailable. */
const BELIEVED = 5;

/**
 * Sends the dead letters again and deletes those that the target accepts. Safe to repeat. A dead letter that the target
 * always refuses does not block the others.
 */
export async function replayDeadLetters(
  store: Store,
  target: EventTarget,
  isTimeLeft: () => boolean = () => true,
): Promise<Replayed> {
  let delivered = 0;
  let left = 0;
  let unavailable = 0;
  const failed = new Set<string>();
  for await (const item of queryAll(store, DEAD_LETTERS)) {
    const { events } = readDeadLetter(item);
    const { entityID } = events[0]!;
    let taken = unavailable < BELIEVED && !failed.has(entityID) && isTimeLeft();
    for (const event of events) {
      if (!taken) break;
      const [outcome] = await target.deliver([event]);
      taken = outcome === 'delivered';
      const isDown = outcome === 'untried' || (typeof outcome === 'object' && outcome.unavailable);
      unavailable = isDown ? unavailable + 1 : 0;
    }
    if (taken) {
      await store.write([{ delete: { pk: item.pk, sk: item.sk } }]);
      delivered += events.length;
    } else {
      failed.add(entityID);
      left += 1;
    }
  }
  return { delivered, left };
}

export interface Discarded {
  readonly discarded: number;
  /** Ids without a dead letter. */
  readonly unknown: readonly string[];
}

/** Deletes dead letters without sending them: those with these ids, or all. Safe to repeat. */
export async function discardDeadLetters(store: Store, which: 'all' | readonly string[]): Promise<Discarded> {
  if (which === 'all') {
    let discarded = 0;
    for await (const { pk, sk } of queryAll(store, DEAD_LETTERS)) {
      await store.write([{ delete: { pk, sk } }]);
      discarded += 1;
    }
    return { discarded, unknown: [] };
  }
  const unknown: string[] = [];
  let discarded = 0;
  for (const id of new Set(which)) {
    const [, entityID, sequence] = /^([^.]+)\.(\d{1,12})$/.exec(id) ?? [];
    const key = entityID === undefined ? undefined : deadLetterKey(entityID, sequence!);
    const [stored] = key === undefined ? [] : await store.getMany([key]);
    if (key === undefined || stored === undefined) {
      unknown.push(id);
      continue;
    }
    await store.write([{ delete: key }]);
    discarded += 1;
  }
  return { discarded, unknown };
}

/**
 * Events that the target did not accept in any attempt. They stay until you replay or discard them.
 *
 * | item        | pk   | sk                | attributes |
 * |-------------|------|-------------------|------------|
 * | dead letter | `D#` | entity.sequence   | `e` events as JSON, `w` why the target did not accept them, `t` time, in milliseconds since 1970 |
 */
const DEAD_LETTERS = 'D#';

export interface DeadLetter {
  /** The id of its first event. */
  readonly id: string;
  readonly events: readonly EntityEvent[];
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const deadLetterKey = (entityID: string, sequence: string): Key => ({
  pk: DEAD_LETTERS,
  sk: `${entityID}.${sequence.padStart(12, '0')}`,
});

export function deadLetter(events: readonly EntityEvent[], reason: string, now: number): Put {
  const { entityID, sequence } = events[0]!;
  return { put: { ...deadLetterKey(entityID, String(sequence)), e: JSON.stringify(events), w: reason, t: now } };
}

function readDeadLetter(item: Item): DeadLetter {
  const events = JSON.parse(item['e'] as string) as EntityEvent[];
  return { id: events[0]!.id, events, reason: item['w'] as string, since: item['t'] as number };
}
