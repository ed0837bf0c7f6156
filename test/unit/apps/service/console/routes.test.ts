import { createHash } from 'node:crypto';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { describe, expect, it } from '@jest/globals';
import { bundleConsole } from '../../../../../apps/console/bundle.ts';
import { createRouter } from '../../../../../apps/service/gateway/route.ts';
import { createAuthorizationEndpoint } from '../../../../../apps/service/identity/authorization-endpoint.ts';
import { localPerson, signInOf } from '../../../../../apps/service/identity/local-person.ts';
import { createSignIns } from '../../../../../apps/service/identity/sign-ins.ts';
import { type ConsoleOptions, consoleRoutes } from '../../../../../apps/service/routes/console.ts';
import { createPageAccess } from '../../../../../apps/service/routes/pages.ts';
import type { ConsoleBundle } from '../../../../../functions/console/front-end.ts';
import { type Answer, browserOf, cookiesFrom } from '../pages/opened-page.ts';

const small: ConsoleBundle = {
  first: 'leave()',
  firstStyles: 'body{margin:0}',
  named: {
    scripts: [['start-1.js'], ['main-1.js']],
    views: { search: ['search-1.js'] },
    styles: 'main-1.css',
    lastStyles: 'last-1.css',
  },
  files: new Map([
    ['main-1.js', { type: 'text/javascript', isText: true, contents: Buffer.from('run()') }],
    ['main-1.css', { type: 'text/css', isText: true, contents: Buffer.from('a{}') }],
    ['inter-1.woff2', { type: 'font/woff2', isText: false, contents: Buffer.from([0, 255, 7]) }],
  ]),
};

const access = createPageAccess(4000);
/** What a browser sends after it opened the address that the start printed. */
const cookies = cookiesFrom(access, '/oauth2/authorize');

const issuer = 'http://127.0.0.1:4000';
const signIns = createSignIns();
const { client } = localPerson({
  clientId: signIns.clientId,
  port: 4000,
  client: {
    name: 'default',
    allowedScopes: ['svc/query.search', 'svc/mutation.submit'],
    accessTokenValidityMinutes: 60,
    clientId: 'default-id',
    clientSecret: 'default-secret-of-some-length',
  },
  serviceIdentifier: 'svc',
});

const routesOf = (options: Partial<ConsoleOptions>) =>
  consoleRoutes({
    documents: async () => ({ name: 'people', ruleConfig: '{"rules": []}', schema: 'type Record { id: ID! }' }),
    configuration: (origin) => ({
      serviceIdentifier: 'svc',
      mcpUrl: `${origin}/mcp`,
      signIn: signInOf(client, issuer, origin),
      pages: ['your-data'],
    }),
    authorization: createAuthorizationEndpoint({ issuer, client, signIns }),
    access,
    authorizer: { authorize: () => ({ isAuthorized: true }), identitySources: [], resultTtlInSeconds: 0 },
    onFailure: () => {},
    bundle: async () => small,
    ...options,
  });

const consoleOf = (options: Partial<ConsoleOptions> = {}) => browserOf(routesOf(options), cookies);

