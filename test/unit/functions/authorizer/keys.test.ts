import { describe, expect, it } from '@jest/globals';
import { AuthorizerConfigError, loadConfig } from '../../../../functions/authorizer/config.ts';
import type { FetchDocument } from '../../../../functions/authorizer/document.ts';
import {
  createIssuerKeys,
  defaultJwksUrl,
  discoverJwksUrl,
  discoveryUrls,
  KeysUnavailableError,
} from '../../../../functions/authorizer/keys.ts';
import type { LogEntry } from '../../../../functions/authorizer/log.ts';
import { reportedProblems } from '../../../setup/reported-problems.ts';
import { documents } from './minted.ts';

const issuerUrl = 'https://idp.example.com';
const jwksUri = 'https://idp.example.com/keys';
const set = (...kids: unknown[]) =>
  JSON.stringify({ keys: kids.map((kid) => ({ kty: 'RSA', kid, n: 'AQ', e: 'AQAB' })) });

/** A key set address whose answer, time and failures the test decides. */
function arrange(answer: string | Error) {
  const state = { answer, now: 0, fetches: 0 };
  const entries: LogEntry[] = [];
  const fetch: FetchDocument = async () => {
    state.fetches += 1;
    if (state.answer instanceof Error) throw state.answer;
    return state.answer;
  };
  const keys = createIssuerKeys({
    issuerUrl,
    jwksUri,
    fetch,
    clock: () => state.now,
    log: (entry) => void entries.push(entry),
  });
  const kids = async (wanted: string) => (await keys.containing(wanted)).keys.map(({ kid }) => kid);
  return { state, entries, keys, kids };
}

describe('createIssuerKeys', () => {
  it('fetches the set on the first use, and only once', async () => {
    const { state, kids } = arrange(set('a'));
    expect(state.fetches).toBe(0);

    await kids('a');
    await kids('a');

    expect(state.fetches).toBe(1);
  });

  it('fetches the set in advance', async () => {
    const { state, keys, kids } = arrange(set('a'));

    await keys.prepare();

    expect(await kids('a')).toEqual(['a']);
    expect(state.fetches).toBe(1);
  });

  it('fetches the set again after a failure in advance', async () => {
    const { state, entries, keys, kids } = arrange(new Error('no route'));

    await keys.prepare();
    state.answer = set('a');

    expect(await kids('a')).toEqual(['a']);
    expect(entries).toEqual([]);
  });

  it('lets concurrent callers wait for one fetch', async () => {
    const { state, kids } = arrange(set('a'));

    await Promise.all([kids('a'), kids('a'), kids('a')]);

    expect(state.fetches).toBe(1);
  });

  it('finds a key that the issuer began to use after the last fetch', async () => {
    const { state, kids } = arrange(set('a'));
    await kids('a');
    state.answer = set('a', 'b');

    expect(await kids('b')).toEqual(['a', 'b']);
  });

  it('fetches the set at most once in ten seconds for unknown key ids', async () => {
    const { state, kids } = arrange(set('a'));
    await kids('a');

    for (let attempt = 0; attempt < 50; attempt += 1) await kids(`made up ${attempt}`);
    expect(state.fetches).toBe(2);

    state.now += 10_000;
    await kids('made up again');
    expect(state.fetches).toBe(3);
  });

  it('does not ask twice when the very first token has an unknown key', async () => {
    const { state, kids } = arrange(set('a'));

    expect(await kids('b')).toEqual(['a']);
    expect(state.fetches).toBe(1);
  });

  it('drops a withdrawn key after ten minutes', async () => {
    const { state, kids } = arrange(set('old'));
    await kids('old');
    state.answer = set('new');

    state.now += 599_999;
    expect(await kids('old')).toEqual(['old']);
    state.now += 1;
    expect(await kids('old')).toEqual(['new']);
  });

  it('uses the last keys for an hour while the issuer is unreachable, and no longer', async () => {
    const { state, kids, keys } = arrange(set('a'));
    await kids('a');
    state.answer = new Error('unplugged');

    state.now = 3_599_999;
    expect(await kids('a')).toEqual(['a']);
    state.now = 3_600_000;
    await expect(keys.current()).rejects.toThrow(KeysUnavailableError);
  });

  it('waits ten seconds after a failure, then fetches again', async () => {
    const { state, keys, entries } = arrange(new Error('unplugged'));

    await expect(keys.current()).rejects.toThrow('unplugged');
    await expect(keys.current()).rejects.toThrow('unplugged');
    expect(state.fetches).toBe(1);
    expect(entries).toEqual([
      expect.objectContaining({ level: 'error', detail: expect.stringContaining('unplugged') }),
    ]);

    state.now += 10_000;
    state.answer = set('a');
    expect((await keys.current()).keys).toHaveLength(1);
  });

  it.each(['<html>', '[]', 'null', '{}', '{"keys":{}}'])('refuses %s as a key set', async (answer) => {
    await expect(arrange(answer).keys.current()).rejects.toThrow(KeysUnavailableError);
  });

  it('ignores invalid keys', async () => {
    const { kids, state } = arrange('');
    state.answer = JSON.stringify({
      keys: [null, 1, {}, { kty: 1 }, { kty: 'RSA', kid: 7 }, { kty: 'new', kid: 'b' }],
    });

    expect(await kids('b')).toEqual(['b']);
  });

  it('names the discovery in the error', async () => {
    const fetch: FetchDocument = async (url) => {
      throw new Error(`${url.pathname} unplugged`);
    };
    const keys = createIssuerKeys({ issuerUrl, fetch, clock: () => 0, log: () => undefined });

    await expect(keys.current()).rejects.toThrow(/openid-configuration unplugged.*jwks\.json unplugged/);
  });
});

