import { describe, expect, it } from '@jest/globals';
import { bundleConsole, type ConsoleBundle } from '../../../../../apps/console/bundle.ts';
import { type ConsoleOptions, consoleRoutes } from '../../../../../apps/service/console/routes.ts';
import type { HttpEvent } from '../../../../../apps/service/gateway/event.ts';
import { createRouter } from '../../../../../apps/service/gateway/route.ts';
import { createPageAccess } from '../../../../../apps/service/pages/page-access.ts';
import { cookiesFrom } from '../pages/opened-page.ts';

const small: ConsoleBundle = {
  script: 'main-1.js',
  styles: 'main-1.css',
  files: new Map([
    ['main-1.js', { type: 'text/javascript', isText: true, contents: Buffer.from('run()') }],
    ['main-1.css', { type: 'text/css', isText: true, contents: Buffer.from('a{}') }],
    ['inter-1.woff2', { type: 'font/woff2', isText: false, contents: Buffer.from([0, 255, 7]) }],
  ]),
};

interface Answer {
  readonly statusCode: number;
  readonly headers: Record<string, string>;
  readonly body: string;
  readonly isBase64Encoded?: boolean;
}

const access = createPageAccess(4000);
/** What a browser sends after it opened the address that the start printed. */
const cookies = cookiesFrom(access, '/console/session');

function browserOf(options: Partial<ConsoleOptions> = {}) {
  const router = createRouter(
    consoleRoutes({
      documents: { ruleConfig: '{"rules": []}', schema: 'type Record { id: ID! }' },
      serviceIdentifier: 'svc',
      access,
      grantToken: async () => ({ token: 't0ken', expiresIn: 60 }),
      onFailure: () => {},
      bundle: async () => small,
      ...options,
    }),
  );
  return async (
    path: string,
    headers: Record<string, string> = {},
    sourceIp = '127.0.0.1',
    sent = cookies,
  ): Promise<Answer> => {
    const match = router('GET', path)!;
    return (await match.route.integration({
      rawPath: path,
      headers: { host: 'localhost:4000', ...headers },
      cookies: sent,
      requestContext: { http: { sourceIp } },
      pathParameters: match.pathParameters,
    } as unknown as HttpEvent)) as Answer;
  };
}

describe('the console', () => {
  it('is a page that runs and shows nothing but files of this service', async () => {
    const { statusCode, headers, body } = await browserOf()('/');

    expect(statusCode).toBe(200);
    const policy = headers['content-security-policy'] ?? '';
    expect(policy).toContain("default-src 'none'; script-src 'self';");
    expect(policy).not.toContain('unsafe');
    expect(body).not.toMatch(/https?:\/\/|<script>|style=| on\w+=/);
    expect(body).toContain('src="/console/main-1.js"');
  });

  it('lets the editor write its styles with a name that is another one every time', async () => {
    const get = browserOf();
    const nonces = await Promise.all(
      [1, 2].map(async () => {
        const { headers, body } = await get('/');
        const nonce = /name="style-nonce" content="([^"]+)"/.exec(body)?.[1];
        expect(headers['content-security-policy']).toContain(`style-src 'self' 'nonce-${nonce}'`);
        return nonce;
      }),
    );

    expect(nonces[0]).not.toBe(nonces[1]);
  });

  it('brings its files, texts as they are and fonts in base64, and no others', async () => {
    const get = browserOf();

    expect(await get('/console/main-1.js')).toMatchObject({ statusCode: 200, body: 'run()' });
    expect(await get('/console/inter-1.woff2')).toMatchObject({ body: 'AP8H', isBase64Encoded: true });
    expect(await get('/console/icon.svg')).toMatchObject({ statusCode: 200 });
    expect(await get('/console/other.js')).toMatchObject({ statusCode: 404 });
    expect(await get('/console/..%2fpackage.json')).toMatchObject({ statusCode: 404 });
  });

  it('hands its page a token and the documents of the deployment', async () => {
    const { statusCode, headers, body } = await browserOf()('/console/session', { 'sec-fetch-site': 'same-origin' });

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toEqual({
      token: 't0ken',
      expiresIn: 60,
      serviceIdentifier: 'svc',
      ruleConfig: '{"rules": []}',
      schema: 'type Record { id: ID! }',
    });
  });

  it.each([
    ['another machine', {}, '192.168.0.7'],
    ['a name of another site that points here', { host: 'evil.example:4000' }, '127.0.0.1'],
    ['a page of another site', { 'sec-fetch-site': 'cross-site' }, '127.0.0.1'],
    ['a page of another port', { 'sec-fetch-site': 'same-site' }, '127.0.0.1'],
  ])('hands no token to %s', async (_what, headers, sourceIp) => {
    const { statusCode, body } = await browserOf()('/console/session', headers, sourceIp);

    expect(statusCode).toBe(403);
    expect(body).not.toContain('t0ken');
  });

  it('hands no token to who does not have the address of this start', async () => {
    const { statusCode, headers, body } = await browserOf()('/console/session', {}, '127.0.0.1', []);

    expect(statusCode).toBe(403);
    expect(headers['cache-control']).toBe('no-store');
    expect(body).not.toContain('t0ken');
    expect(JSON.parse(body)).toMatchObject({
      code: 'PAGE_SECRET_MISSING',
      hint: expect.stringContaining('console-url'),
    });
  });

  it('says nothing to pages of other origins', async () => {
    const get = browserOf();
    for (const path of ['/', '/console/session', '/console/main-1.js']) {
      const { headers } = await get(path, { origin: 'http://evil.example' });

      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('is made when it is first asked for, and once', async () => {
    let made = 0;
    const get = browserOf({
      bundle: async () => {
        made++;
        return small;
      },
    });

    expect(made).toBe(0);
    await Promise.all([get('/'), get('/'), get('/console/main-1.js')]);
    expect(made).toBe(1);
  });

  it('tells the log why it could not be made, and tries again', async () => {
    const failures: unknown[] = [];
    const bundles = [Promise.reject(new Error('no esbuild')), Promise.resolve(small)];
    const get = browserOf({ bundle: () => bundles.shift()!, onFailure: (cause) => failures.push(cause) });

    expect(await get('/')).toMatchObject({ statusCode: 500 });
    expect(failures).toEqual([new Error('no esbuild')]);
    expect(await get('/')).toMatchObject({ statusCode: 200 });
  });

  it('is bundled from its sources, the editor apart from what every view needs', async () => {
    const { files, script, styles } = await bundleConsole();

    expect(files.get(script)?.type).toBe('text/javascript');
    expect(files.get(styles)?.type).toBe('text/css');
    const first = Buffer.from(files.get(script)!.contents).toString('utf8');
    expect(first).not.toContain('cm-editor');
    expect([...files.keys()].filter((name) => name.endsWith('.woff2')).length).toBeGreaterThan(2);
    const addresses = [...files.values()]
      .filter(({ isText }) => isText)
      .flatMap(
        ({ contents }) =>
          Buffer.from(contents)
            .toString('utf8')
            .match(/url\(["']?(?:https?:)?\/\//g) ?? [],
      );
    expect(addresses).toEqual([]);
  });
});
