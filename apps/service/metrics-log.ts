import type { Meter, Series } from '../../src/runtime/metrics/meter.ts';

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

export interface MetricsLogOptions {
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
