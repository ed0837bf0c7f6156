import type {
  BatchGetItemInput,
  BatchGetItemOutput,
  BatchWriteItemInput,
  BatchWriteItemOutput,
  DeleteItemInput,
  DeleteItemOutput,
  GetItemInput,
  GetItemOutput,
  PutItemInput,
  PutItemOutput,
  QueryInput,
  QueryOutput,
  TransactWriteItemsInput,
  TransactWriteItemsOutput,
  UpdateItemInput,
  UpdateItemOutput,
} from '@aws-sdk/client-dynamodb';

/** What this service asks of DynamoDB, by AWS's names and in AWS's shapes. */
export interface Operations {
  readonly BatchGetItem: Operation<BatchGetItemInput, BatchGetItemOutput>;
  readonly BatchWriteItem: Operation<BatchWriteItemInput, BatchWriteItemOutput>;
  readonly DeleteItem: Operation<DeleteItemInput, DeleteItemOutput>;
  readonly GetItem: Operation<GetItemInput, GetItemOutput>;
  readonly PutItem: Operation<PutItemInput, PutItemOutput>;
  readonly Query: Operation<QueryInput, QueryOutput>;
  readonly TransactWriteItems: Operation<TransactWriteItemsInput, TransactWriteItemsOutput>;
  readonly UpdateItem: Operation<UpdateItemInput, UpdateItemOutput>;
}

interface Operation<Input, Output> {
  readonly input: Input;
  readonly output: Output;
}

export type OperationName = keyof Operations;
export type Input<Name extends OperationName> = Operations[Name]['input'];
export type Output<Name extends OperationName> = Operations[Name]['output'] & { readonly $metadata: Metadata };

/** How an answer came, at outputs and errors alike. */
export interface Metadata {
  /** Missing where no answer came. */
  readonly httpStatusCode?: number | undefined;
  /** By which the support of AWS finds the request. */
  readonly requestId?: string | undefined;
  /** The request was signed by a wrong clock, which the next one corrects. */
  readonly clockSkewCorrected?: boolean | undefined;
}

export interface CallLimits {
  /** Milliseconds until no answer is expected any more. Default: what the client was made with. */
  readonly requestTimeout?: number;
}

/**
 * Sends one request and brings its answer; repeating is the matter of who calls. Binary attributes are `Uint8Array`s.
 *
 * What AWS refuses is an error with its name (`ValidationException`), its message, `$metadata`, and what it tells of the
 * items (`Item`, `CancellationReasons`). What comes of the network has the `code` that Node.js gives it; without an
 * answer in time the name is `TimeoutError`.
 */
export interface DynamoDB {
  call<Name extends OperationName>(name: Name, input: Input<Name>, limits?: CallLimits): Promise<Output<Name>>;
  /** Ends the connections; calls under way fail. */
  close(): void;
}

/** Time for a connection to stand, in milliseconds. */
export const CONNECTION_MILLISECONDS = 1_000;

/** After so many milliseconds without an answer none is expected any more. */
export const REQUEST_MILLISECONDS = 5_000;

/** Enough for a batch of 100 records whose reads and writes go out side by side. */
export const SOCKETS = 128;
