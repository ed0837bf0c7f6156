import { randomBytes } from 'node:crypto';
import { createSocket } from 'node:dgram';
import type { DynamoDB, Metadata } from '../store/dynamodb/dynamodb.ts';

/** A client of the AWS SDK. */
interface TraceableClient {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK overloads it for every command; arguments pass through unread.
  send(...args: any[]): any;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reports calls to DynamoDB to X-Ray if TRACING is `true`; otherwise returns the client unchanged.
 *
 * @param requestId returns the id of the current request
 */
export function traceCalls(dynamodb: DynamoDB, environment: Environment, requestId: () => string): DynamoDB {
  const trace = tracerOf('DynamoDB', environment, requestId);
  if (trace === undefined) return dynamodb;
  return {
    call: (name, input, limits) => trace(name, () => dynamodb.call(name, input, limits)),
    close: () => dynamodb.close(),
  };
}

/**
 * The same for the calls of a client of the SDK.
 *
 * @param service the name of the service in X-Ray, for example `S3`
 */
export function traceSends(
  client: TraceableClient,
  service: string,
  environment: Environment,
  requestId: () => string,
): void {
  const trace = tracerOf(service, environment, requestId);
  if (trace === undefined) return;
  const send = client.send.bind(client);
  client.send = (command: object, ...rest: unknown[]) =>
    trace(command.constructor.name.replace(/Command$/, ''), () => send(command, ...rest));
}

type Trace = <Answer extends { readonly $metadata: Metadata }>(
  operation: string,
  call: () => Promise<Answer>,
) => Promise<Answer>;

function tracerOf(service: string, environment: Environment, requestId: () => string): Trace | undefined {
  const daemon = environment['AWS_XRAY_DAEMON_ADDRESS'];
  if (environment['TRACING'] !== 'true' || !daemon) return undefined;
  const tell = createSegmentSender(daemon);
  return async (operation, call) => {
    // Lambda sets the variable for every call.
    const context = traceContextOf(environment['_X_AMZN_TRACE_ID']);
    if (context === undefined) return call();
    // The clock of `performance` stops while Lambda freezes the process between calls.
    const start = Date.now() / 1_000;
    const began = performance.now();
    const end = (metadata: Metadata | undefined, failure: string | undefined) => {
      const traced = {
        service,
        operation,
        region: environment['AWS_REGION'],
        awsRequestId: metadata?.requestId,
        httpStatus: metadata?.httpStatusCode,
        failure,
        start,
        end: start + (performance.now() - began) / 1_000,
      };
      tell(subsegmentText(traced, context, requestId()));
    };
    try {
      const answer = await call();
      end(answer?.$metadata, undefined);
      return answer;
    } catch (error) {
      end((error as { $metadata?: Metadata }).$metadata, (error as Error).name);
      throw error;
    }
  };
}

/** The call that Lambda traces. Lambda creates the segment of the function, the parent of all subsegments. */
interface TraceContext {
  readonly traceId: string;
  readonly parentId: string;
}

/** A call to AWS that a function made. */
interface TracedCall {
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
function traceContextOf(header: string | undefined): TraceContext | undefined {
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
function subsegmentText(call: TracedCall, context: TraceContext, requestId: string): string {
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
function createSegmentSender(daemon: string): (text: string) => void {
  const colon = daemon.lastIndexOf(':');
  const [host, port] = [daemon.slice(0, colon), Number(daemon.slice(colon + 1))];
  const socket = createSocket('udp4');
  socket.unref();
  // A failed trace must not fail the request.
  socket.on('error', () => {});
  return (text) => socket.send(text, port, host, () => {});
}
