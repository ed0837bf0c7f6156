import { describe, expect, it } from '@jest/globals';
import {
  createRuleChangeWorker,
  RuleChangeFailedError,
  workingTime,
} from '../../../../functions/sweeper/rule-change-worker.ts';
import type { RuleChangeStatus } from '../../../../src/entities/rule-changes/types.ts';
import type { FailureDescription } from '../../../../src/runtime/log/failure.ts';
import { FakeRuleChanges, held } from '../api/fake-rule-changes.ts';

function workerOf(ruleChanges: Pick<FakeRuleChanges, 'work' | 'status'>) {
  const reports: RuleChangeStatus[] = [];
  const failures: FailureDescription[] = [];
  const work = createRuleChangeWorker({
    ruleChanges,
    report: (status) => reports.push(status),
    onFailure: (failure) => failures.push(failure),
  });
  return { work, reports, failures };
}

describe('the worker of changes of the rules', () => {
  it('works for the given time, then reports the state', async () => {
    const ruleChanges = new FakeRuleChanges();
    ruleChanges.current = held;
    const { work, reports, failures } = workerOf(ruleChanges);

    await work(40_000);

    expect(ruleChanges.asked).toEqual(['work 40000', 'status']);
    expect(reports).toEqual([held]);
    expect(failures).toEqual([]);
  });

  it('reports the state after a failure too, and fails without quoting what it met', async () => {
    const { work, reports, failures } = workerOf({
      work: async () => {
        throw new TypeError('cannot read "Ann Example"');
      },
      status: async () => held,
    });

    const failure = await work(1).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(RuleChangeFailedError);
    expect((failure as Error).cause).toBeUndefined();
    expect(reports).toEqual([held]);
    expect(failures).toMatchObject([{ name: 'TypeError' }]);
    expect(JSON.stringify(failures)).not.toContain('Ann Example');
  });
});

describe('the time that a call works on a change', () => {
  it.each([
    ['ends before the next call begins', 5_000, 115_000, 50_000],
    ['leaves time for the piece under way', 1_000, 10_000, 7_000],
    ['is none after a long sweep', 56_000, 64_000, 0],
    ['is none where no time is left', 3_000, 0, 0],
  ])('%s', (_what, sinceBegin, left, expected) => {
    expect(workingTime(sinceBegin, left)).toBe(expected);
  });
});
