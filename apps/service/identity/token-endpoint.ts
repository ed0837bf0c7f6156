import { createHash, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import {
  type CryptoKey,
  calculateJwkThumbprint,
  exportJWK,
  generateKeyPair,
  importJWK,
  type JWK,
  type JWTPayload,
  SignJWT,
} from 'jose';
import {
  authorizePath,
  logoutPath,
  openidScope,
  type PeopleClient,
  responseModes,
  scopesAmong,
} from './authorization-endpoint.ts';
import type { Client } from './credentials.ts';
import { IdentityFileError, isSameSecret, readPrivateJson, writePrivateJson } from './private-file.ts';
import type { ContinuedSignIn, SignIn, SignIns } from './sign-ins.ts';

/** An HTTP request; header names in any case, the body as text. */
export interface IdentityRequest {
  readonly method: string;
  /** With or without a query, which the endpoint ignores. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
}

interface IdentityResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
}

export interface TokenEndpoint {
  /** Answers any request; a path outside the endpoint gets a 404. */
  handle(request: IdentityRequest): Promise<IdentityResponse>;
  /** The paths of the endpoint. */
  readonly paths: ReadonlySet<string>;
  /** The address that issues tokens. */
  readonly tokenUrl: string;
}

interface TokenEndpointOptions {
  readonly clients: readonly Client[];
  /** The issuer in tokens. Its documents are below this address; `/oauth2/token` is at the root of its host. */
  readonly issuer: string;
  /** Directory of the signing key, which only its owner can read. */
  readonly keyDirectory: string;
  /** How people sign in; undefined if only machines get tokens. */
  readonly people?: { readonly client: PeopleClient; readonly signIns: SignIns };
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/** The error codes of RFC 6749, section 5.2. */
type TokenError =
  | 'invalid_request'
  | 'invalid_client'
  | 'invalid_grant'
  | 'unauthorized_client'
  | 'unsupported_grant_type'
  | 'invalid_scope';

const tokenPath = '/oauth2/token';
const revokePath = '/oauth2/revoke';
/** Largest body of a token request, in bytes. */
export const maxBodyLength = 16_384;
const jsonHeaders = { 'content-type': 'application/json;charset=UTF-8' };
// RFC 6749, section 5.1.
const tokenHeaders = { ...jsonHeaders, 'cache-control': 'no-store', pragma: 'no-cache' };
const documentHeaders = { ...jsonHeaders, 'cache-control': 'public, max-age=60' };

/**
 * Creates a token endpoint like Cognito's: the client credentials grant for machines, codes with PKCE and refresh tokens for
 * people, tokens with the same claims, the same error bodies, and the discovery documents. Errors always have status 400, as
 * Cognito's do, also for an unknown client.
 *
 * @throws IdentityFileError when the signing key can be neither read nor kept
 */
export async function createTokenEndpoint(options: TokenEndpointOptions): Promise<TokenEndpoint> {
  const { clients, issuer, keyDirectory, people, clock = Date.now } = options;
  const key = await loadSigningKey(keyDirectory);
  const clientsById = new Map(clients.map((client) => [client.clientId, client]));
  const { origin, pathname } = new URL(issuer);
  const issuerPath = pathname.replace(/\/+$/, '');
  const tokenUrl = `${origin}${tokenPath}`;
  const keysPath = `${issuerPath}/.well-known/jwks.json`;
  const metadata = JSON.stringify({
    issuer,
    token_endpoint: tokenUrl,
    jwks_uri: `${origin}${keysPath}`,
    grant_types_supported: [
      'client_credentials',
      ...(people === undefined ? [] : ['authorization_code', 'refresh_token']),
    ],
    response_types_supported: [people === undefined ? 'token' : 'code'],
    ...(people !== undefined && {
      authorization_endpoint: `${origin}${authorizePath}`,
      end_session_endpoint: `${origin}${logoutPath}`,
      revocation_endpoint: `${origin}${revokePath}`,
      code_challenge_methods_supported: ['S256'],
      response_modes_supported: responseModes,
      authorization_response_iss_parameter_supported: true,
    }),
    scopes_supported: [...new Set(clients.flatMap(({ allowedScopes }) => allowedScopes))],
    subject_types_supported: ['public'],
    token_endpoint_auth_methods_supported: [
      'client_secret_basic',
      'client_secret_post',
      ...(people === undefined ? [] : ['none']),
    ],
    id_token_signing_alg_values_supported: [signingAlgorithm],
  });
  const documents = new Map([
    [keysPath, JSON.stringify({ keys: [key.publicJwk] })],
    [`${issuerPath}/.well-known/openid-configuration`, metadata],
    [`/.well-known/oauth-authorization-server${issuerPath}`, metadata],
  ]);

  const sign = (claims: JWTPayload, lifetime: number): Promise<string> => {
    const now = Math.floor(clock() / 1000);
    return new SignJWT({ ...claims, iss: issuer, exp: now + lifetime, iat: now, jti: randomUUID() })
      .setProtectedHeader({ kid: key.keyId, alg: signingAlgorithm })
      .sign(key.privateKey);
  };

  const issue = async (client: Client, scopes: readonly string[]): Promise<IdentityResponse> => {
    const lifetime = client.accessTokenValidityMinutes * 60;
    const token = await sign(
      {
        sub: client.clientId,
        token_use: 'access',
        scope: scopes.join(' '),
        auth_time: Math.floor(clock() / 1000),
        version: 2,
        client_id: client.clientId,
      },
      lifetime,
    );
    return tokens({ access_token: token, expires_in: lifetime });
  };

  const issueToPerson = async (
    { clientId, groups, accessTokenValidityMinutes }: PeopleClient,
    { signIn: { person: name, authTime, nonce, scopes: signedInFor }, refreshToken }: ContinuedSignIn,
    scopes: readonly string[] = signedInFor,
  ): Promise<IdentityResponse> => {
    const lifetime = accessTokenValidityMinutes * 60;
    const person = { sub: name, 'cognito:groups': [...groups], auth_time: authTime };
    const access = { ...person, token_use: 'access', scope: scopes.join(' '), client_id: clientId, username: name };
    const identity = { ...person, 'cognito:username': name, token_use: 'id', aud: clientId, nonce };
    return tokens({
      access_token: await sign({ ...access, version: 2 }, lifetime),
      ...(signedInFor.includes(openidScope) && { id_token: await sign(identity, lifetime) }),
      refresh_token: refreshToken,
      expires_in: lifetime,
    });
  };

  const grantToMachine = async (request: IdentityRequest, form: URLSearchParams): Promise<IdentityResponse> => {
    const credentials = credentialsOf(headerOf(request, 'authorization'), form);
    if (typeof credentials === 'string') return refuse(credentials);
    const client = clientsById.get(credentials.id);
    // Also compare when the client is unknown, so that the response time does not reveal which ids exist.
    const isRight = isSameSecret(credentials.secret, client?.clientSecret ?? '');
    if (client === undefined || !isRight) return refuse('invalid_client');
    const scopes = scopesAmong(client.allowedScopes, form.get('scope') ?? '');
    return scopes === undefined ? refuse('invalid_scope') : issue(client, scopes);
  };

  const grantForCode = (client: PeopleClient, signIns: SignIns, form: URLSearchParams) => {
    const code = form.get('code');
    if (!code) return refuse('invalid_request');
    // Whatever else is wrong, a code is valid once.
    const continued = signIns.redeem(code);
    if (continued === undefined) return refuse('invalid_grant');
    if (isProven(continued.signIn, form)) return issueToPerson(client, continued);
    signIns.end(continued.refreshToken);
    return refuse('invalid_grant');
  };

  const grantForRefreshToken = (client: PeopleClient, signIns: SignIns, form: URLSearchParams) => {
    const refreshToken = form.get('refresh_token');
    if (!refreshToken) return refuse('invalid_request');
    const continued = signIns.renew(refreshToken);
    if (continued === undefined) return refuse('invalid_grant');
    const scopes = scopesAmong(continued.signIn.scopes, form.get('scope') ?? '');
    if (scopes !== undefined) return issueToPerson(client, continued, scopes);
    signIns.end(continued.refreshToken);
    return refuse('invalid_scope');
  };

  const grantToPerson = (request: IdentityRequest, form: URLSearchParams) => {
    if (people === undefined) return refuse('unsupported_grant_type');
    const { client, signIns } = people;
    const clientId = form.get('client_id');
    if (clientsById.has(clientId ?? '')) return refuse('unauthorized_client');
    if (clientId !== client.clientId || headerOf(request, 'authorization') !== undefined)
      return refuse('invalid_client');
    const isCode = form.get('grant_type') === 'authorization_code';
    return isCode ? grantForCode(client, signIns, form) : grantForRefreshToken(client, signIns, form);
  };

  const grant = async (request: IdentityRequest): Promise<IdentityResponse> => {
    const form = formOf(request);
    const grantType = form?.get('grant_type');
    if (form === undefined || !grantType) return refuse('invalid_request');
    if (grantType === 'client_credentials') return grantToMachine(request, form);
    const isPersons = grantType === 'authorization_code' || grantType === 'refresh_token';
    return isPersons ? grantToPerson(request, form) : refuse('unsupported_grant_type');
  };

  /** Answers with 200 whatever the token is, by RFC 7009, section 2.2. */
  const revoke = (request: IdentityRequest): IdentityResponse => {
    const form = formOf(request);
    const token = form?.get('token');
    if (form === undefined || !token) return refuse('invalid_request');
    if (people === undefined || form.get('client_id') !== people.client.clientId) return refuse('invalid_client');
    people.signIns.end(token);
    return { status: 200, headers: tokenHeaders, body: '' };
  };

  const posts = new Map<string, (request: IdentityRequest) => IdentityResponse | Promise<IdentityResponse>>([
    [tokenPath, grant],
    ...(people === undefined ? [] : ([[revokePath, revoke]] as const)),
  ]);

  return {
    tokenUrl,
    paths: new Set([...posts.keys(), ...documents.keys()]),
    handle: async (request) => {
      const path = request.path.split('?', 1)[0]!;
      const post = posts.get(path);
      if (post !== undefined) {
        return request.method === 'POST' ? post(request) : answer(405, 'Method Not Allowed', { allow: 'POST' });
      }
      const document = documents.get(path);
      if (document === undefined) return answer(404, 'Not Found');
      if (request.method !== 'GET') return answer(405, 'Method Not Allowed', { allow: 'GET' });
      return { status: 200, headers: documentHeaders, body: document };
    },
  };
}

/** The form of a token request. Undefined when invalid, too long, or with a repeated parameter (RFC 6749, 3.2). */
function formOf(request: IdentityRequest): URLSearchParams | undefined {
  const contentType = (headerOf(request, 'content-type') ?? '').split(';', 1)[0]!.trim().toLowerCase();
  const body = request.body ?? '';
  if (contentType !== 'application/x-www-form-urlencoded' || body.length > maxBodyLength) return undefined;
  const form = new URLSearchParams(body);
  const names = [...form.keys()];
  return new Set(names).size === names.length ? form : undefined;
}

/** Client id and secret from the Authorization header or the form; a client must use exactly one of them. */
function credentialsOf(
  authorization: string | undefined,
  form: URLSearchParams,
): { readonly id: string; readonly secret: string } | TokenError {
  const formId = form.get('client_id');
  const formSecret = form.get('client_secret');
  if (authorization === undefined) {
    return formId !== null && formSecret !== null ? { id: formId, secret: formSecret } : 'invalid_client';
  }
  const [, encoded] = /^basic +([A-Za-z0-9+/_-]+={0,2}) *$/i.exec(authorization) ?? [];
  if (encoded === undefined) return 'invalid_client';
  const pair = Buffer.from(encoded, 'base64').toString('utf8');
  const colon = pair.indexOf(':');
  if (colon === -1) return 'invalid_client';
  const id = pair.slice(0, colon);
  if (formSecret !== null) return 'invalid_request';
  return formId === null || formId === id ? { id, secret: pair.slice(colon + 1) } : 'invalid_client';
}

/** True if the request proves that it comes from the page that asked for the code. */
function isProven({ redirectUri, codeChallenge }: SignIn, form: URLSearchParams): boolean {
  const verifier = form.get('code_verifier') ?? '';
  // RFC 7636, section 4.1.
  if (!/^[A-Za-z0-9._~-]{43,128}$/.test(verifier)) return false;
  const challenge = createHash('sha256').update(verifier).digest('base64url');
  return form.get('redirect_uri') === redirectUri && isSameSecret(challenge, codeChallenge);
}

function headerOf({ headers }: IdentityRequest, name: string): string | undefined {
  for (const key in headers) if (key.toLowerCase() === name) return headers[key];
  return undefined;
}

function tokens(granted: Readonly<Record<string, unknown>>): IdentityResponse {
  return { status: 200, headers: tokenHeaders, body: JSON.stringify({ ...granted, token_type: 'Bearer' }) };
}

function refuse(error: TokenError): IdentityResponse {
  return { status: 400, headers: tokenHeaders, body: JSON.stringify({ error }) };
}

function answer(status: number, message: string, headers: Readonly<Record<string, string>> = {}): IdentityResponse {
  return { status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify({ message }) };
}

/** The key that the local identity provider signs with. */
interface SigningKey {
  readonly keyId: string;
  readonly privateKey: CryptoKey;
  /** The public part of the key, as the key set publishes it. */
  readonly publicJwk: JWK;
}

/** The file in the data directory that keeps the key. */
export const signingKeyFileName = 'signing-key.json';

/** The only algorithm of the local identity provider, as of Cognito. */
const signingAlgorithm = 'RS256';

/**
 * Reads the key from the directory, or creates it on the first start, so that tokens stay valid across restarts.
 *
 * @throws IdentityFileError
 */
export async function loadSigningKey(directory: string): Promise<SigningKey> {
  const path = join(directory, signingKeyFileName);
  const kept = await readPrivateJson(path);
  if (kept !== undefined) return importKey(kept, path);
  const { privateKey } = await generateKeyPair(signingAlgorithm, { modulusLength: 2048, extractable: true });
  const jwk = await exportJWK(privateKey);
  await writePrivateJson(path, jwk);
  return importKey(jwk, path);
}

async function importKey(value: unknown, path: string): Promise<SigningKey> {
  try {
    const jwk = value as JWK;
    const { kty, n, e } = jwk;
    if (kty !== 'RSA' || n === undefined || e === undefined || jwk.d === undefined) throw new TypeError('no RSA key');
    const keyId = await calculateJwkThumbprint({ kty, n, e });
    const privateKey = (await importJWK({ ...jwk, alg: signingAlgorithm }, signingAlgorithm)) as CryptoKey;
    return { keyId, privateKey, publicJwk: { kty, n, e, alg: signingAlgorithm, use: 'sig', kid: keyId } };
  } catch (cause) {
    throw new IdentityFileError(path, 'does not contain an RSA private key', cause);
  }
}
