import { parsedObject } from '../../../src/text/json.ts';
import { type BackoffOptions, defaultBackoff, type Pacing, withBackoff } from './backoff.ts';
import { ServiceUnreachableError, TokenRefusedError } from './errors.ts';
import { exchange, type Fetch } from './http-exchange.ts';
import type { CachedToken, TokenCache, TokenOwner } from './token-cache.ts';

/** Supplies one shared token until it is about to expire. */
export interface TokenSource {
  /** @throws TokenRefusedError, ServiceUnreachableError */
  token(): Promise<string>;
  /** Reports that the API refused this token; the next call requests another one. */
  refused(token: string): void;
}

export interface TokenSourceOptions {
  readonly owner: TokenOwner;
  readonly cache?: TokenCache;
  readonly fetch?: Fetch;
  readonly backoff?: BackoffOptions;
  readonly pacing?: Pacing;
  /** Milliseconds since 1970. */
  readonly now?: () => number;
}

/** Milliseconds before expiry at which a token is replaced, so that it does not expire in transit. */
const reserve = 60_000;

export function createTokenSource(options: TokenSourceOptions): TokenSource {
  const { owner, cache, fetch = globalThis.fetch, backoff = defaultBackoff, pacing, now = Date.now } = options;
  let current: CachedToken | undefined;
  let refusedToken: string | undefined;
  let renewal: Promise<CachedToken> | undefined;

  const isGood = (token: CachedToken) => token.token !== refusedToken && token.expires - reserve > now();

  async function renew(): Promise<CachedToken> {
    const kept = await cache?.read();
    if (kept !== undefined && isGood(kept)) return kept;
    const token = await request();
    await cache?.write(token);
    return token;
  }

  async function request(): Promise<CachedToken> {
    const { tokenUrl, clientId, clientSecret, scope } = owner;
    const form = new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) });
    const headers = {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    };
    const asked = now();
    const init = { method: 'POST', headers, body: form.toString() };
    const outcome = await withBackoff(
      () => exchange(fetch, tokenUrl, init, now(), backoff.answerTimeout),
      backoff,
      pacing,
    );
    if ('setback' in outcome)
      throw new ServiceUnreachableError(outcome.setback.reason, { hint: 'Check the token URL.' });
    const { status, text } = outcome.result;
    const answer = parsedObject(text) as TokenAnswer | undefined;
    if (status !== 200 || answer?.access_token === undefined) {
      throw new TokenRefusedError(`${tokenUrl} answers ${status}: ${answer?.error ?? text.slice(0, 200)}`, {
        hint: hintFor(answer?.error),
      });
    }
    // RFC 6749 only recommends expires_in; without it the token counts as valid for 5 minutes.
    return { token: answer.access_token, expires: asked + (answer.expires_in ?? 300) * 1000 };
  }

  return {
    async token() {
      if (current !== undefined && isGood(current)) return current.token;
      renewal ??= renew().finally(() => {
        renewal = undefined;
      });
      current = await renewal;
      return current.token;
    },
    refused(token) {
      refusedToken = token;
    },
  };
}

interface TokenAnswer {
  readonly access_token?: string;
  readonly expires_in?: number;
  readonly error?: string;
}

function hintFor(error: string | undefined): string {
  switch (error) {
    case 'invalid_client':
      return 'Check client id and client secret.';
    case 'invalid_scope':
      return 'Ask only for scopes that the client is allowed to have.';
    default:
      return 'Check that the token URL is the one of the deployment, with its path (…/oauth2/token).';
  }
}
