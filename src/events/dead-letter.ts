import type { Item, Key, Put } from '../store/port.ts';
import type { EntityEvent } from './entity-event.ts';

/**
 * Events that the target did not accept in any attempt. They stay until you replay or discard them.
 *
 * | item        | pk   | sk                | attributes |
 * |-------------|------|-------------------|------------|
 * | dead letter | `D#` | entity.sequence   | `e` events as JSON, `w` why the target did not accept them, `t` time, in milliseconds since 1970 |
 */
export const DEAD_LETTERS = 'D#';

export interface DeadLetter {
  /** The id of its first event. */
  readonly id: string;
  readonly events: readonly EntityEvent[];
  readonly reason: string;
  /** Milliseconds since 1970. */
  readonly since: number;
}

export const deadLetterKey = (entityID: string, sequence: string): Key => ({
  pk: DEAD_LETTERS,
  sk: `${entityID}.${sequence.padStart(12, '0')}`,
});

export function deadLetter(events: readonly EntityEvent[], reason: string, now: number): Put {
  const { entityID, sequence } = events[0]!;
  return { put: { ...deadLetterKey(entityID, String(sequence)), e: JSON.stringify(events), w: reason, t: now } };
}

export function readDeadLetter(item: Item): DeadLetter {
  const events = JSON.parse(item['e'] as string) as EntityEvent[];
  return { id: events[0]!.id, events, reason: item['w'] as string, since: item['t'] as number };
}
