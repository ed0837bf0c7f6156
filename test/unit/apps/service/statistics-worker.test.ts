import { describe, expect, it } from '@jest/globals';
import { startStatisticsWorker } from '../../../../apps/service/statistics-worker.ts';

/** Runs a worker over a scan of three turns, in each of which so many requests come. */
async function pausesOf(requestsOfTurn: number): Promise<number[]> {
  const pauses: number[] = [];
  const idle = Promise.withResolvers<void>();
  let [turns, requests] = [0, 0];
  const worker = startStatisticsWorker({
    resolution: {
      workOnStatistics: async (milliseconds) => {
        expect(milliseconds).toBe(1_000);
        requests += requestsOfTurn;
        turns += 1;
        if (turns === 3) idle.resolve();
        return turns < 3;
      },
    },
    requests: () => requests,
    interval: 3_600_000,
    onFailure: idle.reject,
    pause: async (milliseconds) => void pauses.push(milliseconds),
  });
  await idle.promise;
  await worker.stop();
  return pauses;
}

describe('the worker of statistics', () => {
  it('rests between turns while requests come', async () => {
    expect(await pausesOf(1)).toEqual([1_000, 1_000]);
  });

  it('only lets others have their turn while none come', async () => {
    expect(await pausesOf(0)).toEqual([0, 0]);
  });
});
