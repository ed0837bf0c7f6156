/** How many records and entities there were at a moment. */
export interface Sample {
  /** Milliseconds since 1970. */
  readonly at: number;
  readonly records: number;
  readonly entities: number;
}

/** So long the chart looks back, in milliseconds. */
export const chartSpan = 5 * 60_000;

/** A chart that has just begun does not jump. */
const leastSpan = 30_000;

/** How far back the samples reach, in milliseconds, as a chart shows it. */
export function shownSpan(samples: readonly Sample[]): number {
  const span = (samples.at(-1)?.at ?? 0) - (samples[0]?.at ?? 0);
  return Math.min(chartSpan, Math.max(leastSpan, span));
}

/** Records a second are a mean over so many milliseconds: shorter, and they jump with every request. */
const rateSpan = 10_000;

/** Adds a sample and drops those that the chart does not show any more. */
export function withSample(samples: readonly Sample[], sample: Sample): readonly Sample[] {
  return [...samples.filter(({ at }) => at >= sample.at - chartSpan), sample];
}

/**
 * Records added per second of late, or since the sample before the last where the service took longer to answer; 0 before
 * there are two samples.
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
  /** Seconds at the rate of late; undefined while nothing is added. */
  readonly remaining: number | undefined;
}

/** How far a load is that ends with so many records; undefined when no such number was given. */
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

/** A span of time as one reads it: `45 s`, `12 min`, `3 h 20 min`. */
export function spanText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
