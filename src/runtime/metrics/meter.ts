import { type MetricDefinition, type MetricName, metricDefinitions } from './metric-names.ts';

/** The numbers of one metric, for one value of its second dimension, since the last read. */
export interface Series {
  readonly metric: MetricName;
  readonly definition: MetricDefinition;
  /** The value of the second dimension, if the metric has one. */
  readonly value: string | undefined;
  readonly count: number;
  readonly sum: number;
  readonly max: number;
  /** The first {@link KEPT_SAMPLES} numbers of a metric with samples. */
  readonly samples: readonly number[];
}

/** Adds up what happens until the sums are taken. */
export interface Meter {
  /** @param value one of the few values of the metric's second dimension */
  record(metric: MetricName, amount: number, value?: string): void;
  /** Everything since the last call. */
  take(): readonly Series[];
}

/** The most samples to keep: more than one object of a bulk load produces at 50 records a submit. */
const KEPT_SAMPLES = 10_000;

interface OpenSeries {
  readonly metric: MetricName;
  readonly definition: MetricDefinition;
  readonly value: string | undefined;
  count: number;
  sum: number;
  max: number;
  readonly samples: number[];
}

export function createMeter(): Meter {
  // Two levels of maps avoid building a key for each number on the hot path.
  let open = new Map<MetricName, Map<string | undefined, OpenSeries>>();
  return {
    record(metric, amount, value) {
      let byValue = open.get(metric);
      if (byValue === undefined) {
        byValue = new Map();
        open.set(metric, byValue);
      }
      let series = byValue.get(value);
      if (series === undefined) {
        const definition = metricDefinitions[metric];
        series = { metric, definition, value, count: 0, sum: 0, max: amount, samples: [] };
        byValue.set(value, series);
      }
      series.count += 1;
      series.sum += amount;
      if (amount > series.max) series.max = amount;
      if (series.definition.kind === 'samples' && series.samples.length < KEPT_SAMPLES) series.samples.push(amount);
    },
    take() {
      if (open.size === 0) return [];
      const taken = [...open.values()].flatMap((byValue) => [...byValue.values()]);
      open = new Map();
      return taken;
    },
  };
}
