import { setTimeout } from 'node:timers/promises';
import type { Resolution } from '../../src/entities/operations.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

export interface StatisticsWorkerOptions {
  readonly resolution: Pick<Resolution, 'workOnStatistics'>;
  /** Called when a turn fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
  /** How many requests of the API have come so far. */
  readonly requests: () => number;
  /** Milliseconds until the next look for a scan, while there is none. */
  readonly interval: number;
  /** Waits so many milliseconds. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Milliseconds of a turn, and of the rest after a turn in which requests came. */
const TURN = 1_000;
const REST = 1_000;

/** Works on the scan of statistics: in turns while there is one, with rests between them while requests come. */
export function startStatisticsWorker({
  resolution,
  onFailure,
  requests,
  interval,
  pause = setTimeout,
}: StatisticsWorkerOptions): PeriodicTask {
  return startPeriodicTask({
    run: async (isStopped) => {
      while (!isStopped()) {
        const before = requests();
        if (!(await resolution.workOnStatistics(TURN))) return;
        await pause(requests() > before ? REST : 0);
      }
    },
    interval,
    onFailure,
  });
}
