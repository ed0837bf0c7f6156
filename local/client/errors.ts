import { EntityDataError } from '../../functions/core/errors.ts';

/** The command line was not told where to go or who to be. */
export class ConnectionUnknownError extends EntityDataError {
  readonly code = 'CONNECTION_UNKNOWN';
}

/** The token endpoint gives no token. */
export class TokenRefusedError extends EntityDataError {
  readonly code = 'TOKEN_REFUSED';
}

/** The API lets this caller do nothing, or not this. */
export class CallerRefusedError extends EntityDataError {
  readonly code = 'CALLER_REFUSED';
}

/** No answer, or none that helps, after every attempt. Nothing is lost; the same request may be sent again. */
export class ServiceUnreachableError extends EntityDataError {
  readonly code = 'SERVICE_UNREACHABLE';
  override readonly retryable = true;
}

/** What answered is no GraphQL API. */
export class AnswerNotUnderstoodError extends EntityDataError {
  readonly code = 'ANSWER_NOT_UNDERSTOOD';
}
