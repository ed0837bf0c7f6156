import type { CallerRefusal } from '../../src/runtime/callers/callers.ts';
import { type FailureDescription, writeToStandardOutput } from '../../src/runtime/log.ts';

/** A line of the authorizer's log. It never contains a token, a part of one, or other content of the header. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** Stable code of the refusal. */
  readonly reason?: string;
  readonly requestId?: string;
  /** The address of the connection. */
  readonly sourceIp?: string;
  /** The address of the CDN's caller, if there is a CDN. */
  readonly clientIp?: string;
  /** Details of a problem that the caller did not cause. */
  readonly detail?: string;
  /** Where the authorizer's own code failed. */
  readonly cause?: FailureDescription;
}

export type Log = (entry: LogEntry) => void;

/** Writes each entry as one line of JSON. */
export function createLog(service: string, write: (line: string) => void = writeToStandardOutput): Log {
  return (entry) => write(JSON.stringify({ timestamp: new Date().toISOString(), service, ...entry }));
}

/** Why a request is refused. The codes are stable and appear in the log only; the caller sees just the refusal. */
export type RefusalReason =
  | CallerRefusal
  | 'TOKEN_MISSING'
  | 'TOKEN_TOO_LARGE'
  | 'TOKEN_MALFORMED'
  | 'TOKEN_TYPE_NOT_ALLOWED'
  | 'ALGORITHM_NOT_ALLOWED'
  | 'KEY_ID_MISSING'
  | 'KEY_UNKNOWN'
  | 'KEY_UNFIT'
  | 'KEYS_UNAVAILABLE'
  | 'SIGNATURE_INVALID'
  | 'ISSUER_MISMATCH'
  | 'EXPIRY_MISSING'
  | 'ISSUED_AT_MISSING'
  | 'TOKEN_EXPIRED'
  | 'TOKEN_NOT_YET_VALID'
  | 'AUDIENCE_MISMATCH'
  | 'TOKEN_USE_NOT_ACCESS'
  | 'SCOPE_MALFORMED'
  | 'GROUPS_MALFORMED'
  | 'PERSON_MISSING';
