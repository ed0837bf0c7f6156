import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { violations } from './accessibility.ts';
import { describeInBrowser, expect, launch, newPage } from './browser.ts';
import { type ConsoleView, consoleViews, openView } from './console-views.ts';
import { countRecords, type PeopleService, startPeople } from './people-service.ts';

/** Records of one entity. */
const crowd = 60;
const views: readonly ConsoleView[] = [
  ...consoleViews,
  { name: 'entity', address: '#/entity?record=crowd-0', sign: '.picture .node' },
  { name: 'search', address: '#/search?f.email=crowd@example.com', sign: 'article table' },
];
const wide = { viewport: { width: 1280, height: 800 } };
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true };
const screens = [
  ['a wide screen', wide],
  ['a phone', phone],
] as const;

/** Pixels between cards, and between buttons. */
const apart = { cards: 8, buttons: 4 };

/** Pairs of cards, and of buttons, that are too near to each other. Bars that float over a page are no part of it. */
const touching = `(() => {
  const isFloating = (element) => ['sticky', 'fixed'].includes(getComputedStyle(element).position);
  const near = (selector, least) => {
    const all = [...document.querySelectorAll(selector)].filter(
      (element) => element.offsetParent !== null && !isFloating(element) && element.closest('.answer-bar, .start-bar, .views') === null,
    );
    const boxes = all.map((element) => element.getBoundingClientRect());
    return all.flatMap((a, i) => all.slice(i + 1).flatMap((b, later) => {
      const [one, other] = [boxes[i], boxes[i + 1 + later]];
      if (a.contains(b) || one.width === 0 || other.width === 0) return [];
      const across = Math.max(other.left - one.right, one.left - other.right);
      const down = Math.max(other.top - one.bottom, one.top - other.bottom);
      const gap = Math.max(across, down);
      return gap < least ? [a.textContent.slice(0, 30) + ' | ' + b.textContent.slice(0, 30) + ': ' + gap] : [];
    }));
  };
  return [...near('.panel, .banner, .problems, article', ${apart.cards}), ...near('.button', ${apart.buttons})];
})()`;

/** Texts of drawings that are too small to be read, in pixels of the screen. */
const unreadable = `[...document.querySelectorAll('svg text')].flatMap((text) => {
  const pixels = parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().a;
  return pixels < 9.9 ? [text.textContent + ': ' + pixels] : [];
})`;

