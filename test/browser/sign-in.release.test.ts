import { afterAll, afterEach, beforeAll, beforeEach, it } from '@jest/globals';
import type { Browser, BrowserContext, Page, Request, Route } from 'playwright';
import { createSignIns } from '../../apps/service/identity/sign-ins.ts';
import { admit, describeInBrowser, expect, launch, newContext } from './browser.ts';
import { type PeopleService, startPeople } from './people-service.ts';

describeInBrowser('the sign-in of the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;
  let requests: Request[];
  /** Milliseconds by which the clock of the sign-ins is ahead. */
  let ahead = 0;

  const main = () => page.getByRole('main');
  const api = () => people.service.apiUrl;
  const field = () => main().getByRole('textbox', { name: 'firstName' });
  const grants = () =>
    requests
      .filter((request) => new URL(request.url()).pathname === '/oauth2/token')
      .map((request) => new URLSearchParams(request.postData() ?? '').get('grant_type'));
  const alert = () => page.getByRole('alert');
  const ended = () => page.getByRole('dialog', { name: 'Your session has ended' });
  const signInAgain = async () => {
    const opened = page.waitForEvent('popup');
    await ended().getByRole('button', { name: 'Sign in' }).click();
    const popup = await opened;
    if (!popup.isClosed()) await popup.waitForEvent('close');
  };

  beforeAll(async () => {
    people = await startPeople('none', { signIns: createSignIns(() => Date.now() + ahead) });
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(async () => {
    ahead = 0;
    requests = [];
    context = await newContext(browser);
    context.on('request', (request) => requests.push(request));
    page = await admit(await context.newPage(), people.service);
  });
  afterEach(async () => {
    await context.close();
  });

  /** Makes the API refuse the present token once, so that the page renews it. */
  const refuseOnce = async () => {
    let refused = false;
    await page.route(api(), (route) => {
      if (route.request().method() !== 'POST' || refused) return route.continue();
      refused = true;
      return route.fulfill({ status: 403, contentType: 'application/json', body: '{"message":"Forbidden"}' });
    });
  };
  const search = async (name: string) => {
    await field().fill(name);
    await main().getByRole('button', { name: 'Search' }).click();
  };

  it('signs in by a code with PKCE, calls the API with the token, and leaves no secret behind', async () => {
    await page.goto(`${api()}#/search`);
    await field().waitFor();

    const asked = requests
      .map((request) => new URL(request.url()))
      .find(({ pathname }) => pathname.endsWith('authorize'))!;
    expect(asked.searchParams.get('code_challenge_method')).toBe('S256');
    expect(grants()).toEqual(['authorization_code']);
    const calls = requests.filter((request) => request.method() === 'POST' && request.url() === api());
    expect(calls.length).toBeGreaterThan(0);
    for (const call of calls) expect((await call.allHeaders())['authorization']).toMatch(/^Bearer ey/);
    expect(page.url()).toBe(`${api()}#/search`);
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
    for (const request of requests) expect(request.url()).not.toMatch(/ey[\w-]+\.ey|refresh_token=|access_token=/);
  });

  it('renews a token by its refresh token, which is another one each time', async () => {
    await page.goto(`${api()}#/search`);
    await field().waitFor();

    for (const [index, name] of ['Ada', 'Bob'].entries()) {
      await refuseOnce();
      await search(name);
      await expect.poll(() => grants().length).toBe(index + 2);
      await main()
        .getByText(/Nothing found|No records/)
        .first()
        .waitFor();
      await page.unroute(api());
    }

    expect(grants()).toEqual(['authorization_code', 'refresh_token', 'refresh_token']);
    const sent = requests.map((request) => new URLSearchParams(request.postData() ?? '').get('refresh_token'));
    const tokens = sent.filter((token) => token !== null);
    expect(new Set(tokens).size).toBe(2);
  });

  it('stays signed out when a renewal is answered after the sign-out, and makes its token worthless too', async () => {
    const held: Route[] = [];
    const revoked: Route[] = [];
    await page.route('**/oauth2/*', (route) => {
      if (route.request().url().endsWith('/revoke')) revoked.push(route);
      else if (route.request().postData()?.includes('grant_type=refresh_token')) held.push(route);
      else return route.continue();
    });
    await page.goto(`${api()}#/search`);
    await field().waitFor();
    await refuseOnce();
    await search('Ada');
    await expect.poll(() => held.length).toBe(1);

    await page.getByRole('button', { name: 'Sign out' }).click();
    await expect.poll(() => revoked.length).toBe(1);
    await held[0]!.continue();

    await expect.poll(() => revoked.length).toBe(2);
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await expect(page.getByRole('button', { name: 'Sign out' })).toHaveCount(0);
    const tokens = revoked.map((route) => new URLSearchParams(route.request().postData()!).get('token'));
    expect(new Set(tokens).size).toBe(2);
    for (const route of revoked) await route.continue();
  });

  it('keeps what was entered when the session ends, and goes on after a sign-in in another window', async () => {
    await page.goto(`${api()}#/search`);
    await field().waitFor();
    await main().getByRole('textbox', { name: 'lastName' }).fill('Lovelace');
    ahead = 48 * 60 * 60_000;
    await refuseOnce();
    await search('Ada');

    await ended().waitFor();
    await page.keyboard.press('Escape');
    await expect(ended()).toBeVisible();
    ahead = 0;
    await signInAgain();

    await ended().waitFor({ state: 'detached' });
    await main()
      .getByText(/Nothing found|No records/)
      .first()
      .waitFor();
    await expect(field()).toHaveValue('Ada');
    await expect(main().getByRole('textbox', { name: 'lastName' })).toHaveValue('Lovelace');
    expect(await page.evaluate('JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
  });

  it('keeps what was entered when the service is started again, and goes on after a sign-in there', async () => {
    const first = await startPeople('none');
    await admit(page, first.service);
    await page.goto(`${first.service.apiUrl}#/search`);
    await field().waitFor();
    await first.close();
    const again = await startPeople('none', { port: Number(new URL(first.service.apiUrl).port) });
    try {
      await search('Ada');
      await ended().waitFor();
      await signInAgain();
      await ended().getByText('PAGE_SECRET_MISSING').waitFor();
      await admit(page, again.service);
      await signInAgain();

      await ended().waitFor({ state: 'detached' });
      await main()
        .getByText(/Nothing found|No records/)
        .first()
        .waitFor();
      await expect(field()).toHaveValue('Ada');
    } finally {
      await again.close();
    }
  });

  it('signs out here and at the service, and stays signed out', async () => {
    await page.goto(api());
    await field().waitFor();

    await page.getByRole('button', { name: 'Sign out' }).click();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    await page.waitForURL(api());
    await page.reload();
    await page.getByRole('heading', { name: 'You are signed out' }).waitFor();
    expect(requests.map((request) => new URL(request.url()).pathname)).toEqual(
      expect.arrayContaining(['/oauth2/revoke', '/logout']),
    );

    await page.getByRole('button', { name: 'Sign in' }).click();
    await alert().getByText('PAGE_SECRET_MISSING').waitFor();
    await page.goto(people.service.consoleUrl);
    await page.getByRole('textbox', { name: 'Your name' }).fill('Grace Hopper');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await field().waitFor();
    await expect(page.getByRole('banner')).toContainText('Signed in as Grace Hopper');

    // The name is asked for once: a reload signs in without the form.
    await page.reload();
    await field().waitFor();
    await expect(page.getByRole('banner')).toContainText('Signed in as Grace Hopper');
  });

  it('refuses an answer that it did not ask for, and one with another state', async () => {
    await page.goto(`${api()}?code=stolen&state=of-another-page`);
    await alert().getByText('SIGN_IN_FAILED').waitFor();
    expect(page.url()).toBe(api());
    expect(grants()).toEqual([]);

    await page.route('**/oauth2/authorize?*', async (route) => {
      const answer = await route.fetch({ maxRedirects: 0 });
      const to = new URL(answer.headers()['location']!);
      to.searchParams.set('state', 'of-another-page');
      await route.fulfill({ status: 302, headers: { location: to.href } });
    });
    await page.getByRole('button', { name: 'Sign in' }).click();
    await alert().getByText(/state/).waitFor();
    expect(grants()).toEqual([]);
  });

  it.each(['nonce', 'code_challenge', 'iss'])(
    'refuses the answer to a request whose %s another page chose',
    async (parameter) => {
      await page.route('**/oauth2/authorize?*', async (route) => {
        const asked = new URL(route.request().url());
        asked.searchParams.set(parameter, 'B'.repeat(43));
        const response = await route.fetch({ url: asked.href });
        const form = await response.text();
        expect(form).toContain(`name="iss" value="${new URL(api()).origin}"`);
        const body = form.replace(/name="iss" value="[^"]+"/, 'name="iss" value="http://evil.example"');
        await route.fulfill({ response, body: parameter === 'iss' ? body : form });
      });
      await page.goto(api());

      await alert().getByText('SIGN_IN_FAILED').waitFor();
      expect(requests.filter((request) => request.method() === 'POST' && request.url() === api())).toEqual([]);
    },
  );

  it('is shown in no frame', async () => {
    const answer = await page.request.get(api());

    expect(answer.headers()).toMatchObject({ 'x-frame-options': 'DENY', 'cross-origin-opener-policy': 'same-origin' });
    expect(answer.headers()['content-security-policy']).toContain("frame-ancestors 'none'");
  });
});
