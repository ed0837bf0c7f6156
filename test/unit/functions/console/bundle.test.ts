import { execFile } from 'node:child_process';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { bundle } from '../../../../scripts/bundle.ts';

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
let folder: string;

beforeAll(async () => {
  const { files } = await bundle('console', join(import.meta.dirname, '../../../..'));
  folder = await mkdtemp(join(tmpdir(), 'console-bundle-'));
  for (const { path, content } of files) await writeFile(join(folder, path), content);
});
afterAll(() => rm(folder, { recursive: true }));

/** What the function answers with nothing but its archive, in a process of its own. */
async function ask(
  requests: readonly (readonly [routeKey: string, file?: string, sourceIp?: string])[],
): Promise<Answer[]> {
  const events = requests.map(([routeKey, file, sourceIp = '192.0.2.7']) => ({
    routeKey,
    headers: {},
    ...(file === undefined ? {} : { pathParameters: { file } }),
    requestContext: { requestId: 'r', http: { sourceIp } },
  }));
  const script = `
    const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'handler.mjs')).href)});
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
    const [page, configuration, icon, handler, parent] = await ask([
      ['GET /console'],
      ['GET /console/configuration'],
      ['GET /console/icon.svg'],
      ['GET /console/{file}', 'handler.mjs'],
      ['GET /console/{file}', '../package.json'],
    ]);
    const script = /src="\/console\/([^"]+)"/.exec(page!.body)?.[1] ?? '';
    const [file] = await ask([['GET /console/{file}', script]]);

    expect(page?.headers['content-security-policy']).toContain("connect-src 'self' https://idp.example.com;");
    expect(page?.headers['x-frame-options']).toBe('DENY');
    expect(JSON.parse(configuration!.body)).toEqual({ serviceIdentifier: 'svc', mcpUrl: null, signIn, pages: [] });
    expect(icon).toMatchObject({ statusCode: 200 });
    expect([handler?.statusCode, parent?.statusCode]).toEqual([404, 404]);
    expect(file).toMatchObject({ statusCode: 200, headers: { 'cache-control': expect.stringContaining('immutable') } });
    // Lambda answers with at most 6 MB.
    expect(file!.body.length).toBeLessThan(1_000_000);
  });

  it('shows nothing to addresses that are not allowed', async () => {
    const routes = ['GET /console', 'GET /console/configuration', 'GET /console/icon.svg', 'GET /console/{file}'];
    const answers = await ask(routes.map((route) => [route, 'main.js', '203.0.113.7'] as const));

    for (const answer of answers) expect(answer).toMatchObject({ statusCode: 403, body: '{"message":"Forbidden"}' });
  });
});
