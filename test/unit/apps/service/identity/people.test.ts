import { createHash } from 'node:crypto';
import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { PeopleClient } from '../../../../../apps/service/identity/authorization-endpoint.ts';
import {
  createAuthorizationEndpoint,
  type FormPost,
} from '../../../../../apps/service/identity/authorization-endpoint.ts';
import { createSignIns, type SignIn, type SignIns } from '../../../../../apps/service/identity/sign-ins.ts';
import { createTokenEndpoint, type TokenEndpoint } from '../../../../../apps/service/identity/token-endpoint.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const issuer = 'http://127.0.0.1:4000';
const page = 'http://127.0.0.1:4000/';
const signIns = createSignIns();
const client: PeopleClient = {
  clientId: signIns.clientId,
  redirectUris: [page, 'http://localhost:4000/'],
  allowedScopes: ['svc/query.search', 'svc/query.entity'],
  groups: ['owner'],
  accessTokenValidityMinutes: 60,
};
const endpoint = createAuthorizationEndpoint({ issuer, client, signIns, clock: () => 5_000 });
const right = {
  response_type: 'code',
  client_id: client.clientId,
  redirect_uri: page,
  scope: 'openid svc/query.search',
  state: 'st&te',
  nonce: 'n',
  code_challenge: 'A'.repeat(43),
  code_challenge_method: 'S256',
};
const queryOf = (changes: Readonly<Record<string, string | undefined>> = {}): string => {
  const entries = Object.entries({ ...right, ...changes }).filter(([, value]) => value !== undefined);
  return new URLSearchParams(entries as [string, string][]).toString();
};
const refusal = 'PAGE_SECRET_MISSING: Open the address.';
const denied = { state: 'st&te', iss: issuer, error: 'access_denied', error_description: refusal };
const ask = (query: string, refused?: string) => endpoint.authorize(query, refused, 'Ada');

