import type { RefusalReason } from './refusal.ts';

/** Who calls, as the token says; what the gateway hands on to the API function. */
export interface Caller {
  /** The scopes of the token, each once, separated by single spaces; empty without any. */
  readonly scope: string;
  /** The client that the token was issued to; empty when the issuer does not say. */
  readonly clientId: string;
}

export type Claims = Readonly<Record<string, unknown>>;

/** What differs between clocks that are kept right, in seconds. */
export const clockToleranceSeconds = 30;

// The claim names by which issuers call the client: RFC 9068, OpenID Connect, Okta, Microsoft.
const clientClaims = ['client_id', 'azp', 'cid', 'appid'] as const;

// RFC 6749, section 3.3: a scope is printable ASCII without blank, quote and backslash.
const scopePattern = /^[\x21\x23-\x5b\x5d-\x7e]+$/;

/**
 * Judges the claims of a token whose signature is good: in time, for this service, and an access token. Issuer and
 * signature are the verifier's.
 *
 * @param nowSeconds the present, in seconds since 1970.
 */
export function judgeClaims(claims: Claims, audience: readonly string[], nowSeconds: number): Caller | RefusalReason {
  return (
    refusalByTime(claims, nowSeconds) ?? refusalByAudience(claims, audience) ?? refusalByUse(claims) ?? callerOf(claims)
  );
}

function refusalByTime({ exp, iat, nbf }: Claims, nowSeconds: number): RefusalReason | undefined {
  if (exp === undefined) return 'EXPIRY_MISSING';
  if (iat === undefined) return 'ISSUED_AT_MISSING';
  if (!isTime(exp) || !isTime(iat) || (nbf !== undefined && !isTime(nbf))) return 'TOKEN_MALFORMED';
  if (nowSeconds >= exp + clockToleranceSeconds) return 'TOKEN_EXPIRED';
  const latest = nowSeconds + clockToleranceSeconds;
  if (iat > latest || (nbf !== undefined && nbf > latest)) return 'TOKEN_NOT_YET_VALID';
  return undefined;
}

/** The gateway's own rule: `aud` decides wherever it is present, and only without it `client_id`. */
function refusalByAudience(claims: Claims, audience: readonly string[]): RefusalReason | undefined {
  const { aud } = claims;
  const stated = aud === undefined ? [claims['client_id']] : Array.isArray(aud) ? aud : [aud];
  const isMeant = stated.some((entry) => typeof entry === 'string' && audience.includes(entry));
  return isMeant ? undefined : 'AUDIENCE_MISMATCH';
}

function refusalByUse(claims: Claims): RefusalReason | undefined {
  const use = claims['token_use'];
  return use === undefined || use === 'access' ? undefined : 'TOKEN_USE_NOT_ACCESS';
}

function callerOf(claims: Claims): Caller | RefusalReason {
  const stated = claims['scope'] ?? claims['scp'];
  const scopes = stated === undefined || stated === null ? [] : scopesIn(stated);
  if (scopes === undefined) return 'SCOPE_MALFORMED';
  const client = clientClaims.map((name) => claims[name]).find((value) => typeof value === 'string');
  return { scope: [...new Set(scopes)].join(' '), clientId: typeof client === 'string' ? client : '' };
}

/** The scopes of a claim that is a text or a list of texts; undefined when it is neither. */
function scopesIn(stated: unknown): readonly string[] | undefined {
  const scopes = typeof stated === 'string' ? stated.split(' ').filter((scope) => scope !== '') : stated;
  if (!Array.isArray(scopes)) return undefined;
  // An entry with a blank in it would turn into two scopes when the list is written as a text.
  return scopes.every((scope) => typeof scope === 'string' && scopePattern.test(scope)) ? scopes : undefined;
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
