import type { TokenCache } from './token-cache.ts';

/** An answer of the GraphQL API. */
export interface GraphQLAnswer<Data> {
  readonly data?: Data | null;
  readonly errors?: readonly { readonly message: string; readonly extensions?: { readonly code?: string } }[];
}

/** The API refused the request: the token is missing or invalid, or the address is not allowed. */
export class RefusedError extends Error {}

/** Calls the API with the cache's token. After 401 or 403, requests a new token and retries once. */
export function createClient(apiUrl: string, tokens: TokenCache, send: typeof fetch = fetch) {
  return async <Data>(query: string, variables: object = {}): Promise<GraphQLAnswer<Data>> => {
    for (let attempt = 1; ; attempt++) {
      const response = await send(apiUrl, {
        method: 'POST',
        headers: { authorization: `Bearer ${await tokens.get()}`, 'content-type': 'application/json' },
        body: JSON.stringify({ query, variables }),
        signal: AbortSignal.timeout(30_000),
      });
      if (response.status !== 401 && response.status !== 403) return (await response.json()) as GraphQLAnswer<Data>;
      if (attempt === 2) throw new RefusedError(`The API answered ${response.status}: ${await response.text()}`);
      tokens.drop();
    }
  };
}
