import { type ApiIdentity, authorizerEvent, queryParameter, type RequestHead } from './event.ts';
import type { Authorizer, RouteMatch } from './route.ts';
import { readVerdict, type Verdict } from './verdict.ts';
import { VerdictCache } from './verdict-cache.ts';

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
