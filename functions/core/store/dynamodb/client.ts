import { DynamoDBClient, type DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';

/** What is left out, the SDK looks for itself: in the environment, then in the files of a profile. */
export interface ClientOptions
  extends Omit<DynamoDBClientConfig, 'maxAttempts' | 'retryStrategy' | 'requestHandler' | 'region' | 'endpoint'> {
  /** Default: what the SDK finds (`AWS_REGION`). */
  readonly region?: string;
  /** Default: what the SDK finds (`AWS_ENDPOINT_URL`), else AWS. */
  readonly endpoint?: string;
  /** Time for a connection to stand (default 1,000). */
  readonly connectionTimeoutMilliseconds?: number;
  /** Time for an answer (default 5,000). */
  readonly requestTimeoutMilliseconds?: number;
}

/** After so many milliseconds without an answer none is expected any more. */
export const REQUEST_MILLISECONDS = 5_000;

/** Enough for a batch of 100 records whose reads and writes go out side by side. */
const SOCKETS = 128;

export function createClient(options: ClientOptions = {}): DynamoDBClient {
  const { connectionTimeoutMilliseconds = 1_000, requestTimeoutMilliseconds = REQUEST_MILLISECONDS, ...rest } = options;
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  const client = new DynamoDBClient({
    ...rest,
    // The store repeats calls itself: only it knows which may be sent twice, and the SDK never repeats on conflicts.
    maxAttempts: 1,
    requestHandler: {
      // The SDK waits for ever by default; a lost packet would cost the Lambda its whole time.
      connectionTimeout: connectionTimeoutMilliseconds,
      requestTimeout: requestTimeoutMilliseconds,
      throwOnRequestTimeout: true,
      httpAgent: agent,
      httpsAgent: agent,
    },
  });
  // The SDK's own logger throws away what it is told, but it is told copies of all that is sent and received: half of
  // what a call costs.
  if (options.logger === undefined) Object.assign(client.config.logger, { info: undefined, error: undefined });
  return client;
}
