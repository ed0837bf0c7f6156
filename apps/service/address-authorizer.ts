import type { Log } from '../../functions/authorizer/log.ts';
import type { AllowList } from '../../src/runtime/callers/address.ts';
import type { Meter } from '../../src/runtime/metrics/meter.ts';
import type { Authorizer } from './gateway/route.ts';

export interface AddressAuthorizerOptions {
  readonly allowList: AllowList;
  readonly log: Log;
  readonly meter: Meter;
}

/**
 * An authorizer that judges the caller's address only, for routes that need no token. It refuses, counts and logs as the
 * authorizer of the API does.
 */
export function addressAuthorizer({ allowList, log, meter }: AddressAuthorizerOptions): Authorizer {
  return {
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
  };
}