describe('createAuthorizationEndpoint', () => {
  it('sends a code, the state and the issuer to the page, and keeps what was asked for', () => {
    const to = ask(queryOf()) as URL;

    expect(to.origin + to.pathname).toBe(page);
    expect(to.searchParams.get('state')).toBe('st&te');
    expect(to.searchParams.get('iss')).toBe(issuer);
    expect(signIns.redeem(to.searchParams.get('code')!)?.signIn).toEqual({
      person: 'Ada',
      redirectUri: page,
      scopes: ['openid', 'svc/query.search'],
      codeChallenge: right.code_challenge,
      nonce: 'n',
      authTime: 5,
    });
  });

  it('gives the same parameters to post, where the request asks for a form', () => {
    const { postTo, fields } = ask(queryOf({ response_mode: 'form_post' })) as FormPost;

    expect(postTo).toBe(page);
    const { code, ...others } = Object.fromEntries(fields);
    expect(others).toEqual({ state: 'st&te', iss: issuer });
    expect(signIns.redeem(code!)?.signIn).toMatchObject({ person: 'Ada', redirectUri: page });
    expect(ask(queryOf({ response_mode: 'query' }))).toBeInstanceOf(URL);
  });

  it('gives errors in the form, and none to a page that it does not know', () => {
    const form = { response_mode: 'form_post' };
    const refused = ask(queryOf(form), refusal) as FormPost;

    expect(Object.fromEntries(refused.fields)).toEqual(denied);
    expect(ask(queryOf({ ...form, scope: 'openid svc/mutation.submit' }))).toMatchObject({
      postTo: page,
      fields: expect.arrayContaining([['error', 'invalid_scope']]),
    });
    expect(ask(queryOf({ ...form, redirect_uri: 'http://evil.example/' }))).toMatchObject({
      code: 'SIGN_IN_REQUEST_INVALID',
    });
    expect(endpoint.authorize(queryOf(form), undefined, undefined)).toEqual({ needs: 'person' });
  });

  it('asks for the name of a person before it gives a code, and for nothing else', () => {
    expect(endpoint.authorize(queryOf(), undefined, undefined)).toEqual({ needs: 'person' });
    expect(endpoint.authorize(queryOf({ redirect_uri: 'http://evil.example/' }), undefined, undefined)).toMatchObject({
      code: 'SIGN_IN_REQUEST_INVALID',
    });
    const refused = endpoint.authorize(queryOf(), refusal, undefined) as URL;
    expect(refused.searchParams.get('error')).toBe('access_denied');
  });

  it.each([
    'http://evil.example/',
    'http://127.0.0.1:4000',
    'http://127.0.0.1:4000/#',
    'http://127.0.0.1:4000/?next=http://evil.example',
    'http://127.0.0.1:4000/console',
    'http://127.0.0.1:4001/',
    'http://127.0.0.1:4000@evil.example/',
    'http://127.0.0.1:4000/../',
    'HTTP://127.0.0.1:4000/',
    '//evil.example/',
    'javascript:alert(1)',
    '',
    undefined,
  ])('goes to no address that it does not know: %s', (redirect_uri) => {
    expect(ask(queryOf({ redirect_uri }))).toMatchObject({ code: 'SIGN_IN_REQUEST_INVALID' });
  });

  it.each([
    ['another client', queryOf({ client_id: 'other' })],
    ['no client', queryOf({ client_id: undefined })],
    ['an address twice', `${queryOf()}&redirect_uri=http%3A%2F%2Fevil.example%2F`],
    ['a state twice', `${queryOf()}&state=other`],
    ['a query without end', queryOf({ state: 's'.repeat(9_000) })],
  ])('goes nowhere for %s', (_what, query) => {
    expect(ask(query)).toMatchObject({ code: 'SIGN_IN_REQUEST_INVALID', hint: expect.any(String) });
  });

  it.each([
    ['no PKCE', { code_challenge: undefined, code_challenge_method: undefined }, 'invalid_request'],
    ['PKCE without a method, which means plain', { code_challenge_method: undefined }, 'invalid_request'],
    ['the method plain', { code_challenge_method: 'plain' }, 'invalid_request'],
    ['no challenge', { code_challenge: undefined }, 'invalid_request'],
    ['a short challenge', { code_challenge: 'A'.repeat(42) }, 'invalid_request'],
    ['a token in the address', { response_type: 'token' }, 'unsupported_response_type'],
    ['a code and a token', { response_type: 'code id_token' }, 'unsupported_response_type'],
    ['a fragment', { response_mode: 'fragment' }, 'invalid_request'],
    ['a mode without a name', { response_mode: '' }, 'invalid_request'],
    ['a scope of others', { scope: 'openid svc/mutation.submit' }, 'invalid_scope'],
  ])('gives no code for %s', (_what, changes, error) => {
    const to = ask(queryOf(changes)) as URL;

    expect(to.origin + to.pathname).toBe(page);
    expect(to.searchParams.get('code')).toBeNull();
    expect(to.searchParams.get('error')).toBe(error);
    expect(to.searchParams.get('state')).toBe('st&te');
  });

  it('gives no code to a person who is not signed in', () => {
    const to = ask(queryOf(), refusal) as URL;

    expect(Object.fromEntries(to.searchParams)).toEqual(denied);
  });

  it('signs out to the page, and to nothing else', () => {
    const out = (uri: string, clientId = client.clientId) =>
      endpoint.signOut(new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: uri }).toString());

    expect(out(page)).toEqual(new URL(page));
    expect(out('http://evil.example/')).toMatchObject({ code: 'SIGN_IN_REQUEST_INVALID' });
    expect(out(page, 'other')).toMatchObject({ code: 'SIGN_IN_REQUEST_INVALID' });
  });
});

const nowSeconds = 1_800_000_000;
const verifier = 'v'.repeat(43);
const codeChallenge = createHash('sha256').update(verifier).digest('base64url');
const machine = {
  name: 'machine',
  allowedScopes: ['svc/query.search'],
  accessTokenValidityMinutes: 60,
  clientId: 'machine-id',
  clientSecret: 'machine-secret-of-some-length',
};
const grantedSignIns = createSignIns(() => nowSeconds * 1000);
const consoleClient: PeopleClient = {
  ...client,
  clientId: grantedSignIns.clientId,
  redirectUris: [page],
  accessTokenValidityMinutes: 30,
};
const formType = { 'content-type': 'application/x-www-form-urlencoded' };

