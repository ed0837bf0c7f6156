import { publishEvents, type RelayReport } from '../../../src/events/outbox-relay.ts';
import type { EventTarget } from '../../../src/events/target.ts';
import type { Store } from '../../../src/store/port.ts';
import { type PeriodicTask, startPeriodicTask } from '../periodic-task.ts';

export interface PublishLoopOptions {
  readonly store: Store;
  readonly target: EventTarget;
  /** Days for which history is kept; 0 keeps none. */
  readonly historyRetentionInDays: number;
  /** Milliseconds between two runs. */
  readonly interval: number;
  /** Called after a run in which the target refused an event. */
  readonly onRefusal: (published: RelayReport) => void;
  /** Called when a run fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
}

/** Publishes events periodically, like the function of a deployment. After a stop, the next start publishes the rest. */
export function startPublishing({
  store,
  target,
  historyRetentionInDays,
  interval,
  onRefusal,
  onFailure,
}: PublishLoopOptions): PeriodicTask {
  return startPeriodicTask({
    run: async (isStopped) => {
      const published = await publishEvents({ store, target, isStopped, historyRetentionInDays });
      if (published.failed + published.dead > 0) onRefusal(published);
    },
    interval,
    onFailure,
  });
}
