import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Browser, BrowserContextOptions } from 'playwright';
import { violations } from './accessibility.ts';
import { admit, describeInBrowser, launch, newPage } from './browser.ts';
import { consoleViews, openView } from './console-views.ts';
import { countRecords, type PeopleService, startPeople } from './people-service.ts';

describeInBrowser('the accessibility of the console', (browserFile) => {
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

  const open = async (options: BrowserContextOptions) => admit(await newPage(browser, options), people.service);

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each(consoleViews)('has nothing against $name', async (view) => {
      const page = await open({
        colorScheme,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      try {
        await openView(page, people.service.apiUrl, view);

        expect(await violations(page)).toEqual([]);
      } finally {
        await page.close();
      }
    });

    it('has nothing against the findings of a rule-config that is opened from a file', async () => {
      const page = await open({
        colorScheme,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      try {
        await openView(page, people.service.apiUrl, consoleViews.find(({ name }) => name === 'rules')!);
        await page.locator('input[type=file]').setInputFiles({
          name: 'rule-config.json',
          mimeType: 'application/json',
          buffer: Buffer.from('{\n  "transformers": [{"id": "A", "type": "feild"}],\n  "resolvers": []\n}'),
        });
        await page.getByText('line 2, column').first().waitFor();
        await page.locator('.cm-lintRange-error').first().waitFor();

        expect(await violations(page)).toEqual([]);
      } finally {
        await page.close();
      }
    });

    it.each([
      ['an error', '#/explain?a=p245&b=unknown', '.problems'],
      ['nothing found', '#/search?f.lastName=nobodyatall', '.empty'],
      ['nothing asked', '#/entity', '.empty'],
    ])('has nothing against %s', async (_what, address, sign) => {
      const page = await open({
        colorScheme,
        viewport: { width: 390, height: 800 },
        reducedMotion: 'reduce',
      });
      try {
        await openView(page, people.service.apiUrl, { name: '', address, sign });

        expect(await violations(page)).toEqual([]);
      } finally {
        await page.close();
      }
    });

    it('has nothing against the find of the editor', async () => {
      const page = await open({
        colorScheme,
        viewport: { width: 1280, height: 800 },
        reducedMotion: 'reduce',
      });
      try {
        await openView(page, people.service.apiUrl, consoleViews.find(({ name }) => name === 'rules')!);
        await page.getByRole('textbox', { name: 'Rule-config' }).press('Control+f');
        await page.getByRole('textbox', { name: 'Find' }).pressSequentially('FIRST_NAME');
        await page.locator('.cm-searchMatch').first().waitFor();
        expect(await violations(page)).toEqual([]);
      } finally {
        await page.close();
      }
    });
  });
});
