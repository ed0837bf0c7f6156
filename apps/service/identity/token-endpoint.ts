import { randomUUID } from 'node:crypto';
import { SignJWT } from 'jose';
import type { Client } from './credentials.ts';
import { isSameSecret } from './same-secret.ts';
import { loadSigningKey, signingAlgorithm } from './signing-key.ts';

/** An HTTP request; header names in any case, the body as text. */
export interface IdentityRequest {
  readonly method: string;
  /** With or without a query, which the endpoint ignores. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | undefined;
}

export interface IdentityResponse {
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

export interface TokenEndpointOptions {
  readonly clients: readonly Client[];
  /** The issuer in tokens. Its documents are below this address; `/oauth2/token` is at the root of its host. */
  readonly issuer: string;
  /** Directory of the signing key, which only its owner can read. */
  readonly keyDirectory: string;
  /** Milliseconds since 1970. */
  readonly clock?: () => number;
}

/** The error codes of RFC 6749, section 5.2, that a client credentials grant can return. */
type TokenError = 'invalid_request' | 'invalid_client' | 'unsupported_grant_type' | 'invalid_scope';

const tokenPath = '/oauth2/token';
/** Largest body of a token request, in bytes. */
export const maxBodyLength = 16_384;
const jsonHeaders = { 'content-type': 'application/json;charset=UTF-8' };
// RFC 6749, section 5.1.
const tokenHeaders = { ...jsonHeaders, 'cache-control': 'no-store', pragma: 'no-cache' };
const documentHeaders = { ...jsonHeaders, 'cache-control': 'public, max-age=60' };

/**
 * Creates a token endpoint like Cognito's: the client credentials grant, tokens with the same claims, the same error
 * bodies, and the discovery documents. Errors always have status 400, as Cognito's do, also for an unknown client.
 *
 * @throws IdentityFileError when the signing key can be neither read nor kept
 */
export async function createTokenEndpoint(options: TokenEndpointOptions): Promise<TokenEndpoint> {
  const { clients, issuer, keyDirectory, clock = Date.now } = options;
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
    grant_types_supported: ['client_credentials'],
    response_types_supported: ['token'],
    scopes_supported: [...new Set(clients.flatMap(({ allowedScopes }) => allowedScopes))],
    subject_types_supported: ['public'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post'],
    id_token_signing_alg_values_supported: [signingAlgorithm],
  });
  const documents = new Map([
    [keysPath, JSON.stringify({ keys: [key.publicJwk] })],
    [`${issuerPath}/.well-known/openid-configuration`, metadata],
    [`/.well-known/oauth-authorization-server${issuerPath}`, metadata],
  ]);

  const issue = async (client: Client, scopes: readonly string[]): Promise<IdentityResponse> => {
    const now = Math.floor(clock() / 1000);
    const lifetime = client.accessTokenValidityMinutes * 60;
    const token = await new SignJWT({
      sub: client.clientId,
      token_use: 'access',
      scope: scopes.join(' '),
      auth_time: now,
      iss: issuer,
      exp: now + lifetime,
      iat: now,
      version: 2,
      jti: randomUUID(),
      client_id: client.clientId,
    })
      .setProtectedHeader({ kid: key.keyId, alg: signingAlgorithm })
      .sign(key.privateKey);
    const body = JSON.stringify({ access_token: token, expires_in: lifetime, token_type: 'Bearer' });
    return { status: 200, headers: tokenHeaders, body };
  };

  const grant = async (request: IdentityRequest): Promise<IdentityResponse> => {
    const form = formOf(request);
    const grantType = form?.get('grant_type');
    if (form === undefined || !grantType) return refuse('invalid_request');
    if (grantType !== 'client_credentials') return refuse('unsupported_grant_type');
    const credentials = credentialsOf(headerOf(request, 'authorization'), form);
    if (typeof credentials === 'string') return refuse(credentials);
    const client = clientsById.get(credentials.id);
    // Also compare when the client is unknown, so that the response time does not reveal which ids exist.
    const isRight = isSameSecret(credentials.secret, client?.clientSecret ?? '');
    if (client === undefined || !isRight) return refuse('invalid_client');
    const scopes = scopesFor(client, form.get('scope') ?? '');
    return scopes === undefined ? refuse('invalid_scope') : issue(client, scopes);
  };

  return {
    tokenUrl,
    paths: new Set([tokenPath, ...documents.keys()]),
    handle: async (request) => {
      const path = request.path.split('?', 1)[0]!;
      if (path === tokenPath) {
        return request.method === 'POST' ? grant(request) : answer(405, 'Method Not Allowed', { allow: 'POST' });
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

/** The scopes of the token: those requested, else all that the client may have. Undefined when one is not allowed. */
function scopesFor(client: Client, asked: string): readonly string[] | undefined {
  const scopes = [...new Set(asked.split(' ').filter((scope) => scope !== ''))];
  if (scopes.length === 0) return client.allowedScopes;
  return scopes.every((scope) => client.allowedScopes.includes(scope)) ? scopes : undefined;
}

function headerOf({ headers }: IdentityRequest, name: string): string | undefined {
  for (const key in headers) if (key.toLowerCase() === name) return headers[key];
  return undefined;
}

function refuse(error: TokenError): IdentityResponse {
  return { status: 400, headers: tokenHeaders, body: JSON.stringify({ error }) };
}

function answer(status: number, message: string, headers: Readonly<Record<string, string>> = {}): IdentityResponse {
  return { status, headers: { ...jsonHeaders, ...headers }, body: JSON.stringify({ message }) };
}
