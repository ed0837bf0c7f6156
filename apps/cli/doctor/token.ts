import { isObject } from '../../../src/is-object.ts';
import { type Operation, scopeNameOfOperation } from '../../../src/scopes.ts';
import { parsedObject } from '../../../src/text/json.ts';
import type { TokenOwner } from '../client/token-cache.ts';
import { type Finding, failed, ok, skipped, warning } from './finding.ts';
import { type Answer, type ProbeOptions, probe, type Silence, silenceHint } from './probe.ts';

/** By so many seconds clocks may differ before tokens are refused as not yet valid or as over. */
export const CLOCK_TOLERANCE = 30;

/** The characters of a bearer token (RFC 6750, section 2.1). */
const SENDABLE = /^[\w\-.~+/]+=*$/;
/** An error code is a word (RFC 6749, section 5.2); what is none may be anything, also what was sent. */
const ERROR_CODE = /^[\w.-]{1,100}$/;

/** The claims of a token, whose signature is not verified. */
export type Claims = Readonly<Record<string, unknown>>;

export interface ObtainedToken {
  readonly findings: readonly Finding[];
  readonly token?: string;
  readonly claims?: Claims;
  /** False when an authorizer whose clock is right refuses the token for its times. */
  readonly hasGoodTimes?: boolean;
}

/** Asks for a fresh token, past every cache. */
export async function obtainToken(options: ProbeOptions, credentials: TokenOwner): Promise<ObtainedToken> {
  const { tokenUrl, clientId, clientSecret, scope } = credentials;
  const answer = await probe(options, tokenUrl, {
    method: 'POST',
    headers: {
      authorization: `Basic ${Buffer.from(`${clientId}:${clientSecret}`).toString('base64')}`,
      'content-type': 'application/x-www-form-urlencoded',
    },
    body: new URLSearchParams({ grant_type: 'client_credentials', ...(scope ? { scope } : {}) }).toString(),
  });
  const refusal = refusalOf(answer, tokenUrl);
  if (refusal !== undefined) return { findings: [refusal] };
  const { json, milliseconds } = answer as Answer;
  const { access_token: token, expires_in: seconds } = json as { access_token: string; expires_in?: number };
  const obtained = ok('token', `a token for ${seconds ?? 'unknown'} s in ${Math.round(milliseconds)} ms`, {
    seconds,
    milliseconds,
  });
  const claims = claimsOf(token);
  if (claims === undefined) {
    const opaque = failed(
      'claims',
      'the token is no JSON Web Token',
      "Have the issuer give JWTs as access tokens (an audience or API of the issuer's own often decides that).",
    );
    return { findings: [obtained, opaque], token };
  }
  const times = checkTimes(claims, options.now(), (answer as Answer).clockAhead);
  return { findings: [obtained, ...times], token, claims, hasGoodTimes: times.every(({ status }) => status === 'ok') };
}

function refusalOf(answer: Answer | Silence, tokenUrl: string): Finding | undefined {
  if ('silence' in answer) {
    return failed('token', `${tokenUrl} does not answer: ${answer.silence}`, silenceHint(tokenUrl, 'the token URL'));
  }
  const { access_token: token, error }: Readonly<Record<string, unknown>> = isObject(answer.json) ? answer.json : {};
  if (answer.status === 200 && typeof token === 'string') {
    if (SENDABLE.test(token)) return undefined;
    return failed(
      'token',
      `${tokenUrl} gives a token with characters that a token cannot have (RFC 6750), or an empty one`,
      'Use the output token_url as it is; with an issuer of your own, have it give plain bearer tokens.',
    );
  }
  const told = typeof error === 'string' && ERROR_CODE.test(error) ? ` ${error}` : '';
  const message = `${tokenUrl} answers ${answer.status}${told}`;
  if (answer.status === 429 || answer.status >= 500) {
    const hint =
      'The issuer is overloaded or out of order: run the doctor again in a minute. Reuse tokens until they end.';
    return failed('token', message, hint);
  }
  switch (error) {
    case 'invalid_client':
      return failed(
        'token',
        message,
        'Check client id and client secret: both of the same client, of this deployment.',
      );
    case 'unauthorized_client':
    case 'unsupported_grant_type':
      return failed(
        'token',
        message,
        'Check client id and client secret, and that the issuer lets this client ask by itself: the grant client_credentials.',
      );
    case 'invalid_scope':
      return failed('token', message, "Ask only for scopes that the client's allowed_scopes hold.");
    default:
      return failed(
        'token',
        answer.json === undefined ? `${message} and no JSON (${answer.contentType || 'no content type'})` : message,
        'Use the output token_url as it is, with its path; with an issuer of your own, its token endpoint.',
      );
  }
}

