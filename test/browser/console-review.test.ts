import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import { bridgedPeople, furtherPeople, placeholderPeople } from '../setup/finds.ts';
import { violations } from './accessibility.ts';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { countRecords, type PeopleService, startPeople } from './people-service.ts';

const SUBMIT = 'mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }';

describeInBrowser('the kinds of the review queue in the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;

  const main = () => page.getByRole('main');
  const heading = (name: RegExp | string) => main().getByRole('heading', { name });
  const show = (kind: string) => main().getByRole('combobox', { name: 'Show' }).selectOption(kind);

  beforeAll(async () => {
    people = await startPeople('none');
    for (const records of [bridgedPeople, placeholderPeople]) await people.ask(SUBMIT, { input: { records } });
    await countRecords(people);
    await people.ask(SUBMIT, { input: { records: furtherPeople } });
    await countRecords(people);
    browser = await launch(browserFile);
    page = await admit(
      await newPage(browser, { viewport: { width: 1280, height: 900 } }),
      people.service,
      'Jo Steward',
    );
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });

  it('shows each kind with what to do about it, and answers by keyboard', async () => {
    await page.goto(`${people.service.apiUrl}#/review`);
    await heading('left-1 and right-1').waitFor();
    await main().getByText('the only link between two parts of').waitFor();
    await main().locator('.sides').waitFor();
    await expect(main().getByRole('combobox', { name: 'Show' }).locator('option')).toHaveText([
      'everything',
      'near matches (0)',
      'weak bridges (1)',
      'entities that grew (1)',
      'frequent values (1)',
    ]);
    expect(await violations(page)).toEqual([]);

    await show('FREQUENT_VALUE');
    await heading('24 entities share none@example.com').waitFor();
    expect(new URL(page.url()).hash).toBe('#/review?kind=FREQUENT_VALUE');
    expect(await violations(page)).toEqual([]);
    // There is no pair to answer about.
    await page.keyboard.press('y');
    await page.keyboard.press('s');
    await main().getByText('Nothing to review').waitFor();
    await main().getByText('The find is skipped.').waitFor();
    expect(await violations(page)).toEqual([]);

    await show('GREW_FAST');
    await heading('An entity grew from 6 to 14 records').waitFor();

    await show('WEAK_BRIDGE');
    await heading('left-1 and right-1').waitFor();
    await main().locator('.reviewed[aria-busy=false] .sides').waitFor();
    await page.keyboard.press('n');
    await main().getByText('Nothing to review').waitFor();
    await main().getByText('Jo Steward').first().waitFor();
    const { decisions } = await people.ask<{ decisions: { decisions: object[] } }>(
      '{ decisions(input: {}) { decisions { kind a b user verified } } }',
    );
    expect(decisions.decisions).toEqual([
      { kind: 'SEPARATE', a: 'left-1', b: 'right-1', user: 'Jo Steward', verified: true },
    ]);
  });
});
