import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, BrowserContext, Page } from 'playwright';
import { admit, describeInBrowser, expect, launch, newContext } from './browser.ts';
import { type ConsoleView, consoleViews, openView } from './console-views.ts';
import { countRecords, type PeopleService, startPeople } from './people-service.ts';
import { compare, pictureProblem } from './pictures.ts';

const screens = [
  { screen: 'light', colorScheme: 'light', viewport: { width: 1200, height: 880 } },
  { screen: 'dark', colorScheme: 'dark', viewport: { width: 1200, height: 880 } },
  { screen: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;

describeInBrowser('the looks of the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;

  beforeAll(async () => {
    people = await startPeople();
    await countRecords(people);
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });

  /** Opens a view as it looks on every machine and at every time. */
  async function openStill(context: BrowserContext, view: ConsoleView): Promise<Page> {
    const page = await admit(await context.newPage(), people.service);
    const opened = Date.now();
    await page.clock.setFixedTime(opened);
    await openView(page, people.service.apiUrl, view);
    if (view.name === 'metrics') {
      await page.clock.setFixedTime(opened + 60_000);
      await page.getByText('60 s ago').waitFor();
    }
    await expect.poll(() => page.evaluate(`document.fonts.check('16px "Inter Variable"')`)).toBe(true);
    await page.evaluate(fixVarying);
    return page;
  }
  const look = (page: Page) => page.screenshot({ animations: 'disabled', caret: 'hide' });

  it.each(screens)('are those of the kept pictures on a $screen screen', async ({ screen, ...settings }) => {
    const context = await newContext(browser, { ...settings, reducedMotion: 'reduce' });
    const problems: (string | undefined)[] = [];
    for (const view of consoleViews) {
      const page = await openStill(context, view);
      problems.push(await pictureProblem(`${view.name}-${screen}`, () => look(page), browser.version()));
      await page.close();
    }
    await context.close();

    expect(problems.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('are told from another word, colour or place', async () => {
    const context = await newContext(browser, { viewport: screens[0].viewport, reducedMotion: 'reduce' });
    const page = await openStill(context, consoleViews.find(({ name }) => name === 'entity')!);
    const before = await look(page);
    const again = await look(page);
    const changes = [
      `document.querySelector('.legend li').childNodes[1].nodeValue = 'MOBILE_NAME'`,
      `document.querySelector('.node-body').style.stroke = '#c22f55'`,
      `document.querySelector('.entity-head h2').style.translate = '2px 0'`,
    ];

    expect(await compare(before, again)).toBeUndefined();
    let last = before;
    for (const change of changes) {
      await page.evaluate(change);
      const changed = await look(page);
      expect({ change, difference: (await compare(last, changed))?.text }).toEqual({
        change,
        difference: expect.stringMatching(/differs in \d+ pixels/),
      });
      last = changed;
    }
    await context.close();
  });
});

/** Ids of entities are made up by every service anew, and times go on. */
const fixVarying = `for (const element of document.querySelectorAll('[data-varies-time]')) element.textContent = '2 Jan 2026, 03:04';
for (const element of document.querySelectorAll('[data-varies]')) {
  const id = '01JZ5K8Q3N0000000000000001';
  if (element.tagName === 'INPUT') element.value = element.value.length === id.length ? id : element.value;
  else element.textContent = id;
}
for (const element of document.querySelectorAll('[data-varies-time]')) element.textContent = 'Feb 3, 2026, 4:05 AM';`;
