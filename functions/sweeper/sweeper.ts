import type { Resolution } from '../../src/entities/operations.ts';
import { EntityDataError } from '../../src/errors.ts';
import { failingQuietly, type QuietFailures } from './failing-quietly.ts';

/** What one run achieved. */
export interface SweepReport {
  /** Operations that had been cut off and are complete now. */
  readonly finished: number;
  /** Milliseconds since the oldest operation began that is cut off and still not complete; null when there is none. */
  readonly oldestInterrupted: number | null;
}

export interface SweeperDependencies extends Pick<QuietFailures, 'onFailure'> {
  readonly resolution: Pick<Resolution, 'sweep' | 'oldestInterrupted'>;
  readonly report: (report: SweepReport) => void;
}

/** A run failed. */
export class SweepFailedError extends EntityDataError {
  readonly code = 'SWEEP_FAILED';

  constructor() {
    super('the sweep failed: the line before this one in the log says where', {
      hint: 'The next sweep, a minute later, tries again.',
    });
  }
}

/**
 * Finishes what crashes cut off, then says whether anything is left. A run that fails reports what is left as well, so
 * that the alarm on unfinished work sees it, and then fails.
 *
 * @throws SweepFailedError
 */
export function createSweeper({ resolution, report, onFailure }: SweeperDependencies): () => Promise<void> {
  return () => {
    let finished = 0;
    return failingQuietly(
      async () => {
        finished = await resolution.sweep();
      },
      async () => report({ finished, oldestInterrupted: await resolution.oldestInterrupted() }),
      { onFailure, failed: () => new SweepFailedError() },
    );
  };
}
