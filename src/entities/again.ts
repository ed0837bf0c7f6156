import { UndecidedError } from '../errors.ts';
import type { Context } from './context.ts';
import type { Deadline } from './deadline.ts';

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
