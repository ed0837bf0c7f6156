import type { Resolution } from '../../src/entities/operations.ts';
import type { RuleChangeStatus, RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { EntityDataError } from '../../src/errors.ts';
import { describeFailure, type FailureDescription } from '../../src/runtime/log.ts';

/** What one run achieved. */
export interface SweepReport {
  /** Operations that had been cut off and are complete now. */
  readonly finished: number;
  /** Milliseconds since the oldest operation began that is cut off and still not complete; null when there is none. */
  readonly oldestInterrupted: number | null;
}

interface SweeperDependencies extends Pick<QuietFailures, 'onFailure'> {
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

interface RuleChangeWorkerDependencies extends Pick<QuietFailures, 'onFailure'> {
  readonly ruleChanges: Pick<RuleChanges, 'work' | 'status'>;
  /** Receives the state after each run, also after one that failed. */
  readonly report: (status: RuleChangeStatus) => void;
}

/** A run failed. */
export class RuleChangeFailedError extends EntityDataError {
  readonly code = 'RULE_CHANGE_WORK_FAILED';

  constructor() {
    super('work on the change of the rules failed: the line before this one in the log says where', {
      hint: 'The next call, a minute later, goes on from there.',
    });
  }
}

/**
 * Works on the change of the rules, if there is one, for so many milliseconds.
 *
 * @throws RuleChangeFailedError
 */
export function createRuleChangeWorker({ ruleChanges, report, onFailure }: RuleChangeWorkerDependencies) {
  return (milliseconds: number): Promise<void> =>
    failingQuietly(
      () => ruleChanges.work(milliseconds),
      async () => report(await ruleChanges.status()),
      { onFailure, failed: () => new RuleChangeFailedError() },
    );
}

/** The next call begins a minute after this one. */
const TURN = 55_000;

/** Share of the time that is left in which no new piece of work begins, so that the piece under way ends in time. */
const RESERVE = 0.3;

/** Milliseconds that a call may work on a change, so that calls neither overlap nor come near their time limit. */
export const workingTime = (sinceBegin: number, left: number): number =>
  Math.max(0, Math.min(TURN - sinceBegin, left * (1 - RESERVE)));

interface StatisticsWorkerDependencies {
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

interface QuietFailures {
  /** Receives the reason of a failure, without stored values. */
  readonly onFailure: (failure: FailureDescription) => void;
  /** What is thrown instead. It has no details, because Lambda writes message and cause of a thrown error to its log. */
  readonly failed: () => EntityDataError;
}

/**
 * Works, then reports what is left to do. Work that fails is reported as well, so that alarms see what is left, and then
 * fails without details.
 *
 * @throws the error of `failed` when the work or the report fails
 */
async function failingQuietly(
  work: () => Promise<void>,
  report: () => Promise<void>,
  { onFailure, failed }: QuietFailures,
): Promise<void> {
  try {
    try {
      await work();
    } finally {
      await report();
    }
  } catch (failure) {
    onFailure(describeFailure(failure));
    throw failed();
  }
}
