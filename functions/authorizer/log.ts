import type { FailureDescription } from '../telemetry/failure.ts';
import { writeToStandardOutput } from '../telemetry/log-lines.ts';

/** A line of the authorizer's log. It never holds a token, a part of one, or anything else a caller sent as one. */
export interface LogEntry {
  readonly level: 'info' | 'warn' | 'error';
  readonly message: string;
  /** Stable code of a refusal. */
  readonly reason?: string;
  readonly requestId?: string;
  readonly sourceIp?: string;
  /** What went wrong, of problems that are not the caller's. */
  readonly detail?: string;
  /** Where the authorizer's own code failed. */
  readonly cause?: FailureDescription;
}

export type Log = (entry: LogEntry) => void;

/** Writes each entry as one line of JSON. */
export function createLog(service: string, write: (line: string) => void = writeToStandardOutput): Log {
  return (entry) => write(JSON.stringify({ timestamp: new Date().toISOString(), service, ...entry }));
}
