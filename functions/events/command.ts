import type { DeadLetter } from '../../src/events/dead-letter.ts';
import type { EventType } from '../../src/events/entity-event.ts';
import { EventsCommandError } from './errors.ts';

/** A command that an operator invokes the function with. */
export type EventsCommand =
  | { readonly kind: 'replay' }
  | { readonly kind: 'list' }
  | { readonly kind: 'discard'; readonly which: 'all' | readonly string[] };

/** A dead letter in an answer, without the records of its events. */
export interface ShownDeadLetter {
  readonly id: string;
  readonly entityID: string;
  readonly types: readonly EventType[];
  /** Why the target did not accept it. */
  readonly reason: string;
  readonly since: string;
}

/** The most dead letters of one answer, because Lambda limits an answer to 6 MB. */
export const SHOWN_DEAD_LETTERS = 1_000;

/**
 * Reads the command from the function's event: `{"replay": true}`, `{"list": true}`, `{"discard": "all"}` or
 * `{"discard": ["<id>", …]}`. Returns undefined for an event of a stream or a schedule.
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
