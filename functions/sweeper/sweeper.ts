import type { Resolution } from '../../src/entities/types.ts';
import { EntityDataError } from '../../src/errors.ts';
import { describeFailure, type FailureDescription } from '../../src/runtime/log/failure.ts';

/** What one run achieved. */
export interface SweepReport {
  /** Operations that had been cut off and are complete now. */
  readonly finished: number;
  /** Milliseconds since the oldest operation began that is cut off and still not complete; null when there is none. */
  readonly oldestInterrupted: number | null;
}

export interface SweeperDependencies {
  readonly resolution: Pick<Resolution, 'sweep' | 'oldestInterrupted'>;
  readonly report: (report: SweepReport) => void;
  /** Receives the reason why a run failed, without stored values. */
  readonly onFailure: (failure: FailureDescription) => void;
}

/** A run failed. The error has no details, because Lambda writes message and cause of a thrown error to its log. */
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
  return async () => {
    try {
      let finished = 0;
      try {
        finished = await resolution.sweep();
      } finally {
        report({ finished, oldestInterrupted: await resolution.oldestInterrupted() });
      }
    } catch (failure) {
      onFailure(describeFailure(failure));
      throw new SweepFailedError();
    }
  };
}
