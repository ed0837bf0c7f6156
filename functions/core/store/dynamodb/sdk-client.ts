import { Agent } from 'node:http';
import { Agent as SecureAgent } from 'node:https';
import type {
  $Command,
  DynamoDBClientConfig,
  DynamoDBClientResolvedConfig,
  DynamoDBClient as SdkClient,
  ServiceInputTypes,
  ServiceOutputTypes,
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
import {
  BatchGetItemCommand,
  BatchWriteItemCommand,
  DeleteItemCommand,
  DynamoDBClient,
  GetItemCommand,
  PutItemCommand,
  QueryCommand,
  TransactWriteItemsCommand,
  UpdateItemCommand,
} from './dynamodb-sdk.lazy.ts';
import { distrustingIdle } from './kept-connections.ts';

/** What is left out, the SDK looks for itself: in the environment, then in the files of a profile. */
export interface SdkClientOptions
  extends Omit<DynamoDBClientConfig, 'maxAttempts' | 'retryStrategy' | 'requestHandler' | 'region' | 'endpoint'> {
  /** Default: what the SDK finds (`AWS_REGION`). */
  readonly region?: string;
  /** Default: what the SDK finds (`AWS_ENDPOINT_URL`), else AWS. */
  readonly endpoint?: string;
  /** Default: `CONNECTION_MILLISECONDS`. */
  readonly connectionTimeout?: number;
  /** Default: `REQUEST_MILLISECONDS`. */
  readonly requestTimeout?: number;
}

export function createSdkClient(options: SdkClientOptions = {}): SdkClient {
  const { connectionTimeout = CONNECTION_MILLISECONDS, requestTimeout = REQUEST_MILLISECONDS, ...rest } = options;
  const limits = { keepAlive: true, maxSockets: SOCKETS };
  const client = new DynamoDBClient({
    ...rest,
    // The store repeats calls itself: only it knows which may be sent twice, and the SDK never repeats on conflicts.
    maxAttempts: 1,
    requestHandler: {
      // The SDK waits for ever by default; a lost packet would cost the Lambda its whole time.
      connectionTimeout,
      requestTimeout,
      throwOnRequestTimeout: true,
      httpAgent: distrustingIdle(new Agent(limits)),
      httpsAgent: distrustingIdle(new SecureAgent(limits)),
    },
  });
  // The SDK's own logger throws away what it is told, but it is told copies of all that is sent and received: half of
  // what a call costs.
  if (options.logger === undefined) Object.assign(client.config.logger, { info: undefined, error: undefined });
  return client;
}

/** Calls DynamoDB by the SDK's client, which knows every address and kind of credentials that AWS has. */
export function throughSdk(client: SdkClient): DynamoDB {
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

/** Functions, so that nothing of the SDK is loaded before it is called. */
const commands: { readonly [Name in OperationName]: (input: Input<Name>) => unknown } = {
  BatchGetItem: (input) => new BatchGetItemCommand(input),
  BatchWriteItem: (input) => new BatchWriteItemCommand(input),
  DeleteItem: (input) => new DeleteItemCommand(input),
  GetItem: (input) => new GetItemCommand(input),
  PutItem: (input) => new PutItemCommand(input),
  Query: (input) => new QueryCommand(input),
  TransactWriteItems: (input) => new TransactWriteItemsCommand(input),
  UpdateItem: (input) => new UpdateItemCommand(input),
};
