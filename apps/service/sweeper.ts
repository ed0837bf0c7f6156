import type { Resolution } from '../../src/entities/types.ts';

/** Periodically finishes work that a crash interrupted. */
export interface Sweeper {
  /** Stops and waits for a running sweep. */
  stop(): Promise<void>;
}

export interface SweeperOptions {
  readonly resolution: Pick<Resolution, 'sweep'>;
  /** Called with the number of interrupted operations that a sweep has finished. */
  readonly onSwept?: (finished: number) => void;
  /** Milliseconds between two sweeps. */
  readonly interval: number;
  /** Called when a sweep fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
}

/** Sweeps immediately and then periodically; sweeps never overlap. */
export function startSweeper({ resolution, interval, onFailure, onSwept }: SweeperOptions): Sweeper {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = sweep();

  async function sweep(): Promise<void> {
    try {
      const finished = await resolution.sweep();
      onSwept?.(finished);
    } catch (cause) {
      onFailure(cause);
    }
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = sweep();
    }, interval);
    timer.unref();
  }

  return {
    async stop() {
      stopped = true;
      clearTimeout(timer);
      await underWay;
    },
  };
}
