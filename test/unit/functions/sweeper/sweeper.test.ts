import { describe, expect, it } from '@jest/globals';
import type { AssemblyStatus } from '../../../../functions/core/resolution/resolution.ts';
import { createSweeper, type SweepReport } from '../../../../functions/sweeper/sweeper.ts';

function sweeperOf(sweep: () => Promise<number>, state: AssemblyStatus['state']) {
  const reports: SweepReport[] = [];
  const run = createSweeper({
    resolution: { sweep, assemblyStatus: async () => ({ state, estimatedTimeRemaining: null }) },
    report: (report) => reports.push(report),
  });
  return { run, reports };
}

describe('the sweeper', () => {
  it('reports what it finished and that nothing is left', async () => {
    const { run, reports } = sweeperOf(async () => 3, 'READY');

    await run();

    expect(reports).toEqual([{ finished: 3, unfinished: false }]);
  });

  it('reports what is left of a run that fails, and fails', async () => {
    const { run, reports } = sweeperOf(async () => {
      throw new Error('the table is busy');
    }, 'IN_PROGRESS');

    await expect(run()).rejects.toThrow('the table is busy');
    expect(reports).toEqual([{ finished: 0, unfinished: true }]);
  });
});
