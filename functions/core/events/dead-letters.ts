import { type Item, type Key, type Put, queryAll, type Store } from '../store/port.ts';
import type { EntityEvent } from './entity-event.ts';
import type { EventTarget } from './target.ts';

/**
 * Events that the target would not take however often they were sent. They stay until they are replayed.
 *
 * | item        | pk   | sk                | attributes |
 * |-------------|------|-------------------|------------|
 * | dead letter | `D#` | entity.sequence   | `e` events as JSON, `w` why the target did not take them, `t` since when |
 */
const DEAD_LETTERS = 'D#';

export interface DeadLetter {
  /** That of its first event. */
  readonly id: string;
  readonly events: readonly EntityEvent[];
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

const keyOf = (entityID: string, sequence: string): Key => ({
  pk: DEAD_LETTERS,
  sk: `${entityID}.${sequence.padStart(12, '0')}`,
});

export function deadLetter(events: readonly EntityEvent[], reason: string, now: number): Put {
  const { entityID, sequence } = events[0]!;
  return { put: { ...keyOf(entityID, String(sequence)), e: JSON.stringify(events), w: reason, t: now } };
}

function read(item: Item): DeadLetter {
  const events = JSON.parse(item['e'] as string) as EntityEvent[];
  return { id: events[0]!.id, events, reason: item['w'] as string, since: item['t'] as number };
}

/** Dead letters by entity, and of each in their order. */
export async function* deadLetters(store: Store): AsyncGenerator<DeadLetter, void, undefined> {
  for await (const item of queryAll(store, DEAD_LETTERS)) yield read(item);
}

/** Whether there are any; looks at one. */
export async function hasDeadLetters(store: Store): Promise<boolean> {
  const { items } = await store.query(DEAD_LETTERS, { limit: 1 });
  return items.length > 0;
}

export interface Replayed {
  readonly delivered: number;
  /** Dead letters that are left. */
  readonly left: number;
}

/** After so many entities in a row for which the target says that it takes nothing, it is believed. */
const BELIEVED = 5;

/**
 * Sends the dead letters again, and forgets those that the target takes now. Safe to repeat. One that makes the target
 * fail whenever it comes does not keep the others from it.
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
    const { events } = read(item);
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
  /** Ids of which there is no dead letter. */
  readonly unknown: readonly string[];
}

/** Forgets dead letters unsent: those of these ids, or all that there are. Safe to repeat. */
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
    const key = entityID === undefined ? undefined : keyOf(entityID, sequence!);
    const [standing] = key === undefined ? [] : await store.getMany([key]);
    if (key === undefined || standing === undefined) {
      unknown.push(id);
      continue;
    }
    await store.write([{ delete: key }]);
    discarded += 1;
  }
  return { discarded, unknown };
}
