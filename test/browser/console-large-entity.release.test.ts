import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Browser, Page, Request } from 'playwright';
import { violations } from './accessibility.ts';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { type PeopleService, startPeople } from './people-service.ts';

const size = 300;
/** A slow network: milliseconds to each answer, and bytes a second. */
const slow = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };

describeInBrowser('an entity of 300 records', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;

  beforeAll(async () => {
    people = await startPeople('none', { genericKeyRecords: 2_000 });
    browser = await launch(browserFile);
    for (let first = 0; first < size; first += 100) {
      const records = Array.from({ length: 100 }, (_, index) => ({
        id: `many-${first + index}`,
        firstName: 'Maria',
        lastName: 'Many',
        email: 'many@example.com',
        city: 'Newtown',
      }));
      await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: { records },
      });
    }
    page = await admit(await newPage(browser, { reducedMotion: 'reduce' }), people.service);
  });
  const isOfApi = (request: Request) => request.url() === people.service.apiUrl;
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });

  // At 400 ms to each answer and 50 KB a second, the first page takes less than 3 s, and the rest 1 s at most.
  it('is drawn from two answers that follow one another, of 125 and 30 KB at most', async () => {
    await page.goto(`${people.service.apiUrl}#/entity?id=none`);
    await page.getByText('Not found').waitFor();
    const network = await page.context().newCDPSession(page);
    await network.send('Network.enable');
    await network.send('Network.emulateNetworkConditions', slow);
    const received: { readonly method: string; readonly begun: number; ended: number; bytes: number }[] = [];
    const byID = new Map<string, (typeof received)[number]>();
    network.on('Network.requestWillBeSent', ({ requestId, timestamp, request }) => {
      const one = { method: request.method, begun: timestamp, ended: Number.POSITIVE_INFINITY, bytes: 0 };
      byID.set(requestId, one);
      received.push(one);
    });
    network.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
      Object.assign(byID.get(requestId) ?? {}, { ended: timestamp, bytes: encodedDataLength });
    });

    await page.evaluate(`location.hash = '#/entity?record=many-0'`);
    await page
      .locator('.picture .node')
      .nth(size - 1)
      .waitFor();
    await page.getByText('Of 44,850 linked pairs').waitFor();

    const [first, ...others] = received.filter(({ method }) => method === 'POST');
    expect(first!.bytes).toBeLessThan(125 * 1024);
    // All others are asked for at once, and end before the page has what it shows.
    const inTime = others.filter(({ ended }) => ended < Number.POSITIVE_INFINITY);
    for (const { begun } of inTime) expect(begun).toBeLessThan(Math.min(...inTime.map(({ ended }) => ended)));
    expect(inTime.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(30 * 1024);
    await network.send('Network.emulateNetworkConditions', { ...slow, latency: 0, downloadThroughput: -1 });
    await network.detach();
  });

  it('is opened from an empty cache by few requests, and what only looks better comes last', async () => {
    const fresh = await admit(await newPage(browser, { reducedMotion: 'reduce' }), people.service);
    const requests: Request[] = [];
    fresh.on('request', (request) => requests.push(request));
    const font = fresh.waitForRequest(/woff2$/);
    await fresh.goto(`${people.service.apiUrl}#/entity?record=many-0`);
    await fresh
      .locator('.picture .node')
      .nth(size - 1)
      .waitFor();
    await font;

    expect(requests.filter((request) => request.isNavigationRequest())).toHaveLength(1);
    const named = requests.map((request) => `${request.method()} ${new URL(request.url()).pathname}`);
    const countOf = (name: string) => named.filter((other) => other === name).length;
    const [types, entity, ...others] = requests.filter((request) => request.method() === 'POST' && isOfApi(request));
    expect(types?.postData()).toContain('__type');
    expect(entity?.postData()).toContain('many-0');
    for (const other of others) expect(other.postData()).not.toContain('__type');
    expect(countOf('GET /')).toBe(1);
    expect(['GET /oauth2/authorize', 'POST /oauth2/token', 'GET /console/documents'].map(countOf)).toEqual([1, 1, 1]);
    expect(countOf('GET /console/configuration')).toBe(0);
    const isFile = (name: string) => /console\/.*\.(?:js|css)$/.test(name) && !/last-/.test(name);
    expect(new Set(named.filter(isFile)).size).toBeLessThan(9);
    // Two seconds of the slow network for everything that the records wait for.
    const asked = named.slice(0, requests.indexOf(entity!) + 1);
    const isOfFrame = (name: string) => isFile(name) || name.endsWith('.svg');
    expect(asked.filter((name) => !isOfFrame(name)).sort()).toEqual([
      'GET /',
      'GET /console/documents',
      'GET /oauth2/authorize',
      'POST /',
      'POST /',
      'POST /oauth2/token',
    ]);
    const received = requests.slice(0, asked.length).map(async (request) => {
      const answer = await request.response();
      return answer?.ok() ? (await request.sizes()).responseBodySize : 0;
    });
    const bytes = (await Promise.all(received)).reduce((sum, size) => sum + size, 0);
    expect(bytes).toBeLessThan(72 * 1024);
    const placeOf = (name: RegExp) => named.findIndex((other) => name.test(other));
    expect(placeOf(/woff2|last-/)).toBeGreaterThan(requests.indexOf(entity!));
    await fresh.close();
  });

  describe('when it is shown', () => {
    it('has nothing for axe to find', async () => {
      expect(await violations(page)).toEqual([]);
    });

    it('has one line a pair of those that hold it together, and reads the others by page', async () => {
      expect(await page.locator('.edge line').count()).toBeLessThan(2 * size);
      await page.getByText('Of 44,850 linked pairs').waitFor();
      const links = page.locator('section', { has: page.getByRole('heading', { name: 'Links', exact: true }) });
      await links.getByRole('button', { name: 'Show all 400 of 44,850 links' }).click();
      await expect(links.getByRole('listitem')).toHaveCount(400);

      await links.getByRole('button', { name: 'Read more of 44,850 links' }).click();

      await links.getByRole('listitem').nth(1_399).waitFor();
      await expect(links.getByRole('listitem')).toHaveCount(1_400);
    });

    it('has all links of the chosen record', async () => {
      const chosen = page.getByRole('complementary', { name: 'Chosen record' });

      await chosen.getByRole('button', { name: 'Show all 299 links' }).click();

      await expect(chosen.getByRole('listitem')).toHaveCount(299);
    });
  });
});
