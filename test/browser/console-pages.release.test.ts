import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import { admit, describeInBrowser, expect, launch, nameIn, newPage } from './browser.ts';
import { consoleViews, openView } from './console-views.ts';
import { countRecords, type PeopleService, startPeople } from './people-service.ts';

describeInBrowser('the pages of the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;
  let requests: URL[];

  const open = (address: string) => page.goto(`${people.service.apiUrl}${address}`);
  const main = () => page.getByRole('main');

  beforeAll(async () => {
    // So that 1,100 records of one e-mail address are one entity.
    people = await startPeople('loaded', { genericKeyRecords: 2_000 });
    await countRecords(people);
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(async () => {
    requests = [];
    page = await admit(await newPage(browser, { viewport: { width: 1280, height: 800 } }), people.service);
    page.on('request', (request) => requests.push(new URL(request.url())));
  });
  afterEach(async () => {
    await page.close();
  });

  it('finds entities page by page, and goes back by the browser', async () => {
    await open('#/search?f.phone=07700+900000');
    await main()
      .getByText(/Nothing found|entit/)
      .first()
      .waitFor();
    await main().getByRole('textbox', { name: 'phone' }).fill('');
    await main().getByRole('button', { name: 'Search' }).click();
    await main().getByText('Fill in a field at least.').waitFor();

    await main().getByRole('textbox', { name: 'firstName' }).fill('Glen');
    await main().getByRole('textbox', { name: 'lastName' }).fill('Koelpin');
    await main().getByRole('button', { name: 'Search' }).click();
    await main().getByRole('link', { name: 'Glen Koelpin' }).click();
    await main().getByRole('heading', { name: 'Glen Koelpin' }).waitFor();
    await page.goBack();

    await main().getByRole('link', { name: 'Glen Koelpin' }).waitFor();
    await expect(main().getByRole('textbox', { name: 'firstName' })).toHaveValue('Glen');
  });

  describe('an entity', () => {
    it('is walked through with the arrow keys', async () => {
      await open('#/entity?record=p245');
      const nodes = main().getByRole('button', { name: /, record/ });
      await nodes.first().waitFor();
      const focused = () => page.evaluate<string>('document.activeElement.getAttribute("data-node")');

      await main().getByRole('button', { name: 'Show' }).focus();
      await page.keyboard.press('Tab');
      const first = await focused();
      await page.keyboard.press('ArrowDown');
      const second = await focused();
      await page.keyboard.press('Enter');

      expect(first).toBe('p245');
      expect(['p175', 'p194']).toContain(second);
      await main().locator(`[data-node="${second}"][aria-pressed="true"]`).waitFor();
    });

    it('shows from which entities a ban keeps it apart, why, and who wants it so', async () => {
      const records = ['ban-a', 'ban-b'].map((id) => ({
        id,
        firstName: 'Una',
        lastName: 'Orr',
        phone: '07700 900999',
      }));
      await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: { records },
      });
      await people.ask('mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }', {
        input: {
          edges: [{ a: 'ban-a', b: 'ban-b' }],
          createConnectionBan: true,
          meta: { user: 'jo@example.com', reason: 'twins with one telephone' },
        },
      });

      await open('#/entity?record=ban-a');

      const bans = main().locator('section', { has: page.getByRole('heading', { name: 'Connection bans' }) });
      await bans.getByText('twins with one telephone').waitFor();
      await expect(bans).toContainText('by jo@example.com (as the client said)');
      await expect(main().locator('.edge.is-ban line')).toHaveCount(1);
      await bans.getByRole('link').click();
      await main()
        .getByRole('button', { name: /ban-b, record/ })
        .waitFor();
    });

    it('is looked up by its own id or by one of its records, and said not to be there', async () => {
      await open('#/entity');
      await main().getByText('Which entity?').waitFor();
      const id = main().getByRole('textbox', { name: 'Entity or record id' });

      await id.fill('unknown');
      await page.keyboard.press('Enter');
      await main().getByText('Not found').waitFor();
      await id.fill('p001');
      await page.keyboard.press('Enter');

      await main().getByRole('heading', { name: 'Glen Koelpin' }).waitFor();
    });
  });

  describe('an explanation', () => {
    it('leads to the playground with the two records', async () => {
      await open('#/explain?a=p245&b=p001');
      await main().getByRole('heading', { name: 'Two entities' }).waitFor();
      await main()
        .getByRole('link', { name: /playground/ })
        .click();

      await main().getByRole('textbox', { name: 'firstName of record B' }).waitFor();
      await main()
        .getByText(/Nearest is/)
        .waitFor();
      await expect(main().getByRole('textbox', { name: 'firstName of record B' })).toHaveValue('Glen');
    });

    it('says with code and hint what is wrong, and what the guidance server knows about it', async () => {
      await open('#/explain?a=p245&b=unknown');

      const alert = main().getByRole('alert');
      await alert.getByText('RECORD_NOT_FOUND').waitFor();
      await expect(alert).toContainText('Give the id of a record that was submitted and not removed.');
      await alert.getByRole('button', { name: 'What does this mean?' }).click();
      await alert.getByRole('status').getByRole('listitem').first().waitFor();
    });
  });

  describe('the playground', () => {
    const editor = () => main().getByRole('textbox', { name: 'Rule-config' });
    const verdict = (text: string) => main().getByRole('heading', { name: text });

    it('simulates what the edited rules say of two records', async () => {
      await open('#/rules');
      await main().getByText('Fill in both records').waitFor();
      for (const side of ['A', 'B']) {
        await main()
          .getByRole('textbox', { name: `firstName of record ${side}` })
          .fill('Ada');
        await main()
          .getByRole('textbox', { name: `phone of record ${side}` })
          .fill('07700 900123');
      }
      await verdict('One entity').waitFor();

      await main().getByRole('textbox', { name: 'phone of record B' }).fill('07700 900124');

      await verdict('Two entities').waitFor();
      await expect(main().getByText(/Nearest is EMAIL_NAME/)).toHaveCount(1);
      expect(requests.filter(({ pathname }) => pathname === '/mcp').length).toBeGreaterThan(1);
    });

    it('lets the keyboard out of the editor', async () => {
      await open('#/rules');
      await editor().focus();

      await page.keyboard.press('Escape');
      await page.keyboard.press('Tab');

      await expect.poll(() => page.evaluate('document.activeElement.closest(".editor")')).toBeNull();
    });
  });

  it('shows how a load goes', async () => {
    // What is added counts for some seconds only, and the machine may take longer than that to look.
    const opened = Date.now();
    await page.clock.setFixedTime(opened);
    await open('#/metrics');
    const records = main().locator('.figure-value').first();
    await records.waitFor();
    const before = Number(await records.textContent());
    await main()
      .getByRole('textbox', { name: 'Expected number of records' })
      .fill(String(2 * before));
    await main().getByText('50 %').waitFor();

    await page.clock.setFixedTime(opened + 2_000);
    await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
      input: { records: [{ id: 'late', firstName: 'Late', lastName: 'Comer' }] },
    });

    await main()
      .locator('.figure-value', { hasText: String(before + 1) })
      .waitFor();
    await main().getByText('records a second').waitFor();
    await main().locator('.progress', { hasText: 'remaining' }).waitFor();
  });

  it('says when the service does not answer any more', async () => {
    await open('#/metrics');
    await main().locator('.figure-value').first().waitFor();

    await page.context().setOffline(true);

    await main().getByRole('alert').getByText('The service does not answer.').waitFor();
    await page.context().setOffline(false);
    await main().getByRole('alert').waitFor({ state: 'detached' });
  });

  it('goes on when the token is refused, as after a start of the service with other keys', async () => {
    await open('#/search?f.firstName=billy&f.lastName=steuber');
    await main().getByRole('article').waitFor();
    let refused = 0;
    await page.route(people.service.apiUrl, (route) => {
      if (route.request().method() !== 'POST' || refused > 0) return route.continue();
      refused += 1;
      return route.fulfill({ status: 403, contentType: 'application/json', body: '{"message":"Forbidden"}' });
    });

    await open('#/search?f.firstName=glen&f.lastName=koelpin');

    await main().getByRole('link', { name: 'Glen Koelpin' }).waitFor();
    expect(refused).toBe(1);
    expect(requests.filter(({ pathname }) => pathname === '/oauth2/token')).toHaveLength(2);
  });

  it('is within a phone as wide as it is', async () => {
    await page.setViewportSize({ width: 360, height: 740 });
    for (const view of consoleViews) {
      await openView(page, people.service.apiUrl, view);

      const width = await page.evaluate('document.documentElement.scrollWidth');
      expect({ view: view.name, width }).toEqual({ view: view.name, width: 360 });
    }
  });

  it('keeps its shape whatever a record holds', async () => {
    const long = 'Lorem-ipsum-dolor-sit-amet-'.repeat(30);
    const ids = ['odd', `odd-${'x'.repeat(200)}`] as const;
    const records = [
      {
        id: ids[0],
        firstName: 'محمد',
        lastName: 'שלום 👩‍👩‍👧‍👦',
        email: 'odd@example.com',
        street: long,
        city: '\u202eevil\u202c',
      },
      { id: ids[1], firstName: long, lastName: '<script>alert(1)</script>', email: 'odd@example.com' },
    ];
    await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
      input: { records },
    });
    const views = [
      ['#/search?f.email=odd@example.com', 'article table'],
      [`#/entity?record=${ids[0]}`, '.picture .node'],
      [`#/entity?record=${ids[1]}`, '.picture .node'],
      [`#/explain?a=${ids[0]}&b=${ids[1]}`, '.rule-verdicts'],
      [`#/rules?a=${ids[0]}&b=${ids[1]}`, '.simulation .rule-verdicts'],
    ] as const;

    for (const width of [360, 1280]) {
      await page.setViewportSize({ width, height: 740 });
      for (const [view, sign] of views) {
        await open(view);
        await page.locator(sign).first().waitFor();

        expect({ view, width: await page.evaluate('document.documentElement.scrollWidth') }).toEqual({ view, width });
      }
    }
    await expect(page.locator('script').filter({ hasText: 'alert' })).toHaveCount(0);
  });

  it('shows the first of many links and records, and all of them on demand', async () => {
    for (const half of [0, 1]) {
      const records = Array.from({ length: 60 }, (_, index) => ({
        id: `many-${half * 60 + index}`,
        firstName: 'Maria',
        lastName: 'Many',
        email: 'many@example.com',
      }));
      await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: { records },
      });
    }
    const chosen = main().getByRole('complementary', { name: 'Chosen record' });

    await open('#/entity?record=many-0');
    await chosen.getByRole('listitem').first().waitFor();

    await expect(chosen.getByRole('listitem')).toHaveCount(6);
    await expect(main().getByRole('row')).toHaveCount(51);
    await expect(main().locator('.edge line')).toHaveCount(119);
    await main().getByText('Of 7,140 linked pairs').waitFor();
    await chosen.getByRole('button', { name: 'Show all 119 links' }).press('Enter');
    await chosen.getByRole('listitem').nth(118).waitFor();
    await page.keyboard.press('Tab');
    await expect.poll(() => page.evaluate('document.activeElement.textContent')).toBe('many-1');
    await main().getByRole('button', { name: 'Show all 120 records' }).click();
    await main().getByRole('row').nth(120).waitFor();
  });

  it('shows the records of an entity that has more links than the API answers', async () => {
    for (let hundred = 0; hundred < 11; hundred++) {
      const records = Array.from({ length: 100 }, (_, index) => ({
        id: `giant-${hundred * 100 + index}`,
        firstName: 'Gian',
        lastName: 'Giant',
        email: 'giant@example.com',
      }));
      await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: { records },
      });
    }

    await open('#/entity?record=giant-7');

    await main().getByText('The list below has all 1,100 of them.').waitFor();
    await main().getByText('too many links for one answer').waitFor();
    await main().getByRole('complementary', { name: 'Chosen record' }).getByText('giant@example.com').waitFor();
    await expect(main().getByText('Consistency')).toHaveCount(0);
    await expect(main().getByRole('heading', { name: 'Links' })).toHaveCount(0);
  });

  it('shows where the keyboard is', async () => {
    await open('');
    await main().getByRole('textbox').first().waitFor();

    for (let step = 0; step < 16; step++) {
      await page.keyboard.press('Tab');
      const { name, outline } = await page.evaluate<{ name: string; outline: string }>(`(() => {
        const { outlineStyle, outlineWidth } = getComputedStyle(document.activeElement);
        return { name: document.activeElement.outerHTML.slice(0, 80), outline: outlineStyle + ' ' + outlineWidth };
      })()`);
      expect({ name, outline }).toEqual({ name, outline: 'solid 2px' });
    }
  });

  it('tells what to do while there are no records', async () => {
    const empty = await startPeople('none');
    try {
      await nameIn(page, empty.service.consoleUrl);
      await page.goto(empty.service.consoleUrl);

      await main().getByText('No records yet').waitFor();
      await main().getByText('npx entity-data load examples/people/people.csv').waitFor();
      await page.goto(`${empty.service.apiUrl}#/search?f.firstName=ada&f.lastName=example`);
      await main().getByText('No records yet').waitFor();
    } finally {
      await empty.close();
    }
  });
});
