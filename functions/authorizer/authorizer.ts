import type {
  APIGatewayRequestAuthorizerEventV2,
  APIGatewaySimpleAuthorizerResult,
  APIGatewaySimpleAuthorizerWithContextResult,
} from 'aws-lambda';
import { EntityDataError } from '../core/errors.ts';
import { describeFailure } from '../telemetry/failure.ts';
import type { Meter } from '../telemetry/meter.ts';
import { tokenIn } from './bearer.ts';
import type { Caller } from './claims.ts';
import type { AuthorizerConfig } from './config.ts';
import { type FetchDocument, fetchDocument } from './document.ts';
import { createIssuerKeys } from './keys.ts';
import { createLog, type Log } from './log.ts';
import type { RefusalReason } from './refusal.ts';
import { createTokenVerifier } from './token.ts';

/** The context that the gateway hands on: `requestContext.authorizer.lambda` of the API function's event. */
export type CallerContext = { readonly [claim in keyof Caller]: string };

export type Verdict = APIGatewaySimpleAuthorizerWithContextResult<CallerContext> | APIGatewaySimpleAuthorizerResult;

export interface Authorize {
  (event: APIGatewayRequestAuthorizerEventV2): Promise<Verdict>;
  /** Gets the issuer's keys before the first token comes, if the issuer answers. Never rejects. */
  prepare(): Promise<void>;
}

/** What the authorizer reaches out with; each has the real thing as its default. */
export interface AuthorizerSurroundings {
  /** Gets the issuer's documents. */
  readonly fetch?: FetchDocument;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
  readonly log?: Log;
  /** Counts refusals by their reason. */
  readonly meter?: Meter;
}

/** The authorizer's own code failed. It says nothing more: Lambda writes what is thrown to its log, with its cause. */
export class AuthorizerFailedError extends EntityDataError {
  readonly code = 'AUTHORIZER_FAILED';

  constructor() {
    super('the authorizer failed: the line before this one in the log says where');
  }
}

/**
 * The authorizer of an HTTP API (payload 2.0, simple responses). Judges the caller's address first, then the token.
 * A verdict is an answer whatever the caller sent: `isAuthorized: false` becomes the gateway's 403. Rejects with an
 * AuthorizerFailedError where the program itself is wrong: the gateway's 500.
 */
export function createAuthorizer(config: AuthorizerConfig, surroundings: AuthorizerSurroundings = {}): Authorize {
  const {
    fetch = fetchDocument,
    clock = Date.now,
    log = createLog(`${config.serviceIdentifier}-authorizer`),
    meter,
  } = surroundings;
  const { issuerUrl, jwksUri, audience, allowList } = config;
  const keys = createIssuerKeys({ issuerUrl, jwksUri, fetch, clock, log });
  const verify = createTokenVerifier({ issuerUrl, audience, keys, clock });

  const judge = async (event: APIGatewayRequestAuthorizerEventV2): Promise<Caller | RefusalReason> => {
    // The address as the gateway saw the connection. A header such as X-Forwarded-For is the caller's own word.
    if (allowList !== undefined && !allowList.allows(sourceIpOf(event))) return 'ADDRESS_NOT_ALLOWED';
    // The identity source is what the gateway keeps a verdict under, so it is what must be judged.
    const found = tokenIn(event.identitySource?.[0] ?? event.headers?.['authorization']);
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
      requestId: event.requestContext?.requestId ?? '',
    });
    return { isAuthorized: false };
  };
  return Object.assign(authorize, { prepare: keys.prepare });
}

function sourceIpOf(event: APIGatewayRequestAuthorizerEventV2): string {
  return event.requestContext?.http?.sourceIp ?? '';
}
