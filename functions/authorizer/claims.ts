import { type PeopleRules, personOf, scopesOfPerson } from './people.ts';
import type { RefusalReason } from './refusal.ts';
import { type Claims, scopesOf } from './scope-claims.ts';

/** The caller according to the token, as the gateway passes it to the API function. */
export interface Caller {
  /** The token's scopes without duplicates, separated by single spaces; empty without scopes. */
  readonly scope: string;
  /** The client that the token was issued to; empty when no claim names it. */
  readonly clientId: string;
  /** The person who signed in; missing in the token of a machine. */
  readonly person?: string;
}

/** The accepted difference between the clocks of issuer and authorizer, in seconds. */
export const clockToleranceSeconds = 30;

// The claims that name the client: of RFC 9068, OpenID Connect, Okta and Microsoft.
const clientClaims = ['client_id', 'azp', 'cid', 'appid'] as const;

/** What the claims of a token must say, and where its scopes are. */
export interface ClaimRules {
  readonly audience: readonly string[];
  /** Names of the claims that carry scopes, as `scopesOf` reads them. */
  readonly scopeClaims: readonly string[];
  /** Tokens of people, whose groups decide; undefined if only machines call. */
  readonly people?: PeopleRules | undefined;
}

/**
 * Checks the claims of a token with a valid signature: its times, its audience, and that it is an access token. The
 * verifier checks issuer and signature.
 *
 * @param nowSeconds the current time, in seconds since 1970.
 */
export function judgeClaims(claims: Claims, rules: ClaimRules, nowSeconds: number): Caller | RefusalReason {
  return (
    refusalByTime(claims, nowSeconds) ??
    refusalByAudience(claims, rules.audience) ??
    refusalByUse(claims) ??
    callerOf(claims, rules)
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

/** Checks the audience by API Gateway's rule: `aud` if it is present, otherwise `client_id`. */
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

function callerOf(claims: Claims, rules: ClaimRules): Caller | RefusalReason {
  const { scopeClaims, people } = rules;
  const scopes = scopesOf(claims, scopeClaims);
  if (scopes === undefined) return 'SCOPE_MALFORMED';
  const client = clientClaims.map((name) => claims[name]).find((value) => typeof value === 'string');
  const clientId = typeof client === 'string' ? client : '';
  if (people === undefined || !people.clients.includes(clientId)) return { scope: scopes.join(' '), clientId };
  const permitted = scopesOfPerson(claims, scopes, people);
  if (permitted === undefined) return 'GROUPS_MALFORMED';
  const person = personOf(claims, people);
  return person === undefined ? 'PERSON_MISSING' : { scope: permitted.join(' '), clientId, person };
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value);
}
