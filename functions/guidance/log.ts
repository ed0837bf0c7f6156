import { writeToStandardOutput } from '../../src/runtime/log/log-lines.ts';

/**
 * A line of the guidance server's log: what was asked for and how it went, never anything that a caller sent. Names of
 * tools and methods are the server's own; what it does not know is `unknown`.
 */
export interface LogEntry {
  readonly level: 'info' | 'error';
  readonly message: string;
  readonly requestId?: string;
  readonly method?: string;
  readonly tool?: string;
  /** `ok`, `tool-error`, `refused` and the like; stable, for alarms. */
  readonly outcome?: string;
  readonly status?: number;
  readonly requestBytes?: number;
  readonly answerBytes?: number;
  readonly milliseconds?: number;
  /** Where the server's own code failed: names of files and functions, no message. */
  readonly place?: string;
}

export type Log = (entry: LogEntry) => void;

/** Writes each entry as one line of JSON. */
export function createLog(write: (line: string) => void = writeToStandardOutput): Log {
  return (entry) => write(JSON.stringify({ timestamp: new Date().toISOString(), service: 'guidance', ...entry }));
}
