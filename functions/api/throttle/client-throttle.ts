import { fullAtOf, takeFirstToken, takeToken } from '../../../src/entities/items/client-bucket.ts';
import { RetryableError } from '../../../src/errors.ts';
import { TooManyRequestsError } from '../../../src/graphql/errors.ts';
import type { Store } from '../../../src/store/port.ts';
import { BoundedCache } from '../../../src/text/bounded-cache.ts';

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

export interface ClientThrottleOptions {
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
