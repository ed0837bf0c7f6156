import { createSegmentSender, subsegmentText, traceContextOf } from './traces.ts';

/** A client of the AWS SDK. */
export interface TraceableClient {
  // biome-ignore lint/suspicious/noExplicitAny: the SDK overloads it for every command; what passes is not looked at.
  send(...args: any[]): any;
}

interface Metadata {
  readonly requestId?: string;
  readonly httpStatusCode?: number;
}

/**
 * Makes X-Ray show a client's calls, with TRACING `true`; otherwise nothing is changed.
 *
 * @param service as X-Ray names it, for instance `DynamoDB`
 * @param requestId of the request under way
 */
export async function traceCalls(
  client: TraceableClient,
  service: string,
  environment: Readonly<Record<string, string | undefined>>,
  requestId: () => string,
): Promise<void> {
  const daemon = environment['AWS_XRAY_DAEMON_ADDRESS'];
  if (environment['TRACING'] !== 'true' || !daemon) return;
  const tell = createSegmentSender(daemon);
  const now = () => (performance.timeOrigin + performance.now()) / 1_000;
  const send = client.send.bind(client);
  client.send = async (command: object, ...rest: unknown[]) => {
    // Lambda writes it anew for every call.
    const context = traceContextOf(environment['_X_AMZN_TRACE_ID']);
    if (context === undefined) return send(command, ...rest);
    const start = now();
    const end = (metadata: Metadata | undefined, failure: string | undefined) => {
      const call = {
        service,
        operation: command.constructor.name.replace(/Command$/, ''),
        region: environment['AWS_REGION'],
        awsRequestId: metadata?.requestId,
        httpStatus: metadata?.httpStatusCode,
        failure,
        start,
        end: now(),
      };
      tell(subsegmentText(call, context, requestId()));
    };
    try {
      const answer = await send(command, ...rest);
      end(answer?.$metadata, undefined);
      return answer;
    } catch (error) {
      end((error as { $metadata?: Metadata }).$metadata, (error as Error).name);
      throw error;
    }
  };
}
