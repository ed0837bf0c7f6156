import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import type { Browser, Page } from 'playwright-core';
import { describeInBrowser, launch, newPage } from './browser.ts';
import { type PeopleService, startExample, startPeople } from './people-service.ts';

describeInBrowser('the console in use', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;

  const open = (address: string) => page.goto(`${people.service.apiUrl}${address}`);
  const main = () => page.getByRole('main');
  const field = (name: string) => main().getByRole('textbox', { name, exact: true });
  const submit = (records: readonly object[]) =>
    people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', { input: { records } });

  beforeAll(async () => {
    people = await startPeople();
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(async () => {
    page = await newPage(browser, { viewport: { width: 1280, height: 800 } });
  });
  afterEach(async () => {
    await page.close();
  });

  describe('asked the same again', () => {
    it('searches anew', async () => {
      await open('#/search?f.firstName=Nova&f.lastName=Newcomer');
      await main().getByText('Nothing found').waitFor();

      await submit([{ id: 'new-1', firstName: 'Nova', lastName: 'Newcomer' }]);
      await main().getByRole('button', { name: 'Search' }).click();

      await main().getByRole('link', { name: 'Nova Newcomer' }).waitFor();
    });

    it('looks an entity up anew', async () => {
      await open('#/entity?id=new-2&record=new-2');
      await main().getByText('There is none').waitFor();

      await submit([{ id: 'new-2', firstName: 'Nova', lastName: 'Second' }]);
      await main().getByRole('button', { name: 'Show' }).click();

      await main().getByRole('heading', { name: 'Nova Second' }).waitFor();
    });

    it('explains anew', async () => {
      await open('#/explain?a=p245&b=new-3');
      await main().getByText('RECORD_NOT_FOUND').waitFor();

      await submit([{ id: 'new-3', firstName: 'Nova', lastName: 'Third' }]);
      await main().getByRole('button', { name: 'Explain' }).click();

      await main().getByRole('heading', { name: 'Two entities' }).waitFor();
    });
  });

  it('leaves the keyboard in the field that was searched by, and fills in what "back" leads to', async () => {
    await open('');
    await field('firstName').fill('glen');
    await field('lastName').fill('koelpin');
    await field('lastName').press('Enter');
    await main().getByRole('link', { name: 'Glen Koelpin' }).waitFor();

    expect(await page.evaluate('document.activeElement.name')).toBe('f.lastName');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('nobodyatall');
    await page.keyboard.press('Enter');
    await main().getByText('Nothing found').waitFor();
    await page.goBack();

    await main().getByRole('link', { name: 'Glen Koelpin' }).waitFor();
    expect(await field('lastName').inputValue()).toBe('koelpin');
  });

  it('leads to the beginning of another page of results', async () => {
    await submit(
      Array.from({ length: 25 }, (_, index) => ({ id: `pat-${index}`, firstName: 'Pat', lastName: 'Page' })),
    );
    await open('#/search?f.firstName=Pat&f.lastName=Page');

    await main().getByRole('link', { name: 'Next' }).press('Enter');
    await main().getByText('Page 2 of 3').waitFor();
    await main().getByRole('link', { name: 'Next' }).press('Enter');
    await main().getByText('Page 3 of 3').waitFor();

    expect(await page.evaluate('document.activeElement.textContent')).toBe('25 entities');
    expect(await page.evaluate('scrollY')).toBe(0);
  });

  describe('the playground', () => {
    const editor = () => main().getByRole('textbox', { name: 'Rule-config' });

    it('says when its editor cannot be loaded, and how to come by it', async () => {
      await open('');
      await field('firstName').waitFor();
      await page.context().setOffline(true);

      await page.getByRole('link', { name: 'Rules' }).click();

      const alert = main().getByRole('alert').filter({ hasText: 'The editor could not be loaded.' });
      await alert.waitFor();
      await field('firstName of record A').waitFor();
      expect(await main().getByText('Checking').count()).toBe(0);
      await page.context().setOffline(false);
      await page.reload();
      await editor().waitFor();
    });

    it('keeps the edited rules and records while other views are open', async () => {
      await open('#/rules');
      await editor().click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type(' ');
      await field('firstName of record A').fill('Ada');

      await page.getByRole('link', { name: 'Metrics' }).click();
      await main().getByRole('heading', { name: 'Metrics' }).waitFor();
      await page.getByRole('link', { name: 'Rules' }).click();

      await editor().waitFor();
      expect(await main().getByRole('button', { name: 'Start over' }).isEnabled()).toBe(true);
      expect(await field('firstName of record A').inputValue()).toBe('Ada');
    });

    it('leads to the place of a finding in rules with the line ends of Windows', async () => {
      const directory = await mkdtemp(join(tmpdir(), 'console-rules-'));
      const example = join('examples', 'people');
      const rules = JSON.parse(await readFile(join(example, 'rule-config.json'), 'utf8'));
      rules.transformers.splice(5, 0, {
        id: 'UNUSED_CITY',
        type: 'field',
        attributes: { path: 'city', caseSensitive: false },
        inputPins: {},
      });
      const text = JSON.stringify(rules, null, 2).replaceAll('\n', '\r\n');
      await writeFile(join(directory, 'rule-config.json'), text);
      await copyFile(join(example, 'schema.graphqls'), join(directory, 'schema.graphqls'));
      const windows = await startExample(directory);
      try {
        await page.goto(`${windows.service.apiUrl}#/rules`);
        const finding = main().getByRole('listitem').filter({ hasText: 'UNUSED_CITY' });
        await editor().waitFor();

        await finding.getByRole('button').click();
        await page.keyboard.press('ArrowDown');

        expect(await main().locator('.cm-activeLine').textContent()).toContain('UNUSED_CITY');
      } finally {
        await windows.close();
        await rm(directory, { recursive: true });
      }
    });
  });
});
