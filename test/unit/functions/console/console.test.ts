import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { loadConfig } from '../../../../functions/console/config.ts';
import type { PageFiles } from '../../../../functions/console/front-end.ts';
import { bundle } from '../../../../scripts/bundle.ts';
import { temporaryDirectory } from '../../../setup/temporary-directory.ts';

interface Answer {
  readonly statusCode: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

const signIn = {
  clientId: 'console',
  scope: 'openid',
  parameters: {},
  authorizationServer: { issuer: 'https://idp.example.com' },
  signOutParameter: 'post_logout_redirect_uri',
};
const folder = temporaryDirectory('beforeAll');

beforeAll(async () => {
  const { files } = await bundle('console', join(import.meta.dirname, '../../../..'));
  for (const { path, content } of files) await writeFile(folder.path(path), content);
});

/** What the function answers with nothing but its archive, in a process of its own. */
async function ask(
  requests: readonly (readonly [routeKey: string, file?: string, sourceIp?: string])[],
  headers: Readonly<Record<string, string>> = {},
): Promise<Answer[]> {
  const events = requests.map(([routeKey, file, sourceIp = '192.0.2.7']) => ({
    routeKey,
    headers,
    ...(file === undefined ? {} : { pathParameters: { file } }),
    requestContext: { requestId: 'r', http: { sourceIp } },
  }));
  const script = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(folder.path('handler.mjs')).href)});
    const answers = [];
    for (const event of ${JSON.stringify(events)}) answers.push(await handler(event, { awsRequestId: 'r' }));
    process.stderr.write(JSON.stringify(answers));`;
  const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
    env: {
      PATH: process.env['PATH'],
      SIGN_IN: JSON.stringify(signIn),
      IP_RANGE_ALLOW_LIST: '["192.0.2.0/24"]',
      METRICS_SERVICE: 'crm',
    },
    maxBuffer: 2 ** 26,
  });
  return JSON.parse(stderr.slice(stderr.indexOf('[{')));
}

describe('the built function of the console', () => {
  it('serves the page, its configuration and its files, and no other part of the archive', async () => {
    const [page, configuration, icon, handler, parent, parts] = await ask([
      ['GET /console'],
      ['GET /console/configuration'],
      ['GET /console/icon.svg'],
      ['GET /console/{file}', 'handler.mjs'],
      ['GET /console/{file}', '../package.json'],
      ['GET /console/{file}', 'page.json'],
    ]);
    const [, files = ''] = /id="files">(.*?)<\/script>/.exec(page!.body) ?? [];
    const { scripts } = JSON.parse(files) as PageFiles;
    const script = scripts[0]![0]!;
    const [file] = await ask([['GET /console/{file}', script]]);

    expect(page?.headers['content-security-policy']).toContain("connect-src 'self' https://idp.example.com;");
    expect(page?.headers['x-frame-options']).toBe('DENY');
    expect(JSON.parse(configuration!.body)).toEqual({ serviceIdentifier: 'svc', mcpUrl: null, signIn, pages: [] });
    expect(icon).toMatchObject({ statusCode: 200 });
    expect([handler, parent, parts].map((answer) => answer?.statusCode)).toEqual([404, 404, 404]);
    const [, first = ''] = /<script>(.*?)<\/script>/s.exec(page!.body) ?? [];
    const digest = createHash('sha256').update(first).digest('base64');
    expect(page?.headers['content-security-policy']).toContain(`script-src 'self' 'sha256-${digest}';`);
    expect(file).toMatchObject({ statusCode: 200, headers: { 'cache-control': expect.stringContaining('immutable') } });
    // Lambda answers with at most 6 MB.
    expect(file!.body.length).toBeLessThan(1_000_000);
  });

  it('compresses the page, and gives scripts as the build compressed them', async () => {
    const [page] = await ask([['GET /console']]);
    const [, files = ''] = /id="files">(.*?)<\/script>/.exec(page!.body) ?? [];
    const { scripts, lastStyles } = JSON.parse(files) as PageFiles;
    const [, script = ''] = scripts.map(([entry]) => entry);
    const routes = [['GET /console'], ['GET /console/{file}', script], ['GET /console/{file}', lastStyles]] as const;

    const [, plain] = await ask(routes);
    const [zippedPage, packed] = await ask(routes, { 'accept-encoding': 'gzip, deflate, br' });
    const [, zipped] = await ask(routes, { 'accept-encoding': 'gzip' });

    expect(gunzipSync(Buffer.from(zippedPage!.body, 'base64')).toString()).toContain('id="files"');
    expect(plain?.headers['content-encoding']).toBeUndefined();
    expect(packed).toMatchObject({
      isBase64Encoded: true,
      headers: { 'content-encoding': 'br', vary: 'accept-encoding' },
    });
    expect(packed?.headers['content-type']).toBe(plain?.headers['content-type']);
    expect(brotliDecompressSync(Buffer.from(packed!.body, 'base64')).toString()).toBe(plain!.body);
    expect(zipped).toMatchObject({ isBase64Encoded: true, headers: { 'content-encoding': 'gzip' } });
    expect(gunzipSync(Buffer.from(zipped!.body, 'base64')).toString()).toBe(plain!.body);
  });

  it('shows nothing to addresses that are not allowed', async () => {
    const routes = ['GET /console', 'GET /console/configuration', 'GET /console/icon.svg', 'GET /console/{file}'];
    const answers = await ask(routes.map((route) => [route, 'main.js', '203.0.113.7'] as const));

    for (const answer of answers) expect(answer).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
  });
});

const signInConfig = {
  ...signIn,
  authorizationServer: { issuer: 'https://idp.example.com/pool', token_endpoint: 'https://login.example.com/token' },
  signOutParameter: 'logout_uri',
};
const right = { SIGN_IN: JSON.stringify(signInConfig), MCP_URL: 'https://mcp.example.com/', SERVICE_IDENTIFIER: 'crm' };

describe('loadConfig', () => {
  it('tells the page how people sign in, and permits it the origins that this needs', () => {
    const { configuration, connects, callers } = loadConfig({
      ...right,
      CONNECT_ORIGINS: '["https://more.example.com"]',
      IP_RANGE_ALLOW_LIST: '["192.0.2.0/24"]',
    });

    expect(configuration).toEqual({ serviceIdentifier: 'crm', mcpUrl: right.MCP_URL, signIn: signInConfig, pages: [] });
    expect([...connects].sort()).toEqual([
      'https://idp.example.com',
      'https://login.example.com',
      'https://mcp.example.com',
      'https://more.example.com',
    ]);
    expect(callers.allowList?.allows('192.0.2.7')).toBe(true);
    expect(callers.allowList?.allows('203.0.113.7')).toBe(false);
  });

  it('does without guidance server, allow list and further origins', () => {
    const { configuration, callers } = loadConfig({ SIGN_IN: right.SIGN_IN });

    expect(configuration).toMatchObject({ serviceIdentifier: 'svc', mcpUrl: null });
    expect(callers).toEqual({});
  });

  it.each<[Record<string, string>, string]>([
    [{ SIGN_IN: '' }, 'SIGN_IN must be'],
    [{ SIGN_IN: 'null' }, 'SIGN_IN must be'],
    [{ SIGN_IN: JSON.stringify({ ...signInConfig, clientId: '' }) }, 'SIGN_IN must be'],
    [{ SIGN_IN: JSON.stringify({ ...signInConfig, authorizationServer: { issuer: 'nowhere' } }) }, 'is not an address'],
    [{ MCP_URL: 'javascript:alert(1)' }, 'is not an address'],
    [{ CONNECT_ORIGINS: '["https://a.example.com; script-src *"]' }, 'CONNECT_ORIGINS has'],
    [{ CONNECT_ORIGINS: '["https://a.example.com/"]' }, 'CONNECT_ORIGINS has'],
    [{ IP_RANGE_ALLOW_LIST: '["010.0.0.1"]' }, 'IP_RANGE_ALLOW_LIST has'],
    [{ CDN_SECRET_HEADER: 'x-secret' }, 'CDN_SECRET_DIGESTS is missing'],
  ])('refuses %j', (changes, message) => {
    expect(() => loadConfig({ ...right, ...changes })).toThrow(
      expect.objectContaining({ code: 'CONSOLE_CONFIG_INVALID', message: expect.stringContaining(message) }),
    );
  });
});
