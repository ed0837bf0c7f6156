import { deadLetters, type Replayed, replayDeadLetters } from '../core/events/dead-letters.ts';
import { type Published, publishEvents } from '../core/events/publisher.ts';
import type { EventTarget } from '../core/events/target.ts';
import { idTime } from '../core/resolution/ids.ts';
import { noticePartitions } from '../core/resolution/notices.ts';
import type { Store } from '../core/store/port.ts';
import { describeFailure, type FailureDescription } from '../telemetry/failure.ts';
import { PublishingFailedError } from './errors.ts';

/** How far publishing is. */
export interface EventsReport extends Published {
  /** Milliseconds since the beginning of the oldest operation that was not told of. */
  readonly oldest: number;
  /** Whether there are dead letters. */
  readonly deadLetters: boolean;
}

export interface EventsDependencies {
  readonly store: Store;
  readonly target: EventTarget;
  readonly maxAttempts: number;
  /** Milliseconds that the call may still take. */
  readonly timeLeft: () => number;
  readonly now?: () => number;
  readonly report: (report: EventsReport) => void;
  readonly reportReplay: (replayed: Replayed) => void;
  /** Told why a call failed, in words that quote nothing of what is stored. */
  readonly onFailure: (failure: FailureDescription) => void;
}

/** Kept back of a call's time for what is under way, and for the report. */
const RESERVE = 30_000;

/**
 * The function that publishes: called by the table's stream as soon as something is to be told, and every minute for
 * what had to wait. `{"replay": true}` sends the dead letters again. What it is called with says nothing else: what is
 * to be told stands in the table.
 *
 * @throws PublishingFailedError
 */
export function createEvents(dependencies: EventsDependencies): (event: unknown) => Promise<Replayed | undefined> {
  const { store, target, maxAttempts, timeLeft, now = Date.now, report, reportReplay, onFailure } = dependencies;

  async function replay(): Promise<Replayed> {
    const replayed = await replayDeadLetters(store, target, () => timeLeft() > RESERVE);
    reportReplay(replayed);
    return replayed;
  }

  async function publish(): Promise<undefined> {
    const runTime = Math.max(1_000, timeLeft() - RESERVE);
    const published = await publishEvents({ store, target, maxAttempts, now, runTime });
    report({ ...published, oldest: await ageOfOldest(store, now()), deadLetters: await hasDeadLetters(store) });
  }

  return async (event) => {
    try {
      return isReplay(event) ? await replay() : await publish();
    } catch (failure) {
      onFailure(describeFailure(failure));
      throw new PublishingFailedError();
    }
  };
}

const isReplay = (event: unknown): boolean =>
  typeof event === 'object' && event !== null && 'replay' in event && event.replay === true;

export async function ageOfOldest(store: Store, now: number): Promise<number> {
  const pages = await Promise.all(noticePartitions.map((partition) => store.query(partition, { limit: 1 })));
  const times = pages.flatMap(({ items }) => items.map(({ sk }) => idTime(sk.split('.', 1)[0]!)));
  return times.length === 0 ? 0 : Math.max(0, now - Math.min(...times));
}

async function hasDeadLetters(store: Store): Promise<boolean> {
  for await (const _ of deadLetters(store)) return true;
  return false;
}
