import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import type { APIGatewayRequestAuthorizerEventV2 } from 'aws-lambda';
import { defaultClients } from '../../apps/service/identity/clients.ts';
import { provisionClients } from '../../apps/service/identity/credentials.ts';
import { createTokenEndpoint, type TokenEndpoint } from '../../apps/service/identity/token-endpoint.ts';
import { createAuthorizer } from '../../functions/authorizer/authorizer.ts';
import { loadConfig } from '../../functions/authorizer/config.ts';
import { documentFetcher } from '../../functions/authorizer/document.ts';
import type { LogEntry } from '../../functions/authorizer/log.ts';
import { scopesOf } from '../../src/scopes.ts';
import { listenLocally } from '../setup/local-server.ts';
import { makeKey, sign, type TestClaims, type TestKey } from '../unit/functions/authorizer/minted.ts';

/** Waits as long as any machine takes. */
const fetchDocument = documentFetcher(300_000);

const closing: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** An HTTP server on the loopback whose address is known before it can answer. */
async function serve(listener: RequestListener): Promise<{ url: string }> {
  const { url, stop } = await listenLocally(createServer(listener));
  closing.push(stop);
  return { url };
}

function arrange(issuerUrl: string, audience: readonly string[], more: Record<string, string> = {}) {
  const entries: LogEntry[] = [];
  const env = { AUTHORIZER_ISSUER_URL: issuerUrl, AUTHORIZER_AUDIENCE: JSON.stringify(audience), ...more };
  const authorize = createAuthorizer(loadConfig(env), {
    fetch: fetchDocument,
    log: (entry) => void entries.push(entry),
  });
  const present = (token: string, sourceIp = '127.0.0.1') => authorize(eventWith(token, sourceIp));
  return { present, entries };
}

function eventWith(token: string, sourceIp = '127.0.0.1'): APIGatewayRequestAuthorizerEventV2 {
  return {
    version: '2.0',
    type: 'REQUEST',
    identitySource: [`Bearer ${token}`],
    headers: { authorization: `Bearer ${token}` },
    requestContext: { requestId: '1', http: { sourceIp } },
  } as unknown as APIGatewayRequestAuthorizerEventV2;
}

const textOf = async (request: IncomingMessage) => Buffer.concat(await request.toArray()).toString();

describe('the authorizer and the local token endpoint', () => {
  let directory: string;
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'authorizer-'));
    closing.push(() => rm(directory, { recursive: true }));
  });

  async function startEndpoint() {
    const asked: string[] = [];
    let endpoint: TokenEndpoint | undefined;
    const { url } = await serve(async (request, response) => {
      asked.push(request.url ?? '');
      const { method = '', url: path = '', headers } = request;
      const answer = await endpoint!.handle({
        method,
        path,
        headers: headers as Record<string, string>,
        body: await textOf(request),
      });
      response.writeHead(answer.status, answer.headers).end(answer.body);
    });
    const clients = await provisionClients(defaultClients(scopesOf('svc').all), directory);
    endpoint = await createTokenEndpoint({ clients, issuer: url, keyDirectory: directory });
    const client = clients[0]!;
    const fetchToken = async (scope: string): Promise<string> => {
      const response = await fetch(`${url}/oauth2/token`, {
        method: 'POST',
        headers: {
          authorization: `Basic ${btoa(`${client.clientId}:${client.clientSecret}`)}`,
          'content-type': 'application/x-www-form-urlencoded',
        },
        body: new URLSearchParams({ grant_type: 'client_credentials', scope }),
      });
      return ((await response.json()) as { access_token: string }).access_token;
    };
    return { url, client, asked, fetchToken };
  }

  it('understand each other, with the keys found by discovery and fetched once', async () => {
    const { url, client, asked, fetchToken } = await startEndpoint();
    const { present, entries } = arrange(url, [client.clientId]);
    const token = await fetchToken('svc/query.search svc/query.entity');
    asked.length = 0;

    const verdicts = [await present(token), await present(token)];

    expect(entries).toEqual([]);
    expect(verdicts[1]).toEqual(verdicts[0]);
    expect(verdicts[0]).toEqual({
      isAuthorized: true,
      context: { scope: 'svc/query.search svc/query.entity', clientId: client.clientId },
    });
    // On a slow machine the other document is asked for as well.
    expect(asked.filter((path) => path !== '/.well-known/oauth-authorization-server')).toEqual([
      '/.well-known/openid-configuration',
      '/.well-known/jwks.json',
    ]);
  });

  it('need no discovery where the keys are configured', async () => {
    const { url, client, asked, fetchToken } = await startEndpoint();
    const { present } = arrange(url, [client.clientId], { AUTHORIZER_JWKS_URI: `${url}/.well-known/jwks.json` });
    const token = await fetchToken('svc/query.search');
    asked.length = 0;

    expect(await present(token)).toMatchObject({ isAuthorized: true });
    expect(asked).toEqual(['/.well-known/jwks.json']);
  });

  it('let the handler of the function start from its environment alone', async () => {
    const { url, client, fetchToken } = await startEndpoint();
    const env = {
      AUTHORIZER_ISSUER_URL: url,
      AUTHORIZER_AUDIENCE: JSON.stringify([client.clientId]),
      IP_RANGE_ALLOW_LIST: '["127.0.0.0/8"]',
      SERVICE_IDENTIFIER: 'svc',
    };
    const token = await fetchToken('svc/query.metrics');
    const events = [eventWith(token, '::ffff:127.0.0.1'), eventWith(token, '192.0.2.1')];
    const { stdout } = await runHandler(env, events);

    const lines = stdout.trim().split('\n');
    expect(JSON.parse(lines.at(-1)!)).toEqual([
      { isAuthorized: true, context: { scope: 'svc/query.metrics', clientId: client.clientId } },
      { isAuthorized: false },
    ]);
    expect(JSON.parse(lines[0]!)).toMatchObject({ reason: 'ADDRESS_NOT_ALLOWED', service: 'svc-authorizer' });
    expect(stdout).not.toContain(token);
  });

  it('let the handler fail its start, naming every problem, when the environment is wrong', async () => {
    const env = { AUTHORIZER_ISSUER_URL: 'nowhere', IP_RANGE_ALLOW_LIST: '["010.0.0.1"]' };

    await expect(runHandler(env, [])).rejects.toThrow(
      /AUTHORIZER_ISSUER_URL[\s\S]*AUTHORIZER_AUDIENCE[\s\S]*IP_RANGE_ALLOW_LIST/,
    );
  });
});

