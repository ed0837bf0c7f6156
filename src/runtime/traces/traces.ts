import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';

/** The call that Lambda traces. Lambda creates the segment of the function, the parent of all subsegments. */
export interface TraceContext {
  readonly traceId: string;
  readonly parentId: string;
}

/** A call to AWS that a function made. */
export interface TracedCall {
  readonly service: string;
  readonly operation: string;
  readonly region: string | undefined;
  readonly awsRequestId: string | undefined;
  readonly httpStatus: number | undefined;
  /** Name of the error, if it failed. */
  readonly failure: string | undefined;
  /** Seconds since 1970, with fractions. */
  readonly start: number;
  readonly end: number;
}

/**
 * Reads `_X_AMZN_TRACE_ID`, which Lambda sets for every call: `Root=1-…;Parent=…;Sampled=1`. Undefined for calls that are
 * not sampled, for which no subsegments are sent.
 */
export function traceContextOf(header: string | undefined): TraceContext | undefined {
  const parts = new Map((header ?? '').split(';').map((part) => part.split('=', 2) as [string, string]));
  const [traceId, parentId] = [parts.get('Root'), parts.get('Parent')];
  if (traceId === undefined || parentId === undefined || parts.get('Sampled') !== '1') return undefined;
  return { traceId, parentId };
}

const THROTTLED = /Throttl|ProvisionedThroughputExceeded|RequestLimitExceeded/;

/**
 * The text of a subsegment: operation, duration and outcome of a call, without its input and output.
 *
 * Format: "AWS X-Ray segment documents" and "Sending trace data to X-Ray" of the X-Ray developer guide.
 */
export function subsegmentText(call: TracedCall, context: TraceContext, requestId: string): string {
  const { service, operation, region, awsRequestId, httpStatus, failure, start, end } = call;
  const throttled = failure !== undefined && THROTTLED.test(failure);
  // An error of X-Ray is one of the caller (4xx); a missing or unreadable answer is a fault.
  const blame = httpStatus !== undefined && httpStatus >= 400 && httpStatus < 500 ? 'error' : 'fault';
  return `{"format":"json","version":1}\n${JSON.stringify({
    name: service,
    id: randomBytes(8).toString('hex'),
    trace_id: context.traceId,
    parent_id: context.parentId,
    type: 'subsegment',
    namespace: 'aws',
    start_time: start,
    end_time: end,
    annotations: { requestId },
    aws: { operation, region, request_id: awsRequestId },
    ...(httpStatus === undefined ? {} : { http: { response: { status: httpStatus } } }),
    ...(failure === undefined ? {} : { [blame]: true, throttle: throttled }),
  })}`;
}

/** Sends texts to the X-Ray daemon beside the function, `host:port`. Lost texts are not sent again. */
export function createSegmentSender(daemon: string): (text: string) => void {
  const colon = daemon.lastIndexOf(':');
  const [host, port] = [daemon.slice(0, colon), Number(daemon.slice(colon + 1))];
  const socket = createSocket('udp4');
  socket.unref();
  // A failed trace must not fail the request.
  socket.on('error', () => {});
  return (text) => socket.send(text, port, host, () => {});
}
