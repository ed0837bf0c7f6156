import { createHash } from 'node:crypto';
import { beforeAll, describe, expect, it } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { createAuthorizer } from '../../../../functions/authorizer/authorizer.ts';
import { loadConfig } from '../../../../functions/authorizer/config.ts';
import { createLog, type LogEntry } from '../../../../functions/authorizer/log.ts';
import { documents, makeKey, sign, type TestKey } from './minted.ts';

const issuer = 'https://idp.example.com/pool';
const now = 1_800_000_000;
const claims = { iss: issuer, iat: now, exp: now + 3600, client_id: 'client-1', scope: 'svc/query.search' };

interface Call {
  readonly authorization?: string;
  readonly sourceIp?: string;
  readonly headers?: Record<string, string>;
}

function event({ authorization, sourceIp = '203.0.113.7', headers = {} }: Call): APIGatewayRequestAuthorizerEventV2 {
  const identity = authorization === undefined ? {} : { authorization };
  return {
    version: '2.0',
    type: 'REQUEST',
    identitySource: authorization === undefined ? [] : [authorization],
    headers: { ...headers, ...identity },
    requestContext: { requestId: 'request-1', http: { sourceIp, method: 'POST', path: '/' } },
  } as unknown as APIGatewayRequestAuthorizerEventV2;
}

