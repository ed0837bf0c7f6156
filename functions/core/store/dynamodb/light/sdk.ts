import { Agent as HttpAgent } from 'node:http';
import { Agent as HttpsAgent } from 'node:https';
import { endpointOf } from './endpoint.ts';
import { post } from './post.ts';
import { type Credentials, Signer } from './signature.ts';

/** A call of DynamoDB with its input; the name of its class is that of the operation, followed by Command. */
abstract class Command {
  readonly input: object;

  constructor(input: object) {
    this.input = input;
  }

  abstract readonly operation: string;
}

export class BatchGetItemCommand extends Command {
  readonly operation = 'BatchGetItem';
}
export class BatchWriteItemCommand extends Command {
  readonly operation = 'BatchWriteItem';
}
export class DeleteItemCommand extends Command {
  readonly operation = 'DeleteItem';
}
export class GetItemCommand extends Command {
  readonly operation = 'GetItem';
}
export class PutItemCommand extends Command {
  readonly operation = 'PutItem';
}
export class QueryCommand extends Command {
  readonly operation = 'Query';
}
export class TransactWriteItemsCommand extends Command {
  readonly operation = 'TransactWriteItems';
}
export class UpdateItemCommand extends Command {
  readonly operation = 'UpdateItem';
}

interface HandlerOptions {
  readonly connectionTimeout: number;
  readonly requestTimeout: number;
  readonly httpAgent: HttpAgent;
  readonly httpsAgent: HttpsAgent;
}

/** How connections are made. */
export class NodeHttpHandler {
  readonly options: HandlerOptions;

  constructor(options: HandlerOptions) {
    this.options = options;
  }
}

interface LightClientOptions {
  readonly region?: string;
  readonly endpoint?: string;
  readonly credentials?: Credentials;
  readonly requestHandler?: NodeHttpHandler;
}

/** Codes that come of a clock that is wrong; the clock of the answer then shows by how much. */
const SKEW = /^(?:InvalidSignature|RequestExpired|RequestInTheFuture|RequestTimeTooSkewed|SignatureDoesNotMatch)/;
const NOTICEABLE_SKEW_MILLISECONDS = 240_000;
const DEFAULT_CONNECTION_MILLISECONDS = 1_000;
const DEFAULT_REQUEST_MILLISECONDS = 5_000;

/**
 * DynamoDB as the functions call it, in place of the SDK's client: the same commands, inputs, outputs and errors. Region,
 * endpoint and credentials come from the options, else from the environment that Lambda gives. Every call is made once;
 * the store repeats. Binary values can be read, not written.
 *
 * Protocol: https://smithy.io/2.0/aws/protocols/aws-json-1_0-protocol.html
 */
export class DynamoDBClient {
  readonly #options: LightClientOptions;
  readonly #connections: HandlerOptions;
  readonly #region: string;
  readonly #endpoint: URL;
  readonly #signer: Signer;
  /** Milliseconds by which AWS's clock is ahead of this one, once that is known. */
  #ahead = 0;

  constructor(options: LightClientOptions = {}) {
    this.#options = options;
    this.#region = options.region ?? process.env['AWS_REGION'] ?? process.env['AWS_DEFAULT_REGION'] ?? '';
    if (this.#region === '') throw new Error('Region is missing: set AWS_REGION.');
    this.#endpoint = options.endpoint === undefined ? endpointOf(this.#region, process.env) : new URL(options.endpoint);
    this.#signer = new Signer(this.#region, 'dynamodb');
    this.#connections = options.requestHandler?.options ?? {
      connectionTimeout: DEFAULT_CONNECTION_MILLISECONDS,
      requestTimeout: DEFAULT_REQUEST_MILLISECONDS,
      httpAgent: new HttpAgent({ keepAlive: true }),
      httpsAgent: new HttpsAgent({ keepAlive: true }),
    };
  }

