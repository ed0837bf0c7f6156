import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerResult,
  APIGatewaySimpleAuthorizerWithContextResult,
} from 'aws-lambda';
import { EntityDataError } from '../../src/errors.ts';
import { createCallerCheck, sourceIpOf } from '../../src/runtime/callers/callers.ts';
import { describeFailure } from '../../src/runtime/log.ts';
import type { Meter } from '../../src/runtime/metrics/meter.ts';
import type { Caller } from './claims.ts';
import type { AuthorizerConfig } from './config.ts';
import { type FetchDocument, fetchDocument } from './document.ts';
import { createIssuerKeys } from './keys.ts';
import { createLog, type Log, type RefusalReason } from './log.ts';
import { createTokenVerifier } from './token.ts';

/** The context that the gateway passes to the API function, as `requestContext.authorizer.lambda` of its event. */
type CallerContext = { readonly [claim in keyof Caller]: Caller[claim] };

export type Verdict = APIGatewaySimpleAuthorizerWithContextResult<CallerContext> | APIGatewaySimpleAuthorizerResult;

interface Authorize {
  (event: APIGatewayRequestAuthorizerEventV2): Promise<Verdict>;
  /** Fetches the issuer's keys before the first token arrives, if the issuer answers. Never rejects. */
  prepare(): Promise<void>;
}

/** Dependencies that tests replace. Each defaults to the real one. */
interface AuthorizerSurroundings {
  /** Fetches the issuer's documents. */
  readonly fetch?: FetchDocument;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly log?: Log;
  /** Counts refusals by reason. */
  readonly meter?: Meter;
}

/** The authorizer's own code failed. The message has no details, because Lambda logs every thrown error. */
class AuthorizerFailedError extends EntityDataError {
  readonly code = 'AUTHORIZER_FAILED';

  constructor() {
    super('the authorizer failed: the line before this one in the log says where');
  }
}

/**
 * Creates the authorizer of an HTTP API (payload 2.0, simple responses). It checks the secret of the CDN if there is
 * one, then the caller's address, then the token. Every input of a caller leads to a verdict; the gateway answers 403 for `isAuthorized: false`. The authorizer
 * rejects with an AuthorizerFailedError only for an error in its own code; the gateway then answers 500.
 */
export function createAuthorizer(config: AuthorizerConfig, surroundings: AuthorizerSurroundings = {}): Authorize {
  const {
    fetch = fetchDocument,
    clock = Date.now,
    log = createLog(`${config.serviceIdentifier}-authorizer`),
    meter,
  } = surroundings;
  const { issuerUrl, jwksUri, audience, scopeClaims, people } = config;
  const callers = createCallerCheck(config);
  const keys = createIssuerKeys({ issuerUrl, jwksUri, fetch, clock, log });
  const verify = createTokenVerifier({ issuerUrl, audience, scopeClaims, people, keys, clock });

  const judge = async (event: APIGatewayRequestAuthorizerEventV2): Promise<Caller | RefusalReason> => {
    const refusal = callers.refusalOf(event);
    if (refusal !== undefined) return refusal;
    const found = tokenIn(authorizationOf(event));
    return typeof found === 'string' ? found : verify(found.token);
  };

  const authorize = async (event: APIGatewayRequestAuthorizerEventV2): Promise<Verdict> => {
    const verdict = await judge(event).catch((failure: unknown) => {
      const requestId = event.requestContext?.requestId ?? '';
      log({ level: 'error', message: 'unexpected failure', requestId, cause: describeFailure(failure) });
      throw new AuthorizerFailedError();
    });
    if (typeof verdict !== 'string') return { isAuthorized: true, context: { ...verdict } };
    meter?.record('Refusals', 1, verdict);
    log({
      level: verdict === 'KEYS_UNAVAILABLE' ? 'error' : 'warn',
      message: 'request refused',
      reason: verdict,
      sourceIp: sourceIpOf(event),
      ...clientIpOf(event, verdict),
      requestId: event.requestContext?.requestId ?? '',
    });
    return { isAuthorized: false };
  };
  return Object.assign(authorize, { prepare: keys.prepare });

  /** The address of the CDN's caller, for a request that came from the CDN. */
  function clientIpOf(event: APIGatewayRequestAuthorizerEventV2, verdict: RefusalReason): { clientIp?: string } {
    const clientIp = verdict.startsWith('CDN_') ? undefined : callers.clientAddress(event);
    return clientIp === undefined ? {} : { clientIp };
  }
}

/**
 * The gateway caches the verdict under the identity source, so that is the value to check. It tells several sources in no
 * order that one could rely on.
 */
function authorizationOf({ identitySource, headers }: APIGatewayRequestAuthorizerEventV2): string | undefined {
  const [only, ...others] = identitySource ?? [];
  return others.length === 0 && only !== undefined ? only : headers?.['authorization'];
}

/** In characters. API Gateway limits all headers to 10,240 bytes; this limit is for gateways that accept more. */
const maxHeaderLength = 10_240;

/**
 * Reads the token of an Authorization header: the scheme in any case, spaces, the token (RFC 9110, section 11.4, and
 * RFC 6750, section 2.1).
 */
export function tokenIn(header: string | undefined): { readonly token: string } | RefusalReason {
  if (typeof header !== 'string' || header.trim() === '') return 'TOKEN_MISSING';
  if (header.length > maxHeaderLength) return 'TOKEN_TOO_LARGE';
  const [scheme = '', token, ...more] = header.split(' ').filter((part) => part !== '');
  if (scheme.toLowerCase() !== 'bearer' || token === undefined) return 'TOKEN_MISSING';
  return more.length === 0 ? { token } : 'TOKEN_MALFORMED';
}
