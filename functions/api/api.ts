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
import { FilterBudget } from '../../src/entities/read/insights/filter.ts';
import type { RuleChanges } from '../../src/entities/rule-changes/types.ts';
import type { Resolution } from '../../src/entities/types.ts';
import { EntityDataError } from '../../src/errors.ts';
import { selectOperation } from '../../src/graphql/documents/operation.ts';
import { createPrepareDocument } from '../../src/graphql/documents/prepare.ts';
import { rootFields } from '../../src/graphql/documents/root-fields.ts';
import { answerErrors, codedError } from '../../src/graphql/error-answer.ts';
import { AnswerTooLargeError } from '../../src/graphql/errors.ts';
import { defaultLimits, type Limits } from '../../src/graphql/limits.ts';
import type { RequestContext } from '../../src/graphql/operations/operation.ts';
import { buildApiSchema } from '../../src/graphql/schema/build.ts';
import { createScopeCheck } from '../../src/graphql/schema/operation-scopes.ts';
import { ownField } from '../../src/graphql/schema/own-field.ts';
import { createRecordPaths } from '../../src/graphql/schema/record-paths.ts';
import { createVariableReader, MAX_VARIABLE_PROBLEMS } from '../../src/graphql/schema/variables.ts';
import { endless, spanOf, type TimeLeft } from '../../src/request-time.ts';
import type { RecordSchema } from '../../src/rules/record-schema/record-schema.ts';
import { describeCause, type Log } from '../../src/runtime/log/log.ts';
import type { Meter } from '../../src/runtime/metrics/meter.ts';
import { sendable } from './http/answer.ts';
import { parseBody, readBody } from './http/body.ts';
import { JSON_TYPE, refusal, unexpectedResponse } from './http/error-response.ts';
import type { ApiEvent } from './http/event.ts';
import { requestProblem, statusError, statusOf } from './http/problems.ts';
import { recordRequest } from './request-metrics.ts';
import type { ClientThrottle } from './throttle/client-throttle.ts';

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
    log.error('unexpected failure', { requestId, cause: describeCause(failure) });

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
