import type { DeadLetter } from '../core/events/dead-letters.ts';
import type { EventType } from '../core/events/entity-event.ts';
import { EventsCommandError } from './errors.ts';

/** What somebody who looks after the deployment asks the function to do. */
export type EventsCommand =
  | { readonly kind: 'replay' }
  | { readonly kind: 'list' }
  | { readonly kind: 'discard'; readonly which: 'all' | readonly string[] };

/** A dead letter as an answer shows it; the records of its events are left out. */
export interface ShownDeadLetter {
  readonly id: string;
  readonly entityID: string;
  readonly types: readonly EventType[];
  /** Why the target did not take it. */
  readonly reason: string;
  readonly since: string;
}

/** So many dead letters are shown at once: an answer of Lambda holds 6 MB. */
export const SHOWN_DEAD_LETTERS = 1_000;

/**
 * The command in what the function was called with: `{"replay": true}`, `{"list": true}`, `{"discard": "all"}` or
 * `{"discard": ["<id>", …]}`; undefined when a stream or a schedule called it.
 *
 * @throws EventsCommandError
 */
export function readCommand(event: unknown): EventsCommand | undefined {
  if (typeof event !== 'object' || event === null) return undefined;
  const { replay, list, discard } = event as Record<string, unknown>;
  const given = [replay, list, discard].filter((value) => value !== undefined);
  if (given.length === 0) return undefined;
  if (given.length === 1) {
    if (replay === true) return { kind: 'replay' };
    if (list === true) return { kind: 'list' };
    if (discard === 'all') return { kind: 'discard', which: 'all' };
    if (Array.isArray(discard) && discard.length > 0 && discard.every((id) => typeof id === 'string')) {
      return { kind: 'discard', which: discard };
    }
  }
  throw new EventsCommandError();
}

export function shownDeadLetter({ id, events, reason, since }: DeadLetter): ShownDeadLetter {
  const { entityID } = events[0]!;
  return { id, entityID, types: events.map(({ type }) => type), reason, since: new Date(since).toISOString() };
}
