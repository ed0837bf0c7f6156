import type { Resolution } from '../../src/entities/operations.ts';
import { describeFailure, type FailureDescription } from '../../src/runtime/log/failure.ts';

export interface StatisticsWorkerDependencies {
  readonly resolution: Pick<Resolution, 'workOnStatistics'>;
  /** Receives the reason why a run failed, without stored values. */
  readonly onFailure: (failure: FailureDescription) => void;
}

/** Milliseconds that a turn is worth: it reads and stores what was counted before. */
const SHORTEST = 5_000;

/**
 * Works on the scan of statistics, if there is one, in the time that changes of the rules leave. A failure fails no call:
 * statistics are advice, and the next call goes on.
 */
export function createStatisticsWorker({ resolution, onFailure }: StatisticsWorkerDependencies) {
  return async (milliseconds: number): Promise<void> => {
    if (milliseconds < SHORTEST) return;
    try {
      await resolution.workOnStatistics(milliseconds);
    } catch (failure) {
      onFailure(describeFailure(failure));
    }
  };
}
