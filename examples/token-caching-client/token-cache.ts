export interface Credentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes to request; by default all that the client may have. */
  readonly scopes?: readonly string[];
}

export interface TokenCacheOptions {
  /** Milliseconds before expiry at which a token is replaced (default 60,000), so that it does not expire in transit. */
  readonly marginMilliseconds?: number;
  /** Replacements for tests. */
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** The token endpoint refused the request, or its answer contains no token. */
export class TokenError extends Error {}

interface Token {
  readonly text: string;
  /** When to request the next token, in milliseconds since 1970. */
  readonly until: number;
}

const MARGIN_MILLISECONDS = 60_000;

/**
 * Keeps one token for many calls. Concurrent callers share one request. The cache replaces a token before it expires. It
 * does not keep a failure: the next caller tries again.
 */
export class TokenCache {
  readonly #credentials: Credentials;
  readonly #margin: number;
  readonly #fetch: typeof fetch;
  readonly #now: () => number;
  #token: Promise<Token> | undefined;

  constructor(credentials: Credentials, options: TokenCacheOptions = {}) {
    this.#credentials = credentials;
    this.#margin = options.marginMilliseconds ?? MARGIN_MILLISECONDS;
    this.#fetch = options.fetch ?? fetch;
    this.#now = options.now ?? Date.now;
  }

  /** @throws TokenError */
  async get(): Promise<string> {
    const current = this.#token;
    if (current !== undefined) {
      const { text, until } = await current;
      if (this.#now() < until) return text;
      // The first of several callers that find an expired token replaces it.
      if (this.#token === current) this.#token = undefined;
    }
    this.#token ??= this.#request();
    return (await this.#token).text;
  }

  /** Drops a token that the API refused, so that the next caller requests a new one. */
  drop(): void {
    this.#token = undefined;
  }

  #request(): Promise<Token> {
    const requested = this.#ask();
    requested.catch(() => {
      if (this.#token === requested) this.#token = undefined;
    });
    return requested;
  }

  async #ask(): Promise<Token> {
    const { tokenUrl, clientId, clientSecret, scopes } = this.#credentials;
    const form = new URLSearchParams({ grant_type: 'client_credentials' });
    if (scopes !== undefined) form.set('scope', scopes.join(' '));
    const response = await this.#fetch(tokenUrl, {
      method: 'POST',
      headers: {
        authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
        'content-type': 'application/x-www-form-urlencoded',
      },
      body: form.toString(),
      signal: AbortSignal.timeout(10_000),
    });
    const text = await response.text();
    if (!response.ok) throw new TokenError(`The token endpoint answered ${response.status}: ${text}`);
    const { access_token, expires_in } = JSON.parse(text) as { access_token?: string; expires_in?: number };
    if (typeof access_token !== 'string' || typeof expires_in !== 'number') {
      throw new TokenError('The token endpoint answered no token.');
    }
    const lifetime = expires_in * 1000;
    // A token that is valid for little longer than the margin is used for half of its lifetime.
    return { text: access_token, until: this.#now() + Math.max(lifetime - this.#margin, lifetime / 2) };
  }
}
