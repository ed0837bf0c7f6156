import type { Meter, Series } from '../functions/telemetry/meter.ts';

/** What became of one metric: a sum, or how many numbers there were and how large. */
export type MetricSummary = number | { readonly count: number; readonly mean: number; readonly max: number };

/** By metric, and where it has a second dimension by the value of that. */
export type MetricsSummary = Readonly<Record<string, MetricSummary | Readonly<Record<string, MetricSummary>>>>;

/** The numbers that a deployment sends to CloudWatch, in the shape of one line of a log. */
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

/** Tells what the meter has added up, once in every interval in which something happened, and at the end. */
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
