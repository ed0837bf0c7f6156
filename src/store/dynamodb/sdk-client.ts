import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import {
  type $Command,
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  type DynamoDBClientConfig,
  type DynamoDBClientResolvedConfig,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  ScanCommand,
  type ServiceInputTypes,
  type ServiceOutputTypes,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from '@aws-sdk/client-dynamodb';
import {
  CONNECTION_MILLISECONDS,
  type DynamoDB,
  type Input,
  type OperationName,
  type Output,
  REQUEST_MILLISECONDS,
  SOCKETS,
} from './dynamodb.ts';

/**
 * NAT gateways, VPC endpoints and load balancers of AWS drop a connection after 350 idle seconds without notice
 * ("Implementing long-running TCP connections within VPC networking"), so the agent closes it earlier.
 */
const IDLE_MILLISECONDS = 300_000;

/** The SDK reads omitted settings from the environment, then from the files of a profile. */
export interface SdkClientOptions
  extends Omit<DynamoDBClientConfig, 'maxAttempts' | 'retryStrategy' | 'requestHandler' | 'region' | 'endpoint'> {
  /** Default: the SDK's (`AWS_REGION`). */
  readonly region?: string;
  /** Default: the SDK's (`AWS_ENDPOINT_URL`), otherwise AWS. */
  readonly endpoint?: string;
  /** Default: `CONNECTION_MILLISECONDS`. */
  readonly connectionTimeout?: number;
  /** Default: `REQUEST_MILLISECONDS`. */
  readonly requestTimeout?: number;
}

export function createSdkClient(options: SdkClientOptions = {}): DynamoDBClient {
  const { connectionTimeout = CONNECTION_MILLISECONDS, requestTimeout = REQUEST_MILLISECONDS, ...rest } = options;
  const connections = { keepAlive: true, maxSockets: SOCKETS, timeout: IDLE_MILLISECONDS };
  const client = new DynamoDBClient({
    ...rest,
    // The store repeats calls itself: only the store can decide which may be sent twice, and the SDK does not repeat
    // calls after conflicts.
    maxAttempts: 1,
    requestHandler: {
      // The SDK waits without a limit by default; a lost packet would cost the function its whole time.
      connectionTimeout,
      requestTimeout,
      // Of an answer that stops in its middle.
      socketTimeout: requestTimeout,
      throwOnRequestTimeout: true,
      httpAgent: new Agent(connections),
      httpsAgent: new SecureAgent(connections),
    },
  });
  // The SDK copies all input and output for its default logger, which discards them: half of what a call costs.
  if (options.logger === undefined) Object.assign(client.config.logger, { info: undefined, error: undefined });
  return client;
}

/** The calls of this service, sent by the SDK's client. */
export function throughSdk(client: DynamoDBClient): DynamoDB {
  return {
    call: (name, input, limits) =>
      client.send(commands[name](input) as Command, limits) as unknown as Promise<Output<typeof name>>,
    close: () => client.destroy(),
  };
}

type Command = $Command<
  ServiceInputTypes,
  ServiceOutputTypes,
  DynamoDBClientResolvedConfig,
  ServiceInputTypes,
  ServiceOutputTypes
>;

const commands: { readonly [Name in OperationName]: (input: Input<Name>) => unknown } = {
  BatchGetItem: (input) => new BatchGetItemCommand(input),
  BatchWriteItem: (input) => new BatchWriteItemCommand(input),
  DeleteItem: (input) => new DeleteItemCommand(input),
  GetItem: (input) => new GetItemCommand(input),
  PutItem: (input) => new PutItemCommand(input),
  Query: (input) => new QueryCommand(input),
  Scan: (input) => new ScanCommand(input),
  TransactWriteItems: (input) => new TransactWriteItemsCommand(input),
  UpdateItem: (input) => new UpdateItemCommand(input),
};
