import { EntityDataError } from '../errors.ts';

/** The token lacks the scope of a field. The wording of the message is part of the API. */
export class AccessDeniedError extends EntityDataError {
  readonly code = 'FORBIDDEN';
  constructor(scope: string) {
    super(`access denied, required privilege: ${scope}`, {
      hint: `Request a token with the scope ${scope}, and see that the client's allowed scopes hold it.`,
    });
  }
}

/** A path names a field that records do not have. */
export class UnknownFieldError extends EntityDataError {
  readonly code = 'UNKNOWN_FIELD';
  constructor(path: string, step: string, type: string, meant?: string) {
    super(`${quoted(path)}: ${type} has no field ${quoted(step)}`, {
      hint: meant === undefined ? 'Name a field of the schema, which introspection shows.' : `Did you mean ${meant}?`,
    });
  }
}

/** A path goes where records have no values. */
export class InvalidPathError extends EntityDataError {
  readonly code = 'INVALID_PATH';
  constructor(path: string, problem: string, hint: string) {
    super(`${quoted(path)}: ${problem.slice(0, 200)}`, { hint: hint.slice(0, 200) });
  }
}

/** Entities cannot be sorted by this. */
export class UnknownSortFieldError extends EntityDataError {
  readonly code = 'UNKNOWN_SORT_FIELD';
  constructor(field: string, allowed: readonly string[]) {
    super(`entities cannot be sorted by ${quoted(field)}`, { hint: `Sort by one of ${allowed.join(', ')}.` });
  }
}

/** Two ways to ask for pages of a search were mixed. */
export class PagingConflictError extends EntityDataError {
  readonly code = 'PAGING_CONFLICT';
  constructor(problem: string, hint: string) {
    super(problem, { hint });
  }
}

/** A person who signed in decides in the name of another one. */
export class OtherUserError extends EntityDataError {
  readonly code = 'USER_NOT_SIGNED_IN';
  constructor(said: string, person: string) {
    super(`user is ${quoted(said)}, and ${quoted(person)} is signed in`, {
      hint: 'Leave user out: the decision carries the person who is signed in.',
    });
  }
}

/** `explain` was asked about neither two records nor a record and an entity. */
export class ExplainInputError extends EntityDataError {
  readonly code = 'BAD_EXPLAIN_INPUT';
  constructor() {
    super('explain takes either a and b, or record and entityID', {
      hint: 'Give the ids of two records as a and b, or the id of a record and that of its entity.',
    });
  }
}

/** `skipReview` was told neither two records nor a review. */
export class SkipInputError extends EntityDataError {
  readonly code = 'BAD_SKIP_INPUT';
  constructor() {
    super('skipReview takes either a and b, or id', {
      hint: 'Give the ids of both records of a near match as a and b, or the id of a review of another kind.',
    });
  }
}

/** A pace was to be set, and none was given. */
export class PaceMissingError extends EntityDataError {
  readonly code = 'PACE_MISSING';
  constructor() {
    super('setRuleChangePace was given neither paused nor writeUnitsPerSecond', {
      hint: 'Give at least one of `paused` and `writeUnitsPerSecond`.',
    });
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 80)}…`);
}

/** The HTTP request is not one that carries a GraphQL request. */
export class InvalidRequestError extends EntityDataError {
  readonly code = 'BAD_REQUEST';
}

export class BodyNotJsonError extends EntityDataError {
  readonly code = 'BODY_NOT_JSON';
  constructor(problem: string) {
    super(`the request body ${problem}`, {
      hint: 'Send a JSON object such as {"query":"{ __typename }","variables":{}}, in UTF-8.',
    });
  }
}

export class RequestTooLargeError extends EntityDataError {
  readonly code = 'REQUEST_TOO_LARGE';
  constructor(bytes: number, limit: number) {
    super(`the request body has ${bytes} bytes; the limit is ${limit}`, {
      hint: 'Send fewer records in one request.',
    });
  }
}

export class AnswerTooLargeError extends EntityDataError {
  readonly code = 'RESPONSE_TOO_LARGE';
  constructor(bytes: number, limit: number, afterMutation: boolean) {
    const done = afterMutation ? '; the mutation itself was carried out' : '';
    super(`the answer has ${bytes} bytes, and at most ${limit} can be sent${done}`, {
      hint: 'Ask for fewer entities, select fewer fields, or send the header "accept-encoding: gzip".',
    });
  }
}

export type QueryLimitCode =
  | 'TOO_MANY_TOKENS'
  | 'QUERY_TOO_DEEP'
  | 'TOO_MANY_ALIASES'
  | 'TOO_MANY_ROOT_FIELDS'
  | 'TOO_MANY_FIELDS';

/** The query asks for more than a limit allows; nothing was executed. */
export class QueryLimitError extends EntityDataError {
  readonly code: QueryLimitCode;
  constructor(code: QueryLimitCode, message: string, hint: string) {
    super(message, { hint });
    this.code = code;
  }
}

/** The document holds no operation of the name asked for, or several and no name was given. */
export class OperationNotFoundError extends EntityDataError {
  readonly code = 'OPERATION_NOT_FOUND';
}

/** The request was not one the service takes over HTTP, told by its status. */
export class HttpError extends EntityDataError {
  readonly code: 'METHOD_NOT_ALLOWED' | 'NOT_ACCEPTABLE' | 'UNSUPPORTED_MEDIA_TYPE';
  constructor(code: HttpError['code'], message: string, hint: string) {
    super(message, { hint });
    this.code = code;
  }
}
