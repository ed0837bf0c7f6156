import type { APIGatewayProxyStructuredResultV2 } from 'aws-lambda';
import {
  executeRootSelectionSet,
  GraphQLError,
  type GraphQLObjectType,
  type OperationDefinitionNode,
  type ValidatedExecutionArgs,
  validateExecutionArgs,
} from 'graphql';
import { createHandler, parseRequestParams, type Request, type RequestParams } from 'graphql-http';
import { OPERATION_TIME } from '../../src/entities/deadline.ts';
import type { Resolution } from '../../src/entities/operations.ts';
import { FilterBudget } from '../../src/entities/read/insights/filter.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import { EntityDataError } from '../../src/errors.ts';
import { createPrepareDocument, rootFields, selectOperation } from '../../src/graphql/documents/prepare.ts';

import { answerErrors, codedError } from '../../src/graphql/error-answer.ts';
import { errorCodes } from '../../src/graphql/error-codes.ts';
import { AnswerTooLargeError } from '../../src/graphql/errors.ts';
import { defaultLimits, type Limits } from '../../src/graphql/limits.ts';
import type { RequestContext } from '../../src/graphql/operations/operation.ts';
import { buildApiSchema } from '../../src/graphql/schema/build.ts';
import { createVariableReader, MAX_VARIABLE_PROBLEMS } from '../../src/graphql/schema/input-check.ts';
import { createScopeCheck, ownField } from '../../src/graphql/schema/privileges.ts';
import { createRecordPaths } from '../../src/graphql/schema/record-paths.ts';
import { endless, spanOf, type TimeLeft } from '../../src/request-time.ts';
import type { RecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { describeFailure, type Log } from '../../src/runtime/log.ts';
import type { Meter } from '../../src/runtime/metrics/meter.ts';
import { scopeNameOfOperation } from '../../src/scopes.ts';
import {
  type ApiEvent,
  errorResponse,
  JSON_TYPE,
  parseBody,
  readBody,
  refusal,
  requestProblem,
  sendable,
  statusError,
  statusOf,
  unexpectedResponse,
} from './http.ts';
import type { ClientThrottle } from './throttle.ts';

export interface ApiDependencies {
  readonly resolution: Resolution;
  readonly ruleChanges: RuleChanges;
  readonly recordSchema: Pick<RecordSchema, 'document'>;
  /** Prefix of the scopes. */
  readonly serviceIdentifier: string;
  readonly log: Log;
  readonly limits?: Limits;
  /** Until the process is stopped in the middle of a request; endless where it is not. */
  readonly timeLeft?: TimeLeft;
  /** Receives durations and errors of requests. */
  readonly meter?: Meter;
  /** Limits the requests of each client; without it they have no limits. */
  readonly throttle?: ClientThrottle;
}

/** Answers one request of API Gateway to the API's only route. Never rejects. */
export type Api = (event: ApiEvent) => Promise<APIGatewayProxyStructuredResultV2>;

/** The state of one request: the context of its resolvers, and facts that become known during execution. */
interface Exchange extends RequestContext {
  readonly requestId: string;
  /** The GraphQL result as it goes out; undefined until there is one. */
  result?: object;
  /** Why the body could not be read. */
  bodyProblem?: unknown;
  /** Root fields of the operation, for the log. */
  fields: readonly string[];
  /** Codes of the errors that are answered, one each. */
  codes: readonly string[];
  mutates: boolean;
}

/** A valid operation with its variables. graphql-http reads its name. */
interface Executable extends ValidatedExecutionArgs {
  readonly operationName?: string;
}

/** An operation that is not executed. */
interface Refusal {
  readonly errors: readonly GraphQLError[];
  /** Null where the operation is good and its fields are refused. */
  readonly data?: null;
}

/**
 * Builds the schema once and answers requests with it. Methods, media types, parameters and statuses follow GraphQL
 * over HTTP, through graphql-http; parsing, limits, execution and errors are the service's own.
 */
export function createApi(dependencies: ApiDependencies): Api {
  const {
    resolution,
    ruleChanges,
    recordSchema,
    serviceIdentifier,
    log,
    limits = defaultLimits,
    timeLeft = endless,
    meter,
    throttle,
  } = dependencies;
  const schema = buildApiSchema(recordSchema, serviceIdentifier);
  const recordPaths = createRecordPaths(schema.getType('Record') as GraphQLObjectType);
  const prepareDocument = createPrepareDocument(schema, limits);
  const deniedFields = createScopeCheck(serviceIdentifier);
  const readVariables = createVariableReader(schema);

  const prepare = (params: RequestParams, exchange: Exchange): Executable | Refusal => {
    const document = prepareDocument(params.query);
    if (!('kind' in document)) return { errors: document };
    const operationName = params.operationName ?? undefined;
    let operation: OperationDefinitionNode;
    try {
      operation = selectOperation(document, operationName);
    } catch (error) {
      if (!(error instanceof EntityDataError)) throw error;
      return { errors: [new GraphQLError(error.message, { originalError: error })] };
    }
    const asked = rootFields(document, operation, params.variables);
    exchange.mutates = operation.operation === 'mutation';
    exchange.fields = asked.map(({ name }) => name.value);
    // Scopes are checked before values are read, so that a refused caller costs little.
    const denied = deniedFields(asked, exchange.scopes);
    if (denied.length > 0) return { errors: denied, data: null };
    const variables = readVariables(operation, params.variables);
    if ('errors' in variables) return { errors: variables.errors.map((error) => codedError(error, 'BAD_USER_INPUT')) };
    const executable = validateExecutionArgs({
      schema,
      document,
      operationName,
      variableValues: variables.values,
      contextValue: exchange,
      fieldResolver: ownField,
      options: { maxCoercionErrors: MAX_VARIABLE_PROBLEMS },
    });
    if (!('schema' in executable)) return { errors: executable.map((error) => codedError(error, 'BAD_USER_INPUT')) };
    return operationName === undefined ? executable : { ...executable, operationName };
  };

  const fail = (failure: unknown, requestId: string) =>
    log.error('unexpected failure', { requestId, cause: describeFailure(failure) });

  const answer = (errors: readonly GraphQLError[], exchange: Exchange) => {
    const answered = answerErrors(errors, exchange.requestId);
    exchange.codes = answered.errors.map((error) => String(error.extensions?.['code']));
    for (const failure of answered.unexpected) fail(failure, exchange.requestId);
    return answered.errors;
  };

  // graphql-http decides method, status and media type by what it is given. What it would serialise is put aside in the
  // exchange: without its replacer function, JSON.stringify takes less than half the time.
  const handle = createHandler<ApiEvent, Exchange, never>({
    parseRequestParams: async (request) => {
      try {
        return await parseRequestParams(request);
      } catch (error) {
        const problem = requestProblem(request.context.bodyProblem ?? error);
        request.context.result = {
          errors: answer([new GraphQLError(problem.message, { originalError: problem })], request.context),
        };
        throw problem;
      }
    },
    onSubscribe: (request, params) => {
      const exchange = request.context;
      const prepared = prepare(params, exchange);
      if ('schema' in prepared) return prepared as never;
      exchange.result = { ...prepared, errors: answer(prepared.errors, exchange) };
      // With data, if only null, the status is that of an answer.
      return prepared.data === undefined ? prepared.errors : { data: null };
    },
    execute: (args) => executeRootSelectionSet(args as unknown as Executable),
    onOperation: ({ context: exchange }, _args, result) => {
      exchange.result =
        result.errors === undefined ? result : { errors: answer(result.errors, exchange), data: result.data };
      return { data: null };
    },
  });

  const respond = async (event: ApiEvent, exchange: Exchange): Promise<APIGatewayProxyStructuredResultV2> => {
    const { headers } = event;
    const [handled, init] = await handle(toRequest(event, readBody(event, limits.maxRequestBytes), exchange));
    const { result } = exchange;
    if (result === undefined) {
      const refused = statusError(init.status, handled !== null);
      if (refused !== undefined) throw refused;
    }
    const contentType = init.headers?.['content-type'] ?? JSON_TYPE;
    const body = result === undefined ? (handled ?? '') : JSON.stringify(result);
    const answered = await sendable(
      body,
      init.status,
      { 'content-type': contentType },
      headers['accept-encoding'],
      limits.maxAnswerBytes,
    );
    if (!('bytes' in answered)) return answered;
    const oversize = new AnswerTooLargeError(answered.bytes, limits.maxAnswerBytes, exchange.mutates);
    exchange.codes = [oversize.code];
    return refusal(oversize, init.status, contentType);
  };

  return async (event) => {
    const started = performance.now();
    const { requestId, authorizer } = event.requestContext;
    const exchange: Exchange = {
      resolution,
      ruleChanges,
      recordPaths,
      limits,
      filterBudget: new FilterBudget(spanOf(OPERATION_TIME, timeLeft)),
      scopes: new Set(authorizer?.lambda?.scope?.split(' ')),
      clientId: authorizer?.lambda?.clientId ?? '',
      person: authorizer?.lambda?.person ?? '',
      requestId,
      fields: [],
      codes: [],
      mutates: false,
    };
    // Checked before the request is read, so that a refused one costs little.
    const admitted = async () => {
      const tooMany = await throttle?.refusalOf(authorizer?.lambda?.clientId ?? '');
      if (tooMany !== undefined) throw tooMany;
      return respond(event, exchange);
    };
    const answered = await admitted().catch((failure: unknown) => {
      if (failure instanceof EntityDataError) {
        exchange.codes = [failure.code];
        return refusal(failure, statusOf(failure));
      }
      exchange.codes = ['INTERNAL_ERROR'];
      fail(failure, requestId);
      return unexpectedResponse(requestId);
    });
    const milliseconds = Math.round((performance.now() - started) * 1_000) / 1_000;
    if (meter !== undefined) recordRequest(meter, { fields: exchange.fields, codes: exchange.codes, milliseconds });
    log.info('request', {
      requestId,
      clientId: authorizer?.lambda?.clientId,
      fields: exchange.fields,
      status: answered.statusCode,
      ...(exchange.codes.length === 0 ? {} : { codes: [...new Set(exchange.codes)], errors: exchange.codes.length }),
      milliseconds,
      answerLength: answered.body?.length,
    });
    return answered;
  };
}

function toRequest(event: ApiEvent, body: string | undefined, exchange: Exchange): Request<ApiEvent, Exchange> {
  return {
    method: event.requestContext.http.method,
    url: `/?${event.rawQueryString}`,
    headers: event.headers,
    // A function, so that method and content type are looked at first.
    body:
      body === undefined
        ? null
        : () => {
            try {
              return parseBody(body);
            } catch (problem) {
              exchange.bodyProblem = problem;
              throw problem;
            }
          },
    raw: event,
    context: exchange,
  };
}

/** One answered request, as metrics see it. */
interface AnsweredRequest {
  /** Root fields of the operation; none when it could not be read. */
  readonly fields: readonly string[];
  /** Codes of the errors that were answered, one each. */
  readonly codes: readonly string[];
  readonly milliseconds: number;
}

const knownCodes: ReadonlySet<string> = new Set(errorCodes.map(({ code }) => code));

/** The kind of request: an operation of the API, `introspection`, `several`, or `none` if it was invalid. */
export function operationOf(fields: readonly string[]): string {
  const [first] = fields;
  if (first === undefined) return 'none';
  if (fields.some((field) => field !== first)) {
    return fields.every(isIntrospection) ? 'introspection' : 'several';
  }
  if (isIntrospection(first)) return 'introspection';
  return Object.hasOwn(scopeNameOfOperation, first) ? first : 'none';
}

const isIntrospection = (field: string): boolean => field.startsWith('__');

export function recordRequest(meter: Meter, { fields, codes, milliseconds }: AnsweredRequest): void {
  meter.record('RequestDuration', milliseconds, operationOf(fields));
  // Codes are the service's own: one that is on no list must not become a metric of its own.
  for (const code of codes) meter.record('Errors', 1, knownCodes.has(code) ? code : 'OTHER');
}

/**
 * Stands in for an API whose configuration cannot be used. A function that crashed instead would be started again and
 * again, and its callers would only see the gateway's error. The problems are logged at once and once; callers learn
 * that there are some, but not what they are.
 */
export function createMisconfiguredApi(error: EntityDataError, log: Log, meter?: Meter): Api {
  const problems = error.message.split('\n');
  for (const problem of problems) log.error('misconfigured', { code: error.code, problem });
  const count = problems.length === 1 ? 'one problem' : `${problems.length} problems`;
  return async (event) => {
    const { requestId } = event.requestContext;
    meter?.record('Errors', 1, 'SERVICE_MISCONFIGURED');
    log.error('refused, because misconfigured', { requestId, problems: problems.length });
    return errorResponse(
      {
        message: `the service is misconfigured: its log names ${count}`,
        extensions: { code: 'SERVICE_MISCONFIGURED', requestId },
      },
      500,
    );
  };
}