/** Runs the handler as the Lambda runtime does: a process of its own, the module loaded once. */
function runHandler(env: Record<string, string>, events: readonly unknown[]): Promise<{ stdout: string }> {
  const program = `
    const { handler } = await import(${JSON.stringify(new URL('../../functions/authorizer/handler.ts', import.meta.url))});
    const verdicts = [];
    for (const event of ${JSON.stringify(events)}) verdicts.push(await handler(event));
    console.log(JSON.stringify(verdicts));`;
  const flags = ['--experimental-strip-types', '--no-warnings', '--input-type=module', '--eval', program];
  return promisify(execFile)(process.execPath, flags, { env });
}

describe('the authorizer and a foreign issuer', () => {
  let key: TestKey;
  beforeEach(async () => {
    key = await makeKey('es-1', 'ES256');
  });

  /** An issuer of another make: OAuth metadata by RFC 8414 only, elliptic keys, `aud`, and `scp` as a list. */
  async function startIssuer(keys: () => readonly unknown[]) {
    const issuer: { url: string } = { url: '' };
    const { url } = await serve((request, response) => {
      const pages: Record<string, unknown> = {
        '/.well-known/oauth-authorization-server/tenant': { issuer: issuer.url, jwks_uri: `${url}/deep/keys` },
        '/deep/keys': { keys: keys() },
      };
      const page = pages[request.url ?? ''];
      response.writeHead(page === undefined ? 404 : 200).end(JSON.stringify(page));
    });
    issuer.url = `${url}/tenant`;
    const claims = (more: TestClaims = {}): TestClaims => {
      const now = Math.floor(Date.now() / 1000);
      return {
        iss: issuer.url,
        aud: 'entity-data',
        cid: 'app',
        iat: now,
        exp: now + 3_600,
        scp: ['svc/query.search'],
        ...more,
      };
    };
    return { issuerUrl: issuer.url, claims };
  }

  it('understand each other', async () => {
    const { issuerUrl, claims } = await startIssuer(() => [key.publicJwk]);
    const { present } = arrange(issuerUrl, ['entity-data']);

    expect(await present(await sign(claims(), key))).toEqual({
      isAuthorized: true,
      context: { scope: 'svc/query.search', clientId: 'app' },
    });
  });

  it('follow a rotation of the keys at once', async () => {
    const next = await makeKey('es-2', 'ES256');
    let published = [key.publicJwk];
    const { issuerUrl, claims } = await startIssuer(() => published);
    const { present } = arrange(issuerUrl, ['entity-data']);
    await present(await sign(claims(), key));
    published = [next.publicJwk, key.publicJwk];

    expect(await present(await sign(claims(), next))).toMatchObject({ isAuthorized: true });
  });

  it('refuse a token of another issuer, and one for another audience', async () => {
    const { issuerUrl, claims } = await startIssuer(() => [key.publicJwk]);
    const { present, entries } = arrange(issuerUrl, ['entity-data']);
    const stranger = await makeKey('es-1', 'ES256');

    await present(await sign(claims({ iss: 'http://127.0.0.1:1/tenant' }), key));
    await present(await sign(claims({ aud: 'payroll' }), key));
    await present(await sign(claims(), stranger));

    expect(entries.map(({ reason }) => reason)).toEqual(['ISSUER_MISMATCH', 'AUDIENCE_MISMATCH', 'SIGNATURE_INVALID']);
  });

  it('refuse and say why while the issuer is down', async () => {
    // Port 9 is never assigned to another process, as a free port could be.
    const url = 'http://127.0.0.1:9';
    const { present, entries } = arrange(url, ['entity-data']);
    const now = Math.floor(Date.now() / 1000);

    const verdict = await present(await sign({ iss: url, aud: 'entity-data', iat: now, exp: now + 3_600 }, key));

    expect(verdict).toEqual({ isAuthorized: false });
    expect(entries).toEqual([
      expect.objectContaining({ detail: expect.stringContaining('ECONNREFUSED') }),
      expect.objectContaining({ reason: 'KEYS_UNAVAILABLE' }),
    ]);
  });
});

