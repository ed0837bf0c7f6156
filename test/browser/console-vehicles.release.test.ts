import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, it } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { type PeopleService, startExample } from './people-service.ts';

describeInBrowser('the console of records with numbers and lists of objects', (browserFile) => {
  let vehicles: PeopleService;
  let browser: Browser;
  let page: Page;

  const open = (address: string) => page.goto(`${vehicles.service.apiUrl}${address}`);
  const main = () => page.getByRole('main');
  const field = (name: string) => main().getByRole('textbox', { name, exact: true });

  beforeAll(async () => {
    vehicles = await startExample(join('examples', 'rule-configs', 'vehicles'));
    browser = await launch(browserFile);
    const plates = [
      { state: 'CA', number: '4ABC123' },
      { state: 'NV', number: '777XYZ' },
    ];
    await vehicles.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
      input: {
        records: [
          { id: 'v1', vin: '1HGCM82633A004352', make: 'Honda', modelYear: 2003, plates },
          { id: 'v2', make: 'Honda', modelYear: 2003, plates: plates.slice(1) },
        ],
      },
    });
  });
  afterAll(async () => {
    await browser?.close();
    await vehicles?.close();
  });
  beforeEach(async () => {
    page = await admit(await newPage(browser, { viewport: { width: 1280, height: 800 } }), vehicles.service);
  });
  afterEach(async () => {
    await page.close();
  });

  it('says what a field takes while something else is being typed into it', async () => {
    await open('#/rules?a=v1&b=v2');
    await main().getByRole('region', { name: 'Verdict' }).waitFor();

    await field('modelYear of record B').fill('-');

    await main().getByRole('alert').getByText('modelYear takes a number, and "-" is none.').waitFor();
    await field('modelYear of record B').fill('2003');
    await main().getByRole('alert').waitFor({ state: 'detached' });
    await main().getByRole('region', { name: 'Verdict' }).waitFor();
  });

  it('simulates with all objects of a list, so that the playground says what the explanation does', async () => {
    await open('#/explain?a=v1&b=v2');
    await main().getByRole('heading', { name: 'One entity' }).waitFor();

    await main()
      .getByRole('link', { name: /playground/ })
      .click();

    // Both views have a verdict: that of the playground comes after its records.
    await field('plates.*.number of record A').waitFor();
    await main().getByRole('region', { name: 'Verdict' }).getByRole('heading', { name: 'One entity' }).waitFor();
    await expect(field('plates.*.number of record A')).toHaveValue('4ABC123; 777XYZ');
  });
});
