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
  ScanInput,
  ScanOutput,
  TransactWriteItemsInput,
  TransactWriteItemsOutput,
  UpdateItemInput,
  UpdateItemOutput,
} from '@aws-sdk/client-dynamodb';

/** The DynamoDB operations that this service uses, with AWS's names and types. */
interface Operations {
  readonly BatchGetItem: Operation<BatchGetItemInput, BatchGetItemOutput>;
  readonly BatchWriteItem: Operation<BatchWriteItemInput, BatchWriteItemOutput>;
  readonly DeleteItem: Operation<DeleteItemInput, DeleteItemOutput>;
  readonly GetItem: Operation<GetItemInput, GetItemOutput>;
  readonly PutItem: Operation<PutItemInput, PutItemOutput>;
  readonly Query: Operation<QueryInput, QueryOutput>;
  readonly Scan: Operation<ScanInput, ScanOutput>;
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

/** Metadata of a response, in outputs and errors alike. */
export interface Metadata {
  /** Undefined without a response. */
  readonly httpStatusCode?: number | undefined;
  /** The id by which AWS Support finds the request. */
  readonly requestId?: string | undefined;
  /** True if the request was signed with a wrong clock time. The next request is signed with the corrected time. */
  readonly clockSkewCorrected?: boolean | undefined;
}

interface CallLimits {
  /** The time to wait for the response, in milliseconds. Default: the client's setting. */
  readonly requestTimeout?: number;
}

/**
 * Sends one request and returns its response. The caller repeats requests; this interface never does. Binary attributes
 * are `Uint8Array`s.
 *
 * A request that AWS refuses rejects with an error that has AWS's name (`ValidationException`), message, `$metadata`
 * and details of the items (`Item`, `CancellationReasons`). A network error has the `code` of Node.js. After a timeout,
 * the error's name is `TimeoutError`.
 */
export interface DynamoDB {
  call<Name extends OperationName>(name: Name, input: Input<Name>, limits?: CallLimits): Promise<Output<Name>>;
  /** Closes the connections. Calls under way fail. */
  close(): void;
}

/** The time to establish a connection, in milliseconds. */
export const CONNECTION_MILLISECONDS = 1_000;

/** The time to wait for a response, in milliseconds. */
export const REQUEST_MILLISECONDS = 5_000;

/** The most connections: enough for the concurrent reads and writes of a batch of 100 records. */
export const SOCKETS = 128;
