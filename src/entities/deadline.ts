import { RetryableError } from '../errors.ts';
import type { Context } from './context.ts';

/**
 * Every write of one call happens within this many milliseconds of its start, or not at all. The sweeper redoes
 * unfinished work only after {@link REDO_AGE}, when no process can still be doing it.
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

  /** Called before every write. Throws when the time is over. */
  check(): void {
    if (this.isOver()) throw new RetryableError('the request did not end in time', AGAIN);
  }
}

/** The process stopped for so long that the sweeper finished its operation. */
export const takenForDead = (): RetryableError =>
  new RetryableError('the process stopped for so long that others finished what it had begun', AGAIN);
