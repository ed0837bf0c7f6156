import { EntityDataError, RetryableError, UndecidedError } from '../../errors.ts';
import { InvalidWriteError, ItemTooLargeError, StoreUnavailableError } from '../errors.ts';

interface AwsError extends Error {
  readonly code?: string;
  readonly $metadata?: { readonly httpStatusCode?: number; readonly clockSkewCorrected?: boolean };
}

/**
 * What a failed call means for repeating it:
 * - `refused`: nothing was written, and repeating does not help;
 * - `busy`: nothing was written, and repeating can help;
 * - `unknown`: the write may have been made (the response was lost, or the service failed while it ran).
 */
export type Fate = 'refused' | 'busy' | 'unknown';

const BUSY = new Set([
  'ProvisionedThroughputExceededException',
  'ThrottlingException',
  'ThrottlingError',
  'RequestLimitExceeded',
  'TransactionConflictException',
  'TransactionInProgressException',
  'ReplicatedWriteConflictException',
]);
/** Codes of connections that were never established. */
const NEVER_SENT = new Set(['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'EHOSTUNREACH', 'ENETUNREACH']);
const LOST = new Set(['ECONNRESET', 'EPIPE', 'ETIMEDOUT', 'ECONNABORTED', 'ERR_STREAM_PREMATURE_CLOSE']);

export function fateOf(error: unknown): Fate {
  const { name, code, message, $metadata } = error as AwsError;
  const status = $metadata?.httpStatusCode ?? 0;
  // A corrected clock explains only a 4xx response. After a 5xx the write may have been made, whatever its date says.
  if (BUSY.has(name) || ($metadata?.clockSkewCorrected === true && status >= 400 && status < 500)) return 'busy';
  if (code !== undefined && NEVER_SENT.has(code)) return 'busy';
  if (code !== undefined && LOST.has(code)) return 'unknown';
  if (name === 'TimeoutError' || name === 'RequestTimeout' || name === 'AbortError') return 'unknown';
  if (/socket hang up|network socket disconnected/i.test(message ?? '')) return 'unknown';
  // An error with a 2xx status: the response could not be read.
  return status >= 500 || (status >= 200 && status < 300) ? 'unknown' : 'refused';
}

/** Why a call is repeated: the table is throttled, another transaction has the same items, or there was no response. */
export type RetryCause = 'throttled' | 'conflict' | 'unanswered';

const CONFLICTS = new Set([
  'TransactionConflictException',
  'TransactionInProgressException',
  'ReplicatedWriteConflictException',
]);

export function retryCauseOf(error: unknown): RetryCause {
  const { name } = error as AwsError;
  if (CONFLICTS.has(name)) return 'conflict';
  return BUSY.has(name) ? 'throttled' : 'unanswered';
}

/** Converts an error of AWS into one of this service. Returns this service's own errors unchanged. */
export function failure(error: unknown, tableName: string): EntityDataError {
  if (error instanceof EntityDataError) return error;
  const { name, message } = error as AwsError;
  switch (name) {
    case 'ResourceNotFoundException':
      return new StoreUnavailableError(`The DynamoDB table ${tableName} does not exist in this region and account`, {
        hint: 'Check the table name, the region and the endpoint, or apply the Terraform module first.',
        cause: error,
      });
    case 'AccessDeniedException':
      return new StoreUnavailableError(`Access to the DynamoDB table ${tableName} is denied`, {
        hint: "Allow the function's role to read and write the table (and to use its KMS key, if it has one).",
        cause: error,
      });
    case 'UnrecognizedClientException':
    case 'ExpiredTokenException':
    case 'InvalidSignatureException':
    case 'CredentialsProviderError':
      return new StoreUnavailableError(`AWS refuses the credentials for the DynamoDB table ${tableName}: ${message}`, {
        hint: 'Check the credentials, their age and the clock of this machine.',
        cause: error,
      });
    case 'ValidationException':
      return invalid(error, tableName, message);
    default:
      return fateOf(error) === 'refused'
        ? new StoreUnavailableError(`The DynamoDB table ${tableName} refused a request: ${name}: ${message}`, {
            hint: 'See the cause in the log.',
            cause: error,
          })
        : overloaded(error, tableName);
  }
}

export function overloaded(cause: unknown, tableName: string): RetryableError {
  return new RetryableError(`The DynamoDB table ${tableName} did not answer in time`, {
    hint: 'Repeat the same request; nothing is lost.',
    cause,
  });
}

/** The error of a write whose response was lost and that must not be sent twice. */
export function undecided(cause: unknown, tableName: string): UndecidedError {
  return new UndecidedError(`The DynamoDB table ${tableName} did not say whether it made a change`, {
    hint: 'Repeat the same request; repeating it is safe.',
    cause,
  });
}

function invalid(error: unknown, tableName: string, message: string): EntityDataError {
  if (/size.*exceeded|larger than|too large/i.test(message)) {
    return new ItemTooLargeError(`An item of the DynamoDB table ${tableName} would be too large: ${message}`, {
      hint: 'Store less in one record, or split it.',
      cause: error,
    });
  }
  return new InvalidWriteError(`The DynamoDB table ${tableName} finds a request invalid: ${message}`, {
    hint: 'Numbers can be added only to numbers; see the message for the rest.',
    cause: error,
  });
}
