import {
  type ApiIdentity,
  type AuthorizerContext,
  authorizerEvent,
  queryParameter,
  type RequestHead,
} from './event.ts';
import type { Authorizer, RouteMatch } from './route.ts';

/** Authorizes a request. Rejects when the authorizer fails or its verdict is invalid; the caller then gets a 500. */
export type AuthorizerRunner = (api: ApiIdentity, head: RequestHead, match: RouteMatch) => Promise<Verdict>;

/**
 * Runs an authorizer as API Gateway does: checks the identity sources, looks up the cached verdict, and calls the
 * function. The cache ignores the caller's address, because API Gateway's does.
 */
export function createAuthorizerRunner(authorizer: Authorizer, now: () => number): AuthorizerRunner {
  const sources = authorizer.identitySources.map(compileIdentitySource);
  const cache = new VerdictCache(authorizer.resultTtlInSeconds * 1000, now);

  return async (api, head, match) => {
    const identity = sources.map((source) => source(head, api, match) ?? '');
    if (identity.includes('')) return { kind: 'unauthenticated' };
    const cached = cache.get(identity);
    if (cached !== undefined) return cached;
    const event = authorizerEvent(api, head, match.route.routeKey, match.pathParameters, identity);
    const verdict = readVerdict(await authorizer.authorize(event));
    cache.set(identity, verdict);
    return verdict;
  };
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

/** What an authorizer decides about a request. */
type Verdict =
  | { readonly kind: 'authorized'; readonly context: AuthorizerContext | undefined }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'unauthenticated' };

/** Reads the return value of an authorizer. Throws a TypeError if it is no simple response. */
function readVerdict(answer: unknown): Verdict {
  const { isAuthorized, context } = (answer ?? {}) as { isAuthorized?: unknown; context?: unknown };
  if (isAuthorized === false) return { kind: 'forbidden' };
  if (isAuthorized !== true) throw new TypeError('The authorizer did not return { isAuthorized: boolean }.');
  if (context === undefined || context === null) return { kind: 'authorized', context: undefined };
  if (typeof context !== 'object') throw new TypeError('The authorizer returned a context that is not an object.');
  return { kind: 'authorized', context: context as AuthorizerContext };
}

/** Cached verdicts per authorizer; the least recently used one is evicted first. */
const cacheEntries = 10_000;

/** The verdicts of one authorizer, by the values of the identity sources. Without such values there is no cache key. */
class VerdictCache {
  readonly #ttl: number;
  readonly #now: () => number;
  /** Ordered by last use, because a map iterates in insertion order. */
  readonly #entries = new Map<string, { readonly verdict: Verdict; readonly until: number }>();

  /** @param ttl milliseconds; 0 disables the cache */
  constructor(ttl: number, now: () => number) {
    this.#ttl = ttl;
    this.#now = now;
  }

  get(identity: readonly string[]): Verdict | undefined {
    const key = this.#keyOf(identity);
    const entry = key === undefined ? undefined : this.#entries.get(key);
    if (key === undefined || entry === undefined) return undefined;
    this.#entries.delete(key);
    if (entry.until <= this.#now()) return undefined;
    this.#entries.set(key, entry);
    return entry.verdict;
  }

  set(identity: readonly string[], verdict: Verdict): void {
    const key = this.#keyOf(identity);
    if (key === undefined) return;
    this.#entries.set(key, { verdict, until: this.#now() + this.#ttl });
    if (this.#entries.size > cacheEntries) this.#entries.delete(this.#entries.keys().next().value as string);
  }

  #keyOf(identity: readonly string[]): string | undefined {
    if (this.#ttl <= 0 || identity.length === 0) return undefined;
    return identity.length === 1 ? identity[0] : JSON.stringify(identity);
  }
}
