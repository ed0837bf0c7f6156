import { fullAtOf, takeFirstToken, takeToken } from '../../src/entities/items/client-bucket.ts';
import { RetryableError } from '../../src/errors.ts';
import { TooManyRequestsError } from '../../src/graphql/errors.ts';
import { isObject } from '../../src/is-object.ts';
import { ApiConfigError } from '../../src/runtime/configuration/environment.ts';
import type { Store } from '../../src/store/port.ts';
import { BoundedCache } from '../../src/text/bounded-cache.ts';
import { parsedObject } from '../../src/text/json.ts';

/** How many requests a client may send. */
export interface ClientLimit {
  /** Requests per second on average: tokens that its bucket gets. */
  readonly rate: number;
  /** Requests at once: tokens that its bucket holds. */
  readonly burst: number;
}

export interface ClientThrottle {
  /**
   * Takes a token from the client's bucket. Clients without an id share one bucket.
   *
   * @returns why the request must be refused; undefined if there was a token
   * @throws RetryableError when the store does not tell whether there was one: then the request must be refused too
   */
  refusalOf(clientId: string): Promise<TooManyRequestsError | undefined>;
}

interface ClientThrottleOptions {
  /** Keeps the buckets, so that they hold across all processes that share it. */
  readonly store: Pick<Store, 'write'>;
  readonly limitOf: (clientId: string) => ClientLimit;
  /** Milliseconds since 1970. The processes' clocks must agree: a difference of 10 ms is worth a hundredth of `rate`. */
  readonly clock?: () => number;
}

/** What this process last saw of a bucket, in microseconds since 1970. */
interface Seen {
  readonly fullAt: number | undefined;
  /** Refuse until then without asking the store. */
  readonly refusedUntil: number;
}

/** At most twice as many clients are remembered. Forgetting one costs a write and changes no answer. */
const REMEMBERED_CLIENTS = 500;
/** A refused client stays refused by this process for at least so long, so that its next requests cost no write. */
const PAUSE = 100_000;
const ATTEMPTS = 4;

const nothingSeen: Seen = { fullAt: undefined, refusedUntil: 0 };

/**
 * A token bucket for each client, in the store. Together, all processes admit at most `burst` + `rate` × t requests of a
 * client in any t seconds, and refuse none of a client that keeps to its limit. A request costs one write, a refused one
 * at most one in {@link PAUSE}.
 */
export function createClientThrottle({ store, limitOf, clock = Date.now }: ClientThrottleOptions): ClientThrottle {
  const clients = new BoundedCache<Seen>(REMEMBERED_CLIENTS);

  /** Takes a token by what was last seen of the bucket. A write that is refused tells how the bucket stands. */
  const take = async (clientId: string, bucket: Bucket, fullAt: number | undefined): Promise<Taken> => {
    const { now, interval, room } = bucket;
    const isFull = fullAt === undefined || fullAt < now;
    const [outcome] = await store.write([
      isFull
        ? takeFirstToken(clientId, now + interval, fullAt)
        : takeToken(clientId, interval, { least: now, most: now + room }),
    ]);
    const before = fullAtOf(outcome!.before);
    if (!outcome!.applied) return { admitted: false, fullAt: before };
    return { admitted: true, fullAt: (isFull ? now : (before ?? now)) + interval };
  };

  return {
    async refusalOf(clientId) {
      const limit = limitOf(clientId);
      const interval = Math.ceil(1e6 / limit.rate);
      const bucket = { now: Math.round(clock() * 1_000), interval, room: (limit.burst - 1) * interval };
      const { now, room } = bucket;
      let { fullAt, refusedUntil } = clients.get(clientId) ?? nothingSeen;
      for (let attempt = 0; attempt < ATTEMPTS && refusedUntil <= now; attempt++) {
        const taken = await take(clientId, bucket, fullAt);
        fullAt = taken.fullAt;
        if (taken.admitted) {
          clients.set(clientId, { fullAt, refusedUntil: 0 });
          return undefined;
        }
        if (fullAt !== undefined && fullAt > now + room) refusedUntil = Math.max(fullAt - room, now + PAUSE);
      }
      if (refusedUntil <= now) throw new RetryableError('the limit of the client could not be checked in time');
      clients.set(clientId, { fullAt, refusedUntil });
      return new TooManyRequestsError(limit, Math.ceil((refusedUntil - now) / 1e6));
    },
  };
}

/** A bucket at one moment, in microseconds. */
interface Bucket {
  readonly now: number;
  /** Between two tokens. */
  readonly interval: number;
  /** How far ahead of now the bucket may be full, for a token to be left. */
  readonly room: number;
}

interface Taken {
  readonly admitted: boolean;
  readonly fullAt: number | undefined;
}

/** The limits of all clients. */
interface ClientLimits {
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
