/** What the API tells its operator. Fields never hold a record's values, a query's text or a token. */
export interface Log {
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

/** For the log only: what an unexpected failure was, with its causes. */
export function describeCause(failure: unknown): LogFields {
  if (!(failure instanceof Error)) return { name: typeof failure };
  return {
    name: failure.name,
    message: failure.message,
    stack: failure.stack,
    ...(failure.cause === undefined ? {} : { cause: describeCause(failure.cause) }),
  };
}
