import { describe, expect, it } from '@jest/globals';
import { createSweeper, SweepFailedError, type SweepReport } from '../../../../functions/sweeper/sweeper.ts';
import type { FailureDescription } from '../../../../src/runtime/log/failure.ts';

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
    const { run, reports, failures } = sweeperOf(async () => {
      throw new TypeError('cannot read "Ann Example"');
    }, 90_000);

    const failure = await run().catch((error: unknown) => error);

    expect(failure).toBeInstanceOf(SweepFailedError);
    expect((failure as Error).cause).toBeUndefined();
    expect(reports).toEqual([{ finished: 0, oldestInterrupted: 90_000 }]);
    expect(failures).toMatchObject([{ name: 'TypeError', calls: expect.anything() }]);
    expect(JSON.stringify(failures)).not.toContain('Ann Example');
  });
});
