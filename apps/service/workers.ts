import { setTimeout as resolveAfter } from 'node:timers/promises';
import type { Resolution } from '../../src/entities/operations.ts';
import type { RuleChangeStatus, RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { isDeployedInForce } from '../../src/entities/rule-changes/versions/choose-rules.ts';
import type { RulesStatus } from '../../src/entities/rule-changes/versions/register-access.ts';
import { publishEvents, type RelayReport } from '../../src/events/outbox-relay.ts';
import type { EventTarget } from '../../src/events/target.ts';
import { describeFailure, type Log } from '../../src/runtime/log.ts';
import type { Meter, Series } from '../../src/runtime/metrics/meter.ts';
import { leadsToDeployed, observeRuleChange } from '../../src/runtime/metrics/observe-rules.ts';
import type { Store } from '../../src/store/port.ts';
import type { LocalService } from './wire.ts';

/** Milliseconds; the interval of a deployment's scheduled sweeper. */
const SWEEP_INTERVAL = 60_000;
/** Milliseconds until the next look for a change of the rules, and for a scan of statistics, while there is none. */
const LOOK_INTERVAL = 1_000;
/** Milliseconds between two reads of the outbox. */
const PUBLISH_INTERVAL = 1_000;
/** Milliseconds; the period of the CloudWatch metrics. */
const METRICS_INTERVAL = 60_000;

export interface WorkersOptions {
  readonly service: LocalService;
  readonly log: Log;
  /** Where entity events go; undefined if none are sent. */
  readonly eventTarget: EventTarget | undefined;
  /** How many requests of the API have come so far. */
  readonly requests: () => number;
}

/** What the functions of a deployment do on a schedule: publishing, changes of the rules, statistics, sweeps, metrics. */
export function startWorkers({ service, log, eventTarget, requests }: WorkersOptions): PeriodicTask {
  const { resolution, ruleChanges, store, meter, settings } = service;
  const failed = (what: string) => (cause: unknown) => log.error(what, { cause: describeFailure(cause) });
  const publishing = (target: EventTarget) =>
    startPublishing({
      store,
      historyRetentionInDays: settings.historyRetentionInDays,
      target,
      interval: PUBLISH_INTERVAL,
      onRefusal: (published) => {
        const { failed, dead, reason } = published;
        log.warn('events were not taken', { failed, dead, reason });
      },
      onFailure: failed('publishing events failed'),
    });
  let ruleChange: RuleChangeStatus | undefined;
  const tasks = [
    ...(eventTarget === undefined ? [] : [publishing(eventTarget)]),
    startRuleChangeWorker({
      ruleChanges,
      interval: LOOK_INTERVAL,
      onStatus: (status) => {
        const { state, phase } = status;
        if (phase !== ruleChange?.phase) service.serving().noteReplaced();
        if (state !== ruleChange?.state || phase !== ruleChange.phase) log.info('rule change', { state, phase });
        ruleChange = status;
      },
      onFailure: failed('work on the change of the rules failed'),
    }),
    startStatisticsWorker({
      resolution,
      requests,
      interval: LOOK_INTERVAL,
      onFailure: failed('counting statistics failed'),
    }),
    startSweeper({
      resolution,
      interval: SWEEP_INTERVAL,
      onSwept: (finished) => {
        if (finished > 0) meter.record('OperationsFinished', finished);
        if (ruleChange !== undefined) observeRuleChange(meter, ruleChange, Date.now());
        if (isFormer(service.serving().status, ruleChange)) meter.record('FormerRules', 1);
      },
      onFailure: failed('sweep failed'),
    }),
  ];
  const metrics = startMetricsLog({
    meter,
    interval: METRICS_INTERVAL,
    tell: (summary) => log.info('metrics', summary),
  });
  return {
    async stop() {
      for (const task of tasks) await task.stop();
      metrics.stop();
    },
  };
}

/** True if a former rule-config serves, and no change leads to the deployed one. */
const isFormer = (status: RulesStatus, change: RuleChangeStatus | undefined): boolean =>
  !isDeployedInForce(status) && !(change !== undefined && leadsToDeployed(change, status.deployed));

interface SweeperOptions {
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
  pause = resolveAfter,
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

interface StatisticsWorkerOptions {
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
const STATISTICS_TURN = 1_000;
const STATISTICS_REST = 1_000;

/** Works on the scan of statistics: in turns while there is one, with rests between them while requests come. */
export function startStatisticsWorker({
  resolution,
  onFailure,
  requests,
  interval,
  pause = resolveAfter,
}: StatisticsWorkerOptions): PeriodicTask {
  return startPeriodicTask({
    run: async (isStopped) => {
      while (!isStopped()) {
        const before = requests();
        if (!(await resolution.workOnStatistics(STATISTICS_TURN))) return;
        await pause(requests() > before ? STATISTICS_REST : 0);
      }
    },
    interval,
    onFailure,
  });
}

interface PublishLoopOptions {
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

export interface PeriodicTask {
  /** Starts no further run, and waits for the current one. */
  stop(): Promise<void>;
}

interface PeriodicTaskOptions {
  /** One run; runs never overlap. */
  readonly run: (isStopped: () => boolean) => Promise<void>;
  /** Milliseconds from the end of a run to the start of the next one. */
  readonly interval: number;
  /** Called when a run fails; the next one starts after the interval. */
  readonly onFailure: (cause: unknown) => void;
}

/** Runs a task at once and then periodically. Waiting for the next run keeps no process alive. */
function startPeriodicTask({ run, interval, onFailure }: PeriodicTaskOptions): PeriodicTask {
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

/** One metric of an interval: a sum, or count, mean and maximum of its values. */
type MetricSummary = number | { readonly count: number; readonly mean: number; readonly max: number };

/** By metric, and by the value of the second dimension where the metric has one. */
export type MetricsSummary = Readonly<Record<string, MetricSummary | Readonly<Record<string, MetricSummary>>>>;

/** Summarises the metrics that a deployment sends to CloudWatch, for one log line. */
export function summaryOf(series: readonly Series[]): MetricsSummary {
  const summary: Record<string, MetricSummary | Record<string, MetricSummary>> = {};
  for (const { metric, definition, value, count, sum, max } of series) {
    const told = definition.kind === 'sum' ? sum : { count, mean: rounded(sum / count), max: rounded(max) };
    if (value === undefined) summary[metric] = told;
    else {
      const byValue = (summary[metric] ?? {}) as Record<string, MetricSummary>;
      byValue[value] = told;
      summary[metric] = byValue;
    }
  }
  return summary;
}

const rounded = (value: number): number => Math.round(value * 1_000) / 1_000;

/** Reports what the meter has added up: once per interval with activity, and at the end. */
export interface MetricsLog {
  stop(): void;
}

interface MetricsLogOptions {
  readonly meter: Meter;
  /** Milliseconds between two lines. */
  readonly interval: number;
  readonly tell: (summary: MetricsSummary) => void;
}

export function startMetricsLog({ meter, interval, tell }: MetricsLogOptions): MetricsLog {
  const tellNow = () => {
    const series = meter.take();
    if (series.length > 0) tell(summaryOf(series));
  };
  const timer = setInterval(tellNow, interval);
  timer.unref();
  return {
    stop() {
      clearInterval(timer);
      tellNow();
    },
  };
}