describe('a fetcher of documents', () => {
  it('gets a text', async () => {
    const { url } = await serve((_, response) => response.end('{"ä":1}'));

    expect(await fetchDocument(new URL(url))).toBe('{"ä":1}');
  });

  it.each([404, 500, 204, 301])('refuses the status %s', async (status) => {
    const { url } = await serve((_, response) => response.writeHead(status, { location: '/elsewhere' }).end());

    await expect(fetchDocument(new URL(url))).rejects.toThrow(`status ${status}`);
  });

  it('follows no redirect', async () => {
    const asked: (string | undefined)[] = [];
    const { url } = await serve((request, response) => {
      asked.push(request.url);
      response.writeHead(302, { location: '/elsewhere' }).end();
    });

    await expect(fetchDocument(new URL('/here', url))).rejects.toThrow('status 302');
    expect(asked).toEqual(['/here']);
  });

  it('reads no more than a megabyte', async () => {
    const { url } = await serve((_, response) => response.end('x'.repeat(1_048_577)));

    await expect(fetchDocument(new URL(url))).rejects.toThrow('larger than');
  });

  it('tries a broken connection once more', async () => {
    let connections = 0;
    const { url } = await serve((request, response) => {
      connections += 1;
      if (connections === 1) request.socket.destroy();
      else response.end('here');
    });

    expect(await fetchDocument(new URL(url))).toBe('here');
  });

  it('asks for one document after the other by one connection, which it closes then', async () => {
    const sockets = new Set<unknown>();
    const closed: Promise<unknown>[] = [];
    const { url } = await serve((request, response) => {
      if (!sockets.has(request.socket)) closed.push(once(request.socket, 'close'));
      sockets.add(request.socket);
      response.end('{}');
    });

    await fetchDocument(new URL('/first', url));
    await fetchDocument(new URL('/second', url));

    expect(sockets.size).toBe(1);
    await Promise.all(closed);
  });

  it('gives up on a server that breaks off', async () => {
    const { url } = await serve((request, response) => {
      response.writeHead(200, { 'content-length': 100 }).write('{', () => request.socket.destroy());
    });

    await expect(fetchDocument(new URL(url))).rejects.toMatchObject({ code: 'DOCUMENT_UNAVAILABLE' });
  });

  it.each([
    ['says nothing', () => undefined],
    ['stops in the middle', (_, response) => response.write('{')],
  ] satisfies [string, RequestListener][])('gives up on a server that %s', async (_, listener) => {
    const { url } = await serve(listener);

    await expect(documentFetcher(50)(new URL(url))).rejects.toThrow('did not answer within 50 ms');
  });

  it.each(['http://example.com/', 'http://192.0.2.1/', 'ftp://127.0.0.1/', 'file:///etc/hostname'])(
    'does not go to %s',
    async (url) => {
      await expect(fetchDocument(new URL(url))).rejects.toThrow('neither https nor on the loopback');
    },
  );
});
