import type { FailureDescription } from '../../src/runtime/log/failure.ts';
import { writeToStandardOutput } from '../../src/runtime/log/log-lines.ts';

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
