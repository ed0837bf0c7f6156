import { type ApiConfig, ApiConfigError, type ConfigProblem, loadConfig as loadTableConfig } from '../api/config.ts';

/** What the API knows of the deployment, but for the limits of requests. */
export interface IngestConfig extends Omit<ApiConfig, 'limits'> {
  /** Bytes above which an object is refused. */
  readonly maxObjectBytes: number;
  /** After so many deliveries the queue puts a message to the dead letters. */
  readonly maxReceiveCount: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads what the API reads of the table and the documents, and MAX_OBJECT_BYTES and MAX_RECEIVE_COUNT.
 *
 * @throws ApiConfigError with every problem found.
 */
export function loadConfig(environment: Environment): IngestConfig {
  const problems: ConfigProblem[] = [];
  const wholeNumber = (variable: string, least: number, most: number): number => {
    const text = environment[variable] ?? '';
    const value = /^\d{1,10}$/.test(text) ? Number(text) : Number.NaN;
    if (!(value >= least && value <= most)) {
      problems.push({ variable, message: `must be a whole number from ${least} to ${most}.` });
    }
    return value;
  };
  const maxObjectBytes = wholeNumber('MAX_OBJECT_BYTES', 1_024, 100 * 1024 * 1024);
  const maxReceiveCount = wholeNumber('MAX_RECEIVE_COUNT', 1, 1_000);
  try {
    const { limits: _ofRequests, ...table } = loadTableConfig(environment);
    if (problems.length > 0) throw new ApiConfigError(problems);
    return { ...table, maxObjectBytes, maxReceiveCount };
  } catch (error) {
    if (!(error instanceof ApiConfigError) || error.problems === problems) throw error;
    throw new ApiConfigError([...error.problems, ...problems]);
  }
}
