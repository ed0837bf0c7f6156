import { createAuthorizer } from '../../../functions/authorizer/authorizer.ts';
import type { AuthorizerConfig } from '../../../functions/authorizer/config.ts';
import { DocumentUnavailableError } from '../../../functions/authorizer/document.ts';
import { createLog } from '../../../functions/authorizer/log.ts';
import type { AllowList } from '../../../src/runtime/callers/address.ts';
import type { Meter } from '../../../src/runtime/metrics/meter.ts';
import type { BodyLimits } from '../gateway/body.ts';
import type { HttpEvent } from '../gateway/event.ts';
import type { Authorizer, Route } from '../gateway/route.ts';
import { maxBodyLength, type TokenEndpoint } from '../identity/token-endpoint.ts';

/** Limits for unauthenticated callers of the token endpoint. */
const tokenRequests: BodyLimits = { largest: maxBodyLength, together: 64 * maxBodyLength };

/** The routes of the token endpoint and of what its issuer publishes. */
export function identityRoutes(endpoint: TokenEndpoint): Route[] {
  const integration = async ({ requestContext, rawPath, headers, body, isBase64Encoded }: HttpEvent) => {
    const { method } = requestContext.http;
    const text = isBase64Encoded ? Buffer.from(body ?? '', 'base64').toString('utf8') : body;
    const answer = await endpoint.handle({ method, path: rawPath, headers, body: text });
    return { statusCode: answer.status, headers: answer.headers, body: answer.body };
  };
  return [...endpoint.paths].map((path) => ({ routeKey: `ANY ${path}`, bodies: tokenRequests, integration }));
}

export interface AuthorizersOptions {
  readonly config: AuthorizerConfig;
  readonly endpoint: TokenEndpoint;
  readonly meter: Meter;
  readonly writeLine: (line: string) => void;
  readonly resultTtlInSeconds: number;
}

/** The authorizer of the API, and one that judges only the address, for routes that need no token. */
export function localAuthorizers({ config, endpoint, meter, writeLine, resultTtlInSeconds }: AuthorizersOptions) {
  const log = createLog('authorizer', writeLine);
  /**
   * Reads the discovery documents of the service's own issuer in process. If the machine is suspended during a network
   * request, its answer comes too late, and the authorizer would refuse every caller for a while.
   */
  const fetch = async ({ href, pathname }: URL): Promise<string> => {
    const { status, body } = await endpoint.handle({ method: 'GET', path: pathname, headers: {} });
    if (status !== 200) throw new DocumentUnavailableError(`${href} answered with status ${status}, not 200.`);
    return body;
  };
  const byToken: Authorizer = {
    authorize: createAuthorizer(config, { fetch, log, meter }),
    identitySources: ['$request.header.Authorization'],
    resultTtlInSeconds,
  };
  /** Refuses, counts and logs as the authorizer of the API does. */
  const byAddress = (allowList: AllowList): Authorizer => ({
    identitySources: [],
    resultTtlInSeconds: 0,
    authorize({ requestContext: { requestId, http } }) {
      const { sourceIp } = http;
      if (allowList.allows(sourceIp)) return { isAuthorized: true };
      const reason = 'ADDRESS_NOT_ALLOWED';
      meter.record('Refusals', 1, reason);
      log({ level: 'warn', message: 'request refused', reason, sourceIp, requestId });
      return { isAuthorized: false };
    },
  });
  return { byToken, byAddress };
}
