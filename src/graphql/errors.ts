import { type ApiCode, apiError, EntityDataError } from '../errors.ts';

/** The token lacks the scope of a field. The wording of the message is part of the API. */
export class AccessDeniedError extends apiError({
  code: 'FORBIDDEN',
  meaning:
    'The token is valid, but does not have the scope that the message names. If an operation needs the scope, nothing of the request was executed and its variables were not read. If a field needs it, no data of the field was read.',
  fix: "Request a token with this scope; the client's allowed scopes must contain it.",
}) {
  constructor(scope: string) {
    super(`access denied, required privilege: ${scope}`, {
      hint: `Request a token with the scope ${scope}, and see that the client's allowed scopes hold it.`,
    });
  }
}

/** A path names a field that records do not have. */
export class UnknownFieldError extends apiError({
  code: 'UNKNOWN_FIELD',
  meaning: 'A filter, sort or insight names a field that records do not have.',
  fix: 'Compare the path with `type Record`; the hint names the field that was probably meant.',
}) {
  constructor(path: string, step: string, type: string, meant?: string) {
    super(`${quoted(path)}: ${type} has no field ${quoted(step)}`, {
      hint: meant === undefined ? 'Name a field of the schema, which introspection shows.' : `Did you mean ${meant}?`,
    });
  }
}

/** A path goes where records have no values. */
export class InvalidPathError extends apiError({
  code: 'INVALID_PATH',
  meaning: 'A path goes through a list without `*`, or into a value that has no fields.',
  fix: 'Write the path that the hint names.',
}) {
  constructor(path: string, problem: string, hint: string) {
    super(`${quoted(path)}: ${problem.slice(0, 200)}`, { hint: hint.slice(0, 200) });
  }
}

/** Entities cannot be sorted by this. */
export class UnknownSortFieldError extends apiError({
  code: 'UNKNOWN_SORT_FIELD',
  meaning: '`input.sort.field` of a search is no field that entities can be sorted by.',
  fix: 'Sort by `id`, `hitScore`, `score`, `consistency` or `size`.',
}) {
  constructor(field: string, allowed: readonly string[]) {
    super(`entities cannot be sorted by ${quoted(field)}`, { hint: `Sort by one of ${allowed.join(', ')}.` });
  }
}

/** Two ways to ask for pages of a search were mixed. */
export class PagingConflictError extends apiError({
  code: 'PAGING_CONFLICT',
  meaning: 'A search mixes `first` with `page`, `pageSize` or a sort by anything but `hitScore`, or has `after` alone.',
  fix: 'Give `first` and `after` for the best entities, or `page` and `pageSize` for all of them in another order.',
}) {
  constructor(problem: string, hint: string) {
    super(problem, { hint });
  }
}

/** A person who signed in decides in the name of another one. */
export class OtherUserError extends apiError({
  code: 'USER_NOT_SIGNED_IN',
  meaning: '`user` names another person than the one who is signed in. Nothing was stored.',
  fix: 'Leave user out: the decision carries the person who is signed in.',
}) {
  constructor(said: string, person: string) {
    super(`user is ${quoted(said)}, and ${quoted(person)} is signed in`);
  }
}

/** `explain` was asked about neither two records nor a record and an entity. */
export class ExplainInputError extends apiError({
  code: 'BAD_EXPLAIN_INPUT',
  meaning: '`explain` was given neither `a` and `b` nor `record` and `entityID`.',
  fix: 'Give the ids of two records as a and b, or the id of a record and that of its entity.',
}) {
  constructor() {
    super('explain takes either a and b, or record and entityID');
  }
}

/** `skipReview` was told neither two records nor a review. */
export class SkipInputError extends apiError({
  code: 'BAD_SKIP_INPUT',
  meaning: '`skipReview` was told neither two records nor a review, or both. Nothing was stored.',
  fix: 'Give the ids of both records of a near match as a and b, or the id of a review of another kind.',
}) {
  constructor() {
    super('skipReview takes either a and b, or id');
  }
}

/** A pace was to be set, and none was given. */
export class PaceMissingError extends apiError({
  code: 'PACE_MISSING',
  meaning: '`setRuleChangePace` was given neither `paused` nor `writeUnitsPerSecond`. Nothing was changed.',
  fix: 'Give at least one of `paused` and `writeUnitsPerSecond`.',
}) {
  constructor() {
    super('setRuleChangePace was given neither paused nor writeUnitsPerSecond');
  }
}

function quoted(text: string): string {
  return JSON.stringify(text.length <= 80 ? text : `${text.slice(0, 80)}…`);
}

/** The HTTP request is not one that carries a GraphQL request. */
export class InvalidRequestError extends apiError({
  code: 'BAD_REQUEST',
  meaning: 'The HTTP request does not carry a GraphQL request. Status 400.',
  fix: 'Send a JSON object with `query` (text), and where needed `variables` (object) and `operationName` (text).',
}) {}

