import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import type { DynamoDBClientConfig } from '@aws-sdk/client-dynamodb';
import { DynamoDBClient, NodeHttpHandler } from './sdk.ts';

export interface ClientOptions {
  /** Default: what the SDK finds (`AWS_REGION`). */
  readonly region?: string;
  /** Default: what the SDK finds (`AWS_ENDPOINT_URL`), else AWS. */
  readonly endpoint?: string;
  readonly credentials?: DynamoDBClientConfig['credentials'];
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
  const agent = { keepAlive: true, maxSockets: SOCKETS };
  return new DynamoDBClient({
    ...(options.region !== undefined && { region: options.region }),
    ...(options.endpoint !== undefined && { endpoint: options.endpoint }),
    ...(options.credentials !== undefined && { credentials: options.credentials }),
    // The store repeats calls itself: only it knows which may be sent twice, and the SDK never repeats on conflicts.
    maxAttempts: 1,
    requestHandler: new NodeHttpHandler({
      // The SDK waits for ever by default; a lost packet would cost the Lambda its whole time.
      connectionTimeout: options.connectionTimeoutMilliseconds ?? 1_000,
      requestTimeout: options.requestTimeoutMilliseconds ?? REQUEST_MILLISECONDS,
      throwOnRequestTimeout: true,
      httpAgent: new HttpAgent(agent),
      httpsAgent: new HttpsAgent(agent),
    }),
  });
}