const issuer = 'https://idp.example.com/tenant';
const oauth = 'https://idp.example.com/.well-known/oauth-authorization-server/tenant';
const openid = 'https://idp.example.com/tenant/.well-known/openid-configuration';

describe('discoveryUrls', () => {
  const known = `${issuerUrl}/.well-known`;

  it.each([
    [issuerUrl, `${known}/oauth-authorization-server`, `${known}/openid-configuration`],
    [`${issuerUrl}/`, `${known}/oauth-authorization-server`, `${known}/openid-configuration`],
    [issuer, oauth, openid],
    [`${issuer}/`, oauth, openid],
  ])('of %s are where the two standards put them', (url, first, second) => {
    expect(discoveryUrls(url).map(({ href }) => href)).toEqual([first, second]);
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

const good = { AUTHORIZER_ISSUER_URL: 'https://idp.example.com/pool', AUTHORIZER_AUDIENCE: '["client-1"]' };

const problemsOf = (env: Record<string, string | undefined>): readonly string[] =>
  reportedProblems(AuthorizerConfigError, () => loadConfig(env)).map((one) => `${one.variable} ${one.message}`);

describe('loadConfig', () => {
  it('reads what is there and leaves out what is not', () => {
    expect(loadConfig(good)).toEqual({
      issuerUrl: 'https://idp.example.com/pool',
      audience: ['client-1'],
      scopeClaims: ['scope', 'scp'],
      serviceIdentifier: 'svc',
    });
  });

  it('keeps the issuer as it is written, with its slash', () => {
    expect(loadConfig({ ...good, AUTHORIZER_ISSUER_URL: 'https://idp.example.com/' }).issuerUrl).toBe(
      'https://idp.example.com/',
    );
  });

  it('compiles the allow list', () => {
    const { allowList } = loadConfig({ ...good, IP_RANGE_ALLOW_LIST: '["203.0.113.0/24","2001:db8::/32"]' });

    expect(allowList?.allows('203.0.113.1')).toBe(true);
    expect(allowList?.allows('192.0.2.1')).toBe(false);
  });

  it.each([undefined, '', '  ', 'null'])('checks no address when the allow list is %j', (list) => {
    expect(loadConfig({ ...good, IP_RANGE_ALLOW_LIST: list })).not.toHaveProperty('allowList');
  });

  it.each(['http://127.0.0.1:4000', 'http://localhost:4000/pool', 'http://[::1]:4000', 'http://127.9.9.9'])(
    'takes the loopback issuer %s over http',
    (issuerUrl) => {
      expect(loadConfig({ ...good, AUTHORIZER_ISSUER_URL: issuerUrl }).issuerUrl).toBe(issuerUrl);
    },
  );

  const refused = {
    AUTHORIZER_ISSUER_URL: [
      'http://idp.example.com',
      'http://127.0.0.1.example.com',
      'http://localhost.example.com',
      'http://192.168.0.1',
      'file:///etc/passwd',
      'idp.example.com',
      'https://idp.example.com?tenant=1',
      'https://idp.example.com#x',
      'https://user:secret@idp.example.com',
    ],
    AUTHORIZER_AUDIENCE: ['', '[]', '[""]', '"client-1"', '{"a":1}', '[1]', 'client-1', 'null'],
    AUTHORIZER_SCOPE_CLAIMS: ['[]', '[""]', '["/"]', '["/a~2b"]', '["/a~"]', '"roles"', 'roles', '[1]', 'null'],
    IP_RANGE_ALLOW_LIST: ['[]', '["010.0.0.1"]', '"10.0.0.1"', '10.0.0.1', '[10]'],
    SERVICE_IDENTIFIER: ['a/b', '1a', 'with blank', 'x'.repeat(65)],
  };

  it.each(Object.entries(refused).flatMap(([variable, values]) => values.map((value) => [variable, value] as const)))(
    'refuses the %s %j',
    (variable, value) => {
      expect(problemsOf({ ...good, [variable]: value })).toEqual([expect.stringMatching(`^${variable} `)]);
    },
  );

  it('never shows credentials of an issuer address', () => {
    expect(problemsOf({ ...good, AUTHORIZER_ISSUER_URL: 'https://user:hush@idp.example.com' }).join()).not.toContain(
      'hush',
    );
  });

  it('reads the claims that carry scopes', () => {
    const { scopeClaims } = loadConfig({ ...good, AUTHORIZER_SCOPE_CLAIMS: '["roles","/realm_access/roles"]' });

    expect(scopeClaims).toEqual(['roles', '/realm_access/roles']);
  });

  describe('behind a CDN', () => {
    const digest = 'a'.repeat(64);
    const cdn = {
      CDN_SECRET_DIGESTS: JSON.stringify([digest]),
      CDN_SECRET_HEADER: 'x-origin-secret',
      CDN_ADDRESS_HEADER: 'x-forwarded-for',
    };

    it('reads digests and names of headers', () => {
      expect(loadConfig({ ...good, ...cdn }).cdn).toEqual({
        secretDigests: [digest],
        secretHeader: 'x-origin-secret',
        addressHeader: 'x-forwarded-for',
      });
      expect(loadConfig(good)).not.toHaveProperty('cdn');
    });

    it.each(Object.keys(cdn))('refuses a configuration without %s', (variable) => {
      expect(problemsOf({ ...good, ...cdn, [variable]: '' })).toEqual([
        expect.stringContaining(`${variable} is missing: CDN_SECRET_DIGESTS, CDN_SECRET_HEADER, CDN_ADDRESS_HEADER`),
      ]);
    });

    it.each([
      ['CDN_SECRET_DIGESTS', '[]'],
      ['CDN_SECRET_DIGESTS', JSON.stringify([digest, digest, digest])],
      ['CDN_SECRET_DIGESTS', JSON.stringify([digest.slice(1)])],
      ['CDN_SECRET_DIGESTS', JSON.stringify([digest.toUpperCase()])],
      ['CDN_SECRET_DIGESTS', '["secret"]'],
      ['CDN_SECRET_DIGESTS', digest],
      ['CDN_SECRET_HEADER', 'X-Origin-Secret'],
      ['CDN_SECRET_HEADER', 'x origin'],
      ['CDN_SECRET_HEADER', 'authorization'],
      ['CDN_SECRET_HEADER', 'x-forwarded-for'],
      ['CDN_ADDRESS_HEADER', 'X-Forwarded-For'],
    ])('refuses %s %s', (variable, value) => {
      const problems = problemsOf({ ...good, ...cdn, [variable]: value });

      expect(problems.length).toBeGreaterThan(0);
      expect(problems.filter((problem) => !problem.startsWith(`${variable} `))).toEqual([]);
      expect(problems.join()).not.toContain('"secret"');
    });
  });

  it('takes a key set address, over https where the issuer is https', () => {
    const jwksUri = 'https://idp.example.com/keys';

    expect(loadConfig({ ...good, AUTHORIZER_JWKS_URI: jwksUri }).jwksUri).toBe(jwksUri);
    expect(problemsOf({ ...good, AUTHORIZER_JWKS_URI: 'http://127.0.0.1/keys' })).toEqual([
      expect.stringContaining('https where the issuer is https'),
    ]);
    expect(problemsOf({ ...good, AUTHORIZER_JWKS_URI: 'keys' })).toHaveLength(1);
  });

  it('reports every problem at once, with a stable code and a hint', () => {
    const env = {
      AUTHORIZER_ISSUER_URL: 'nowhere',
      IP_RANGE_ALLOW_LIST: '["x","010.0.0.1"]',
      SERVICE_IDENTIFIER: '/',
      AUTHORIZER_JWKS_URI: 'ftp://x',
    };

    expect(problemsOf(env).map((problem) => problem.split(' ')[0])).toEqual([
      'AUTHORIZER_ISSUER_URL',
      'AUTHORIZER_AUDIENCE',
      'IP_RANGE_ALLOW_LIST',
      'IP_RANGE_ALLOW_LIST',
      'AUTHORIZER_JWKS_URI',
      'SERVICE_IDENTIFIER',
    ]);
    expect(() => loadConfig(env)).toThrow(
      expect.objectContaining({ code: 'AUTHORIZER_CONFIG_INVALID', hint: expect.any(String) }),
    );
  });
});
