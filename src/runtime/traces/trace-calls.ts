import type { DynamoDB, Metadata } from '../../store/dynamodb/dynamodb.ts';
import { createSegmentSender, subsegmentText, traceContextOf } from './traces.ts';

/** A client of the AWS SDK. */
export interface TraceableClient {
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
