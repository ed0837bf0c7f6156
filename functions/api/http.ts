import { promisify } from 'node:util';
import { gzip, gzipSync, type ZlibOptions } from 'node:zlib';
import type { APIGatewayProxyEventV2WithLambdaAuthorizer, APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { EntityDataError, RetryableError } from '../../src/errors.ts';
import { extensionsOf } from '../../src/graphql/error-answer.ts';
import {
  BodyNotJsonError,
  HttpError,
  InvalidRequestError,
  RequestTooLargeError,
  TooManyRequestsError,
} from '../../src/graphql/errors.ts';
import { MAX_NESTING } from '../../src/graphql/limits.ts';
import { isObject } from '../../src/is-object.ts';
import { accepts } from '../../src/runtime/accept-encoding.ts';
import { nestsDeeperThan, parsedJson } from '../../src/text/json.ts';

/** What the authorizer hands on: the token's scopes, parted by spaces, the client's id, and the person who signed in. */
interface AuthorizerContext {
  readonly scope?: string;
  readonly clientId?: string;
  readonly person?: string;
}

export type ApiEvent = APIGatewayProxyEventV2WithLambdaAuthorizer<AuthorizerContext>;

/**
 * The text of an event's body; undefined when there is none.
 *
 * @throws RequestTooLargeError, or BodyNotJsonError when it is not UTF-8.
 */
export function readBody(event: Pick<ApiEvent, 'body' | 'isBase64Encoded'>, maxBytes: number): string | undefined {
  const { body } = event;
  if (body === undefined || body === '') return undefined;
  if (!event.isBase64Encoded) {
    // A UTF-16 unit is one to three bytes of UTF-8: most bodies need not be measured.
    const bytes = body.length * 3 <= maxBytes ? 0 : Buffer.byteLength(body);
    if (bytes > maxBytes) throw new RequestTooLargeError(bytes, maxBytes);
    return body;
  }
  const decoded = Buffer.from(body, 'base64');
  if (decoded.byteLength > maxBytes) throw new RequestTooLargeError(decoded.byteLength, maxBytes);
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(decoded);
  } catch {
    throw new BodyNotJsonError('is not UTF-8');
  }
}

/**
 * Parses the JSON object that a client sent. Nesting is bounded here, because everything behind this walks values
 * recursively.
 *
 * @throws BodyNotJsonError, InvalidRequestError when brackets nest deeper than {@link MAX_NESTING}.
 */
export function parseBody(text: string): Record<string, unknown> {
  if (nestsDeeperThan(text, MAX_NESTING)) {
    throw new InvalidRequestError(`the request nests values more than ${MAX_NESTING} levels deep`, {
      hint: 'Flatten the value, or send it as text.',
    });
  }
  const body = parsedJson(text);
  if (body === undefined) throw new BodyNotJsonError('is not JSON');
  if (isObject(body)) return body;
  throw new BodyNotJsonError('is not a JSON object');
}

/** What the messages of graphql-http's request parser mean. */
const problems: Readonly<Record<string, () => EntityDataError>> = {
  'Missing body': () => new BodyNotJsonError('is missing'),
  'Unparsable JSON body': () => new BodyNotJsonError('is not JSON'),
  'JSON body must be an object': () => new BodyNotJsonError('is not a JSON object'),
  'Unparsable URL': () => invalid('the address holds `variables` or `extensions` that are not JSON'),
  'Missing query': () => invalid('the request has no `query`'),
  'Invalid query': () => invalid('`query` is not text'),
  'Invalid variables': () => invalid('`variables` is not an object'),
  'Invalid operationName': () => invalid('`operationName` is not text'),
  'Invalid extensions': () => invalid('`extensions` is not an object'),
};

function invalid(message: string): InvalidRequestError {
  return new InvalidRequestError(message, {
    hint: 'Send {"query": text, "variables": object, "operationName": text}; only `query` is required.',
  });
}

/** The error to answer for what graphql-http's request parser threw; anything that it does not throw is thrown on. */
export function requestProblem(thrown: unknown): EntityDataError {
  if (thrown instanceof EntityDataError) return thrown;
  const problem = thrown instanceof Error ? problems[thrown.message] : undefined;
  if (problem === undefined) throw thrown;
  return problem();
}

/** The error that a bare status of graphql-http stands for. */
export function statusError(status: number, operationKnown: boolean): HttpError | undefined {
  switch (status) {
    case 405:
      return operationKnown
        ? new HttpError('METHOD_NOT_ALLOWED', 'a mutation cannot be sent with GET', 'Send it with POST.')
        : new HttpError('METHOD_NOT_ALLOWED', 'this HTTP method is not taken', 'Send the request with POST.');
    case 406:
      return new HttpError(
        'NOT_ACCEPTABLE',
        'the accept header allows no media type that can be answered',
        'Accept application/json or application/graphql-response+json.',
      );
    case 415:
      return new HttpError(
        'UNSUPPORTED_MEDIA_TYPE',
        'the body is not declared as JSON in UTF-8',
        'Send the header "content-type: application/json".',
      );
    default:
      return undefined;
  }
}

