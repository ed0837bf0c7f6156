import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import type { CallerRules } from './caller-rules.ts';
import { type CdnRefusal, createCdn } from './cdn.ts';

/** Why a caller is refused, whatever it wants. */
export type CallerRefusal = CdnRefusal | 'ADDRESS_UNKNOWN' | 'ADDRESS_NOT_ALLOWED';

type Event = Pick<APIGatewayRequestAuthorizerEventV2, 'headers' | 'requestContext'>;

export interface CallerCheck {
  /** Why the caller is refused; undefined if it is not. */
  refusalOf(event: Event): CallerRefusal | undefined;
  /** The address of the CDN's caller, for a request that came from the CDN. */
  clientAddress(event: Event): string | undefined;
}

/** Creates the check of callers: the secret of the CDN if there is one, then the address. */
export function createCallerCheck({ allowList, cdn: rules }: CallerRules): CallerCheck {
  const cdn = rules === undefined ? undefined : createCdn(rules);

  const refusalByAddress = (event: Event): CallerRefusal | undefined => {
    if (allowList === undefined) return undefined;
    // The address of the connection, as the gateway saw it. A caller controls headers such as X-Forwarded-For; only the
    // secret of the CDN, which was checked, makes one of them worth more.
    const address = cdn === undefined ? sourceIpOf(event) : cdn.clientAddress(event);
    if (address === undefined) return 'ADDRESS_UNKNOWN';
    return allowList.allows(address) ? undefined : 'ADDRESS_NOT_ALLOWED';
  };

  return {
    refusalOf: (event) => cdn?.refusalOf(event) ?? refusalByAddress(event),
    clientAddress: (event) => cdn?.clientAddress(event),
  };
}

/** The address of the connection, as the gateway saw it; empty without one. */
export function sourceIpOf({ requestContext }: Event): string {
  return requestContext?.http?.sourceIp ?? '';
}
