import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright';
import type { FoundStatistics, Statistics } from '../../src/graphql/queries/statistics.generated.ts';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { fontsOf } from './console-views.ts';
import { type PeopleService, startPeople } from './people-service.ts';
import { pictureProblem } from './pictures.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');

const NOW = Date.parse('2026-02-03T04:05:06Z');
const DAY = 24 * 3_600_000;
const at = (time: number) => new Date(time).toISOString();

const found: FoundStatistics = {
  begun: at(NOW - 120_000),
  ended: at(NOW - 60_000),
  records: 123_456,
  entities: 98_765,
  unread: 1,
  unjudged: 2,
  sizes: [
    { from: 1, to: 1, entities: 80_000 },
    { from: 2, to: 2, entities: 18_000 },
    { from: 3, to: 3, entities: 700 },
    { from: 4, to: 10, entities: 64 },
    { from: 11, to: 10_000, entities: 0 },
    { from: 10_001, to: null, entities: 1 },
  ],
  largest: Array.from({ length: 7 }, (_, index) => ({
    entityID: `01JZ5K8Q3N000000000000000${index}`,
    records: index === 0 ? 10_001 : 40 - index,
  })),
  lowestScores: [{ entityID: '01JZ5K8Q3N0000000000000003', records: 37, score: 0.31, bridged: 0 }],
  bridged: [{ entityID: '01JZ5K8Q3N0000000000000004', records: 36, score: 0.9, bridged: 18 }],
  ruleHits: [{ rule: 'EMAIL_NAME', pairs: 12_345, entities: 2_345 }],
  fields: [
    {
      resolver: 'LAST_NAME',
      records: 120_000,
      distinct: 9_876,
      frequent: [
        { value: 'smith', atLeast: 1_234, atMost: 1_300 },
        { value: 'jones', atLeast: 900, atMost: 900 },
      ],
    },
    { resolver: 'PHONE', records: 0, distinct: 0, frequent: [] },
    { resolver: 'EMAIL', records: 60_000, distinct: 55_000, frequent: null },
  ],
  keys: [{ rules: ['EMAIL_NAME'], deciding: false, records: 60_000, distinct: 55_000 }],
  sources: [],
  overFrequentKeys: [{ rules: ['EMAIL_NAME'], keys: 3 }],
};
const nothing: Statistics = { scan: null, found: null, areOfRulesInForce: false };
const scan = { begun: at(NOW), lastHeartbeat: at(NOW), records: 45_000 };
const running: Statistics = { scan, found: null, areOfRulesInForce: false };
const done: Statistics = { scan: null, found, areOfRulesInForce: true };
const old: Statistics = { scan: null, found: { ...found, ended: at(NOW - 8 * DAY) }, areOfRulesInForce: false };