describe('the grants of people', () => {
  const directory = temporaryDirectory('beforeAll');
  let endpoint: TokenEndpoint;

  beforeAll(async () => {
    endpoint = await createTokenEndpoint({
      clients: [machine],
      issuer,
      keyDirectory: directory.path(),
      people: { client: consoleClient, signIns: grantedSignIns },
      clock: () => nowSeconds * 1000,
    });
  });

  const post = async (form: Record<string, string>, headers = {}, path = '/oauth2/token') => {
    const body = new URLSearchParams(form).toString();
    const answer = await endpoint.handle({ method: 'POST', path, headers: { ...formType, ...headers }, body });
    return { status: answer.status, headers: answer.headers, body: answer.body === '' ? {} : JSON.parse(answer.body) };
  };
  const codeFor = (scopes = ['openid', ...consoleClient.allowedScopes]) =>
    grantedSignIns.codeFor({
      person: 'Ada',
      redirectUri: page,
      scopes,
      codeChallenge,
      nonce: 'n0nce',
      authTime: nowSeconds,
    });
  const exchange = (changes: Record<string, string> = {}, headers = {}) => {
    const request = { grant_type: 'authorization_code', client_id: consoleClient.clientId, redirect_uri: page };
    return post({ ...request, code: codeFor(), code_verifier: verifier, ...changes }, headers);
  };
  const renew = (refreshToken: string, more: Record<string, string> = {}) =>
    post({ grant_type: 'refresh_token', client_id: consoleClient.clientId, refresh_token: refreshToken, ...more });

  it('exchanges a code for tokens with the claims of Cognito', async () => {
    const { status, headers, body } = await exchange();

    expect(status).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 1_800, refresh_token: expect.any(String) });
    expect(decodeJwt(body.access_token)).toMatchObject({
      iss: issuer,
      sub: 'Ada',
      username: 'Ada',
      token_use: 'access',
      client_id: consoleClient.clientId,
      scope: 'openid svc/query.search svc/query.entity',
      'cognito:groups': ['owner'],
      exp: nowSeconds + 1_800,
    });
    expect(decodeJwt(body.id_token)).toMatchObject({
      iss: issuer,
      aud: consoleClient.clientId,
      token_use: 'id',
      'cognito:username': 'Ada',
      nonce: 'n0nce',
      auth_time: nowSeconds,
    });
  });

  it('renews the tokens, with fewer scopes if asked to', async () => {
    const { body: first } = await exchange();
    const { body: second } = await renew(first.refresh_token, { scope: 'svc/query.search' });

    expect(decodeJwt(second.access_token)).toMatchObject({ scope: 'svc/query.search', sub: 'Ada' });
    expect(second.refresh_token).not.toBe(first.refresh_token);
  });

  it('gives no ID token where the request did not ask for one', async () => {
    expect((await exchange({ code: codeFor(['svc/query.search']) })).body.id_token).toBeUndefined();
  });

  it.each<[string, Record<string, string>, Record<string, string>, string]>([
    ['another verifier', { code_verifier: 'w'.repeat(43) }, {}, 'invalid_grant'],
    ['no verifier', { code_verifier: '' }, {}, 'invalid_grant'],
    ['the challenge as the verifier', { code_verifier: codeChallenge }, {}, 'invalid_grant'],
    ['another address', { redirect_uri: 'http://localhost:4000/' }, {}, 'invalid_grant'],
    ['a code of no sign-in', { code: 'a.b' }, {}, 'invalid_grant'],
    ['no code', { code: '' }, {}, 'invalid_request'],
    ['another client', { client_id: 'other' }, {}, 'invalid_client'],
    ['the client of a machine', { client_id: machine.clientId }, {}, 'unauthorized_client'],
    ['a secret', {}, { authorization: `Basic ${Buffer.from('a:b').toString('base64')}` }, 'invalid_client'],
    ['a password', { grant_type: 'password' }, {}, 'unsupported_grant_type'],
  ])('gives nothing for %s', async (_what, changes, headers, error) => {
    expect(await exchange(changes, headers)).toMatchObject({ status: 400, body: { error } });
  });

  it('takes a code once, also after a wrong verifier', async () => {
    const code = codeFor();
    await exchange({ code, code_verifier: 'w'.repeat(43) });

    expect(await exchange({ code })).toMatchObject({ status: 400, body: { error: 'invalid_grant' } });
  });

  it('ends the tokens of a code that is replayed', async () => {
    const code = codeFor();
    const { body } = await exchange({ code });

    expect((await exchange({ code })).body).toEqual({ error: 'invalid_grant' });
    expect((await renew(body.refresh_token)).body).toEqual({ error: 'invalid_grant' });
  });

  it('renews nothing beyond what was granted', async () => {
    const { body } = await exchange({ code: codeFor(['svc/query.search']) });

    expect((await renew(body.refresh_token, { scope: 'svc/query.entity' })).body).toEqual({ error: 'invalid_scope' });
    expect((await renew('')).body).toEqual({ error: 'invalid_request' });
  });

  it('revokes a refresh token, and says the same of one that is none', async () => {
    const { body } = await exchange();
    const revoke = (token: string, clientId = consoleClient.clientId) =>
      post({ token, client_id: clientId }, {}, '/oauth2/revoke');

    expect((await revoke(body.refresh_token, 'other')).body).toEqual({ error: 'invalid_client' });
    expect((await revoke('')).body).toEqual({ error: 'invalid_request' });
    expect((await revoke('a.b')).status).toBe(200);
    expect((await revoke(body.refresh_token)).status).toBe(200);
    expect((await renew(body.refresh_token)).body).toEqual({ error: 'invalid_grant' });
  });

  it('names its endpoints in the discovery document', async () => {
    const { body } = await endpoint.handle({ method: 'GET', path: '/.well-known/openid-configuration', headers: {} });

    expect(JSON.parse(body)).toMatchObject({
      authorization_endpoint: `${issuer}/oauth2/authorize`,
      revocation_endpoint: `${issuer}/oauth2/revoke`,
      end_session_endpoint: `${issuer}/logout`,
      grant_types_supported: ['client_credentials', 'authorization_code', 'refresh_token'],
      code_challenge_methods_supported: ['S256'],
      response_types_supported: ['code'],
      response_modes_supported: ['query', 'form_post'],
    });
  });

  it('gives machines tokens as before, and no refresh token', async () => {
    const authorization = `Basic ${Buffer.from(`${machine.clientId}:${machine.clientSecret}`).toString('base64')}`;
    const { body } = await post({ grant_type: 'client_credentials' }, { authorization });

    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
  });
});

