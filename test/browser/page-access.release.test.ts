import { afterAll, afterEach, beforeAll, beforeEach, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright';
import { describeInBrowser, expect, launch, nameIn, newContext } from './browser.ts';
import { type PeopleService, startPeople } from './people-service.ts';

describeInBrowser('the address that a start prints', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let context: BrowserContext;
  let page: Page;

  const main = () => page.getByRole('main');
  const open = (address = '') => page.goto(`${people.service.consoleUrl}${address}`);

  beforeAll(async () => {
    people = await startPeople('none');
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(async () => {
    context = await newContext(browser);
    page = await context.newPage();
    await nameIn(page, people.service.consoleUrl);
  });
  afterEach(async () => {
    await context.close();
  });

  it('opens the console and leaves no secret behind, in the address or to scripts', async () => {
    await open('#/metrics');
    await main().locator('.figure-value').first().waitFor();

    expect(page.url()).toBe(`${people.service.apiUrl}#/metrics`);
    expect(await page.evaluate('document.cookie + JSON.stringify({ ...localStorage, ...sessionStorage })')).toBe('{}');
    await expect.poll(() => page.evaluate('history.length')).toBeLessThanOrEqual(2);
  });

  it('goes on after a reload, in another tab, and at another time', async () => {
    await open();
    await main().getByText('No records yet').waitFor();

    await page.reload();
    await main().getByText('No records yet').waitFor();
    const tab = await context.newPage();
    await tab.goto(people.service.apiUrl);
    await tab.getByRole('main').getByText('No records yet').waitFor();
    await tab.goto(people.service.consoleUrl);
    await tab.getByRole('main').getByText('No records yet').waitFor();
  });

  it('is asked for by the console where it was opened without it', async () => {
    await page.goto(people.service.apiUrl);
    const problem = page.getByRole('alert');
    await problem.getByText('PAGE_SECRET_MISSING').waitFor();
    await expect(problem).toContainText('npx entity-data console-url');

    await page.goto(`${people.service.apiUrl}?token=of-another-start`);
    await problem.getByText('npx entity-data console-url').waitFor();
    expect(page.url()).toBe(people.service.apiUrl);
  });
});