  /** @throws Error named as AWS's exception, with its fields and `$metadata`, or as `post` says. */
  async send(command: { readonly input: object; readonly operation?: string }): Promise<object> {
    const operation = command.operation ?? command.constructor.name.replace(/Command$/, '');
    const body = JSON.stringify(command.input);
    const url = this.#endpoint;
    const { httpAgent, httpsAgent, connectionTimeout, requestTimeout } = this.#connections;
    const answer = await post({
      url,
      agent: url.protocol === 'http:' ? httpAgent : httpsAgent,
      headers: this.#signer.sign(
        {
          host: url.host,
          path: url.pathname,
          headers: {
            'content-type': 'application/x-amz-json-1.0',
            'x-amz-target': `DynamoDB_20120810.${operation}`,
          },
          body,
        },
        this.#options.credentials ?? credentialsOf(process.env),
        new Date(Date.now() + this.#ahead),
      ),
      body,
      connectionTimeout,
      requestTimeout,
    });
    const requestId = answer.headers['x-amzn-requestid'];
    const metadata = { httpStatusCode: answer.status, requestId };
    if (answer.status >= 200 && answer.status < 300) return { $metadata: metadata, ...readAnswer(answer.body) };
    const error = errorOf(answer.status, answer.body);
    throw Object.assign(error, {
      $metadata: { ...metadata, clockSkewCorrected: this.#correctClock(error.name, answer.headers['date']) },
    });
  }

  destroy(): void {
    this.#connections.httpAgent.destroy();
    this.#connections.httpsAgent.destroy();
  }

  /** Whether the call failed because of this machine's clock and will succeed now. */
  #correctClock(code: string, date: string | undefined): boolean {
    if (!SKEW.test(code) || date === undefined) return false;
    const ahead = Date.parse(date) - Date.now();
    if (!(Math.abs(ahead - this.#ahead) > NOTICEABLE_SKEW_MILLISECONDS)) return false;
    this.#ahead = ahead;
    return true;
  }
}

function credentialsOf(environment: Readonly<Record<string, string | undefined>>): Credentials {
  const accessKeyId = environment['AWS_ACCESS_KEY_ID'];
  const secretAccessKey = environment['AWS_SECRET_ACCESS_KEY'];
  if (!accessKeyId || !secretAccessKey) {
    throw Object.assign(new Error('AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY are not in the environment'), {
      name: 'CredentialsProviderError',
    });
  }
  return { accessKeyId, secretAccessKey, sessionToken: environment['AWS_SESSION_TOKEN'] || undefined };
}

/** Binary values come as base64 under the key `B`, where everything else has an object. */
function readAnswer(body: string): object {
  try {
    return body.includes('"B":"') ? JSON.parse(body, decodeBinary) : JSON.parse(body);
  } catch (cause) {
    // Whether the call was carried out cannot be told: as when the connection broke.
    throw Object.assign(new Error('The answer is no JSON', { cause }), { code: 'ERR_STREAM_PREMATURE_CLOSE' });
  }
}

function decodeBinary(key: string, value: unknown): unknown {
  return key === 'B' && typeof value === 'string' ? new Uint8Array(Buffer.from(value, 'base64')) : value;
}

/** The exception that an answer tells of; an answer that tells of none, as of a proxy, has only its status. */
function errorOf(status: number, body: string): Error {
  let told: Record<string, unknown> = {};
  try {
    const parsed: unknown = JSON.parse(body);
    if (typeof parsed === 'object' && parsed !== null) told = parsed as Record<string, unknown>;
  } catch {
    // Not DynamoDB's own answer: the status says all there is.
  }
  const { __type: type, message, Message, ...fields } = told;
  const name = typeof type === 'string' ? type.replace(/^.*#/, '').replace(/:.*$/, '') : 'UnknownError';
  return Object.assign(new Error(String(message ?? Message ?? `status ${status}`)), fields, { name });
}
