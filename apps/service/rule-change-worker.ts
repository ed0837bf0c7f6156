import { setTimeout } from 'node:timers/promises';
import type { RuleChangeStatus, RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { type PeriodicTask, startPeriodicTask } from './periodic-task.ts';

export interface RuleChangeWorkerOptions {
  readonly ruleChanges: Pick<RuleChanges, 'work' | 'status'>;
  /** Receives the state after each turn. */
  readonly onStatus: (status: RuleChangeStatus) => void;
  /** Called when a turn fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
  /** Milliseconds until the next look for a change, while none runs. */
  readonly interval: number;
  /** Milliseconds of any clock that goes on. */
  readonly now?: () => number;
  /** Resolves after this many milliseconds, from a timer of the event loop. */
  readonly pause?: (milliseconds: number) => Promise<unknown>;
}

/** Milliseconds of a turn: a stop waits as long. Each commit of a turn lets the requests go on that have come. */
const TURN = 500;
/** Milliseconds of the rest after a turn that ended early, because the change waits for operations under way. */
const REST = 100;

/** Works on changes of the rules: in turns while one runs. */
export function startRuleChangeWorker({
  ruleChanges,
  onStatus,
  onFailure,
  interval,
  now = () => performance.now(),
  pause = setTimeout,
}: RuleChangeWorkerOptions): PeriodicTask {
  return startPeriodicTask({
    run: async (isStopped) => {
      while (!isStopped()) {
        const begun = now();
        await ruleChanges.work(TURN);
        const status = await ruleChanges.status();
        onStatus(status);
        if (status.state !== 'RUNNING') return;
        const isShort = now() - begun < TURN;
        // Without a rest, a turn that awaits no input or output would keep timers and sockets from their turn.
        await pause(isShort ? REST : 0);
      }
    },
    interval,
    onFailure,
  });
}
