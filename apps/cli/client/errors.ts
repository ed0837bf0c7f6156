import { EntityDataError } from '../../../src/errors.ts';

/** The address of the service or the client's credentials are missing or invalid. */
export class ConnectionUnknownError extends EntityDataError {
  readonly code = 'CONNECTION_UNKNOWN';
}

/** Several local services run, and no option says which one a command that writes is for. */
export class ServiceNotChosenError extends EntityDataError {
  readonly code = 'SERVICE_NOT_CHOSEN';
}

/** The token endpoint issues no token. */
export class TokenRefusedError extends EntityDataError {
  readonly code = 'TOKEN_REFUSED';
}

/** The client may not use the API, or not this operation. */
export class CallerRefusedError extends EntityDataError {
  readonly code = 'CALLER_REFUSED';
}

/** No usable answer after every attempt. Nothing is lost: you can send the same request again. */
export class ServiceUnreachableError extends EntityDataError {
  readonly code = 'SERVICE_UNREACHABLE';
  override readonly retryable = true;
}

/** The answer does not come from a GraphQL API. */
export class AnswerNotUnderstoodError extends EntityDataError {
  readonly code = 'ANSWER_NOT_UNDERSTOOD';
}
