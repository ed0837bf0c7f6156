import { RetryableError } from '../errors.ts';
import type { Context } from './context.ts';

/**
 * Every write of one call happens within this many milliseconds of its start, or not at all. Unfinished work is redone
 * by others only after {@link REDO_AGE}, so that nobody redoes what is still being done.
 */
export const OPERATION_TIME = 25_000;
export const REDO_AGE = 60_000;

const AGAIN = { hint: 'Send the same request again; what was already stored is recognised.' };

export class Deadline {
  private readonly now: () => number;
  private readonly end: number;

  /** Ends with the request, if that is earlier. */
  constructor({ now, timeLeft }: Pick<Context, 'now' | 'timeLeft'>, milliseconds: number = OPERATION_TIME) {
    this.now = now;
    this.end = now() + Math.min(milliseconds, timeLeft());
  }

  isOver(): boolean {
    return this.now() > this.end;
  }

  /** Throws when the time is over; called before every write. */
  check(): void {
    if (this.isOver()) throw new RetryableError('the store was too slow to finish the request in time', AGAIN);
  }
}

/** The process stopped for so long that its operation was finished without it. */
export const takenForDead = (): RetryableError =>
  new RetryableError('the process stopped for so long that others finished what it had begun', AGAIN);
