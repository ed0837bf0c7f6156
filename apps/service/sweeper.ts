import type { Resolution } from '../../src/entities/operations.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

export interface SweeperOptions {
  readonly resolution: Pick<Resolution, 'sweep'>;
  /** Called with the number of interrupted operations that a sweep has finished. */
  readonly onSwept?: (finished: number) => void;
  /** Milliseconds between two sweeps. */
  readonly interval: number;
  /** Called when a sweep fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
}

/** Finishes work that a crash interrupted: immediately and then periodically. */
export function startSweeper({ resolution, interval, onFailure, onSwept }: SweeperOptions): PeriodicTask {
  return startPeriodicTask({
    run: async () => {
      const finished = await resolution.sweep();
      onSwept?.(finished);
    },
    interval,
    onFailure,
  });
}
