import { idTime } from '../../src/entities/items/ids.ts';
import { outboxPartitions } from '../../src/entities/items/outbox.ts';
import {
  type DeadLetter,
  type Discarded,
  deadLetters,
  discardDeadLetters,
  hasDeadLetters,
  type Replayed,
  replayDeadLetters,
} from '../../src/events/dead-letters.ts';
import type { EventType } from '../../src/events/entity-event.ts';
import { publishEvents, type RelayReport } from '../../src/events/outbox-relay.ts';
import type { EventTarget } from '../../src/events/target.ts';
import { describeFailure, type FailureDescription } from '../../src/runtime/log.ts';
import type { Store } from '../../src/store/port.ts';
import { EventsCommandError, PublishingFailedError } from './errors.ts';

/** The result of one publishing call. */
export interface EventsReport extends RelayReport {
  /** Milliseconds since the start of the oldest operation whose events are not published; 0 when none waits. */
  readonly oldest: number;
  /** True if there are dead letters. */
  readonly deadLetters: boolean;
}

interface EventsDependencies {
  readonly store: Store;
  readonly target: EventTarget;
  readonly maxAttempts: number;
  /** Days for which history is kept; 0, the default, keeps none. */
  readonly historyRetentionInDays?: number;
  /** Milliseconds until the call must end. */
  readonly timeLeft: () => number;
  readonly now?: () => number;
  readonly report: (report: EventsReport) => void;
  readonly reportReplay: (replayed: Replayed) => void;
  readonly reportDiscard: (discarded: Discarded) => void;
  /** Called when a call failed, with a description that quotes no stored data. */
  readonly onFailure: (failure: FailureDescription) => void;
}

export interface Listed {
  /** Ordered by entity, then by sequence; {@link SHOWN_DEAD_LETTERS} at most. */
  readonly deadLetters: readonly ShownDeadLetter[];
  /** True if there are more. */
  readonly more: boolean;
}

/** The answer to a command; undefined for a call that publishes. */
export type EventsAnswer = Replayed | Listed | Discarded | undefined;

/** Milliseconds of a call kept for work under way and for the report; half of the time for a call under a minute. */
const RESERVE = 30_000;
const reserveOf = (timeLeft: number): number => Math.min(RESERVE, timeLeft / 2);

/**
 * Creates the function that publishes events. The table's stream calls it when an outbox entry is written, and a
 * schedule calls it every minute for entries that wait. Commands (command.ts) list, replay or discard the dead letters.
 * The function reads nothing else from its input: the outbox is in the table.
 *
 * @throws PublishingFailedError, EventsCommandError
 */
export function createEvents(dependencies: EventsDependencies): (event: unknown) => Promise<EventsAnswer> {
  const { store, target, maxAttempts, historyRetentionInDays = 0, timeLeft, now = Date.now, onFailure } = dependencies;
  const { report, reportReplay, reportDiscard } = dependencies;

  async function replay(): Promise<Replayed> {
    const reserve = reserveOf(timeLeft());
    const replayed = await replayDeadLetters(store, target, () => timeLeft() > reserve);
    reportReplay(replayed);
    return replayed;
  }

  async function list(): Promise<Listed> {
    const shown: ShownDeadLetter[] = [];
    for await (const letter of deadLetters(store)) {
      if (shown.length === SHOWN_DEAD_LETTERS) return { deadLetters: shown, more: true };
      shown.push(shownDeadLetter(letter));
    }
    return { deadLetters: shown, more: false };
  }

  async function discard(which: 'all' | readonly string[]): Promise<Discarded> {
    const discarded = await discardDeadLetters(store, which);
    reportDiscard(discarded);
    return discarded;
  }

  async function publish(): Promise<undefined> {
    const left = timeLeft();
    const runTime = left - reserveOf(left);
    const published = await publishEvents({ store, target, maxAttempts, now, runTime, historyRetentionInDays });
    // When nothing waits there is no outbox entry, so most calls skip this read.
    const oldest = published.waiting ? await ageOfOldest(store, now()) : 0;
    report({ ...published, oldest, deadLetters: await hasDeadLetters(store) });
  }

  return async (event) => {
    try {
      const command = readCommand(event);
      switch (command?.kind) {
        case 'replay':
          return await replay();
        case 'list':
          return await list();
        case 'discard':
          return await discard(command.which);
        default:
          return await publish();
      }
    } catch (failure) {
      if (failure instanceof EventsCommandError) throw failure;
      onFailure(describeFailure(failure));
      throw new PublishingFailedError();
    }
  };
}

async function ageOfOldest(store: Store, now: number): Promise<number> {
  const pages = await Promise.all(outboxPartitions.map((partition) => store.query(partition, { limit: 1 })));
  const times = pages.flatMap(({ items }) => items.map(({ sk }) => idTime(sk.split('.', 1)[0]!)));
  return times.length === 0 ? 0 : Math.max(0, now - Math.min(...times));
}

/** A command that an operator invokes the function with. */
type EventsCommand =
  | { readonly kind: 'replay' }
  | { readonly kind: 'list' }
  | { readonly kind: 'discard'; readonly which: 'all' | readonly string[] };

/** A dead letter in an answer, without the records of its events. */
interface ShownDeadLetter {
  readonly id: string;
  readonly entityID: string;
  readonly types: readonly EventType[];
  /** Why the target did not accept it. */
  readonly reason: string;
  readonly since: string;
}

/** The most dead letters of one answer, because Lambda limits an answer to 6 MB. */
const SHOWN_DEAD_LETTERS = 1_000;

/**
 * Reads the command from the function's event: `{"replay": true}`, `{"list": true}`, `{"discard": "all"}` or
 * `{"discard": ["<id>", …]}`. Returns undefined for an event of a stream or a schedule.
 *
 * @throws EventsCommandError
 */
function readCommand(event: unknown): EventsCommand | undefined {
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

function shownDeadLetter({ id, events, reason, since }: DeadLetter): ShownDeadLetter {
  const { entityID } = events[0]!;
  return { id, entityID, types: events.map(({ type }) => type), reason, since: new Date(since).toISOString() };
}
