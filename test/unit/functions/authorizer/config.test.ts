import { describe, expect, it } from '@jest/globals';
import { AuthorizerConfigError, loadConfig } from '../../../../functions/authorizer/config.ts';

const good = { AUTHORIZER_ISSUER_URL: 'https://idp.example.com/pool', AUTHORIZER_AUDIENCE: '["client-1"]' };

function problemsOf(env: Record<string, string | undefined>): readonly string[] {
  try {
    loadConfig(env);
    return [];
  } catch (error) {
    if (!(error instanceof AuthorizerConfigError)) throw error;
    return error.problems.map(({ variable, message }) => `${variable} ${message}`);
  }
}

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

  it.each([
    'http://idp.example.com',
    'http://127.0.0.1.example.com',
    'http://localhost.example.com',
    'http://192.168.0.1',
    'file:///etc/passwd',
    'idp.example.com',
    'https://idp.example.com?tenant=1',
    'https://idp.example.com#x',
    'https://user:secret@idp.example.com',
  ])('refuses the issuer %s', (issuerUrl) => {
    expect(problemsOf({ ...good, AUTHORIZER_ISSUER_URL: issuerUrl })).toEqual([
      expect.stringMatching(/^AUTHORIZER_ISSUER_URL /),
    ]);
  });

  it('never shows credentials of an issuer address', () => {
    expect(problemsOf({ ...good, AUTHORIZER_ISSUER_URL: 'https://user:hush@idp.example.com' }).join()).not.toContain(
      'hush',
    );
  });

  it.each(['', '[]', '[""]', '"client-1"', '{"a":1}', '[1]', 'client-1', 'null'])(
    'refuses the audience %s',
    (audience) => {
      expect(problemsOf({ ...good, AUTHORIZER_AUDIENCE: audience })).toEqual([
        expect.stringMatching(/^AUTHORIZER_AUDIENCE /),
      ]);
    },
  );

  it('reads the claims that carry scopes', () => {
    const { scopeClaims } = loadConfig({ ...good, AUTHORIZER_SCOPE_CLAIMS: '["roles","/realm_access/roles"]' });

    expect(scopeClaims).toEqual(['roles', '/realm_access/roles']);
  });

  it.each(['[]', '[""]', '["/"]', '["/a~2b"]', '["/a~"]', '"roles"', 'roles', '[1]', 'null'])(
    'refuses the scope claims %s',
    (claims) => {
      expect(problemsOf({ ...good, AUTHORIZER_SCOPE_CLAIMS: claims })).toEqual([
        expect.stringMatching(/^AUTHORIZER_SCOPE_CLAIMS /),
      ]);
    },
  );

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

  it.each(['[]', '["010.0.0.1"]', '"10.0.0.1"', '10.0.0.1', '[10]'])('refuses the allow list %s', (list) => {
    expect(problemsOf({ ...good, IP_RANGE_ALLOW_LIST: list })).toEqual([
      expect.stringMatching(/^IP_RANGE_ALLOW_LIST /),
    ]);
  });

  it('takes a key set address, over https where the issuer is https', () => {
    const jwksUri = 'https://idp.example.com/keys';

    expect(loadConfig({ ...good, AUTHORIZER_JWKS_URI: jwksUri }).jwksUri).toBe(jwksUri);
    expect(problemsOf({ ...good, AUTHORIZER_JWKS_URI: 'http://127.0.0.1/keys' })).toEqual([
      expect.stringContaining('https where the issuer is https'),
    ]);
    expect(problemsOf({ ...good, AUTHORIZER_JWKS_URI: 'keys' })).toHaveLength(1);
  });

  it.each(['a/b', '1a', 'with blank', 'x'.repeat(65)])('refuses the service identifier %j', (serviceIdentifier) => {
    expect(problemsOf({ ...good, SERVICE_IDENTIFIER: serviceIdentifier })).toHaveLength(1);
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