describe('the console', () => {
  it('is a page that runs and shows nothing but files of this service', async () => {
    const { statusCode, headers, body } = await consoleOf()('/');

    expect(statusCode).toBe(200);
    const policy = headers['content-security-policy'] ?? '';
    const digest = createHash('sha256').update('leave()').digest('base64');
    expect(policy).toContain(`default-src 'none'; script-src 'self' 'sha256-${digest}';`);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('DENY');
    expect(body.replace(/ id="configuration">.*/, '')).not.toMatch(/https?:\/\/|style=| on\w+=/);
    expect(body.match(/<script[^>]*>/g)).toEqual([
      '<script type="application/json" id="configuration">',
      '<script type="application/json" id="files">',
      '<script>',
    ]);
    expect(body).toContain('<script>leave()</script>');
    expect(body).toContain(`id="files">${JSON.stringify(small.named)}</script>`);
  });

  it('carries its configuration, which cannot end its element', async () => {
    const signIn = { ...signInOf(client, issuer, issuer), scope: '</script><script>alert(1)' };
    const configuration = { serviceIdentifier: 'svc', mcpUrl: null, signIn, pages: [] };

    const { body } = await consoleOf({ configuration: () => configuration })('/');

    const [, text = ''] = /id="configuration">(.*?)<\/script>/.exec(body) ?? [];
    expect(JSON.parse(text)).toEqual(configuration);
  });

  it('compresses what is worth it for browsers that accept it', async () => {
    const text = 'run();'.repeat(500);
    const files = new Map([
      ...small.files,
      ['large-1.js', { ...small.files.get('main-1.js')!, contents: Buffer.from(text) }],
    ]);
    const get = consoleOf({ bundle: async () => ({ ...small, files }) });
    const accepts = { headers: { 'accept-encoding': 'gzip, deflate, br' } };

    const packed = await get('/console/large-1.js', accepts);
    const zipped = await get('/console/large-1.js', { headers: { 'accept-encoding': 'gzip' } });

    const type = 'text/javascript; charset=utf-8';
    const common = { 'content-type': type, vary: 'accept-encoding', 'x-content-type-options': 'nosniff' };
    expect(packed.headers).toMatchObject({ ...common, 'content-encoding': 'br' });
    expect(brotliDecompressSync(Buffer.from(packed.body, 'base64')).toString()).toBe(text);
    expect(zipped.headers).toMatchObject({ ...common, 'content-encoding': 'gzip' });
    expect(gunzipSync(Buffer.from(zipped.body, 'base64')).toString()).toBe(text);
    expect((await get('/console/large-1.js')).body).toBe(text);
    expect((await get('/console/main-1.js', accepts)).body).toBe('run()');
    expect((await get('/console/inter-1.woff2', accepts)).headers['content-encoding']).toBeUndefined();
  });

  it('lets the editor write its styles with a name that is another one every time', async () => {
    const get = consoleOf();
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
    const get = consoleOf();

    expect(await get('/console/main-1.js')).toMatchObject({ statusCode: 200, body: 'run()' });
    expect(await get('/console/inter-1.woff2')).toMatchObject({ body: 'AP8H', isBase64Encoded: true });
    expect(await get('/console/icon.svg')).toMatchObject({ statusCode: 200 });
    expect(await get('/console/other.js')).toMatchObject({ statusCode: 404 });
    expect(await get('/console/..%2fpackage.json')).toMatchObject({ statusCode: 404 });
  });

  it('tells its page how people sign in at the origin of the page, and no secret', async () => {
    const { statusCode, headers, body } = await consoleOf()('/console/configuration');

    expect(statusCode).toBe(200);
    expect(headers['cache-control']).toBe('no-store');
    expect(JSON.parse(body)).toMatchObject({
      mcpUrl: 'http://localhost:4000/mcp',
      pages: ['your-data'],
      signIn: {
        clientId: client.clientId,
        scope: 'openid svc/query.search',
        authorizationServer: { issuer, token_endpoint: 'http://localhost:4000/oauth2/token' },
      },
    });
    expect(body).not.toContain('secret');
  });

  it('lets the authorizer of the API judge who reads the documents', () => {
    const authorizer = { authorize: () => ({ isAuthorized: false }), identitySources: [], resultTtlInSeconds: 0 };
    const { route } = createRouter(routesOf({ authorizer }))('GET', '/console/documents')!;

    expect(route.authorizer).toBe(authorizer);
  });

  const request = `/oauth2/authorize?${new URLSearchParams({
    response_type: 'code',
    client_id: client.clientId,
    redirect_uri: 'http://localhost:4000/',
    state: 'of-the-page',
    code_challenge: 'A'.repeat(43),
    code_challenge_method: 'S256',
  })}`;
  const sentTo = ({ headers }: Answer) => new URL(headers['location'] ?? 'about:blank');

  it('signs in the browser that opened the printed address, and keeps the answer out of caches and referrers', async () => {
    const answer = await consoleOf()(`${request}&person=Ada`);

    expect(answer.statusCode).toBe(302);
    expect(answer.cookies).toEqual([
      expect.stringContaining('entity-data-person=Ada; Path=/oauth2/authorize; HttpOnly'),
    ]);
    expect(sentTo(answer).origin).toBe('http://localhost:4000');
    expect(sentTo(answer).searchParams.get('code')).not.toBeNull();
    expect(answer.headers).toMatchObject({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });

  it('answers by a form that posts to the page, for who asks for one', async () => {
    const { statusCode, headers, cookies, body } = await consoleOf()(`${request}&person=Ada&response_mode=form_post`);

    expect(statusCode).toBe(200);
    expect(cookies).toEqual([expect.stringContaining('entity-data-person=Ada; Path=/oauth2/authorize; HttpOnly')]);
    expect(headers).toEqual({
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
      'content-security-policy': "default-src 'none'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
      'x-frame-options': 'DENY',
    });
    expect(body).toContain('<form action="http://localhost:4000/" method="post">');
    expect(
      [...body.matchAll(/<input type="hidden" name="(\w+)" value="([^"]+)" \/>/g)].map(([, name]) => name),
    ).toEqual(['state', 'iss', 'code']);
    expect(body).not.toContain('<script');
  });

  it('lets no state out of its field, and gives no code to who is not signed in', async () => {
    const state = `"><script>alert('1')</script>&quot;`;
    const hostile = `${request.replace('of-the-page', encodeURIComponent(state))}&response_mode=form_post`;

    const { statusCode, body } = await consoleOf()(hostile, { cookies: [] });

    expect(statusCode).toBe(200);
    expect(body).toContain(`name="state" value="&quot;&gt;&lt;script&gt;alert('1')&lt;/script&gt;&amp;quot;" />`);
    expect(body).toContain('name="error" value="access_denied"');
    expect(body).not.toMatch(/<script|name="code"/);
  });

  it('signs in no other browser, and says where the address is', async () => {
    const { searchParams } = sentTo(await consoleOf()(request, { cookies: [] }));

    expect(searchParams.get('code')).toBeNull();
    expect(searchParams.get('error')).toBe('access_denied');
    expect(searchParams.get('error_description')).toMatch(/^PAGE_SECRET_MISSING: .*console-url/);
  });

  it('takes the access of a browser back when its person signs out', async () => {
    const query = new URLSearchParams({
      client_id: client.clientId,
      post_logout_redirect_uri: 'http://localhost:4000/',
    });
    const answer = await consoleOf()(`/logout?${query}`);

    expect(sentTo(answer).href).toBe('http://localhost:4000/');
    expect(answer.cookies).toContainEqual(expect.stringMatching(/^entity-data-person=;.*Max-Age=0/));
    expect(answer.cookies).toContainEqual(
      expect.stringMatching(/^entity-data-4000=; Path=\/oauth2\/authorize;.*Max-Age=0/),
    );
  });

  it.each([
    ['another machine', {}, '192.168.0.7'],
    ['a name of another site that points here', { host: 'evil.example:4000' }, '127.0.0.1'],
  ])('signs in nothing that comes from %s', async (_what, headers, sourceIp) => {
    const { statusCode, headers: sent } = await consoleOf()(request, { headers, sourceIp });

    expect(statusCode).toBe(403);
    expect(sent['location']).toBeUndefined();
  });

  it('says nothing to pages of other origins', async () => {
    const get = consoleOf();
    for (const path of ['/', '/console/configuration', '/console/main-1.js']) {
      const { headers } = await get(path, { headers: { origin: 'http://evil.example' } });

      expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
    }
  });

  it('is made when it is first asked for, and once', async () => {
    let made = 0;
    const get = consoleOf({
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
    const get = consoleOf({ bundle: () => bundles.shift()!, onFailure: (cause) => failures.push(cause) });

    expect(await get('/')).toMatchObject({ statusCode: 500 });
    expect(failures).toEqual([new Error('no esbuild')]);
    expect(await get('/')).toMatchObject({ statusCode: 200 });
  });

  it('is bundled from its sources, the editor apart from what every view needs', async () => {
    const { files, named } = await bundleConsole();
    const { scripts, views, styles, lastStyles } = named;
    const sizeOf = (names: readonly string[]) =>
      names.reduce((sum, name) => sum + brotliCompressSync(files.get(name)!.contents).length, 0);

    expect([styles, lastStyles].map((name) => files.get(name)?.type)).toEqual(['text/css', 'text/css']);
    for (const name of [...scripts.flat(), ...views['rules']!]) {
      expect(Buffer.from(files.get(name)!.contents).toString('utf8')).not.toContain('cm-editor');
    }
    expect(Buffer.from(files.get(styles)!.contents).toString('utf8')).not.toContain('@font-face');
    // The token is asked for by this alone.
    expect(sizeOf(scripts[0]!)).toBeLessThan(11 * 1024);
    expect(sizeOf([...scripts.flat(), ...views['entity']!, styles])).toBeLessThan(47 * 1024);
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