const signIn: SignIn = {
  person: 'Ada',
  redirectUri: page,
  scopes: ['openid'],
  codeChallenge: 'c',
  nonce: 'n',
  authTime: 1,
};

describe('createSignIns', () => {
  let now: number;
  let signIns: SignIns;

  beforeEach(() => {
    now = 1_000;
    signIns = createSignIns(() => now);
  });
  const signedIn = () => signIns.redeem(signIns.codeFor(signIn))!;

  it('exchanges a code for its sign-in and a refresh token, and that for the next one', () => {
    const first = signedIn();
    const second = signIns.renew(first.refreshToken);

    expect(first.signIn).toEqual(signIn);
    expect(second?.signIn).toEqual(signIn);
    expect(second?.refreshToken).not.toBe(first.refreshToken);
  });

  it('ends a sign-in whose code is used twice', () => {
    const code = signIns.codeFor(signIn);
    const { refreshToken } = signIns.redeem(code)!;

    expect(signIns.redeem(code)).toBeUndefined();
    expect(signIns.renew(refreshToken)).toBeUndefined();
  });

  it('ends a sign-in whose refresh token is used twice', () => {
    const first = signedIn();
    const second = signIns.renew(first.refreshToken)!;

    expect(signIns.renew(first.refreshToken)).toBeUndefined();
    expect(signIns.renew(second.refreshToken)).toBeUndefined();
  });

  it('takes no code for a refresh token, and no refresh token for a code', () => {
    expect(signIns.renew(signIns.codeFor(signIn))).toBeUndefined();
    expect(signIns.redeem(signedIn().refreshToken)).toBeUndefined();
  });

  it.each(['', '.', 'a', 'a.b', 'a.b.c', '.b', `${'a'.repeat(65)}.b`])('takes no %j', (text) => {
    expect(signIns.redeem(text)).toBeUndefined();
    expect(signIns.renew(text)).toBeUndefined();
  });

  it('lets a code live for a minute and a sign-in for a day', () => {
    const code = signIns.codeFor(signIn);
    const { refreshToken } = signedIn();
    now += 60_000;

    expect(signIns.redeem(code)).toBeUndefined();
    const renewed = signIns.renew(refreshToken);
    expect(renewed).toBeDefined();
    now += 24 * 60 * 60_000;
    expect(signIns.renew(renewed!.refreshToken)).toBeUndefined();
  });

  it('ends a sign-in by its present refresh token only', () => {
    const first = signedIn();
    signIns.end('a.b');
    const second = signIns.renew(first.refreshToken)!;
    signIns.end(first.refreshToken);
    const third = signIns.renew(second.refreshToken)!;
    signIns.end(third.refreshToken);

    expect(signIns.renew(third.refreshToken)).toBeUndefined();
  });

  it('keeps a thousand sign-ins, and ends the oldest for one more', () => {
    const oldest = signedIn();
    const next = signedIn();
    for (let count = 2; count <= 1_000; count++) signIns.codeFor(signIn);

    expect(signIns.renew(oldest.refreshToken)).toBeUndefined();
    expect(signIns.renew(next.refreshToken)).toBeDefined();
  });
});
