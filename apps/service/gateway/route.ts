import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import type { BodyLimits } from './body.ts';
import type { HttpEvent, Integration } from './event.ts';

/** A Lambda REQUEST authorizer with simple responses. */
export interface Authorizer {
  /** The function; it returns `{ isAuthorized, context? }`. */
  readonly authorize: (event: APIGatewayRequestAuthorizerEventV2) => unknown;
  /** Selection expressions such as `$request.header.Authorization`. A request without one of them gets a 401. */
  readonly identitySources: readonly string[];
  /** Seconds for which a verdict, refusals included, is reused for the same identity sources; 0 disables the cache. */
  readonly resultTtlInSeconds: number;
}

/** One route of an HTTP API, in API Gateway's notation. */
export interface Route {
  /** `POST /`, `ANY /records/{id}`, `GET /docs/{proxy+}` or `$default`. */
  readonly routeKey: string;
  readonly integration: Integration;
  /** Routes that share one authorizer object share its cached verdicts. */
  readonly authorizer?: Authorizer;
  /** Memory limits for bodies; default: the gateway's own limits. */
  readonly bodies?: BodyLimits;
  /** Refuses requests with headers of a proxy with 403. API Gateway has no such setting. */
  readonly refusesForwarded?: boolean;
}

export interface RouteMatch {
  readonly route: Route;
  readonly pathParameters?: HttpEvent['pathParameters'];
}

type Segment = { readonly literal: string } | { readonly parameter: string; readonly greedy: boolean };

interface CompiledRoute {
  readonly route: Route;
  readonly method: string;
  readonly segments: readonly Segment[];
}

/** Finds the route of a request; undefined means 404. */
export type Router = (method: string, path: string) => RouteMatch | undefined;

/**
 * Compiles the routes of an HTTP API. Like API Gateway, the router takes the most specific route. A literal path comes
 * before one with parameters, and that before a greedy one. An exact method comes before `ANY`; `$default` comes last.
 *
 * @throws TypeError for a route key that API Gateway refuses or that occurs twice.
 */
export function createRouter(routes: readonly Route[]): Router {
  const literal = new Map<string, RouteMatch>();
  const patterns: CompiledRoute[] = [];
  const seen = new Set<string>();
  let fallback: RouteMatch | undefined;
  for (const route of routes) {
    if (seen.has(route.routeKey)) throw new TypeError(`The route ${route.routeKey} occurs twice.`);
    seen.add(route.routeKey);
    if (route.routeKey === '$default') {
      fallback = { route };
      continue;
    }
    const compiled = compile(route);
    if (compiled.segments.every((segment) => 'literal' in segment)) literal.set(route.routeKey, { route });
    else patterns.push(compiled);
  }
  patterns.sort(bySpecificity);
  return (method, path) => {
    const exact = literal.get(`${method} ${path}`) ?? literal.get(`ANY ${path}`);
    if (exact !== undefined) return exact;
    if (patterns.length > 0) {
      const parts = path.slice(1).split('/');
      for (const pattern of patterns) {
        if (pattern.method !== method && pattern.method !== 'ANY') continue;
        const pathParameters = match(pattern.segments, parts);
        if (pathParameters !== undefined) return { route: pattern.route, pathParameters };
      }
    }
    return fallback;
  };
}

function compile(route: Route): CompiledRoute {
  const parsed = /^(ANY|DELETE|GET|HEAD|OPTIONS|PATCH|POST|PUT) (\/.*)$/.exec(route.routeKey);
  if (parsed === null) throw new TypeError(`${JSON.stringify(route.routeKey)} is not a route key such as "POST /".`);
  const [, method = '', path = ''] = parsed;
  const parts = path.slice(1).split('/');
  const segments = parts.map((part, index): Segment => {
    const parameter = /^\{([\w.-]+)(\+?)\}$/.exec(part);
    if (parameter === null) return { literal: part };
    const greedy = parameter[2] === '+';
    if (greedy && index !== parts.length - 1) {
      throw new TypeError(`The greedy parameter of ${route.routeKey} must be its last segment.`);
    }
    return { parameter: parameter[1] ?? '', greedy };
  });
  return { route, method, segments };
}

function match(segments: readonly Segment[], parts: readonly string[]): Record<string, string> | undefined {
  const parameters: Record<string, string> = {};
  for (const [index, segment] of segments.entries()) {
    const part = parts[index];
    if (part === undefined) return undefined;
    if ('literal' in segment) {
      if (segment.literal !== part) return undefined;
    } else if (segment.greedy) {
      const rest = parts.slice(index).join('/');
      if (rest === '') return undefined;
      parameters[segment.parameter] = rest;
      return parameters;
    } else {
      if (part === '') return undefined;
      parameters[segment.parameter] = part;
    }
  }
  return parts.length === segments.length ? parameters : undefined;
}

/** Sorts literal segments before parameters before greedy ones, left to right, and an exact method before `ANY`. */
function bySpecificity(a: CompiledRoute, b: CompiledRoute): number {
  const length = Math.max(a.segments.length, b.segments.length);
  for (let index = 0; index < length; index++) {
    const difference = rank(a.segments[index]) - rank(b.segments[index]);
    if (difference !== 0) return difference;
  }
  return Number(a.method === 'ANY') - Number(b.method === 'ANY');
}

function rank(segment: Segment | undefined): number {
  if (segment === undefined) return 3;
  if ('literal' in segment) return 0;
  return segment.greedy ? 2 : 1;
}
