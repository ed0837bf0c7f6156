import type { SignIns } from './sign-ins.ts';

/** Where the local identity provider signs people in, and out. */
export const authorizePath = '/oauth2/authorize';
export const logoutPath = '/logout';

/** Why a request cannot be answered by a redirect: it names no address that is known. */
export interface RequestProblem {
  readonly code: 'SIGN_IN_REQUEST_INVALID';
  readonly message: string;
  readonly hint: string;
}

/** The request is good, and names no person. */
interface PersonNeeded {
  readonly needs: 'person';
}

/** An answer that the browser posts to the page, as `response_mode=form_post` asks (OAuth 2.0 Form Post Response Mode). */
export interface FormPost {
  /** The address of the page. */
  readonly postTo: string;
  /** The parameters of the answer, names and values as they are. */
  readonly fields: readonly (readonly [name: string, value: string])[];
}

/** How an answer reaches the page, as `response_mode` names it; the first one is the default. */
export const responseModes = ['query', 'form_post'] as const;

interface AuthorizationOptions {
  readonly issuer: string;
  readonly client: PeopleClient;
  readonly signIns: SignIns;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

export interface AuthorizationEndpoint {
  /**
   * Answers an authorization request (RFC 6749, section 4.1, with PKCE, RFC 7636).
   *
   * @param query of the request
   * @param refusal why the person is not signed in; undefined if it is
   * @param person the name that the person gave; undefined if none is known
   * @returns the address to go to, with a code or with an error, or the same parameters to post; a problem if the request
   *   names no known address
   */
  authorize(
    query: string,
    refusal: string | undefined,
    person: string | undefined,
  ): URL | FormPost | RequestProblem | PersonNeeded;
  /**
   * Answers a request to sign out (OpenID Connect RP-Initiated Logout).
   *
   * @returns the address to go to after it
   */
  signOut(query: string): URL | RequestProblem;
}

/** SHA-256 in base64url. */
const challengePattern = /^[A-Za-z0-9_-]{43}$/;
/** In characters. The nonce is kept until the sign-in ends. */
const longestQuery = 8_192;

/**
 * Creates the authorization endpoint of the local identity provider. It knows one public client and one method of PKCE,
 * S256: a request without it is refused, so that a stolen code is worth nothing.
 */
export function createAuthorizationEndpoint(options: AuthorizationOptions): AuthorizationEndpoint {
  const { issuer, client, signIns, clock = Date.now } = options;

  const isKnown = (form: URLSearchParams, parameter: string): boolean =>
    isOnce(form) &&
    form.get('client_id') === client.clientId &&
    client.redirectUris.includes(form.get(parameter) ?? '');

  return {
    authorize(query, refusal, person) {
      const form = new URLSearchParams(query);
      if (query.length > longestQuery || !isKnown(form, 'redirect_uri')) return invalidRequest;
      const redirectUri = form.get('redirect_uri')!;
      const scopes = scopesAmong([openidScope, ...client.allowedScopes], form.get('scope') ?? '');
      const error = errorIn(form) ?? (scopes === undefined ? (['invalid_scope', undefined] as const) : undefined);
      const outcome = error ?? (refusal === undefined ? undefined : (['access_denied', refusal] as const));
      if (outcome === undefined && person === undefined) return { needs: 'person' };
      const codeFor = () =>
        signIns.codeFor({
          person: person!,
          redirectUri,
          scopes: scopes!,
          codeChallenge: form.get('code_challenge')!,
          nonce: form.get('nonce') ?? undefined,
          authTime: Math.floor(clock() / 1000),
        });
      const [name, description] = outcome ?? [];
      const result = name === undefined ? { code: codeFor() } : { error: name, error_description: description };
      const answer = withValues({ state: form.get('state') ?? undefined, iss: issuer, ...result });
      return inMode(form.get('response_mode'), redirectUri, answer);
    },
    signOut(query) {
      const form = new URLSearchParams(query);
      return isKnown(form, 'post_logout_redirect_uri')
        ? new URL(form.get('post_logout_redirect_uri')!)
        : invalidRequest;
    },
  };
}

const withValues = (parameters: Readonly<Record<string, string | undefined>>): URLSearchParams =>
  new URLSearchParams(
    Object.entries(parameters).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, value]],
    ),
  );

function inMode(mode: string | null, redirectUri: string, answer: URLSearchParams): URL | FormPost {
  if (mode === 'form_post') return { postTo: redirectUri, fields: [...answer] };
  const address = new URL(redirectUri);
  address.search = answer.toString();
  return address;
}

/** The error of a request that names a known address; codes of RFC 6749, section 4.1.2.1. */
function errorIn(form: URLSearchParams): readonly [error: string, description: string | undefined] | undefined {
  if (form.get('response_type') !== 'code') return ['unsupported_response_type', 'response_type must be code'];
  if (form.get('code_challenge_method') !== 'S256') {
    return ['invalid_request', 'code_challenge_method must be S256'];
  }
  if (!challengePattern.test(form.get('code_challenge') ?? '')) {
    return ['invalid_request', 'code_challenge must be a SHA-256 in base64url'];
  }
  const mode = form.get('response_mode');
  if (mode !== null && !responseModes.some((known) => known === mode)) {
    return ['invalid_request', `response_mode must be ${responseModes.join(' or ')}`];
  }
  return undefined;
}

/** RFC 6749, section 3.1: no parameter occurs twice. */
function isOnce(form: URLSearchParams): boolean {
  const names = [...form.keys()];
  return new Set(names).size === names.length;
}

const invalidRequest: RequestProblem = {
  code: 'SIGN_IN_REQUEST_INVALID',
  message: 'The address asks for a sign-in for a page that this service does not know, or names a parameter twice.',
  hint: 'Open the console by the address that the service printed; it asks for the sign-in itself.',
};

/** The public client by which the console signs people in: it has no secret. */
export interface PeopleClient {
  readonly clientId: string;
  /** Addresses that codes are sent to. A request must name one of them exactly. */
  readonly redirectUris: readonly string[];
  /** The scopes that a token of a person may carry, without `openid`. */
  readonly allowedScopes: readonly string[];
  /** Groups of all who sign in, as tokens name them. */
  readonly groups: readonly string[];
  readonly accessTokenValidityMinutes: number;
}

/** The scope that asks for an ID token. */
export const openidScope = 'openid';

/**
 * The scopes of a request: those asked for, else all that the client may have. Undefined when one is not allowed.
 *
 * @param asked separated by spaces
 */
export function scopesAmong(allowed: readonly string[], asked: string): readonly string[] | undefined {
  const scopes = [...new Set(asked.split(' ').filter((scope) => scope !== ''))];
  if (scopes.length === 0) return allowed;
  return scopes.every((scope) => allowed.includes(scope)) ? scopes : undefined;
}
