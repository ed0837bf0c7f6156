import { describe, expect, it } from '@jest/globals';
import {
  createRuleChangeWorker,
  createStatisticsWorker,
  createSweeper,
  RuleChangeFailedError,
  SweepFailedError,
  type SweepReport,
  workingTime,
} from '../../../../functions/sweeper/sweeper.ts';
import type { RuleChangeStatus } from '../../../../src/entities/rule-changes/types.ts';
import type { FailureDescription } from '../../../../src/runtime/log.ts';
import { FakeRuleChanges, held } from '../api/fake-rule-changes.ts';

/** Fails as work on records may, with a stored value in its message. */
const failing = async (): Promise<never> => {
  throw new TypeError('cannot read "Ann Example"');
};

const described = [{ name: 'TypeError', calls: expect.anything() }];

function sweeperOf(sweep: () => Promise<number>, oldestInterrupted: number | null) {
  const reports: SweepReport[] = [];
  const failures: FailureDescription[] = [];
  const run = createSweeper({
    resolution: { sweep, oldestInterrupted: async () => oldestInterrupted },
    report: (report) => reports.push(report),
    onFailure: (failure) => failures.push(failure),
  });
  return { run, reports, failures };
}

describe('the sweeper', () => {
  it('reports what it finished and that nothing is left', async () => {
    const { run, reports, failures } = sweeperOf(async () => 3, null);

    await run();

    expect(reports).toEqual([{ finished: 3, oldestInterrupted: null }]);
    expect(failures).toEqual([]);
  });

  it('reports what is left of a run that fails, and fails without quoting what it met', async () => {
    const { run, reports, failures } = sweeperOf(failing, 90_000);

    const failure = await run().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(SweepFailedError);
    expect((failure as Error).cause).toBeUndefined();
    expect(reports).toEqual([{ finished: 0, oldestInterrupted: 90_000 }]);
    expect(failures).toMatchObject(described);
    expect(JSON.stringify(failures)).not.toContain('Ann Example');
  });
});

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
    const { work, reports, failures } = workerOf({ work: failing, status: async () => held });

    const failure = await work(1).catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(RuleChangeFailedError);
    expect((failure as Error).cause).toBeUndefined();
    expect(reports).toEqual([held]);
    expect(failures).toMatchObject(described);
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

describe('the worker of statistics', () => {
  it('works for the given time, unless it is too short for a turn', async () => {
    const asked: number[] = [];
    const resolution = { workOnStatistics: async (milliseconds: number) => asked.push(milliseconds) > 0 };
    const count = createStatisticsWorker({ resolution, onFailure: () => {} });

    await count(4_999);
    await count(5_000);

    expect(asked).toEqual([5_000]);
  });

  it('reports a failure without stored values, and fails no call', async () => {
    const failures: FailureDescription[] = [];
    const count = createStatisticsWorker({
      resolution: { workOnStatistics: failing },
      onFailure: (failure) => failures.push(failure),
    });

    await count(40_000);

    expect(failures).toMatchObject(described);
    expect(JSON.stringify(failures)).not.toContain('Ann Example');
  });
});
