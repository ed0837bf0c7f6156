import { isJwk, type Jwk, type Jwks } from 'aws-jwt-verify/jwk';
import { EntityDataError } from '../../src/errors.ts';
import { parsedObject } from '../../src/text/json.ts';
import { DocumentUnavailableError, type FetchDocument, isFetchable } from './document.ts';
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

interface IssuerKeysOptions {
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

/**
 * The URLs of an issuer's discovery documents. RFC 8414 (section 3.1) puts its well-known name between host and path;
 * OpenID Connect Discovery (section 4) appends its well-known name to the issuer.
 */
export function discoveryUrls(issuerUrl: string): readonly [oauth: URL, openid: URL] {
  const { origin, path } = partsOf(issuerUrl);
  return [
    new URL(`${origin}/.well-known/oauth-authorization-server${path}`),
    new URL(`${origin}${path}/.well-known/openid-configuration`),
  ];
}

/** The usual URL of the key set, for an issuer without a discovery document. */
export function defaultJwksUrl(issuerUrl: string): URL {
  const { origin, path } = partsOf(issuerUrl);
  return new URL(`${origin}${path}/.well-known/jwks.json`);
}

/** Milliseconds to wait for the first document before the second one is requested as well. */
const patienceMs = 250;

/**
 * Finds the URL of an issuer's key set in its discovery document, or falls back to the usual URL. OpenID Connect's
 * document, which nearly every issuer has, is requested first. The other one is requested when the first fails or takes
 * longer than 250 ms. The first valid document decides, because the issuer publishes both. Never rejects.
 *
 * @returns the URL, and for the fallback why there was no discovery document.
 */
export async function discoverJwksUrl(
  issuerUrl: string,
  fetch: FetchDocument,
): Promise<{ jwksUrl: URL; undiscovered?: string }> {
  const [oauth, openid] = discoveryUrls(issuerUrl);
  const ask = async (url: URL) => jwksUrlIn(await fetch(url), issuerUrl, url);
  const first = ask(openid);
  let timer: NodeJS.Timeout | undefined;
  const inVain = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, patienceMs);
    first.catch(() => resolve());
  });
  try {
    return { jwksUrl: await Promise.any([first, inVain.then(() => ask(oauth))]) };
  } catch (error) {
    const reasons = (error as AggregateError).errors.map((cause) =>
      cause instanceof Error ? cause.message : `${cause}`,
    );
    return { jwksUrl: defaultJwksUrl(issuerUrl), undiscovered: reasons.join(' ') };
  } finally {
    clearTimeout(timer);
  }
}

function jwksUrlIn(text: string, issuerUrl: string, url: URL): URL {
  const metadata = parsedObject(text);
  if (metadata === undefined) throw new DocumentUnavailableError(`${url.href} is not a JSON object.`);
  // RFC 8414, section 3.3: a document that names another issuer must not be used.
  if (metadata['issuer'] !== issuerUrl) {
    throw new DocumentUnavailableError(
      `${url.href} is about the issuer ${JSON.stringify(metadata['issuer'])}, not ${JSON.stringify(issuerUrl)}.`,
    );
  }
  const stated = metadata['jwks_uri'];
  const jwksUrl = typeof stated === 'string' ? URL.parse(stated) : null;
  const secure = jwksUrl !== null && (jwksUrl.protocol === 'https:' || url.protocol === 'http:');
  if (jwksUrl === null || !isFetchable(jwksUrl) || !secure) {
    throw new DocumentUnavailableError(`${url.href} has no jwks_uri that is an https address.`);
  }
  return jwksUrl;
}

function partsOf(issuerUrl: string): { origin: string; path: string } {
  const { origin, pathname } = new URL(issuerUrl);
  return { origin, path: pathname.replace(/\/+$/, '') };
}
