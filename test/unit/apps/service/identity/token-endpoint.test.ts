import { chmod, readFile, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { createLocalJWKSet, decodeProtectedHeader, type JWTPayload, jwtVerify } from 'jose';
import { ClientsFileError, defaultClients, loadClients } from '../../../../../apps/service/identity/clients.ts';
import { credentialsFileName, provisionClients } from '../../../../../apps/service/identity/credentials.ts';
import { IdentityFileError } from '../../../../../apps/service/identity/private-file.ts';
import {
  createTokenEndpoint,
  type IdentityRequest,
  loadSigningKey,
  signingKeyFileName,
  type TokenEndpoint,
} from '../../../../../apps/service/identity/token-endpoint.ts';
import { scopesOf } from '../../../../../src/scopes.ts';
import { reportedProblems } from '../../../../setup/reported-problems.ts';
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
type Fields = Record<string, string>;

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
    form: Fields | string,
    headers: Fields = { authorization: readerBasic },
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
  const refusal = (error: string) => ({ status: 400, body: { error } });

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
      expect(await ask({ ...grant, scope })).toMatchObject(refusal('invalid_scope'));
    },
  );

  it.each<[string, Fields, Fields]>([
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
    expect(await ask({ ...grant, ...form }, headers)).toMatchObject({ status: 200 });
  });

  it.each<[string, Fields, Fields]>([
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
    expect(await ask({ ...grant, ...form }, headers)).toMatchObject(refusal('invalid_client'));
  });

  it.each(['authorization_code', 'password', 'refresh_token', 'CLIENT_CREDENTIALS', 'x'])(
    'does not support the grant %s',
    async (grantType) => {
      expect(await ask({ grant_type: grantType })).toMatchObject(refusal('unsupported_grant_type'));
    },
  );

  it.each<[string, Fields | string, Fields]>([
    ['no grant type', {}, {}],
    ['an empty grant type', { grant_type: '' }, {}],
    ['nothing', '', {}],
    ['a parameter twice', 'grant_type=client_credentials&grant_type=client_credentials', {}],
    ['credentials in two ways', { ...grant, client_id: 'reader-id', client_secret: reader.clientSecret }, {}],
    ['JSON', '{"grant_type":"client_credentials"}', { 'content-type': 'application/json' }],
    ['no content type', grant, { 'content-type': '' }],
    ['too much', { ...grant, scope: 'x'.repeat(20_000) }, {}],
  ])('refuses a request with %s', async (_, form, headers) => {
    expect(await ask(form, { authorization: readerBasic, ...headers })).toMatchObject(refusal('invalid_request'));
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

const scopes = scopesOf('svc').all;
const file = (clients: unknown) => JSON.stringify({ clients });
const readOnly = { allowed_scopes: ['svc/query.search'] };

const problemsOf = (text: string): readonly string[] =>
  reportedProblems(ClientsFileError, () => loadClients(text, scopes)).map(({ message }) => message);

describe('loadClients', () => {
  it('reads clients with everything that may be said of one', () => {
    const text = file({
      reader: readOnly,
      writer: {
        allowed_scopes: ['svc/mutation.submit', 'svc/query.entity'],
        access_token_validity_minutes: 5,
        client_id: 'writer-1',
        client_secret: 'a-secret-of-some-length',
      },
    });

    expect(loadClients(text, scopes)).toEqual([
      { name: 'reader', allowedScopes: ['svc/query.search'], accessTokenValidityMinutes: 60 },
      {
        name: 'writer',
        allowedScopes: ['svc/mutation.submit', 'svc/query.entity'],
        accessTokenValidityMinutes: 5,
        clientId: 'writer-1',
        clientSecret: 'a-secret-of-some-length',
      },
    ]);
  });

  it.each([
    ['svc/query.serach', 'Did you mean svc/query.search?'],
    ['query.search', 'Did you mean svc/query.search?'],
    ['SVC/QUERY.SEARCH', 'Did you mean svc/query.search?'],
    ['x', 'Scopes are svc/query.search, '],
  ])('says which scope %s may be', (scope, advice) => {
    expect(problemsOf(file({ reader: { allowed_scopes: [scope] } }))).toEqual([expect.stringContaining(advice)]);
  });

  it('says which key was meant', () => {
    expect(problemsOf(file({ reader: { allowed_scope: ['svc/query.search'] } }))).toEqual([
      expect.stringContaining('Did you mean allowed_scopes?'),
      expect.stringContaining('has no "allowed_scopes"'),
    ]);
  });

  it('says where the JSON is broken and how to mend it', () => {
    expect(reportedProblems(ClientsFileError, () => loadClients('{\n  "clients": {},\n}', scopes))).toEqual([
      { line: 3, column: 1, message: 'a comma stands before the end', hint: 'Take the last comma away.' },
    ]);
  });

  it.each([
    ['no object', '[]'],
    ['no clients', '{}'],
    ['clients that are a list', '{"clients":[]}'],
    ['clients that are none', '{"clients":{}}'],
    ['a client that is no object', file({ reader: ['svc/query.search'] })],
    ['scopes that are a text', file({ reader: { allowed_scopes: 'svc/query.search' } })],
    ['scopes that are none', file({ reader: { allowed_scopes: [] } })],
    ['a scope that is no text', file({ reader: { allowed_scopes: [1] } })],
    ['a scope twice', file({ reader: { allowed_scopes: ['svc/query.search', 'svc/query.search'] } })],
    ['a name with a line break', file({ 'a\nb': readOnly })],
    ['an empty name', file({ '': readOnly })],
    ['a name that every object has', '{"clients":{"__proto__":{"allowed_scopes":["svc/query.search"]}}}'],
    ['an id with a colon', file({ reader: { ...readOnly, client_id: 'a:b' } })],
    ['an id that is a number', file({ reader: { ...readOnly, client_id: 1 } })],
    ['a short secret', file({ reader: { ...readOnly, client_secret: 'short' } })],
    ['one id for two', file({ a: { ...readOnly, client_id: 'x' }, b: { ...readOnly, client_id: 'x' } })],
    ['a client twice', `{"clients":{"a":${JSON.stringify(readOnly)},"a":${JSON.stringify(readOnly)}}}`],
    ['no JSON', '{"clients": '],
    ['nothing', ''],
    ['a comment', `{"clients":{"a":${JSON.stringify(readOnly)}}} // mine`],
    ['something that is too deep', '['.repeat(100_000)],
    ['something that is too long', ' '.repeat(1_000_001)],
  ])('refuses %s', (_, text) => {
    expect(problemsOf(text).length).toBeGreaterThan(0);
  });

  it.each([4, 1441, 5.5, '60', null, -1])('refuses %j minutes', (minutes) => {
    expect(problemsOf(file({ reader: { ...readOnly, access_token_validity_minutes: minutes } }))).toEqual([
      '"access_token_validity_minutes" must be a whole number from 5 to 1440.',
    ]);
  });

  it('reports every problem at once, each with line and column', () => {
    const text = '{\n  "clients": {\n    "a": { "allowed_scopes": ["svc/x"] },\n    "b": 1\n  }\n}';

    expect(() => loadClients(text, scopes)).toThrow(
      expect.objectContaining({
        code: 'CLIENTS_FILE_INVALID',
        problems: [
          { line: 3, column: 31, message: expect.stringContaining('"svc/x" is unknown') },
          { line: 4, column: 10, message: 'the client "b" must be an object.' },
        ],
      }),
    );
  });

  it('repeats no secret', () => {
    expect(problemsOf(file({ reader: { ...readOnly, client_secret: 'hush hush hush hush' } })).join()).not.toContain(
      'hush',
    );
  });
});

describe('defaultClients', () => {
  it('are one client that may do everything', () => {
    expect(defaultClients(scopes)).toEqual([
      { name: 'default', allowedScopes: scopes, accessTokenValidityMinutes: 60 },
    ]);
  });
});

const definition = (name: string) => ({ name, allowedScopes: ['svc/query.search'], accessTokenValidityMinutes: 60 });

const directory = temporaryDirectory('beforeEach');

const modeOf = async (name: string) => (await stat(directory.path(name))).mode & 0o777;

describe('provisionClients', () => {
  it('makes up credentials of the usual shape, once', async () => {
    const [first] = await provisionClients([definition('a')], directory.path());
    const [second] = await provisionClients([definition('a')], directory.path());

    expect(first).toMatchObject({
      clientId: expect.stringMatching(/^[a-z0-9]{26}$/),
      clientSecret: expect.stringMatching(/^[a-z0-9]{52}$/),
    });
    expect(second).toEqual(first);
  });

  it('keeps them for its owner only, whatever the directory was', async () => {
    const nested = directory.path('new', 'identity');

    await provisionClients([definition('a')], nested);

    expect((await stat(join(nested, credentialsFileName))).mode & 0o777).toBe(0o600);
    expect((await stat(nested)).mode & 0o777).toBe(0o700);
  });

  it('narrows who can read a file that was copied', async () => {
    await provisionClients([definition('a')], directory.path());
    await chmod(directory.path(credentialsFileName), 0o644);

    await provisionClients([definition('a')], directory.path());

    expect(await modeOf(credentialsFileName)).toBe(0o600);
  });

  it('gives a client that was away its old credentials', async () => {
    const [before] = await provisionClients([definition('a')], directory.path());
    await provisionClients([definition('b')], directory.path());

    expect((await provisionClients([definition('b'), definition('a')], directory.path()))[1]).toEqual(before);
  });

  it('takes the credentials a client is defined with, and keeps none of these', async () => {
    const defined = { ...definition('a'), clientId: 'id-1', clientSecret: 'a-secret-of-some-length' };

    expect(await provisionClients([defined], directory.path())).toEqual([defined]);
    await expect(stat(directory.path(credentialsFileName))).rejects.toThrow('ENOENT');
  });

  it('makes up the half that is missing', async () => {
    const [client] = await provisionClients([{ ...definition('a'), clientId: 'id-1' }], directory.path());

    expect(client).toMatchObject({ clientId: 'id-1', clientSecret: expect.stringMatching(/^[a-z0-9]{52}$/) });
  });

  it('refuses two clients with one id', async () => {
    const [a] = await provisionClients([definition('a')], directory.path());

    await expect(
      provisionClients([definition('a'), { ...definition('b'), clientId: a!.clientId }], directory.path()),
    ).rejects.toThrow('the same client id');
  });

  it.each(['{', '[]', 'null', '{"a":{}}', '{"a":{"client_id":"x","client_secret":""}}'])(
    'does not write over a file that holds %s',
    async (text) => {
      await writeFile(directory.path(credentialsFileName), text);

      await expect(provisionClients([definition('a')], directory.path())).rejects.toThrow(IdentityFileError);
      expect(await readFile(directory.path(credentialsFileName), 'utf8')).toBe(text);
    },
  );
});

describe('loadSigningKey', () => {
  it('makes a key once and keeps it for its owner only', async () => {
    const first = await loadSigningKey(directory.path());
    const second = await loadSigningKey(directory.path());

    expect(second.publicJwk).toEqual(first.publicJwk);
    expect(await modeOf(signingKeyFileName)).toBe(0o600);
  });

  it('publishes nothing private', async () => {
    const { publicJwk } = await loadSigningKey(directory.path());

    expect(Object.keys(publicJwk).sort()).toEqual(['alg', 'e', 'kid', 'kty', 'n', 'use']);
  });

  it.each(['', 'null', '{}', '{"kty":"RSA","n":"AQAB","e":"AQAB"}', '{"kty":"oct","k":"x"}'])(
    'refuses a file that holds %j',
    async (text) => {
      await writeFile(directory.path(signingKeyFileName), text);

      await expect(loadSigningKey(directory.path())).rejects.toThrow(
        expect.objectContaining({ code: 'IDENTITY_FILE_UNUSABLE', hint: expect.any(String) }),
      );
    },
  );

  it('says when the directory cannot be used', async () => {
    await writeFile(directory.path('file'), '');

    await expect(loadSigningKey(directory.path('file'))).rejects.toThrow(IdentityFileError);
  });
});
