import { BrokenInvariantError } from '../assert.ts';

/** What the API tells its operator. Fields never hold a record's values, a query's text or a token. */
export interface Log {
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/**
 * What a log may say of a failure: what it was and where it came from, never its message. Messages quote what was at
 * hand: a JSON parser the text, a database the item, a library the value of a record.
 */
export interface FailureDescription {
  readonly name: string;
  /** Of the service's own errors, of Node's (`ECONNREFUSED`) and of AWS's. */
  readonly code?: string;
  /** What should have been true, of a fault of the service. */
  readonly invariant?: string;
  /** With which HTTP status AWS answered, and the id by which its support finds the request. */
  readonly httpStatus?: number;
  readonly awsRequestId?: string;
  /** The functions and lines that led to it, innermost first. */
  readonly calls?: readonly string[];
  readonly cause?: FailureDescription;
}

interface Failure extends Error {
  readonly code?: unknown;
  readonly $metadata?: { readonly httpStatusCode?: unknown; readonly requestId?: unknown };
}

const MAX_CALLS = 12;
const MAX_CAUSES = 5;
/** Names and codes are written by programmers; anything else is not repeated. */
const word = /^[\w.$-]{1,100}$/;

export function describeFailure(failure: unknown, causes = 0): FailureDescription {
  if (!(failure instanceof Error)) return { name: typeof failure };
  const { name, code, cause, $metadata } = failure as Failure;
  const calls = callsOf(failure);
  return {
    name: word.test(name) ? name : 'Error',
    ...(typeof code === 'string' && word.test(code) ? { code } : {}),
    ...(failure instanceof BrokenInvariantError ? { invariant: failure.invariant } : {}),
    ...(typeof $metadata?.httpStatusCode === 'number' ? { httpStatus: $metadata.httpStatusCode } : {}),
    ...(typeof $metadata?.requestId === 'string' && word.test($metadata.requestId)
      ? { awsRequestId: $metadata.requestId }
      : {}),
    ...(calls.length === 0 ? {} : { calls }),
    ...(cause === undefined || causes >= MAX_CAUSES ? {} : { cause: describeFailure(cause, causes + 1) }),
  };
}

/** The lines of a stack trace without what stands before them, which is the message. */
function callsOf({ stack = '', message }: Error): string[] {
  const behind = message === '' ? 0 : stack.indexOf(message);
  // A message that was changed later stands in the stack as it was: then nothing tells where it ends.
  if (behind === -1) return [];
  return stack
    .slice(behind + message.length)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line.startsWith('at '))
    .slice(0, MAX_CALLS);
}

/** The kind of a failure and the calls that led to it. Its message may quote what a caller sent, so it is left out. */
export function placeOf(failure: unknown): string {
  if (!(failure instanceof Error)) return typeof failure;
  return [failure.name, ...callsOf(failure)].join(' ');
}

/** Severities, least first. */
const severities = ['DEBUG', 'INFO', 'WARN', 'ERROR'] as const;
export type Severity = (typeof severities)[number];

/**
 * Writes one line where Lambda takes it for an event of the log as it is. Not through `console`: in Lambda's JSON log
 * format that puts every text into a `message` of its own, where neither a query nor CloudWatch's metrics find its fields.
 */
export function writeToStandardOutput(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Lets through the lines of a severity and those above it; LOG_LEVEL names it, INFO unless it does. The functions choose
 * themselves what they write: Lambda's own filter would hold lines with metrics, which have no severity, for INFO.
 */
export function isLogged(environment: Readonly<Record<string, string | undefined>>): (severity: string) => boolean {
  const least = severities.indexOf((environment['LOG_LEVEL'] ?? '').toUpperCase() as Severity);
  const from = least === -1 ? severities.indexOf('INFO') : least;
  return (severity) => severities.indexOf(severity.toUpperCase() as Severity) >= from;
}
