import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import { type EntityDataError, RetryableError } from '../../../src/errors.ts';
import { extensionsOf } from '../../../src/graphql/error-answer.ts';
import { TooManyRequestsError } from '../../../src/graphql/errors.ts';

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
