import type { RuleChangeStatus, RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { EntityDataError } from '../../src/errors.ts';
import { failingQuietly, type QuietFailures } from './failing-quietly.ts';

export interface RuleChangeWorkerDependencies extends Pick<QuietFailures, 'onFailure'> {
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
