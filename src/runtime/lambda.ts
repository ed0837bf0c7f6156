import { isLogged, type Severity, writeToStandardOutput } from './log/log-lines.ts';
import { createPublisher, type PublishMetrics } from './metrics/embedded-metrics.ts';
import { createMeter, type Meter } from './metrics/meter.ts';
import { metricNamespace } from './metrics/metric-names.ts';

type Environment = Readonly<Record<string, string | undefined>>;
type Fields = Readonly<Record<string, unknown>>;

/** The call that a function works on. */
export interface Invocation {
  /** What the gateway's access log and its callers know the request by; of a scheduled call Lambda's own id. */
  readonly requestId: string;
  /** What Lambda's own lines (REPORT, time limit) know the call by. */
  readonly functionRequestId?: string | undefined;
}

/** What a function tells its operator, as lines on its standard output. */
export interface Telemetry {
  readonly meter: Meter;
  /** An instance of a function has one call at a time: from here on lines belong to this one. */
  begin(invocation: Invocation): void;
  /** Of the call under way; empty before the first. */
  requestId(): string;
  log(severity: Severity, message: string, fields?: Fields): void;
  /** Writes what the meter has added up, if METRICS_SERVICE says whose it is. */
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
  // In a trace the lines of its calls are found, and in a line the trace.
  const traced = environment['TRACING'] === 'true';
  let current: Fields = {};
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
    log(severity, message, fields) {
      if (!logged(severity)) return;
      const timestamp = new Date().toISOString();
      write(JSON.stringify({ timestamp, level: severity, service, message, ...current, ...fields }));
    },
    publish: (fields) => publishing({ ...current, ...fields }),
  };
}
