import { describe, expect, it } from '@jest/globals';
import {
  createAuthorizationEndpoint,
  type FormPost,
} from '../../../../../apps/service/identity/authorization-endpoint.ts';
import type { PeopleClient } from '../../../../../apps/service/identity/people-client.ts';
import { createSignIns } from '../../../../../apps/service/identity/sign-ins.ts';

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
const ask = (query: string, refusal?: string) => endpoint.authorize(query, refusal, 'Ada');

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
    const refused = ask(queryOf(form), 'PAGE_SECRET_MISSING: Open the address.') as FormPost;

    expect(Object.fromEntries(refused.fields)).toEqual({
      state: 'st&te',
      iss: issuer,
      error: 'access_denied',
      error_description: 'PAGE_SECRET_MISSING: Open the address.',
    });
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
    const refused = endpoint.authorize(queryOf(), 'PAGE_SECRET_MISSING: Open the address.', undefined) as URL;
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
    const to = ask(queryOf(), 'PAGE_SECRET_MISSING: Open the address.') as URL;

    expect(Object.fromEntries(to.searchParams)).toEqual({
      state: 'st&te',
      iss: issuer,
      error: 'access_denied',
      error_description: 'PAGE_SECRET_MISSING: Open the address.',
    });
  });

  it('signs out to the page, and to nothing else', () => {
    const out = (uri: string, clientId = client.clientId) =>
      endpoint.signOut(new URLSearchParams({ client_id: clientId, post_logout_redirect_uri: uri }).toString());

    expect(out(page)).toEqual(new URL(page));
    expect(out('http://evil.example/')).toMatchObject({ code: 'SIGN_IN_REQUEST_INVALID' });
    expect(out(page, 'other')).toMatchObject({ code: 'SIGN_IN_REQUEST_INVALID' });
  });
});
