import { isObject } from '../../../src/is-object.ts';
import { ApiConfigError } from '../../../src/runtime/configuration/environment.ts';
import { parsedObject } from '../../../src/text/json.ts';
import type { ClientLimit } from './client-throttle.ts';

/** The limits of all clients. */
export interface ClientLimits {
  /** Of each client that has no limit of its own. */
  readonly each: ClientLimit;
  /** By the client's id. */
  readonly own: ReadonlyMap<string, ClientLimit>;
}

/** The bucket of a client is one item, and DynamoDB writes an item at most 1,000 times per second. */
export const clientLimitBounds = { rate: { least: 0.01, most: 500 }, burst: { least: 1, most: 5_000 } } as const;

/**
 * Reads CLIENT_THROTTLING: JSON with `rate_limit`, `burst_limit` and, for some clients, `clients` with both by the
 * client's id, as the Terraform module writes it. Undefined if it is unset: then clients have no limits.
 *
 * @throws ApiConfigError with every problem found
 */
export function readClientLimits(environment: Readonly<Record<string, string | undefined>>): ClientLimits | undefined {
  const text = environment['CLIENT_THROTTLING'];
  if (!text) return undefined;
  const problems: string[] = [];
  const value = parse(text, problems);
  const each = readLimit(value, 'it', problems);
  const own = new Map<string, ClientLimit>();
  const clients = value['clients'] ?? {};
  if (!isObject(clients)) problems.push('must have an object of limits by client as clients.');
  else for (const [id, limit] of Object.entries(clients)) own.set(id, readLimit(limit, JSON.stringify(id), problems));
  if (problems.length > 0) {
    throw new ApiConfigError(problems.map((message) => ({ variable: 'CLIENT_THROTTLING', message })));
  }
  return { each, own };
}

/** The limit of a client. */
export const limitIn =
  ({ each, own }: ClientLimits) =>
  (clientId: string): ClientLimit =>
    own.get(clientId) ?? each;

function parse(text: string, problems: string[]): Readonly<Record<string, unknown>> {
  const value = parsedObject(text);
  if (value !== undefined) return value;
  problems.push('is not a JSON object such as {"rate_limit":20,"burst_limit":40}.');
  return { rate_limit: 1, burst_limit: 1 };
}

function readLimit(value: unknown, of: string, problems: string[]): ClientLimit {
  const { rate_limit: rate, burst_limit: burst } = isObject(value) ? value : {};
  const { rate: rates, burst: bursts } = clientLimitBounds;
  if (!isWithin(rate, rates)) {
    problems.push(`must have a rate_limit of ${of} that is a number from ${rates.least} to ${rates.most}.`);
  }
  if (!isWithin(burst, bursts) || !Number.isInteger(burst)) {
    problems.push(`must have a burst_limit of ${of} that is a whole number from ${bursts.least} to ${bursts.most}.`);
  }
  return { rate: rate as number, burst: burst as number };
}

const isWithin = (value: unknown, { least, most }: { least: number; most: number }): value is number =>
  typeof value === 'number' && value >= least && value <= most;
