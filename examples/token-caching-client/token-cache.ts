export interface Credentials {
  readonly tokenUrl: string;
  readonly clientId: string;
  readonly clientSecret: string;
  /** Scopes to ask for; without any, all that the client may have. */
  readonly scopes?: readonly string[];
}

export interface TokenCacheOptions {
  /** A token is replaced so long before it ends (default 60,000): the last call with it must still arrive in time. */
  readonly marginMilliseconds?: number;
  /** For tests. */
  readonly fetch?: typeof fetch;
  readonly now?: () => number;
}

/** The token endpoint refused, or answered what is no token. */
export class TokenError extends Error {}

interface Token {
  readonly text: string;
  /** When to ask for the next one, in milliseconds since 1970. */
  readonly until: number;
}

const MARGIN_MILLISECONDS = 60_000;

/**
 * One token for many calls. However many callers wait, one request is under way; a token is replaced before it ends, and
 * a failure is not kept: the next caller tries again.
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
      // Of several callers that find the token too old, the first one replaces it.
      if (this.#token === current) this.#token = undefined;
    }
    this.#token ??= this.#request();
    return (await this.#token).text;
  }

  /** Drops a token that the API refused, so that the next caller asks for a new one. */
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
    // A token that lives hardly longer than the margin is used for half of its life.
    return { text: access_token, until: this.#now() + Math.max(lifetime - this.#margin, lifetime / 2) };
  }
}