describe('createAuthorizer', () => {
  let key: TestKey;
  let token: string;

  beforeAll(async () => {
    key = await makeKey('key-1');
    token = await sign(claims, key);
  });

  interface Setting {
    readonly allowList?: string;
    readonly reachable?: boolean;
    readonly environment?: Readonly<Record<string, string>>;
  }

  function arrange({ allowList = '', reachable = true, environment = {} }: Setting = {}) {
    const entries: LogEntry[] = [];
    const pages = { [`${issuer}/.well-known/jwks.json`]: { keys: [key.publicJwk] } };
    const { fetch, asked } = documents(reachable ? pages : {});
    const config = loadConfig({
      AUTHORIZER_ISSUER_URL: issuer,
      AUTHORIZER_AUDIENCE: '["client-1"]',
      IP_RANGE_ALLOW_LIST: allowList,
      ...environment,
    });
    const authorize = createAuthorizer(config, {
      fetch,
      clock: () => now * 1000,
      log: (entry) => void entries.push(entry),
    });
    return { authorize, entries, asked };
  }

  it('authorizes a good token and hands scope and client on', async () => {
    const { authorize, entries } = arrange();

    expect(await authorize(event({ authorization: `Bearer ${token}` }))).toEqual({
      isAuthorized: true,
      context: { scope: 'svc/query.search', clientId: 'client-1' },
    });
    expect(entries).toEqual([]);
  });

  it('finds the token in the headers when the event has no identity source', async () => {
    const { identitySource: _, ...rest } = event({ authorization: `bearer ${token}` });

    expect(await arrange().authorize(rest as APIGatewayRequestAuthorizerEventV2)).toMatchObject({ isAuthorized: true });
  });

  it('judges what the gateway caches under, not another header', async () => {
    const other = { ...event({ authorization: 'Bearer x.y.z' }), headers: { authorization: `Bearer ${token}` } };

    expect(await arrange().authorize(other)).toEqual({ isAuthorized: false });
  });

  it.each([
    ['203.0.113.7', true],
    ['::ffff:203.0.113.7', true],
    ['2001:db8::7', true],
    ['192.0.2.1', false],
    ['2001:db9::7', false],
    ['', false],
  ])('lets the address %s decide: %s', async (sourceIp, isAuthorized) => {
    const { authorize } = arrange({ allowList: '["203.0.113.0/24","2001:db8::/32"]' });

    expect(await authorize(event({ authorization: `Bearer ${token}`, sourceIp }))).toMatchObject({ isAuthorized });
  });

  it('takes no address from a header', async () => {
    const { authorize } = arrange({ allowList: '["203.0.113.0/24"]' });
    const headers = { 'x-forwarded-for': '203.0.113.7', forwarded: 'for=203.0.113.7', 'x-real-ip': '203.0.113.7' };

    const verdict = await authorize(event({ authorization: `Bearer ${token}`, sourceIp: '192.0.2.1', headers }));

    expect(verdict).toEqual({ isAuthorized: false });
  });

  describe('behind a CDN', () => {
    const secret = 'k3Vb8Q1xZr7Yt5Wn2Lp9Hd4Jf6Sg0Cm';
    const environment = {
      CDN_SECRET_DIGESTS: JSON.stringify([createHash('sha256').update(secret).digest('hex')]),
      CDN_SECRET_HEADER: 'x-origin-secret',
      CDN_ADDRESS_HEADER: 'x-forwarded-for',
    };
    const fromCdn = (client: string, more: Record<string, string> = {}) =>
      event({
        authorization: `Bearer ${token}`,
        sourceIp: '64.252.0.9',
        headers: { 'x-origin-secret': secret, 'x-forwarded-for': `${client}, 64.252.0.9`, ...more },
      });
    const allowList = '["203.0.113.0/24"]';

    it("lets the address of the CDN's caller decide", async () => {
      const { authorize, entries } = arrange({ allowList, environment });

      expect(await authorize(fromCdn('203.0.113.7'))).toMatchObject({ isAuthorized: true });
      expect(await authorize(fromCdn('192.0.2.1'))).toEqual({ isAuthorized: false });
      expect(await authorize(fromCdn('203.0.113.7, 192.0.2.1'))).toEqual({ isAuthorized: false });
      expect(entries).toEqual([
        expect.objectContaining({ reason: 'ADDRESS_NOT_ALLOWED', sourceIp: '64.252.0.9', clientIp: '192.0.2.1' }),
        expect.objectContaining({ reason: 'ADDRESS_NOT_ALLOWED', clientIp: '192.0.2.1' }),
      ]);
    });

    it('refuses an allowed address that is not forwarded as expected', async () => {
      const { authorize, entries } = arrange({ allowList, environment });

      expect(await authorize(fromCdn('203.0.113.7', { 'x-forwarded-for': '203.0.113.7' }))).toEqual({
        isAuthorized: false,
      });
      expect(entries).toEqual([expect.objectContaining({ reason: 'ADDRESS_UNKNOWN', sourceIp: '64.252.0.9' })]);
    });

    it.each([
      ['without the secret', '', 'CDN_SECRET_MISSING'],
      ['with another secret', `${secret}!`, 'CDN_SECRET_WRONG'],
    ])('refuses a good token from an allowed address %s, and fetches nothing', async (_, given, reason) => {
      const { authorize, entries, asked } = arrange({ allowList, environment });
      const direct = event({
        authorization: `Bearer ${token}`,
        sourceIp: '203.0.113.7',
        headers: {
          'x-forwarded-for': '203.0.113.7, 203.0.113.7',
          ...(given === '' ? {} : { 'x-origin-secret': given }),
        },
      });

      expect(await authorize(direct)).toEqual({ isAuthorized: false });
      expect(entries).toEqual([expect.objectContaining({ reason, sourceIp: '203.0.113.7' })]);
      expect(entries[0]).not.toHaveProperty('clientIp');
      expect(JSON.stringify(entries)).not.toContain(secret);
      expect(asked).toEqual([]);
    });

    it('needs no forwarded address without an allow list', async () => {
      expect(await arrange({ environment }).authorize(fromCdn('unknown'))).toMatchObject({ isAuthorized: true });
    });

    it('still needs a token', async () => {
      const other = { ...fromCdn('203.0.113.7'), identitySource: ['Bearer x.y.z'] };

      expect(await arrange({ environment }).authorize(other)).toEqual({ isAuthorized: false });
    });

    it('finds the token among several identity sources, whatever their order', async () => {
      const identitySource = [secret, '203.0.113.7, 64.252.0.9', `Bearer ${token}`];
      const several = { ...fromCdn('203.0.113.7'), identitySource };

      expect(await arrange({ environment }).authorize(several)).toMatchObject({ isAuthorized: true });
    });
  });

  it('refuses an address before it looks at the token or fetches anything', async () => {
    const { authorize, entries, asked } = arrange({ allowList: '["203.0.113.0/24"]' });

    await authorize(event({ authorization: 'Bearer garbage', sourceIp: '192.0.2.1' }));

    expect(entries).toEqual([expect.objectContaining({ reason: 'ADDRESS_NOT_ALLOWED', sourceIp: '192.0.2.1' })]);
    expect(asked).toEqual([]);
  });

  it('refuses a good address without a good token', async () => {
    const { authorize } = arrange({ allowList: '["203.0.113.0/24"]' });

    expect(await authorize(event({ authorization: 'Bearer garbage' }))).toEqual({ isAuthorized: false });
  });

  it('checks no address without a list', async () => {
    const unknown = event({ authorization: `Bearer ${token}`, sourceIp: 'unknown' });

    expect(await arrange().authorize(unknown)).toMatchObject({ isAuthorized: true });
  });

  it.each([
    {},
    { headers: null },
    { requestContext: undefined },
    { requestContext: {} },
    { identitySource: null },
    { identitySource: [] },
    { identitySource: [null], headers: {} },
    { headers: { authorization: 7 } },
  ])('answers also a misshapen event %j', async (misshapen) => {
    for (const { authorize } of [arrange({ allowList: '["203.0.113.0/24"]' }), arrange()]) {
      expect(await authorize(misshapen as never)).toEqual({ isAuthorized: false });
    }
  });

  it('refuses, and says why in the log, when the issuer cannot be reached', async () => {
    const { authorize, entries } = arrange({ reachable: false });

    expect(await authorize(event({ authorization: `Bearer ${token}` }))).toEqual({ isAuthorized: false });
    expect(entries).toEqual([
      expect.objectContaining({ level: 'error', detail: expect.stringContaining('jwks.json is not there') }),
      expect.objectContaining({ level: 'error', reason: 'KEYS_UNAVAILABLE', requestId: 'request-1' }),
    ]);
  });

  it('logs no token and nothing out of one', async () => {
    const { authorize, entries } = arrange();
    const foreign = await sign({ ...claims, iss: 'https://hush.example.com' }, key, { kid: 'hush' });
    const unknown = await sign(claims, key, { kid: 'hush' });
    const expired = await sign({ ...claims, exp: 1, client_id: 'hush' }, key);
    const tokens = [foreign, unknown, expired, 'hush', `${token}hush`];

    for (const each of tokens) await authorize(event({ authorization: `Bearer ${each}` }));

    const text = JSON.stringify(entries);
    expect(entries).toHaveLength(tokens.length);
    expect(text).not.toContain('hush');
    for (const part of tokens.flatMap((each) => each.split('.'))) expect(text).not.toContain(part);
  });
});

describe('createLog', () => {
  it('writes a line of JSON that names service, level and reason', () => {
    const lines: string[] = [];

    createLog('svc-authorizer', (line) => void lines.push(line))({ level: 'warn', message: 'refused\n', reason: 'X' });

    expect(lines).toHaveLength(1);
    expect(lines[0]).not.toContain('\n');
    expect(JSON.parse(lines[0]!)).toMatchObject({ service: 'svc-authorizer', level: 'warn', reason: 'X' });
  });
});
