import type { Log } from './log.ts';
import { isLogged, type Severity, writeToStandardOutput } from './log.ts';
import { createPublisher, type PublishMetrics } from './metrics/embedded-metrics.ts';
import { createMeter, type Meter } from './metrics/meter.ts';
import { metricNamespace } from './metrics/metric-names.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** The current call of a function. */
interface Invocation {
  /** The id in the gateway's access log and in answers; for a scheduled call, Lambda's id. */
  readonly requestId: string;
  /** The id in Lambda's own log lines (REPORT, time limit). */
  readonly functionRequestId?: string | undefined;
}

/** The log and metrics of a function, as lines on its standard output. */
export interface Telemetry {
  readonly meter: Meter;
  /** Starts a call. An instance of a function has one call at a time, so all later lines belong to this one. */
  begin(invocation: Invocation): void;
  /** The id of the current call; empty before the first. */
  requestId(): string;
  readonly log: Log;
  /** Writes the sums of the meter if METRICS_SERVICE names the deployment. */
  publish: PublishMetrics;
}

/**
 * @param service name of the function in its log
 * @param environment LOG_LEVEL, and METRICS_SERVICE (the deployment's name; no metrics without it)
 */
export function createTelemetry(
  service: string,
  environment: Environment,
  write: (line: string) => void = writeToStandardOutput,
): Telemetry {
  const meter = createMeter();
  const logged = isLogged(environment);
  const deployment = environment['METRICS_SERVICE'] || undefined;
  const publishing =
    deployment === undefined
      ? () => void meter.take()
      : createPublisher(meter, { namespace: metricNamespace, service: deployment }, write);
  // Log lines and traces name each other.
  const traced = environment['TRACING'] === 'true';
  let current: Fields = {};
  const line = (severity: Severity) => (message: string, fields?: Fields) => {
    if (!logged(severity)) return;
    const timestamp = new Date().toISOString();
    write(JSON.stringify({ timestamp, level: severity, service, message, ...current, ...fields }));
  };
  return {
    meter,
    begin({ requestId, functionRequestId }) {
      const traceId = traced ? /Root=([^;]+)/.exec(environment['_X_AMZN_TRACE_ID'] ?? '')?.[1] : undefined;
      current = {
        requestId,
        ...(functionRequestId === undefined ? {} : { functionRequestId }),
        ...(traceId === undefined ? {} : { traceId }),
      };
    },
    requestId: () => String(current['requestId'] ?? ''),
    log: { info: line('INFO'), warn: line('WARN'), error: line('ERROR') },
    publish: (fields) => publishing({ ...current, ...fields }),
  };
}
