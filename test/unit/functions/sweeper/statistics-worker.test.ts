import { describe, expect, it } from '@jest/globals';
import { createStatisticsWorker } from '../../../../functions/sweeper/statistics-worker.ts';
import type { FailureDescription } from '../../../../src/runtime/log/failure.ts';

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
      resolution: {
        workOnStatistics: async () => {
          throw new TypeError('cannot read "Ann Example"');
        },
      },
      onFailure: (failure) => failures.push(failure),
    });

    await count(40_000);

    expect(failures).toMatchObject([{ name: 'TypeError' }]);
    expect(JSON.stringify(failures)).not.toContain('Ann Example');
  });
});
