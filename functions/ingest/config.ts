import type { ConfigProblem } from '../../src/runtime/configuration/config-error.ts';
import {
  type ApiConfig,
  ApiConfigError,
  loadConfig as loadTableConfig,
} from '../../src/runtime/configuration/environment.ts';

/** The API's configuration without the limits of requests, and the limits of this function. */
export interface IngestConfig extends Omit<ApiConfig, 'limits'> {
  /** The greatest size of an object, in bytes. */
  readonly maxObjectBytes: number;
  /** After this many deliveries the queue moves a message to the dead-letter queue. */
  readonly maxReceiveCount: number;
}

type Environment = Readonly<Record<string, string | undefined>>;

/**
 * Reads the API's variables for the table and the documents, MAX_OBJECT_BYTES and MAX_RECEIVE_COUNT.
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
