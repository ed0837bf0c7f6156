import { isJwk, type Jwk, type Jwks } from 'aws-jwt-verify/jwk';
import { EntityDataError } from '../../src/errors.ts';
import { discoverJwksUrl } from './discovery.ts';
import type { FetchDocument } from './document.ts';
import type { Log } from './log.ts';

/** The issuer's keys are unavailable, so no token can be verified. */
export class KeysUnavailableError extends EntityDataError {
  readonly code = 'ISSUER_KEYS_UNAVAILABLE';
  override readonly retryable = true;
}

/** The key set of the issuer. The object stays the same until the set is fetched again. */
export interface IssuerKeys {
  /**
   * Returns the current set. Fetches it when there is none yet or when it is older than ten minutes.
   *
   * @throws KeysUnavailableError
   */
  current(): Promise<Jwks>;
  /**
   * Returns the set, fetched again if the current one does not contain the key. Unknown key ids cause at most one fetch
   * in ten seconds, whatever callers send; in between it returns the current set.
   *
   * @throws KeysUnavailableError
   */
  containing(keyId: string): Promise<Jwks>;
  /** Fetches the set in advance. Never rejects: after a failure, the first token causes another fetch. */
  prepare(): Promise<void>;
}

/** A key that the issuer removes stops working after this time at the latest, as long as the issuer is reachable. */
const maxAgeMs = 10 * 60_000;
/** The last fetched keys stay valid for this long while the issuer is unreachable. */
const maxStaleMs = 60 * 60_000;
/** The pause after a fetch that failed or did not return the wanted key. */
const pauseMs = 10_000;

export interface IssuerKeysOptions {
  readonly issuerUrl: string;
  /** Replaces the discovery. */
  readonly jwksUri?: string | undefined;
  readonly fetch: FetchDocument;
  /** Milliseconds; only differences matter. */
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

  // Concurrent callers share one fetch.
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
      // The set was fetched just now: fetching it again would return the same.
      pausedUntil = clock() + pauseMs;
      return known;
    }
    try {
      const fresh = await refresh();
      if (!has(fresh, keyId)) pausedUntil = clock() + pauseMs;
      return fresh;
    } catch {
      // `refresh` has logged the failure. The key stays unknown.
      return known;
    }
  };

  const prepare = async (): Promise<void> => {
    try {
      const keys = await download();
      held ??= { keys, fetchedAt: clock() };
    } catch {
      // No request depends on this fetch. The first token causes another one, and its failure is logged.
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
    throw new KeysUnavailableError(`${url.href} is not JSON.`, { cause });
  }
  const keys = typeof value === 'object' && value !== null ? (value as { keys?: unknown }).keys : undefined;
  if (!Array.isArray(keys)) throw new KeysUnavailableError(`${url.href} is not a JSON Web Key Set (RFC 7517).`);
  // RFC 7517, section 5: ignore keys that are not understood. The others stay usable.
  return { keys: keys.filter((key) => isJwk(key as Jwk)) };
}
