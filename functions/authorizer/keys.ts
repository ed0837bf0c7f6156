import { isJwk, type Jwk, type Jwks } from 'aws-jwt-verify/jwk';
import { EntityDataError } from '../core/errors.ts';
import { discoverJwksUrl } from './discovery.ts';
import type { FetchDocument } from './document.ts';
import type { Log } from './log.ts';

/** The issuer's keys cannot be had now: no token can be judged. */
export class KeysUnavailableError extends EntityDataError {
  readonly code = 'ISSUER_KEYS_UNAVAILABLE';
  override readonly retryable = true;
}

/** The key set of the issuer. The object stays the same until the set was fetched anew. */
export interface IssuerKeys {
  /**
   * The current set, fetched when there is none yet or it has grown old.
   *
   * @throws KeysUnavailableError
   */
  current(): Promise<Jwks>;
  /**
   * The set after a look for a key that `current` did not hold. Fetches at most once in ten seconds while the looks
   * are in vain, whatever key ids callers make up, and otherwise answers with the set at hand.
   *
   * @throws KeysUnavailableError
   */
  containing(keyId: string): Promise<Jwks>;
  /** Fetches the set before anybody needs it. Never rejects: a failure is forgotten, and the first look asks again. */
  prepare(): Promise<void>;
}

/** A key that the issuer withdrew stops working after this time at the latest, while the issuer answers. */
const maxAgeMs = 10 * 60_000;
/** When the issuer does not answer, the last known keys go on for this long. */
const maxStaleMs = 60 * 60_000;
/** The pause after a fetch that failed or that did not bring the key looked for. */
const pauseMs = 10_000;

export interface IssuerKeysOptions {
  readonly issuerUrl: string;
  /** Spares the discovery. */
  readonly jwksUri?: string | undefined;
  readonly fetch: FetchDocument;
  /** Milliseconds; differences matter only. */
  readonly clock: () => number;
  readonly log: Log;
}

export function createIssuerKeys({ issuerUrl, jwksUri, fetch, clock, log }: IssuerKeysOptions): IssuerKeys {
  let held: { readonly keys: Jwks; readonly fetchedAt: number } | undefined;
  let fetching: Promise<Jwks> | undefined;
  let pausedUntil = Number.NEGATIVE_INFINITY;
  let failure: unknown;

  const download = async (): Promise<Jwks> => {
    const found = jwksUri === undefined ? await discoverJwksUrl(issuerUrl, fetch) : { jwksUrl: new URL(jwksUri) };
    try {
      return parseKeys(await fetch(found.jwksUrl), found.jwksUrl);
    } catch (cause) {
      const why = [found.undiscovered, cause instanceof Error ? cause.message : String(cause)];
      throw new KeysUnavailableError(why.filter((part) => part !== undefined).join(' '), {
        hint: 'Check that the issuer address is right and that the authorizer can reach it.',
        cause,
      });
    }
  };

  // Concurrent callers wait for one and the same fetch.
  const refresh = (): Promise<Jwks> => {
    fetching ??= download()
      .then(
        (keys) => {
          held = { keys, fetchedAt: clock() };
          return keys;
        },
        (error: unknown) => {
          failure = error;
          pausedUntil = clock() + pauseMs;
          log({ level: 'error', message: "the issuer's keys cannot be fetched", detail: (error as Error).message });
          throw error;
        },
      )
      .finally(() => {
        fetching = undefined;
      });
    return fetching;
  };

  const current = async (): Promise<Jwks> => {
    const age = held === undefined ? Number.POSITIVE_INFINITY : clock() - held.fetchedAt;
    if (held !== undefined && age < maxAgeMs) return held.keys;
    const usable = age < maxStaleMs ? held?.keys : undefined;
    if (clock() < pausedUntil) {
      if (usable !== undefined) return usable;
      throw failure ?? new KeysUnavailableError("The issuer's keys were asked for a moment ago.");
    }
    try {
      return await refresh();
    } catch (error) {
      if (usable !== undefined) return usable;
      throw error;
    }
  };

  const containing = async (keyId: string): Promise<Jwks> => {
    const before = held;
    const known = await current();
    if (has(known, keyId) || clock() < pausedUntil) return known;
    if (held !== before) {
      // Fetched this very moment: asking again would bring nothing else.
      pausedUntil = clock() + pauseMs;
      return known;
    }
    try {
      const fresh = await refresh();
      if (!has(fresh, keyId)) pausedUntil = clock() + pauseMs;
      return fresh;
    } catch {
      // Logged where it happened. The key is as unknown as before, which is all that is asked here.
      return known;
    }
  };

  const prepare = async (): Promise<void> => {
    try {
      const keys = await download();
      held ??= { keys, fetchedAt: clock() };
    } catch {
      // Nobody is refused for it yet. The first token asks again, and if that fails as well the log says why.
    }
  };

  return { current, containing, prepare };
}

function has(keys: Jwks, keyId: string): boolean {
  return keys.keys.some((key) => key.kid === keyId);
}

function parseKeys(text: string, url: URL): Jwks {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (cause) {
    throw new KeysUnavailableError(`${url.href} is no JSON.`, { cause });
  }
  const keys = typeof value === 'object' && value !== null ? (value as { keys?: unknown }).keys : undefined;
  if (!Array.isArray(keys)) throw new KeysUnavailableError(`${url.href} is no JSON Web Key Set (RFC 7517).`);
  // RFC 7517, section 5: keys that are not understood are passed over; they must not spoil the others.
  return { keys: keys.filter((key) => isJwk(key as Jwk)) };
}
