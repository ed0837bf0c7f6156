/** What the API tells its operator. Fields never hold a record's values, a query's text or a token. */
export interface Log {
  info(message: string, fields: LogFields): void;
  warn(message: string, fields: LogFields): void;
  error(message: string, fields: LogFields): void;
}

export type LogFields = Readonly<Record<string, unknown>>;

export { describeFailure as describeCause } from './failure.ts';
