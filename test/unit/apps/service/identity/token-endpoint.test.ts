import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import {
  createTokenEndpoint,
  type IdentityRequest,
  type TokenEndpoint,
} from '../../../../../apps/service/identity/token-endpoint.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const issuer = 'http://127.0.0.1:4000/local_pool';
const nowSeconds = 1_800_000_000;
const reader = {
  name: 'reader',
  allowedScopes: ['svc/query.search', 'svc/query.entity'],
  accessTokenValidityMinutes: 60,
  clientId: 'reader-id',
  clientSecret: 'reader-secret-of-some-length',
};
const writer = {
  name: 'writer',
  allowedScopes: ['svc/mutation.submit'],
  accessTokenValidityMinutes: 5,
  clientId: 'writer-id',
  clientSecret: 'writer-secret-of-some-length',
};
const basic = (id: string, secret: string) => `Basic ${Buffer.from(`${id}:${secret}`).toString('base64')}`;
const readerBasic = basic(reader.clientId, reader.clientSecret);
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

describe('createTokenEndpoint', () => {
  const directory = temporaryDirectory('beforeAll');
  let endpoint: TokenEndpoint;

  beforeAll(async () => {
    endpoint = await open();
  });

  const open = () =>
    createTokenEndpoint({
      clients: [reader, writer],
      issuer,
      keyDirectory: directory.path(),
      clock: () => nowSeconds * 1000,
    });

  const ask = async (
    form: Record<string, string> | string,
    headers: Record<string, string> = { authorization: readerBasic },
    more: Partial<IdentityRequest> = {},
  ) => {
    const body = typeof form === 'string' ? form : new URLSearchParams(form).toString();
    const request = { method: 'POST', path: '/oauth2/token', headers: { ...formType, ...headers }, body, ...more };
    const response = await endpoint.handle(request);
    return { status: response.status, headers: response.headers, body: JSON.parse(response.body) };
  };
  const get = (path: string) => endpoint.handle({ method: 'GET', path, headers: {} });
  const claimsOf = async (token: string): Promise<JWTPayload> => {
    const keys = createLocalJWKSet(JSON.parse((await get('/local_pool/.well-known/jwks.json')).body));
    return (await jwtVerify(token, keys, { issuer, currentDate: new Date(nowSeconds * 1000) })).payload;
  };
  const grant = { grant_type: 'client_credentials' };

  it('issues a token of the shape of the one in the cloud', async () => {
    const { status, body } = await ask({ ...grant, scope: 'svc/query.search' });

    expect(status).toBe(200);
    expect(body).toEqual({ access_token: expect.any(String), expires_in: 3600, token_type: 'Bearer' });
    expect(decodeProtectedHeader(body.access_token)).toEqual({ kid: expect.any(String), alg: 'RS256' });
    expect(await claimsOf(body.access_token)).toEqual({
      sub: 'reader-id',
      token_use: 'access',
      scope: 'svc/query.search',
      auth_time: nowSeconds,
      iss: issuer,
      exp: nowSeconds + 3600,
      iat: nowSeconds,
      version: 2,
      jti: expect.stringMatching(/^[0-9a-f-]{36}$/),
      client_id: 'reader-id',
    });
  });

  it('forbids caches to keep the answer', async () => {
    expect((await ask(grant)).headers).toMatchObject({ 'cache-control': 'no-store', pragma: 'no-cache' });
  });

  it('gives every token an id of its own', async () => {
    const [a, b] = await Promise.all([ask(grant), ask(grant)]);

    expect((await claimsOf(a.body.access_token)).jti).not.toBe((await claimsOf(b.body.access_token)).jti);
  });

  it("gives a token the client's own lifetime", async () => {
    const { body } = await ask(grant, { authorization: basic(writer.clientId, writer.clientSecret) });

    expect(body.expires_in).toBe(300);
    expect((await claimsOf(body.access_token)).exp).toBe(nowSeconds + 300);
  });

  it.each([
    ['all that the client may have without any', {}, 'svc/query.search svc/query.entity'],
    ['all for an empty text', { scope: '' }, 'svc/query.search svc/query.entity'],
    ['the ones asked for', { scope: 'svc/query.entity' }, 'svc/query.entity'],
    ['each once', { scope: ' svc/query.entity  svc/query.entity ' }, 'svc/query.entity'],
  ])('grants %s', async (_, scope, expected) => {
    const { body } = await ask({ ...grant, ...scope });

    expect((await claimsOf(body.access_token))['scope']).toBe(expected);
  });

  it.each(['svc/mutation.submit', 'svc/query.search svc/mutation.submit', 'x', 'svc/query.search,svc/query.entity'])(
    'refuses the scope %j',
    async (scope) => {
      expect(await ask({ ...grant, scope })).toMatchObject({ status: 400, body: { error: 'invalid_scope' } });
    },
  );

  it.each([
    ['the secret in the form', { client_id: reader.clientId, client_secret: reader.clientSecret }, {}],
    ['the id in the form too', { client_id: reader.clientId }, { authorization: readerBasic }],
    ['the scheme in small letters', {}, { authorization: readerBasic.replace('Basic', 'basic') }],
    ['the header in capitals', {}, { Authorization: readerBasic }],
    [
      'a content type with a charset',
      {},
      { authorization: readerBasic, 'content-type': `${formType['content-type']}; charset=utf-8` },
    ],
  ])('knows a client by %s', async (_, form, headers) => {
    expect(await ask({ ...grant, ...form }, headers as Record<string, string>)).toMatchObject({ status: 200 });
  });

  it.each([
    ['a wrong secret', {}, { authorization: basic('reader-id', 'wrong') }],
    ["another client's secret", {}, { authorization: basic('reader-id', writer.clientSecret) }],
    ['an empty secret', {}, { authorization: basic('reader-id', '') }],
    ['an unknown client', {}, { authorization: basic('unknown', reader.clientSecret) }],
    ['an unknown client without a secret', {}, { authorization: basic('unknown', '') }],
    ['no credentials', {}, {}],
    ['an id alone', { client_id: 'reader-id' }, {}],
    ['another id in the form', { client_id: 'writer-id' }, { authorization: readerBasic }],
    ['a bearer token', {}, { authorization: 'Bearer abc' }],
    ['no colon', {}, { authorization: `Basic ${Buffer.from('reader-id').toString('base64')}` }],
    ['no base64', {}, { authorization: 'Basic ???' }],
    ['nothing after the scheme', {}, { authorization: 'Basic ' }],
    ['a wrong secret in the form', { client_id: 'reader-id', client_secret: 'wrong' }, {}],
  ])('refuses a client with %s', async (_, form, headers) => {
    expect(await ask({ ...grant, ...form }, headers as Record<string, string>)).toMatchObject({
      status: 400,
      body: { error: 'invalid_client' },
    });
  });

  it.each(['authorization_code', 'password', 'refresh_token', 'CLIENT_CREDENTIALS', 'x'])(
    'does not support the grant %s',
    async (grantType) => {
      expect(await ask({ grant_type: grantType })).toMatchObject({
        status: 400,
        body: { error: 'unsupported_grant_type' },
      });
    },
  );

  it.each([
    ['no grant type', {}, {}],
    ['an empty grant type', { grant_type: '' }, {}],
    ['nothing', '', {}],
    ['a parameter twice', 'grant_type=client_credentials&grant_type=client_credentials', {}],
    ['credentials in two ways', { ...grant, client_id: 'reader-id', client_secret: reader.clientSecret }, {}],
    ['JSON', '{"grant_type":"client_credentials"}', { 'content-type': 'application/json' }],
    ['no content type', grant, { 'content-type': '' }],
    ['too much', { ...grant, scope: 'x'.repeat(20_000) }, {}],
  ])('refuses a request with %s', async (_, form, headers) => {
    expect(
      await ask(form as Record<string, string> | string, {
        authorization: readerBasic,
        ...(headers as Record<string, string>),
      }),
    ).toMatchObject({ status: 400, body: { error: 'invalid_request' } });
  });

  it('answers a request without a body', async () => {
    expect(await ask(grant, { authorization: readerBasic }, { body: undefined })).toMatchObject({ status: 400 });
  });

  it.each(['GET', 'PUT', 'OPTIONS', 'get'])('takes no %s for a token', async (method) => {
    expect(await ask(grant, {}, { method })).toMatchObject({ status: 405, headers: { allow: 'POST' } });
  });

  it.each(['/local_pool/.well-known/openid-configuration', '/.well-known/oauth-authorization-server/local_pool'])(
    'describes itself at %s',
    async (path) => {
      const response = await get(`${path}?x=1`);

      expect(response).toMatchObject({
        status: 200,
        headers: { 'content-type': expect.stringMatching(/^application\/json/) },
      });
      expect(JSON.parse(response.body)).toMatchObject({
        issuer,
        token_endpoint: 'http://127.0.0.1:4000/oauth2/token',
        jwks_uri: 'http://127.0.0.1:4000/local_pool/.well-known/jwks.json',
      });
      expect(endpoint.paths.has(path)).toBe(true);
      expect((await endpoint.handle({ method: 'POST', path, headers: {} })).status).toBe(405);
    },
  );

  it.each(['/', '/oauth2', '/oauth2/token/', '/.well-known/jwks.json', '/../signing-key.json'])(
    'has nothing at %s',
    async (path) => {
      expect((await get(path)).status).toBe(404);
      expect(endpoint.paths.has(path)).toBe(false);
    },
  );

  it('verifies after a restart what was issued before', async () => {
    const { body } = await ask(grant);
    endpoint = await open();

    expect(await claimsOf(body.access_token)).toMatchObject({ client_id: 'reader-id' });
  });

  it('shows no secret and no private part of its key', async () => {
    const bodies = await Promise.all([...endpoint.paths].map(async (path) => (await get(path)).body));

    expect(bodies.join()).not.toContain('secret-of-some-length');
    expect(bodies.join()).not.toMatch(/"(d|p|q|dp|dq|qi)":/);
  });
});