/** The claims of a token in JWS compact serialization (RFC 7515). */
function claimsOf(token: string): Claims | undefined {
  const [, payload, signature] = token.split('.');
  if (payload === undefined || signature === undefined) return undefined;
  return parsedObject(Buffer.from(payload, 'base64url').toString());
}

/** @param clockAhead of the token endpoint, as far as it tells */
function checkTimes(claims: Claims, now: number, clockAhead: number | undefined): Finding[] {
  const seconds = now / 1_000;
  const { iat, nbf, exp } = claims as Record<string, unknown>;
  if (typeof iat !== 'number' || typeof exp !== 'number') {
    const hint = 'The authorizer refuses tokens without iat and exp: have the issuer write both.';
    return [failed('claims', 'the token does not say when it was issued and when it ends', hint)];
  }
  const ahead = Math.round(Math.max(iat, typeof nbf === 'number' ? nbf : iat) - seconds);
  const isOver = exp < seconds - CLOCK_TOLERANCE;
  const clocksAgree = clockAhead !== undefined && Math.abs(clockAhead) <= CLOCK_TOLERANCE;
  if (isOver && clocksAgree) {
    return [
      failed(
        'claims',
        `the token ended ${Math.round(seconds - exp)} s ago, and the clocks agree: it was not made for this request`,
        'Something before the token endpoint keeps its answers: have it pass on every POST.',
      ),
    ];
  }
  // Keeping tokens before the token endpoint spares what they cost.
  if (clocksAgree && ahead < -CLOCK_TOLERANCE) {
    return [
      ok('claims', `iss ${String(claims['iss'])}, issued ${-ahead} s ago and still good`, { iss: claims['iss'] }),
    ];
  }
  if (Math.abs(ahead) > CLOCK_TOLERANCE) {
    const where = ahead > 0 ? `${ahead} s ahead of` : `${-ahead} s behind`;
    return [
      failed(
        'claims',
        `the token was just issued, and by its iat the issuer's clock is ${where} this one`,
        'Set the clock that is wrong (NTP). Tokens from the future are refused as TOKEN_NOT_YET_VALID.',
      ),
    ];
  }
  return [ok('claims', `iss ${String(claims['iss'])}, iat and exp in time`, { iss: claims['iss'] })];
}

/** The scopes of a token, whichever way the issuer writes them. */
export function scopesIn(claims: Claims): readonly string[] {
  const value = claims['scope'] ?? claims['scp'];
  if (Array.isArray(value)) return value.map(String);
  return typeof value === 'string' ? value.split(' ').filter((scope) => scope !== '') : [];
}

/** What stands before the scopes of this service's operations: `svc`, or the service_identifier. */
export function scopePrefix(claims: Claims | undefined): string | undefined {
  const operations = new Set<string>(Object.values(scopeNameOfOperation));
  const scope = scopesIn(claims ?? {}).find((one) => {
    const slash = one.indexOf('/');
    return slash > 0 && operations.has(one.slice(slash + 1));
  });
  return scope?.slice(0, scope.indexOf('/'));
}

/** What each operation needs beside what the token has; a need that was named and is not met is a failure. */
export function checkScopes(claims: Claims | undefined, needed: readonly Operation[]): Finding[] {
  if (claims === undefined) return [skipped('scopes', 'there is no token to look into')];
  const scopes = scopesIn(claims);
  const prefix = scopePrefix(claims);
  if (prefix === undefined) {
    return [
      failed(
        'scopes',
        `the token opens no operation (scope: ${scopes.join(' ') || 'none'})`,
        'Give the client scopes such as svc/query.search, or ask for them with --scope.',
      ),
    ];
  }
  return Object.entries(scopeNameOfOperation).map(([operation, name]) => {
    const scope = `${prefix}/${name}`;
    if (scopes.includes(scope)) return ok(`scopes.${operation}`, scope);
    const hint = `Add ${scope} to the client's allowed_scopes and ask for it.`;
    const message = `the token lacks ${scope}`;
    return needed.includes(operation as Operation)
      ? failed(`scopes.${operation}`, message, hint)
      : warning(`scopes.${operation}`, message, `${hint} Nothing is wrong if this client is not meant to do that.`);
  });
}