describeInBrowser('a walk through the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;
  let problems: string[];

  beforeAll(async () => {
    people = await startPeople('loaded', { genericKeyRecords: 2_000 });
    const records = Array.from({ length: crowd }, (_, index) => ({
      id: `crowd-${index}`,
      firstName: 'Maria',
      lastName: 'Crowd',
      email: 'crowd@example.com',
    }));
    await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
      input: { records },
    });
    await countRecords(people);
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(() => {
    problems = [];
  });
  afterEach(async () => {
    await page?.close();
  });

  /** Opens the printed address in a browser that knows nothing yet, and gives a name. */
  async function visit(options: BrowserContextOptions): Promise<void> {
    page = await newPage(browser, { reducedMotion: 'reduce', ...options });
    page.on('pageerror', ({ message }) => problems.push(message));
    page.on('console', (message) => {
      if (['error', 'warning'].includes(message.type())) problems.push(message.text());
    });
    await page.goto(people.service.consoleUrl);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Sign in' }).click();
    await page.getByRole('heading', { name: 'Search', exact: true }).waitFor();
  }
  const header = () => page.getByRole('banner');

  describe.each(screens)('on %s', (_screen, options) => {
    it('meets no violation of the policy and no error, also not at the first load', async () => {
      await visit(options);
      for (const view of views) await openView(page, people.service.apiUrl, view);

      expect(problems).toEqual([]);
    });

    it('shows the tab of each view, cards and buttons that do not touch, and texts that can be read', async () => {
      await visit(options);
      for (const view of views) {
        await openView(page, people.service.apiUrl, view);
        const { address } = view;

        await expect(page.locator('.views [aria-current]')).toBeInViewport({ ratio: 1 });
        expect({ address, found: await page.evaluate(touching) }).toEqual({ address, found: [] });
        expect({ address, found: await page.evaluate(unreadable) }).toEqual({ address, found: [] });
      }
    });

    it('says which data it shows and who is signed in', async () => {
      await visit(options);

      await expect(header()).toContainText('people');
      await expect(header()).toContainText('Signed in as Ada Lovelace');
      await expect(header().getByRole('button', { name: 'Sign out' })).toBeInViewport({ ratio: 1 });
    });
  });

  it('shows the tab of the open view when the window becomes smaller', async () => {
    await visit(wide);
    await openView(page, people.service.apiUrl, consoleViews.at(-1)!);

    await page.setViewportSize(phone.viewport);

    await expect(page.locator('.views [aria-current]')).toBeInViewport({ ratio: 1 });
  });

  it('names a record of many under the pointer, with the focus, and after a tap', async () => {
    await visit(phone);
    await openView(page, people.service.apiUrl, views.at(-2)!);
    const nodes = page.locator('.node-button');
    const names = page.locator('.node-id');
    await expect(nodes).toHaveCount(crowd);
    // Where there is room.
    expect(await names.count()).toBeGreaterThan(0);
    expect(await names.count()).toBeLessThan(crowd / 2);
    const shown = await names.allTextContents();
    const [pointed, focused, tapped] = (
      await nodes.evaluateAll((found) => found.map((node) => node.getAttribute('data-node')!))
    ).filter((id) => !shown.includes(id));
    const node = (id: string | undefined) => page.locator(`[data-node="${id}"]`);
    const name = (id: string | undefined) => names.getByText(id!, { exact: true });

    await node(pointed).hover();
    await expect(name(pointed)).toHaveCount(1);
    await node(focused).focus();
    await expect(name(focused)).toHaveCount(1);
    await node(tapped).tap();

    await expect(name(tapped)).toHaveCount(1);
    await expect(page.getByRole('complementary', { name: 'Chosen record' })).toContainText(tapped!);
  });

  it.each(['light', 'dark'] as const)(
    'has nothing for axe to find where it asks for a name, in %s colours',
    async (colorScheme) => {
      page = await newPage(browser, { colorScheme, ...phone });
      await page.goto(people.service.consoleUrl);
      await page.getByLabel('Your name').waitFor();

      expect(await violations(page)).toEqual([]);
    },
  );

  it('waits for the sign-in in its own colours, and shows no view without its styles', async () => {
    page = await newPage(browser, { reducedMotion: 'reduce', colorScheme: 'dark' });
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(/console\/main-.*css$/, async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(people.service.consoleUrl);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    const documents = page.waitForResponse(/console\/documents/);
    await page.getByRole('button', { name: 'Sign in' }).click();
    await documents;

    const line = page.locator('.loading-line').first();
    await expect(line).toBeVisible();
    await expect(line).toHaveCSS('height', '16px');
    await expect(page.locator('body')).toHaveCSS('background-color', 'rgb(14, 17, 22)');
    await expect(page.getByRole('heading')).toHaveCount(0);
    release();
    await expect(page.getByRole('heading', { name: 'Search', exact: true })).toBeVisible();
  });

  it('shows the views in the end if their styles cannot be loaded', async () => {
    page = await newPage(browser, { reducedMotion: 'reduce' });
    await page.route(/console\/main-.*css$/, (route) => route.abort());
    await page.goto(people.service.consoleUrl);
    await page.getByLabel('Your name').fill('Ada Lovelace');
    await page.getByRole('button', { name: 'Sign in' }).click();

    await expect(page.getByRole('heading', { name: 'Search', exact: true })).toBeVisible();
  });
});
