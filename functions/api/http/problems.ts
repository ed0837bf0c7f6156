import { EntityDataError, RetryableError } from '../../../src/errors.ts';
import {
  BodyNotJsonError,
  HttpError,
  InvalidRequestError,
  RequestTooLargeError,
  TooManyRequestsError,
} from '../../../src/graphql/errors.ts';

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