export class BodyNotJsonError extends apiError({
  code: 'BODY_NOT_JSON',
  meaning: 'The body is missing, is not UTF-8 or is not JSON. Status 400.',
  fix: 'Send a JSON object such as {"query":"{ __typename }","variables":{}}, in UTF-8.',
}) {
  constructor(problem: string) {
    super(`the request body ${problem}`);
  }
}

export class RequestTooLargeError extends apiError({
  code: 'REQUEST_TOO_LARGE',
  meaning: 'The body is larger than the deployment accepts. Nothing was executed. Status 413.',
  fix: 'Send fewer records in one request.',
}) {
  constructor(bytes: number, limit: number) {
    super(`the request body has ${bytes} bytes; the limit is ${limit}`);
  }
}

export class AnswerTooLargeError extends apiError({
  code: 'RESPONSE_TOO_LARGE',
  meaning: 'The answer is larger than the gateway passes on. A mutation was executed all the same.',
  fix: 'Ask for fewer entities, select fewer fields, or send the header "accept-encoding: gzip".',
}) {
  constructor(bytes: number, limit: number, afterMutation: boolean) {
    const done = afterMutation ? '; the mutation itself was carried out' : '';
    super(`the answer has ${bytes} bytes, and at most ${limit} can be sent${done}`);
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
  static readonly api: readonly ApiCode<QueryLimitCode>[] = [
    {
      code: 'TOO_MANY_TOKENS',
      meaning: 'The text of the query is too long. Nothing was executed.',
      fix: 'Send values as variables.',
    },
    {
      code: 'QUERY_TOO_DEEP',
      meaning: 'The query nests too many levels of fields or brackets. Nothing was executed.',
      fix: 'Select fewer levels.',
    },
    {
      code: 'TOO_MANY_ALIASES',
      meaning: 'The operation has too many aliases. Nothing was executed.',
      fix: 'Send several requests.',
    },
    {
      code: 'TOO_MANY_ROOT_FIELDS',
      meaning: 'The operation has too many fields on its top level. Nothing was executed.',
      fix: 'Send several requests.',
    },
    {
      code: 'TOO_MANY_FIELDS',
      meaning:
        'The operation selects too many fields, fragments counted wherever they are spread. Nothing was executed.',
      fix: 'Select fewer fields, or send several requests.',
    },
  ];
  readonly code: QueryLimitCode;
  constructor(code: QueryLimitCode, message: string, hint: string) {
    super(message, { hint });
    this.code = code;
  }
}

/** The document holds no operation of the name asked for, or several and no name was given. */
export class OperationNotFoundError extends apiError({
  code: 'OPERATION_NOT_FOUND',
  meaning: 'The query contains no operation of this name, or several operations and no name was given.',
  fix: 'Name one of the operations of the query in `operationName`.',
}) {}

/** The request was not one the service takes over HTTP, told by its status. */
export class HttpError extends EntityDataError {
  static readonly api: readonly ApiCode<HttpError['code']>[] = [
    {
      code: 'METHOD_NOT_ALLOWED',
      meaning: 'The HTTP method is not accepted, or a mutation was sent with GET. Status 405.',
      fix: 'Send the request with POST.',
    },
    {
      code: 'NOT_ACCEPTABLE',
      meaning: 'The `accept` header allows no media type that the service can answer. Status 406.',
      fix: 'Accept `application/json` or `application/graphql-response+json`.',
    },
    {
      code: 'UNSUPPORTED_MEDIA_TYPE',
      meaning: 'The body is not declared as JSON. Status 415.',
      fix: 'Send the header `content-type: application/json`.',
    },
  ];
  readonly code: 'METHOD_NOT_ALLOWED' | 'NOT_ACCEPTABLE' | 'UNSUPPORTED_MEDIA_TYPE';
  constructor(code: HttpError['code'], message: string, hint: string) {
    super(message, { hint });
    this.code = code;
  }
}

/** The client sent more requests than its limit allows. Nothing was executed. */
export class TooManyRequestsError extends apiError({
  code: 'TOO_MANY_REQUESTS',
  meaning:
    'The client sent more requests than its limit allows. Nothing was executed. Status 429; `retry-after` says in how many seconds the next request is accepted.',
  fix: 'Wait for that time, then send the same request again. Put several records into one request.',
}) {
  override readonly retryable = true;
  readonly retryAfterSeconds: number;

  /** @param limit requests per second, and so many at once */
  constructor(limit: { readonly rate: number; readonly burst: number }, retryAfterSeconds: number) {
    super(`the client sent more than ${limit.rate} requests per second, with ${limit.burst} at once`, {
      hint: `Send the request again after ${retryAfterSeconds} s, and put several records into one request.`,
    });
    this.retryAfterSeconds = retryAfterSeconds;
  }
}
