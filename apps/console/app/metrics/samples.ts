/** Numbers of records and entities at a moment. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly records: number;
  readonly entities: number;
}

/** Milliseconds that the chart covers. */
export const chartSpan = 5 * 60_000;

/** Milliseconds that the chart covers at least, so that a new one does not jump. */
const leastSpan = 30_000;

/** Milliseconds between the first and the last sample, within the limits of the chart. */
export function shownSpan(samples: readonly Sample[]): number {
  const span = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  return Math.min(chartSpan, Math.max(leastSpan, span));
}

/** Milliseconds over which the rate is averaged; over less, it jumps with every request. */
const rateSpan = 10_000;

/** Adds a sample and drops those that have left the chart. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => at >= sample.at - chartSpan), sample];
}

/**
 * Records added per second over the last 10 s, or since the sample before the last when answers take longer. 0 for
 * fewer than two samples.
 */
export function recordsPerSecond(samples: readonly Sample[]): number {
  const last = samples.at(-1);
  if (last === undefined) return 0;
  const first = samples.find(({ at }, index) => at >= last.at - rateSpan || index === samples.length - 2) ?? last;
  return last.at === first.at ? 0 : Math.max(0, ((last.records - first.records) * 1000) / (last.at - first.at));
}

export interface LoadProgress {
  /** 0 to 1. */
  readonly share: number;
  /** Seconds at the current rate; undefined while no records are added. */
  readonly remaining: number | undefined;
}

/** Progress towards an expected number of records; undefined when no number is given. */
export function loadProgress(samples: readonly Sample[], expected: number): LoadProgress | undefined {
  const records = samples.at(-1)?.records;
  if (records === undefined || !(expected > 0)) return undefined;
  const rate = recordsPerSecond(samples);
  const missing = Math.max(0, expected - records);
  return {
    share: Math.min(1, records / expected),
    remaining: rate > 0 ? missing / rate : missing === 0 ? 0 : undefined,
  };
}

/** Formats seconds for reading: `45 s`, `12 min`, `3 h 20 min`. */
export function spanText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
