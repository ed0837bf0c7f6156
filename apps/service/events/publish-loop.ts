import { publishEvents, type RelayReport } from '../../../src/events/outbox-relay.ts';
import type { EventTarget } from '../../../src/events/target.ts';
import type { Store } from '../../../src/store/port.ts';

export interface PublishLoopOptions {
  readonly store: Store;
  readonly target: EventTarget;
  /** Milliseconds between two runs. */
  readonly interval: number;
  /** Called after a run in which the target refused an event. */
  readonly onRefusal: (published: RelayReport) => void;
  /** Called when a run fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
}

/** Publishes events periodically, like the function of a deployment. */
export interface PublishLoop {
  /** Waits for the current run; remaining events are published after the next start. */
  stop(): Promise<void>;
}

export function startPublishing({ store, target, interval, onRefusal, onFailure }: PublishLoopOptions): PublishLoop {
  let stopped = false;
  let timer: NodeJS.Timeout | undefined;
  let underWay: Promise<void> = publish();

  async function publish(): Promise<void> {
    try {
      const published = await publishEvents({ store, target, isStopped: () => stopped });
      if (published.failed + published.dead > 0) onRefusal(published);
    } catch (cause) {
      onFailure(cause);
    }
    if (stopped) return;
    timer = setTimeout(() => {
      underWay = publish();
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
