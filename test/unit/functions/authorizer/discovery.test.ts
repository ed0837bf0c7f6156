import { describe, expect, it } from '@jest/globals';
import { defaultJwksUrl, discoverJwksUrl, discoveryUrls } from '../../../../functions/authorizer/discovery.ts';
import { documents } from './minted.ts';

const issuer = 'https://idp.example.com/tenant';
const oauth = 'https://idp.example.com/.well-known/oauth-authorization-server/tenant';
const openid = 'https://idp.example.com/tenant/.well-known/openid-configuration';

describe('discoveryUrls', () => {
  it.each([
    [
      'https://idp.example.com',
      'https://idp.example.com/.well-known/oauth-authorization-server',
      'https://idp.example.com/.well-known/openid-configuration',
    ],
    [
      'https://idp.example.com/',
      'https://idp.example.com/.well-known/oauth-authorization-server',
      'https://idp.example.com/.well-known/openid-configuration',
    ],
    [issuer, oauth, openid],
    [`${issuer}/`, oauth, openid],
  ])('of %s are where the two standards put them', (issuerUrl, first, second) => {
    expect(discoveryUrls(issuerUrl).map(({ href }) => href)).toEqual([first, second]);
  });
});

describe('discoverJwksUrl', () => {
  it.each([oauth, openid])('takes the address that %s states', async (place) => {
    const { fetch } = documents({ [place]: { issuer, jwks_uri: 'https://keys.example.com/set' } });

    expect((await discoverJwksUrl(issuer, fetch)).jwksUrl.href).toBe('https://keys.example.com/set');
  });

  it('requests one document if it is valid', async () => {
    const page = { issuer, jwks_uri: 'https://keys.example.com/set' };
    const { fetch, asked } = documents({ [oauth]: page, [openid]: page });

    await discoverJwksUrl(issuer, fetch);

    expect(asked).toEqual([openid]);
  });

  it('requests the second document when the first is slow', async () => {
    const { fetch } = documents({ [oauth]: { issuer, jwks_uri: 'https://keys.example.com/set' } });

    const found = await discoverJwksUrl(issuer, (url) => (url.href === openid ? new Promise(() => {}) : fetch(url)));

    expect(found.jwksUrl.href).toBe('https://keys.example.com/set');
  });

  it('falls back to the usual URL without a document, and returns the reason', async () => {
    const found = await discoverJwksUrl(issuer, documents({}).fetch);

    expect(found.jwksUrl).toEqual(defaultJwksUrl(issuer));
    expect(found.jwksUrl.href).toBe('https://idp.example.com/tenant/.well-known/jwks.json');
    expect(found.undiscovered).toContain(openid);
  });

  it.each([
    ['names another issuer', { issuer: 'https://other.example.com', jwks_uri: 'https://other.example.com/keys' }],
    ['names the issuer with a slash more', { issuer: `${issuer}/`, jwks_uri: 'https://keys.example.com/set' }],
    ['names no issuer', { jwks_uri: 'https://keys.example.com/set' }],
    ['has no jwks_uri', { issuer }],
    ['has a jwks_uri over http', { issuer, jwks_uri: 'http://keys.example.com/set' }],
    ['sends a secure issuer to the loopback', { issuer, jwks_uri: 'http://127.0.0.1/set' }],
    ['has a jwks_uri that is no address', { issuer, jwks_uri: '/set' }],
    ['is not JSON', '<html>'],
    ['is a list', '[]'],
    ['is null', 'null'],
  ])('passes over a document that %s', async (_, page) => {
    const { fetch } = documents({ [oauth]: page, [openid]: page });

    expect((await discoverJwksUrl(issuer, fetch)).jwksUrl).toEqual(defaultJwksUrl(issuer));
  });
});
