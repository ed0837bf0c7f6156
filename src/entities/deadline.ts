import { RetryableError, UndecidedError } from '../errors.ts';
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

const FIRST_PAUSE = 50;
const LONGEST_PAUSE = 1_000;

/**
 * Repeats an attempt when the answer to one of its writes was lost, until its time is over. Pauses are random up to a
 * bound that doubles ("full jitter"). The attempt must have the same result however far an earlier one came.
 */
export async function untilDecided<Result>(
  { pause, random }: Pick<Context, 'pause' | 'random'>,
  deadline: Deadline,
  attempt: () => Promise<Result>,
): Promise<Result> {
  for (let bound = FIRST_PAUSE; ; bound = Math.min(bound * 2, LONGEST_PAUSE)) {
    try {
      return await attempt();
    } catch (error) {
      if (!(error instanceof UndecidedError) || deadline.isOver()) throw error;
    }
    await pause(random() * bound);
  }
}

/** What came of one attempt: a result, or what the next attempt begins with. */
export type Attempted<Done, Retry = true> = { readonly done: Done } | { readonly retry: Retry };
