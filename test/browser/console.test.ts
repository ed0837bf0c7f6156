import { afterAll, afterEach, beforeAll, beforeEach, it } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { consoleViews, openView } from './console-views.ts';
import { countRecords, type PeopleService, startPeople } from './people-service.ts';

/** What a newcomer sees; console-pages.release.test.ts and its neighbours have the rest. */
describeInBrowser('the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;
  let requests: URL[];
  let problems: string[];

  const open = (address: string) => page.goto(`${people.service.apiUrl}${address}`);
  const main = () => page.getByRole('main');

  beforeAll(async () => {
    people = await startPeople('loaded');
    await countRecords(people);
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(async () => {
    requests = [];
    problems = [];
    page = await admit(await newPage(browser, { viewport: { width: 1280, height: 800 } }), people.service);
    page.on('request', (request) => requests.push(new URL(request.url())));
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() !== 'error' && message.type() !== 'warning') return;
      problems.push(`${message.text()} ${message.location().url}`);
    });
  });
  afterEach(async () => {
    await page.close();
  });

  it('searches by the fields of the deployment, with the keyboard alone', async () => {
    await open('');
    await main().getByRole('textbox', { name: 'firstName' }).waitFor();

    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.type('billy');
    await page.keyboard.press('Tab');
    await page.keyboard.type('steuber');
    await page.keyboard.press('Enter');

    const card = main().getByRole('article');
    await card.getByRole('link', { name: /Billy/ }).first().waitFor();
    await expect(card).toHaveCount(1);
    await expect(card.getByRole('row')).toHaveCount(4);
    await expect(card).toContainText('Found byNAME');
    expect(new URL(page.url()).hash).toBe('#/search?f.firstName=billy&f.lastName=steuber');
  });

  it('shows an entity as a picture of records and links, and the same as lists', async () => {
    await open('#/entity?record=p245');
    const picture = main().getByRole('region', { name: 'Picture of the entity' });
    await picture.getByRole('button', { name: /p194, record/ }).click();

    const chosen = main().getByRole('complementary', { name: 'Chosen record' });
    await chosen.getByText('billy.steuber64@exmple.org').waitFor();
    await expect(picture.getByRole('button', { name: /, record/ })).toHaveCount(3);
    await expect(picture.locator('.edge line')).toHaveCount(3);
    const links = main().locator('section', { has: page.getByRole('heading', { name: 'Links' }) });
    await expect(links.getByRole('listitem')).toHaveCount(3);
    await expect(links.locator('.chip')).toHaveCount(9);
  });

  it('explains two records side by side with the verdict of every rule', async () => {
    await open('#/entity?record=p245');
    await main().getByRole('link', { name: 'Explain p194 and p245' }).click();

    await main().getByRole('heading', { name: 'One entity' }).waitFor();
    const sides = main().getByRole('table');
    await expect(sides.getByRole('row', { name: /dateOfBirth differs/ })).toContainText('04.06.1952');
    await expect(sides.getByRole('row', { name: /firstName is the same/ })).toHaveCount(1);
    const rules = main().locator('.rule-verdicts > li');
    await expect(rules).toHaveCount(5);
    await expect(rules.first()).toContainText('holds');
    await expect(rules.last()).toContainText('does not hold');
    await rules.last().locator('summary').press('Enter');
    await rules.last().getByText('billy.steuber64@exmple.org').waitFor();
  });

  it('lints rules while one types, and leads to the place of a finding', async () => {
    await open('#/rules');
    const editor = main().getByRole('textbox', { name: 'Rule-config' });
    await main()
      .getByText(/^Valid/)
      .waitFor();

    await editor.click();
    await page.keyboard.press('Control+Home');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('End');
    await page.keyboard.type('{"id": "NEW", "type": "feild"},');

    const finding = main().getByRole('listitem').filter({ hasText: 'feild' });
    await finding.getByText(/line 3, column \d+/).waitFor();
    await main().locator('.cm-lint-marker-error').first().waitFor();
    await editor.press('Control+End');
    await finding.getByRole('button').click();
    await page.keyboard.type('X');
    await expect(main().locator('.cm-activeLine')).toContainText('"type": X"feild"');
    await main().getByRole('button', { name: 'Start over' }).click();
    // What was linted before may still come in between.
    await finding.waitFor({ state: 'detached' });
    await main()
      .getByText(/^Valid/)
      .waitFor();
    expect(problems).toEqual([]);
  });

  it('calls only the public API and the guidance server, and violates no policy of its page', async () => {
    for (const view of consoleViews) await openView(page, people.service.apiUrl, view);

    const { origin } = new URL(people.service.apiUrl);
    expect(requests.filter((url) => url.origin !== origin)).toEqual([]);
    const paths = new Set(requests.map(({ pathname }) => pathname.replace(/^\/console\/.*\.\w+$/, '/console/file')));
    expect([...paths].sort()).toEqual([
      '/',
      '/console/documents',
      '/console/file',
      '/mcp',
      '/oauth2/authorize',
      '/oauth2/token',
    ]);
    expect(problems).toEqual([]);
  });
});
