import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { decodeJwt } from 'jose';
import type { PeopleClient } from '../../../../../apps/service/identity/people-client.ts';
import { createSignIns } from '../../../../../apps/service/identity/sign-ins.ts';
import { createTokenEndpoint, type TokenEndpoint } from '../../../../../apps/service/identity/token-endpoint.ts';
import { temporaryDirectory } from '../../../../setup/temporary-directory.ts';

const issuer = 'http://127.0.0.1:4000';
const page = 'http://127.0.0.1:4000/';
const nowSeconds = 1_800_000_000;
const verifier = 'v'.repeat(43);
const machine = {
  name: 'machine',
  allowedScopes: ['svc/query.search'],
  accessTokenValidityMinutes: 60,
  clientId: 'machine-id',
  clientSecret: 'machine-secret-of-some-length',
};
const signIns = createSignIns(() => nowSeconds * 1000);
const client: PeopleClient = {
  clientId: signIns.clientId,
  redirectUris: [page],
  allowedScopes: ['svc/query.search', 'svc/query.entity'],
  groups: ['owner'],
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
      people: { client, signIns },
      clock: () => nowSeconds * 1000,
    });
  });

  const post = async (form: Record<string, string>, headers = {}, path = '/oauth2/token') => {
    const body = new URLSearchParams(form).toString();
    const answer = await endpoint.handle({ method: 'POST', path, headers: { ...formType, ...headers }, body });
    return { status: answer.status, headers: answer.headers, body: answer.body === '' ? {} : JSON.parse(answer.body) };
  };
  const codeFor = (scopes = ['openid', ...client.allowedScopes]) =>
    signIns.codeFor({
      person: 'Ada',
      redirectUri: page,
      scopes,
      codeChallenge: createHash('sha256').update(verifier).digest('base64url'),
      nonce: 'n0nce',
      authTime: nowSeconds,
    });
  const exchange = (changes: Record<string, string> = {}, headers = {}) =>
    post(
      {
        grant_type: 'authorization_code',
        client_id: client.clientId,
        redirect_uri: page,
        code: codeFor(),
        code_verifier: verifier,
        ...changes,
      },
      headers,
    );
  const renew = (refreshToken: string, more: Record<string, string> = {}) =>
    post({ grant_type: 'refresh_token', client_id: client.clientId, refresh_token: refreshToken, ...more });

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
      client_id: client.clientId,
      scope: 'openid svc/query.search svc/query.entity',
      'cognito:groups': ['owner'],
      exp: nowSeconds + 1_800,
    });
    expect(decodeJwt(body.id_token)).toMatchObject({
      iss: issuer,
      aud: client.clientId,
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
    [
      'the challenge as the verifier',
      { code_verifier: createHash('sha256').update(verifier).digest('base64url') },
      {},
      'invalid_grant',
    ],
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
    const revoke = (token: string, clientId = client.clientId) =>
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
    });
  });

  it('gives machines tokens as before, and no refresh token', async () => {
    const authorization = `Basic ${Buffer.from(`${machine.clientId}:${machine.clientSecret}`).toString('base64')}`;
    const { body } = await post({ grant_type: 'client_credentials' }, { authorization });

    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'token_type']);
  });
});