describeInBrowser('statistics in the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;
  let axe: string;
  let current: Statistics;
  let refreshes: number;

  const button = (name: string) => page.getByRole('button', { name, exact: true });

  async function answer(route: Route): Promise<void> {
    const request = route.request();
    const query: string = request.method() === 'POST' ? request.postDataJSON().query : '';
    if (!query.includes('tatistics')) return route.continue();
    if (query.startsWith('mutation')) {
      refreshes += 1;
      current = { ...current, scan };
    }
    await route.fulfill({
      contentType: 'application/json',
      body: JSON.stringify({ data: { statistics: current } }),
    });
  }

  async function open(statistics: Statistics, options: BrowserContextOptions = {}): Promise<void> {
    current = statistics;
    refreshes = 0;
    page = await admit(
      await newPage(browser, {
        viewport: { width: 1200, height: 880 },
        reducedMotion: 'reduce',
        timezoneId: 'UTC',
        ...options,
      }),
      people.service,
    );
    await page.clock.install({ time: NOW });
    await page.route(people.service.apiUrl, answer);
    await page.goto(`${people.service.apiUrl}#/statistics`);
    await page.locator('.statistics').waitFor();
    await fontsOf(page);
  }

  async function violations(): Promise<readonly string[]> {
    await page.evaluate(axe);
    const { violations: against } = await page.evaluate<AxeResults>(
      `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
    );
    return against.map(({ id, help, nodes }) => `${id}: ${help}\n${nodes.map(({ html }) => `  ${html}`).join('\n')}`);
  }

  beforeAll(async () => {
    people = await startPeople('none');
    browser = await launch(browserFile);
    axe = await readFile(axeFile, 'utf8');
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  afterEach(async () => {
    await page?.close();
  });

  it('are counted by keyboard, and shown when that is done', async () => {
    await open(nothing);
    await page.getByText('Nothing is counted yet').waitFor();

    await button('Count the records').focus();
    await page.keyboard.press('Enter');
    await page.getByText('Counting: 45,000 records so far.').waitFor();
    expect(refreshes).toBe(1);
    await expect(button('Counting …')).toBeDisabled();
    await expect(button('Counting …')).toBeFocused();
    current = done;
    await page.clock.runFor(2_500);

    await page.getByText('123,456 records, 98,765 entities').waitFor();
    await expect(button('Count again')).toBeEnabled();
  });

  it('have a row for each finding, with links to the entities', async () => {
    await open(done);

    const largest = page.getByRole('region', { name: 'Largest entities' });
    await expect
      .poll(() => largest.getByRole('row').allTextContents())
      .toContain('01JZ5K8Q3N0000000000000000over 10,000');
    await expect(largest.getByRole('link').nth(1)).toHaveAttribute('href', '#/entity?id=01JZ5K8Q3N0000000000000001');
    await button('Show all 7 entities').click();
    await expect(largest.getByRole('link')).toHaveCount(7);
    const fields = page.getByRole('region', { name: 'Fields as the rules read them' });
    await expect(fields.getByRole('row')).toHaveText([
      /./,
      'LAST_NAME97.2 %about 9,876smith 1,234 to 1,300jones 900',
      'PHONE0 %about 0none',
      'EMAIL48.6 %about 55,000not shown to you',
    ]);
    await expect(page.getByRole('region', { name: 'Held together by one link' })).toContainText('18');
    const sizes = page.getByRole('region', { name: 'Entities by number of records' });
    await expect(sizes.getByRole('row')).toHaveText([
      'RecordsEntities',
      '180,000',
      '218,000',
      '3700',
      '4–1064',
      '11–10,0000',
      'over 10,0001',
    ]);
    await expect(sizes.locator('rect')).toHaveCount(6);
  });

  it('say that they are old, and of former rules', async () => {
    await open(old);

    await expect(page.getByText('more than a week old')).toBeVisible();
    await expect(page.getByText('Other rules came into force since')).toBeVisible();
  });

  it('say what is wrong, and are read again on demand', async () => {
    await open(nothing);
    await page.unroute(people.service.apiUrl);
    await page.route(people.service.apiUrl, (route) =>
      route.fulfill({ status: 403, contentType: 'application/json', body: '{"message":"Forbidden"}' }),
    );

    await button('Count the records').click();

    await page.getByRole('alert').waitFor();
    await expect(page.getByText('Nothing is counted yet')).toBeVisible();
  });

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each([
      ['empty', nothing],
      ['running', running],
      ['old', old],
    ] as const)('have nothing for axe to find and the looks of the kept picture while %s', async (name, statistics) => {
      await open(statistics, { colorScheme });

      expect(await violations()).toEqual([]);
      const picture = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
      expect(await pictureProblem(`statistics-${name}-${colorScheme}`, picture, browser.version())).toBeUndefined();
    });
  });

  it('fit a phone, without anything for axe to find', async () => {
    await open(old, { viewport: { width: 390, height: 844 } });

    expect(await violations()).toEqual([]);
    await expect.poll(() => page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(390);
    const picture = () => page.screenshot({ animations: 'disabled', caret: 'hide', fullPage: true });
    expect(await pictureProblem('statistics-old-phone', picture, browser.version())).toBeUndefined();
  });
});
