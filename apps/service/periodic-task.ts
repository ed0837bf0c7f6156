export interface PeriodicTask {
  /** Starts no further run, and waits for the current one. */
  stop(): Promise<void>;
}

export interface PeriodicTaskOptions {
  /** One run; runs never overlap. */
  readonly run: (isStopped: () => boolean) => Promise<void>;
  /** Milliseconds from the end of a run to the start of the next one. */
  readonly interval: number;
  /** Called when a run fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
}

/** Runs a task at once and then periodically. Waiting for the next run keeps no process alive. */
export function startPeriodicTask({ run, interval, onFailure }: PeriodicTaskOptions): PeriodicTask {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = repeat();

  async function repeat(): Promise<void> {
    try {
      await run(() => stopped);
    } catch (cause) {
      onFailure(cause);
    }
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = repeat();
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
