/** The value below which the share (0 to 1) of the measurements lies, by the nearest rank. NaN for none. */
export function percentile(measurements: readonly number[], share: number): number {
  if (measurements.length === 0) return Number.NaN;
  const sorted = [...measurements].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.max(0, Math.ceil(share * sorted.length) - 1))]!;
}

export interface Latency {
  /** Milliseconds. */
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
}

export const latencyOf = (milliseconds: readonly number[]): Latency => ({
  p50: percentile(milliseconds, 0.5),
  p95: percentile(milliseconds, 0.95),
  p99: percentile(milliseconds, 0.99),
});
