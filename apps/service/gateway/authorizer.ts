import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import {
  type ApiIdentity,
  type AuthorizerContext,
  authorizerEvent,
  queryParameter,
  type RequestHead,
} from './event.ts';
import type { RouteMatch } from './route.ts';

/** A Lambda REQUEST authorizer with simple responses. */
export interface Authorizer {
  /** The function; it returns `{ isAuthorized, context? }`. */
  readonly authorize: (event: APIGatewayRequestAuthorizerEventV2) => unknown;
  /** Selection expressions such as `$request.header.Authorization`. A request without one of them gets a 401. */
  readonly identitySources: readonly string[];
  /** Seconds for which a verdict, refusals included, is reused for the same identity sources; 0 disables the cache. */
  readonly resultTtlInSeconds: number;
}

export type Verdict =
  | { readonly kind: 'authorized'; readonly context: AuthorizerContext | undefined }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'unauthenticated' };

/** Authorizes a request. Rejects when the authorizer fails or its verdict is invalid; the caller then gets a 500. */
export type AuthorizerRunner = (api: ApiIdentity, head: RequestHead, match: RouteMatch) => Promise<Verdict>;

/** Cached verdicts per authorizer; the least recently used one is evicted first. */
const cacheEntries = 10_000;

/**
 * Runs an authorizer as API Gateway does: checks the identity sources, looks up the cached verdict, and calls the
 * function. The cache ignores the caller's address, because API Gateway's does.
 */
export function createAuthorizerRunner(authorizer: Authorizer, now: () => number): AuthorizerRunner {
  const sources = authorizer.identitySources.map(compileIdentitySource);
  const ttl = authorizer.resultTtlInSeconds * 1000;
  const cache = new Map<string, { readonly verdict: Verdict; readonly until: number }>();

  return async (api, head, match) => {
    const identity: string[] = [];
    for (const source of sources) {
      const value = source(head, api, match);
      if (value === undefined || value === '') return { kind: 'unauthenticated' };
      identity.push(value);
    }
    // Without identity sources there is no cache key.
    const cacheKey = ttl > 0 && identity.length > 0 ? cacheKeyOf(identity) : undefined;
    if (cacheKey !== undefined) {
      const cached = cache.get(cacheKey);
      if (cached !== undefined) {
        cache.delete(cacheKey);
        if (cached.until > now()) {
          cache.set(cacheKey, cached);
          return cached.verdict;
        }
      }
    }
    const event = authorizerEvent(api, head, match.route.routeKey, match.pathParameters, identity);
    const verdict = readVerdict(await authorizer.authorize(event));
    if (cacheKey !== undefined) {
      cache.set(cacheKey, { verdict, until: now() + ttl });
      if (cache.size > cacheEntries) cache.delete(cache.keys().next().value as string);
    }
    return verdict;
  };
}

function cacheKeyOf(identity: readonly string[]): string {
  return identity.length === 1 ? (identity[0] as string) : JSON.stringify(identity);
}

function readVerdict(answer: unknown): Verdict {
  const { isAuthorized, context } = (answer ?? {}) as { isAuthorized?: unknown; context?: unknown };
  if (isAuthorized === false) return { kind: 'forbidden' };
  if (isAuthorized !== true) throw new TypeError('The authorizer did not return { isAuthorized: boolean }.');
  if (context === undefined || context === null) return { kind: 'authorized', context: undefined };
  if (typeof context !== 'object') throw new TypeError('The authorizer returned a context that is not an object.');
  return { kind: 'authorized', context: context as AuthorizerContext };
}

type IdentitySource = (head: RequestHead, api: ApiIdentity, match: RouteMatch) => string | undefined;

function compileIdentitySource(expression: string): IdentitySource {
  const header = /^\$request\.header\.(.+)$/.exec(expression)?.[1]?.toLowerCase();
  if (header !== undefined) return (head) => head.headers[header];
  const parameter = /^\$request\.querystring\.(.+)$/.exec(expression)?.[1];
  if (parameter !== undefined) return (head) => queryParameter(head, parameter);
  switch (expression) {
    case '$context.routeKey':
      return (_head, _api, match) => match.route.routeKey;
    case '$context.httpMethod':
      return (head) => head.method;
    case '$context.path':
      return (head) => head.path;
    case '$context.identity.sourceIp':
      return (head) => head.sourceIp;
    case '$context.stage':
      return (_head, api) => api.stage;
    default:
      throw new TypeError(`The identity source ${JSON.stringify(expression)} is not emulated.`);
  }
}
