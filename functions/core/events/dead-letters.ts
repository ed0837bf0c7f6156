import { type Item, type Put, queryAll, type Store } from '../store/port.ts';
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
  readonly events: readonly EntityEvent[];
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export function deadLetter(events: readonly EntityEvent[], reason: string, now: number): Put {
  const { entityID, sequence } = events[0]!;
  const sk = `${entityID}.${String(sequence).padStart(12, '0')}`;
  return { put: { pk: DEAD_LETTERS, sk, e: JSON.stringify(events), w: reason, t: now } };
}

const read = (item: Item): DeadLetter => ({
  events: JSON.parse(item['e'] as string) as EntityEvent[],
  reason: item['w'] as string,
  since: item['t'] as number,
});

/** Dead letters by entity, and of each in their order. */
export async function* deadLetters(store: Store): AsyncGenerator<DeadLetter, void, undefined> {
  for await (const item of queryAll(store, DEAD_LETTERS)) yield read(item);
}

export interface Replayed {
  readonly delivered: number;
  /** Dead letters that are left. */
  readonly left: number;
}

/** Sends the dead letters again, and forgets those that the target takes now. Safe to repeat. */
export async function replayDeadLetters(
  store: Store,
  target: EventTarget,
  isTimeLeft: () => boolean = () => true,
): Promise<Replayed> {
  let delivered = 0;
  let left = 0;
  let down = false;
  const failed = new Set<string>();
  for await (const item of queryAll(store, DEAD_LETTERS)) {
    const { events } = read(item);
    const { entityID } = events[0]!;
    let taken = !down && !failed.has(entityID) && isTimeLeft();
    for (const event of events) {
      if (!taken) break;
      const [outcome] = await target.deliver([event]);
      if (outcome === 'delivered') continue;
      taken = false;
      down ||= outcome === 'untried' || outcome!.unavailable;
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
