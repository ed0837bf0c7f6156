import { GraphQLError, type GraphQLFormattedError } from 'graphql';
import { SubmitRefusedError } from '../entities/errors.ts';
import { EntityDataError } from '../errors.ts';
import { publicCodes } from './error-codes.ts';

/** The most characters of a message. Messages of graphql-js quote values of the request, which may be long. */
const MAX_MESSAGE = 1_000;

/** The same error with a code. */
export function codedError(error: GraphQLError, code: string): GraphQLError {
  const { nodes, source, positions, path } = error;
  const options = { nodes, source, positions, path, extensions: { ...error.extensions, code } };
  return new GraphQLError(error.message, options);
}

export interface AnsweredErrors {
  readonly errors: readonly GraphQLFormattedError[];
  /** Receives failures whose cause the caller must not see. */
  readonly unexpected: readonly unknown[];
}

/**
 * Converts errors to those that the caller may see. An error of the service shows its message, code and hint. A refused
 * submit becomes one error for each problem with a record, whose path is that of its field followed by
 * `"input", "records", index`; everything unknown becomes `Unexpected error.` with the request id.
 */
export function answerErrors(errors: readonly GraphQLError[], requestId: string): AnsweredErrors {
  const answered: GraphQLFormattedError[] = [];
  const unexpected: unknown[] = [];
  for (const error of errors) {
    const cause = rootCause(error);
    if (cause instanceof SubmitRefusedError) {
      for (const problem of cause.problems) {
        answered.push({
          message: problem.error.message,
          ...place(error, [...(error.path ?? []), 'input', 'records', problem.index]),
          extensions: extensionsOf(problem.error),
        });
      }
    } else if (cause instanceof EntityDataError && publicCodes.has(cause.code)) {
      answered.push({ message: cause.message, ...place(error, error.path), extensions: extensionsOf(cause) });
    } else {
      const code = codeOf(error);
      if (code === undefined) unexpected.push(cause ?? error);
      answered.push(
        code === undefined
          ? {
              message: 'Unexpected error.',
              ...place(error, error.path),
              extensions: { code: 'INTERNAL_ERROR', requestId },
            }
          : {
              message: shortened(error.message),
              ...place(error, error.path),
              extensions: { ...error.extensions, code },
            },
      );
    }
  }
  return { errors: answered, unexpected };
}

/** The `extensions` of an error of the service. */
export function extensionsOf(error: EntityDataError): Record<string, unknown> {
  return {
    code: error.code,
    ...(error.hint === undefined ? {} : { hint: error.hint }),
    ...(error.retryable ? { retryable: true } : {}),
  };
}

function rootCause(error: GraphQLError): unknown {
  let cause: unknown = error.originalError;
  while (cause instanceof GraphQLError && cause.originalError !== undefined) cause = cause.originalError;
  return cause;
}

/** The code of an error from graphql-js; undefined for any other error. */
function codeOf(error: GraphQLError): string | undefined {
  const given = error.extensions['code'];
  if (typeof given === 'string') return given;
  const cause = error.originalError;
  if (cause === undefined || cause instanceof EntityDataError) return undefined;
  // While executing, graphql-js raises a GraphQLError for an argument, placed in the query, and for a value that a
  // scalar cannot answer, not placed; and a plain Error for null where the schema promises a value.
  if (cause instanceof GraphQLError) return cause.nodes === undefined ? 'STORED_VALUE_UNREADABLE' : 'BAD_USER_INPUT';
  return cause.message.startsWith('Cannot return null for non-nullable field ') ? 'STORED_VALUE_UNREADABLE' : undefined;
}

function place(error: GraphQLError, path: GraphQLError['path']): Pick<GraphQLFormattedError, 'locations' | 'path'> {
  const { locations } = error;
  return { ...(locations === undefined ? {} : { locations }), ...(path === undefined ? {} : { path }) };
}

function shortened(message: string): string {
  return message.length <= MAX_MESSAGE ? message : `${message.slice(0, MAX_MESSAGE)}…`;
}