const statuses: Readonly<Record<string, number>> = {
  METHOD_NOT_ALLOWED: 405,
  NOT_ACCEPTABLE: 406,
  REQUEST_TOO_LARGE: 413,
  UNSUPPORTED_MEDIA_TYPE: 415,
};

/** The HTTP status of an error that ends a request before GraphQL begins. */
export function statusOf(error: EntityDataError): number {
  if (error instanceof TooManyRequestsError) return 429;
  if (error instanceof RetryableError) return 503;
  return error instanceof RequestTooLargeError || error instanceof HttpError ? (statuses[error.code] ?? 400) : 400;
}

export const JSON_TYPE = 'application/json; charset=utf-8';

/** An answer that is one error and nothing else, in the shape of a GraphQL answer. */
export function errorResponse(
  error: { readonly message: string; readonly extensions: Readonly<Record<string, unknown>> },
  status: number,
  contentType = JSON_TYPE,
): APIGatewayProxyStructuredResultV2 {
  return {
    statusCode: status,
    headers: {
      'content-type': contentType,
      'cache-control': 'no-store',
      ...(status === 405 ? { allow: 'GET, POST' } : {}),
    },
    body: JSON.stringify({ errors: [error] }),
    isBase64Encoded: false,
  };
}

/** As {@link errorResponse}, for an error of the service's own. */
export function refusal(
  error: EntityDataError,
  status: number,
  contentType?: string,
): APIGatewayProxyStructuredResultV2 {
  const answer = errorResponse({ message: error.message, extensions: extensionsOf(error) }, status, contentType);
  const seconds = retryAfterSeconds(error);
  return seconds === undefined ? answer : { ...answer, headers: { ...answer.headers, 'retry-after': String(seconds) } };
}

function retryAfterSeconds(error: EntityDataError): number | undefined {
  if (error instanceof TooManyRequestsError) return error.retryAfterSeconds;
  return error instanceof RetryableError ? 1 : undefined;
}

/** For a failure that the caller learns nothing about but where to find it in the log. */
export function unexpectedResponse(requestId: string): APIGatewayProxyStructuredResultV2 {
  return errorResponse({ message: 'Unexpected error.', extensions: { code: 'INTERNAL_ERROR', requestId } }, 500);
}

/** Node's zlib is loaded with the first answer that is compressed. */
const compressAside = (body: string, options: ZlibOptions) =>
  promisify<string, ZlibOptions, Buffer>(gzip)(body, options);

/** The fastest level: on answers of entities it is within a few percent of the default in size, at half its time. */
const options = { level: 1 };

/** Up to this many UTF-16 units compressing takes less time than handing the work to a thread and back. */
const LEAST_WORTH_A_THREAD = 65_536;

/** Below this many UTF-16 units compression saves less than it costs. */
const LEAST_WORTH_COMPRESSING = 1_024;

/** An answer that does not fit through the gateway. */
interface Oversize {
  /** Bytes of the body as it would have left the function. */
  readonly bytes: number;
}

/**
 * Makes the answer of the function: compressed where the client accepts it and it pays. Answers the size instead when
 * the body is larger than `maxBytes`.
 */
export async function sendable(
  body: string,
  status: number,
  headers: Readonly<Record<string, string>>,
  acceptEncoding: string | undefined,
  maxBytes: number,
): Promise<APIGatewayProxyStructuredResultV2 | Oversize> {
  const common = { ...headers, 'cache-control': 'no-store', vary: 'accept-encoding' };
  if (body.length >= LEAST_WORTH_COMPRESSING && accepts('gzip', acceptEncoding)) {
    const compressed =
      body.length < LEAST_WORTH_A_THREAD ? gzipSync(body, options) : await compressAside(body, options);
    const encoded = compressed.toString('base64');
    if (encoded.length > maxBytes) return { bytes: encoded.length };
    return {
      statusCode: status,
      headers: { ...common, 'content-encoding': 'gzip' },
      body: encoded,
      isBase64Encoded: true,
    };
  }
  const bytes = bytesAsPayload(body, maxBytes);
  if (bytes > maxBytes) return { bytes };
  return { statusCode: status, headers: common, body, isBase64Encoded: false };
}

/**
 * Bytes of a body inside the function's answer. That answer is JSON itself, so the body's quotes and backslashes are
 * escaped once more. Exact only near and above the limit; below it a bound is enough.
 */
function bytesAsPayload(body: string, maxBytes: number): number {
  const bound = body.length * 3 + 2;
  if (bound <= maxBytes) return bound;
  return Buffer.byteLength(JSON.stringify(body));
}
