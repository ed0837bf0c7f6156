import type { Resolution } from '../functions/core/resolution/resolution.ts';

/** Finishes work that a crash cut off, now and again. */
export interface Sweeper {
  /** Sweeps no more and waits for the sweep under way. */
  stop(): Promise<void>;
}

export interface SweeperOptions {
  readonly resolution: Pick<Resolution, 'sweep'>;
  /** Told how many interrupted operations a sweep has finished. */
  readonly onSwept?: (finished: number) => void;
  /** Milliseconds between two sweeps. */
  readonly interval: number;
  /** A sweep that failed is tried again after the interval. */
  readonly onFailure: (cause: unknown) => void;
}

/** Sweeps at once and then periodically; never two sweeps at a time. */
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
