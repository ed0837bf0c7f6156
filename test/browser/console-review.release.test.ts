import { afterAll, afterEach, beforeAll, beforeEach, it } from '@jest/globals';
import type { Browser, Page, Route } from 'playwright';
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

describeInBrowser('a reviewer who is quicker than the service', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;

  const main = () => page.getByRole('main');
  const dialog = () => page.getByRole('dialog');
  const button = (name: string) => main().getByRole('button', { name, exact: true });
  const pair = () => main().locator('.reviewed h2');
  const progress = () => main().locator('.review-progress');
  const open = (address: string) => page.goto(`${people.service.apiUrl}${address}`);
  /** Goes on without loading the page anew. */
  const goTo = (address: string) => page.evaluate(`location.hash = '${address}'`);

  /** Waits until a pair can be judged, and answers its title. */
  async function judged(): Promise<string> {
    await main().locator('.reviewed[aria-busy=false] .sides').waitFor();
    return (await pair().textContent())!;
  }

  /** Holds the requests that have a text, until each is answered; gives them in their order. */
  async function hold(text: string) {
    const held: Route[] = [];
    await page.route(people.service.apiUrl, (route) => {
      if (!route.request().postData()?.includes(text)) return route.fallback();
      held.push(route);
      return undefined;
    });
    return {
      held,
      at: async (index: number): Promise<Route> => {
        await expect
          .poll(() => held.length)
          .toBeGreaterThan(index)
          .catch(async (cause: unknown) => {
            const shown = `The page shows:\n${(await main().allInnerTexts()).join()}`;
            throw new Error(`No request ${index + 1} with "${text}" came. ${shown}`, { cause });
          });
        return held[index]!;
      },
    };
  }

  /** Has the service do it, and loses its answer. */
  async function lose(route: Route): Promise<void> {
    await route.fetch();
    await route.abort();
  }

  const release = (user: string) =>
    people.ask('mutation ($input: ReleaseReviewsInput!) { releaseReviews(input: $input) { released } }', {
      input: { user },
    });

  beforeAll(async () => {
    people = await startPeople();
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(async () => {
    page = await admit(
      await newPage(browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' }),
      people.service,
      'Jo Steward',
    );
  });
  afterEach(async () => {
    await page?.unrouteAll({ behavior: 'ignoreErrors' });
    await page?.close();
  });

  it('sees a stored answer as given, and takes no other one back', async () => {
    const undo = main().getByRole('button', { name: 'Undo b' });
    let isCut = false;
    await page.route(people.service.apiUrl, (route) => {
      const data = route.request().postData();
      if (!data?.includes('query Reviews(')) return route.fallback();
      if (isCut) return route.abort();
      const body = JSON.parse(data);
      // Each pair is the last of its page.
      return route.continue({
        postData: JSON.stringify({ ...body, variables: { input: { ...body.variables.input, first: 1 } } }),
      });
    });
    await open('#/review');
    const first = await judged();
    isCut = true;
    await page.keyboard.press('n');
    const repeat = main().locator('.review-problems').getByRole('button', { name: 'Try again' });
    await repeat.waitFor();
    await expect(progress()).toContainText('you decided 1 and');
    isCut = false;
    await repeat.click();
    await judged();
    await page.keyboard.press('b');
    await progress().getByText('The decision is taken back.').waitFor();
    await expect(pair()).toHaveText(first);

    await judged();
    await page.keyboard.press('n');
    await expect(pair()).not.toHaveText(first);
    await judged();
    const decided = await hold('fragment DecisionAnswer');
    await page.keyboard.press('n');
    await lose(await decided.at(0));
    await main().locator('.review-problems').waitFor();
    await expect(undo).toBeDisabled();
    await page.keyboard.press('b');
    await page.keyboard.press('s');
    await expect(progress()).toContainText('you decided 1 and skipped 1');
    expect(decided.held).toHaveLength(1);
    await expect(undo).toBeEnabled();
  });

  it('takes the verdict before a refused one back, because nothing of that is stored', async () => {
    const undo = main().getByRole('button', { name: 'Undo b' });
    await open('#/review');
    const first = await judged();
    await page.keyboard.press('s');
    await expect(pair()).not.toHaveText(first);
    await judged();
    const decided = await hold('fragment DecisionAnswer');
    await page.keyboard.press('y');
    const refusal = { message: 'separated before', extensions: { code: 'RECORDS_SEPARATED' } };
    await (await decided.at(0)).fulfill({ json: { data: null, errors: [refusal] } });
    await main().locator('.review-problems').getByText('RECORDS_SEPARATED').waitFor();
    await expect(undo).toBeEnabled();
    await page.keyboard.press('b');
    await progress().getByText(`${first} again: decide, or skip.`).waitFor();
    await expect(pair()).toHaveText(first);
  });

  it('decides about no pair before its records are shown, and has the focus at its title', async () => {
    const same = main().getByRole('button', { name: 'Same y' });
    await open('#/review');
    const first = await judged();
    await expect(same).toBeEnabled();
    const explained = await hold('query ExplainPair(');
    const decided = await hold('fragment DecisionAnswer');

    await main().getByRole('button', { name: 'Skip s' }).press('Enter');

    await explained.at(0);
    await expect(pair()).not.toHaveText(first);
    await expect(pair()).toBeFocused();
    await main().locator('.reviewed[aria-busy=false]').waitFor();
    await expect(same).toBeDisabled();
    const second = await pair().textContent();
    await page.keyboard.press('y');
    await page.keyboard.press('s');
    await progress().getByText(`The pair ${second} is skipped.`).waitFor();
    await (await explained.at(1)).abort();
    await main().locator('.reviewed').getByRole('alert').waitFor();
    await expect(same).toBeEnabled();
    expect(decided.held).toEqual([]);
  });

  it('sees the queue of the filter that was chosen last, also after a failure', async () => {
    const score = main().getByRole('combobox', { name: 'Score at least' });
    const read = await hold('query Reviews(');
    await open('#/review');
    await read.at(0);
    await score.selectOption('0.9');
    await (await read.at(0)).continue();
    expect((await read.at(1)).request().postDataJSON().variables.input.minScore).toBe(0.9);
    await expect(pair()).toHaveCount(0);
    await (await read.at(1)).continue();
    await main().getByText('Nothing to review').waitFor();

    await score.selectOption('0');
    await (await read.at(2)).abort();
    await button('Try again').click();
    await expect(main().getByText('Nothing to review')).toHaveCount(0);
    await (await read.at(3)).continue();
    await judged();

    const taken = await hold('mutation Take');
    await page.keyboard.press('t');
    await taken.at(0);
    await main().getByRole('combobox', { name: 'Show' }).selectOption('WEAK_BRIDGE');
    await expect(page).toHaveURL(/#\/review\?kind=WEAK_BRIDGE$/);
    await (await taken.at(0)).continue();
    await (await read.at(4)).continue();
    await progress().getByText('You hold').waitFor();
    await main().getByText('Nothing to review').waitFor();
    await expect(page).toHaveURL(/#\/review\?kind=WEAK_BRIDGE$/);
    await release('Jo Steward');
  });

  it('sees decisions begin anew after another one, and keeps the export when they cannot be read', async () => {
    const list = main().getByRole('region', { name: 'Decisions' });
    const items = list.getByRole('listitem');
    const content = list.getByRole('combobox', { name: 'Content' });
    let reads = 0;
    let isCut = false;
    await page.route(people.service.apiUrl, (route) => {
      const data = route.request().postData();
      if (!data?.includes('query Decisions(')) return route.fallback();
      if (isCut) return route.abort();
      const isFirst = JSON.parse(data).variables.input.after === undefined;
      const id = isFirst ? `01JZ5K8Q3N000000000000000${++reads}` : '01JZ5K8Q3N0000000000000000';
      const reason = isFirst ? `read ${reads}` : 'older';
      const people = { a: 'a', b: 'b', user: 'Bea', verified: true, client: '' };
      const decision = { id, kind: 'LINK', decidedAt: '2026-11-20T12:00:00.000Z', ...people, reason };
      const decisions = [{ ...decision, removedLinks: [], undone: null }];
      return route.fulfill({ json: { data: { page: { decisions, after: isFirst ? 'more' : null } } } });
    });
    await open('#/review');
    await judged();
    await button('Older decisions').press('Enter');
    await expect(items).toHaveText([/read 1/, /older/]);
    await expect(list.locator(':focus')).toHaveText(/older/);
    await list.getByText('Export what changed').click();
    await content.selectOption('entities');

    await button('Skip s').click();
    await expect(items).toHaveText([/read 2/]);
    await judged();
    isCut = true;
    await button('Skip s').click();

    await list.getByRole('alert').waitFor();
    await expect(content).toHaveValue('entities');
    await expect(content).toBeVisible();
  });

  it('cannot leave a decision that is sent, nor takes it to another address', async () => {
    const records = (text: string) => main().locator('.sides', { hasText: text }).waitFor();
    const ask = main().getByRole('button', { name: 'One entity' });
    const decided = await hold('fragment DecisionAnswer');
    await open('#/explain?a=p010&b=p011');
    await records('p011');
    await goTo('#/explain?a=p030&b=p031');
    await records('p031');
    await ask.click();
    await dialog().getByText('become one of').waitFor();
    await dialog().getByRole('textbox').fill('same passport');
    await dialog().getByRole('button', { name: 'Link' }).press('Enter');
    await decided.at(0);
    // The second one cannot be prevented.
    for (const key of ['Escape', 'Escape']) await page.keyboard.press(key);
    await expect(dialog().getByRole('button', { name: 'Cancel' })).toBeDisabled();
    await (await decided.at(0)).abort();
    await dialog().getByRole('alert').waitFor();
    await expect(dialog().getByRole('textbox')).toHaveValue('same passport');
    await dialog().getByRole('button', { name: 'Link' }).click();
    await (await decided.at(1)).continue();
    await main().getByRole('status').getByText('p030 and p031 are one entity').waitFor();

    await page.goBack();
    await records('p011');
    await expect(main().locator('.decided')).toHaveCount(0);
    await ask.click();
    await dialog().waitFor();
    await page.goForward();
    await records('p031');
    await expect(dialog()).toHaveCount(0);
  });

  it('sees no decisions of the record that was chosen before', async () => {
    const list = main().getByRole('region', { name: 'Decisions' });
    await open('#/entity?record=p245');
    await list.getByText('None: no person decided').waitFor();
    const read = await hold('query LatestDecisions(');

    await main().locator('[data-node="p175"]').click();

    await read.at(0);
    await expect(list.getByText('None: no person decided')).toHaveCount(0);
    await (await read.at(0)).continue();
    await list.getByText('None: no person decided').waitFor();
  });
});
