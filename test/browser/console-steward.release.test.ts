import { readFile } from 'node:fs/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { violations } from './accessibility.ts';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { type PeopleService, startExample, startPeople } from './people-service.ts';
import { weightedPeople } from './weighted-people.ts';

const decisionList = `{ decisions(input: { first: 100 }) { decisions { id kind a b user undone { user } } } }`;
interface ListedDecision {
  readonly id: string;
  readonly kind: string;
  readonly a: string;
  readonly b: string;
  readonly user: string;
  readonly undone: object | null;
}
interface DecisionList {
  readonly decisions: { readonly decisions: readonly ListedDecision[] };
}

describeInBrowser('a steward', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;

  const main = () => page.getByRole('main');
  const dialog = () => page.getByRole('dialog');
  const status = () => main().getByRole('status');
  const open = (address: string) => page.goto(`${people.service.apiUrl}${address}`);
  const decisions = async () => (await people.ask<DecisionList>(decisionList)).decisions.decisions;
  const entityOf = async (id: string): Promise<string> =>
    (
      await people.ask<{ entityByRecord: { entity: { id: string } } }>(
        'query ($id: ID!) { entityByRecord(input: { id: $id }) { entity { id } } }',
        { id },
      )
    ).entityByRecord.entity.id;
  const submit = (records: readonly object[]) =>
    people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', { input: { records } });

  async function newVisit(options: BrowserContextOptions = {}): Promise<void> {
    await page?.close();
    page = await admit(
      await newPage(browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options }),
      people.service,
      'Jo Steward',
    );
  }

  /** Opens the export by keyboard: it is the last thing on the page. */
  async function openExport() {
    const list = main().getByRole('region', { name: 'Decisions' });
    await list.getByText('Export what changed').focus();
    await page.keyboard.press('Enter');
    return list;
  }

  /** Presses Enter on what has the focus, and answers the name and the text of the file that the browser saves. */
  async function savedFile() {
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')]);
    return { name: download.suggestedFilename(), text: await readFile(await download.path(), 'utf8') };
  }

  beforeAll(async () => {
    people = await startPeople('loaded', { historyRetentionInDays: 30 });
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(() => newVisit());
  afterEach(async () => {
    await page?.close();
  });

  it('takes ten pairs from the queue by keyboard, takes one back, sees the history, and exports what changed', async () => {
    const waiting = () => main().locator('.review-progress strong');
    const pair = () => main().locator('.reviewed h2');
    await open('#/review');
    await main().locator('.reviewed .sides').waitFor();
    expect(Number(await waiting().textContent())).toBeGreaterThan(10);
    await page.keyboard.press('t');
    await main().getByText('You hold 10 reviews until').waitFor();
    await main().locator('.holder', { hasText: 'Jo Steward' }).waitFor();
    await expect(page).toHaveURL(/#\/review\?whose=mine$/);
    expect(await violations(page)).toEqual([]);
    const before = 10;
    await expect(waiting()).toHaveText(String(before));

    const answers = [...'ynsynynsyn'];
    for (const [index, answer] of answers.entries()) {
      const shown = (await pair().textContent())!;
      await main().locator('.reviewed[aria-busy=false] .sides').waitFor();
      await page.keyboard.press(answer);
      await main()
        .locator('.review-progress strong', { hasText: new RegExp(`^${before - index - 1}$`) })
        .waitFor();
      if (index < answers.length - 1) await expect(pair()).not.toHaveText(shown);
    }
    await main().getByText('You hold nothing to review').waitFor();
    expect(await violations(page)).toEqual([]);

    const made = await decisions();
    expect(made.filter(({ kind }) => kind === 'LINK')).toHaveLength(4);
    expect(made.filter(({ kind }) => kind === 'SEPARATE')).toHaveLength(4);
    expect(made.every(({ user, undone }) => user === 'Jo Steward' && undone === null)).toBe(true);
    await expect(main().locator('.review-progress')).toContainText('you decided 8 and skipped 2');
    await page.keyboard.press('b');
    await main().getByText('The decision is taken back.').waitFor();
    const all = await decisions();
    expect(all.filter(({ undone }) => undone !== null)).toHaveLength(1);
    expect(await violations(page)).toEqual([]);

    const linked = all.find(({ kind, undone }) => kind === 'LINK' && undone === null)!;
    const link = main().getByRole('region', { name: 'Decisions' }).getByRole('link', { name: linked.a, exact: true });
    await link.first().focus();
    await page.keyboard.press('Enter');
    const history = main().locator('.history', { hasText: `History of ${linked.a}` });
    await history.locator('summary').focus();
    await page.keyboard.press('Enter');
    await history.getByText(`Jo Steward linked ${linked.a} and ${linked.b}`).waitFor();

    await page.goBack();
    const list = await openExport();
    await list.getByRole('button', { name: 'Export' }).focus();
    const file = await savedFile();
    await list.getByText('8 decisions in decisions.csv.').waitFor();
    expect(file.name).toBe('decisions.csv');
    const rows: Record<string, string>[] = parse(file.text, { bom: true, columns: true });
    expect(rows.map(({ id, record_a, record_b, undone_user }) => [id, record_a, record_b, undone_user])).toEqual(
      all.map(({ id, a, b, undone }) => [id, a, b, undone === null ? '' : 'Jo Steward']),
    );
    await list.getByRole('combobox', { name: 'Content' }).selectOption('entities');
    await list.getByRole('combobox', { name: 'Format' }).selectOption('jsonl');
    await list.getByRole('button', { name: 'Export' }).focus();
    const { text } = await savedFile();
    const records: { record_id: string; entity_id: string }[] = text
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line));
    const entities = new Map(records.map((row) => [row.record_id, row.entity_id]));
    expect(entities.size).toBe(records.length);
    for (const { kind, a, b, undone } of all) {
      if (undone === null) expect(entities.get(a) === entities.get(b)).toBe(kind === 'LINK');
      expect([entities.get(a), entities.get(b)]).toEqual([await entityOf(a), await entityOf(b)]);
    }
    expect(await violations(page)).toEqual([]);
  });

  describe('who exports what changed', () => {
    const decided = (index: number, reason: string | null) => ({
      id: `01JZ5K8Q3N${String(index).padStart(16, '0')}`,
      kind: 'LINK',
      decidedAt: '2026-11-20T12:00:00.000Z',
      a: 'a',
      b: 'b',
      user: '@jo',
      client: '',
      reason,
      removedLinks: [],
      undone: null,
    });
    type Decided = ReturnType<typeof decided>;

    /** Opens the view with made-up decisions, which the API is not asked for. */
    async function openWith(answer: (input: { first: number }) => { decisions: Decided[]; after: string | null }) {
      await page.route(people.service.apiUrl, async (route) => {
        const { query = '', variables } = route.request().method() === 'POST' ? route.request().postDataJSON() : {};
        if (!query.startsWith('query Decisions')) return route.fallback();
        return route.fulfill({ json: { data: { page: answer(variables.input) } } });
      });
      await open('#/review');
      return openExport();
    }

    it('chooses the days, and gets no cell that a spreadsheet runs', async () => {
      const list = await openWith(() => ({ decisions: [decided(1, '=1+1')], after: null }));
      const first = list.getByLabel('First day');
      const button = list.getByRole('button', { name: 'Export' });
      await first.fill('2026-11-23');
      await button.click();
      await list.getByText('No decision was made or taken back then.').waitFor();
      await list.getByLabel('Last day').fill('2026-11-22');
      await button.click();
      await list.getByRole('alert').getByText('2026-11-23 is after 2026-11-22.').waitFor();
      expect(await violations(page)).toEqual([]);

      await first.fill('2026-11-18');
      await button.focus();
      const guarded = await savedFile();
      await list.getByRole('checkbox').uncheck();
      await button.focus();
      const plain = await savedFile();

      expect(guarded.name).toBe('decisions-from-2026-11-18-until-2026-11-22.csv');
      expect(guarded.text).toMatch(/^\uFEFF/);
      expect(guarded.text).toContain(",'@jo,,'=1+1,");
      expect(plain.text).toMatch(/^id,/);
      expect(plain.text).toContain(',@jo,,=1+1,');
    });

    it('is told if there are more decisions than an export looks through', async () => {
      let count = 0;
      const list = await openWith(({ first }) => ({
        decisions: Array.from({ length: first }, () => decided(count++, null)),
        after: 'more',
      }));

      await list.getByRole('button', { name: 'Export' }).focus();
      const { text } = await savedFile();

      expect(text.trimEnd().split('\n')).toHaveLength(10_001);
      await list.getByText('Only the newest 10,000 decisions were looked through.').waitFor();
    });

    it('cancels it, and no file is written', async () => {
      const list = await openWith(() => ({ decisions: [decided(1, null)], after: null }));
      await page.route(people.service.apiUrl, () => {});
      await list.getByRole('button', { name: 'Export' }).click();
      await list.getByText('0 decisions read').waitFor();

      await list.getByRole('button', { name: 'Cancel' }).click();

      await list.getByText('Cancelled. No file was written.').waitFor();
    });

    it.each([
      ['light', 1280],
      ['dark', 390],
    ] as const)('finds the form complete in the %s, %d pixels wide', async (colorScheme, width) => {
      await newVisit({ colorScheme, viewport: { width, height: 900 } });
      const list = await openWith(() => ({ decisions: [decided(1, null)], after: null }));
      await list.getByRole('button', { name: 'Export' }).waitFor();

      expect(await violations(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });
  });

  it('gets other pairs than another steward, sees who holds those, and gives them back', async () => {
    const sides = () => main().locator('.reviewed[aria-busy=false] .sides').waitFor();
    const titles = async () => (await main().locator('.reviewed h2').textContent()) ?? '';
    const takenBy = async (user: string) =>
      (
        await people.ask<{ takeReviews: { reviews: { a: { id: string }; b: { id: string } }[] } }>(
          'mutation ($input: TakeReviewsInput!) { takeReviews(input: $input) { reviews { a { id } b { id } } } }',
          { input: { first: 4, user } },
        )
      ).takeReviews.reviews.map(({ a, b }) => `${a.id} and ${b.id}`);
    const mine = () => main().getByRole('combobox', { name: 'Whose' }).locator('option', { hasText: 'you hold' });
    await newVisit({ viewport: { width: 390, height: 844 } });
    await people.ask('mutation { releaseReviews(input: { user: "Jo Steward" }) { released } }');
    const other = await takenBy('Sam Steward');
    expect(other).toHaveLength(4);

    await open('#/review');
    await sides();
    expect(other).not.toContain(await titles());
    await page.keyboard.press('t');
    const said = main().getByText(/^You hold \d+ reviews until/);
    await said.waitFor();
    await sides();
    const held = Number(/\d+/.exec((await said.textContent()) ?? '')?.[0]);
    expect(held).toBeGreaterThan(3);
    const seen = [];
    for (let left = held; left > held - 2; left--) {
      await expect(mine()).toHaveText(`those that you hold (${left})`);
      const shown = await titles();
      seen.push(shown);
      await page.keyboard.press('r');
      await main().getByText(`The pair ${shown} is free again.`).waitFor();
      await sides();
    }
    expect(seen.filter((pair) => other.includes(pair))).toEqual([]);
    expect(await violations(page)).toEqual([]);
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    await main().getByRole('button', { name: 'Release all' }).focus();
    await page.keyboard.press('Enter');
    await main()
      .getByText(`${held - 2} reviews are free again.`)
      .waitFor();
    await main().getByText('You hold nothing to review').waitFor();

    await main().getByRole('combobox', { name: 'Whose' }).selectOption('all');
    await main().locator('.holder', { hasText: 'held by Sam Steward until' }).waitFor();
    expect(other).toContain(await titles());
    expect(await violations(page)).toEqual([]);
    await people.ask('mutation { releaseReviews(input: { user: "Sam Steward" }) { released } }');
  });

  it('filters the queue by score', async () => {
    await open('#/review');
    await main().locator('.reviewed').waitFor();

    await main().getByRole('combobox', { name: 'Score at least' }).selectOption('0.9');

    await main().getByText('Nothing to review').waitFor();
    expect(new URL(page.url()).hash).toBe('#/review?min=0.9');
  });

  it('separates two records of an entity, sees what becomes of both, and takes it back', async () => {
    await open('#/entity?record=p245');
    await main().getByRole('textbox', { name: 'and record' }).fill('p175');
    await main().getByRole('button', { name: 'Two entities' }).click();

    await dialog().getByText('The entity of 3 records is split: 2 links are removed').waitFor();
    await dialog().getByText('p245 is then in an entity of 1 record, p175 in one of 2 records.').waitFor();
    expect(await violations(page)).toEqual([]);
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('father and son');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await status()
      .getByText('p245 is in an entity of 1 record, p175 in one of 2 records. 2 links were removed.')
      .waitFor();
    expect(await entityOf('p245')).not.toBe(await entityOf('p175'));
    const list = main().getByRole('region', { name: 'Decisions' });
    await list.getByText('father and son').waitFor();
    await list.getByRole('button', { name: 'Undo: p245 and p175 are apart' }).click();
    await dialog().getByText('2 removed links come back').waitFor();
    await dialog().getByRole('button', { name: 'Take back' }).click();

    await status().getByText('The decision is taken back. p245 and p175 are one entity of 3 records.').waitFor();
    expect(await entityOf('p245')).toBe(await entityOf('p175'));
    await list.getByText('taken back by Jo Steward').waitFor();
    const history = (name: string) => main().locator('.history', { hasText: name });
    await history('History of p245').locator('summary').press('Enter');
    await history('History of p245').locator('.events > li').first().waitFor();
    // The sweeper makes the history of an entity, in its own time.
    await history('History of the entity').locator('summary').press('Enter');
    await history('History of the entity').locator('.events > li, .nothing').first().waitFor();
    await expect(history('History of p245')).toContainText('Jo Steward separated p245 and p175: father and son');
    expect(await violations(page)).toEqual([]);
  });

  it('keeps the focus by keyboard, where a record is opened and where more history comes', async () => {
    await submit([
      { id: 'read-1', firstName: 'Ida', lastName: 'Reader' },
      { id: 'read-2', firstName: 'Otto', lastName: 'Writer' },
    ]);
    // The events of a record that are there without the sweeper.
    for (const reason of ['one letter', 'another letter']) {
      await people.ask('mutation ($input: LinkInput!) { link(input: $input) { triggered } }', {
        input: { a: 'read-1', b: 'read-2', user: 'Grace', reason },
      });
    }
    let isCut = false;
    await page.route(people.service.apiUrl, (route) => {
      const body = JSON.parse(route.request().postData() ?? '{}');
      if (!String(body.query).includes('history(')) return route.fallback();
      if (isCut) return route.abort();
      // Each event is a page.
      const input = { ...body.variables.input, first: 1 };
      return route.continue({ postData: JSON.stringify({ ...body, variables: { input } }) });
    });
    await open('#/entity?record=read-1');
    await main().locator('.entity table a.id', { hasText: 'read-2' }).press('Enter');
    await main().getByRole('heading', { name: 'History of read-2' }).waitFor();
    await expect(main().locator('.entity-head h2')).toBeFocused();

    const history = main().locator('.history', { hasText: 'History of read-2' });
    await history.locator('summary').press('Enter');
    const events = history.locator('.events > li');
    await expect(events).toHaveCount(1);
    isCut = true;
    await history.getByRole('button', { name: 'What happened before' }).press('Enter');
    await history.getByRole('alert').waitFor();
    await expect(events).toHaveCount(1);
    isCut = false;
    await history.getByRole('button', { name: 'Try again' }).press('Enter');
    await expect(events.nth(1)).toBeFocused();
    await page.unrouteAll({ behavior: 'ignoreErrors' });
  });

  it('is told where a deployment keeps no history', async () => {
    const forgetful = await startPeople();
    try {
      await admit(page, forgetful.service);
      await page.goto(`${forgetful.service.apiUrl}#/entity?record=p245`);

      await main().getByRole('heading', { name: 'History of the entity' }).click();

      await main().getByText('This deployment keeps no history').waitFor();
    } finally {
      await forgetful.close();
    }
  });

  it('links two records from their explanation, and leaves the question by Escape', async () => {
    await submit([
      { id: 'alone-1', firstName: 'Ida', lastName: 'Alone' },
      { id: 'alone-2', firstName: 'Otto', lastName: 'Single' },
    ]);
    await open('#/explain?a=alone-1&b=alone-2');
    const link = main().getByRole('button', { name: 'One entity' });
    await link.click();
    await dialog().getByText('An entity of 1 record and one of 1 record become one of 2 records.').waitFor();
    await page.keyboard.press('Escape');
    await dialog().waitFor({ state: 'detached' });
    expect(await entityOf('alone-1')).not.toBe(await entityOf('alone-2'));

    await link.click();
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('   ');
    await dialog().getByRole('button', { name: 'Link' }).press('Enter');
    await dialog().getByText('DECISION_INVALID').waitFor();
    await expect(dialog().getByRole('button', { name: 'Link' })).toBeFocused();
    await dialog().getByRole('textbox', { name: 'Reason' }).fill('same passport');
    await dialog().getByRole('button', { name: 'Link' }).click();

    await status().getByText('alone-1 and alone-2 are one entity of 2 records.').waitFor();
    await main().getByRole('heading', { name: 'One entity' }).waitFor();
    expect(await entityOf('alone-1')).toBe(await entityOf('alone-2'));
  });

  describe('when another person is quicker', () => {
    const asked = async (a: string, b: string) => {
      await open(`#/explain?a=${a}&b=${b}`);
      await main().getByRole('button', { name: 'One entity' }).click();
      await dialog().getByText('become one of 2 records').waitFor();
      await dialog().getByRole('textbox', { name: 'Reason' }).fill('a long reason');
    };

    it('sees that the two were separated, keeps the text, and may lift it', async () => {
      await submit([
        { id: 'race-1', firstName: 'Ida', lastName: 'Race' },
        { id: 'race-2', firstName: 'Otto', lastName: 'Pace' },
      ]);
      await asked('race-1', 'race-2');
      await people.ask('mutation ($input: SeparateInput!) { separate(input: $input) { triggered } }', {
        input: { a: 'race-1', b: 'race-2', user: 'Grace', reason: 'two passports' },
      });

      await dialog().getByRole('button', { name: 'Link' }).click();

      await dialog().getByRole('alert').getByText('RECORDS_SEPARATED').waitFor();
      await dialog().getByText('Grace keeps their entities apart: two passports').waitFor();
      expect(await violations(page)).toEqual([]);
      await expect(dialog().getByRole('textbox', { name: 'Reason' })).toHaveValue('a long reason');
      await dialog().getByRole('checkbox').check();

      // The tick is for that ban, and not for one that comes in its place.
      const { id } = (await decisions()).find(({ a, undone }) => a === 'race-1' && undone === null)!;
      await people.ask('mutation ($input: UndoDecisionInput!) { undoDecision(input: $input) { triggered } }', {
        input: { id, user: 'Grace' },
      });
      await people.ask('mutation ($input: SeparateInput!) { separate(input: $input) { triggered } }', {
        input: { a: 'race-1', b: 'race-2', user: 'Ann', reason: 'court order' },
      });
      await dialog().getByRole('button', { name: 'Link' }).click();
      await dialog().getByRole('alert').getByText('were separated by what the request does not name').waitFor();
      await dialog().getByText('Ann keeps their entities apart: court order').waitFor();
      await expect(dialog().getByRole('checkbox')).not.toBeChecked();
      await expect(dialog().getByRole('textbox', { name: 'Reason' })).toHaveValue('a long reason');
      await dialog().getByRole('checkbox').check();
      await dialog().getByRole('button', { name: 'Link' }).click();
      await status().getByText('race-1 and race-2 are one entity of 2 records.').waitFor();
    });

    it('sees that a record was erased, and keeps the text', async () => {
      await submit([
        { id: 'gone-1', firstName: 'Ida', lastName: 'Gone' },
        { id: 'gone-2', firstName: 'Otto', lastName: 'Went' },
      ]);
      await asked('gone-1', 'gone-2');
      await people.ask('mutation ($input: DisassembleInput!) { disassemble(input: $input) { triggered } }', {
        input: { recordIDs: ['gone-2'] },
      });

      await dialog().getByRole('button', { name: 'Link' }).click();

      await dialog().getByRole('alert').getByText('RECORD_NOT_FOUND').first().waitFor();
      await expect(dialog().getByRole('textbox', { name: 'Reason' })).toHaveValue('a long reason');
    });
  });

  it('sees the sum of weights as a waterfall, and what the neighbours of a chain share', async () => {
    const { directory, remove } = await weightedPeople();
    const weighted = await startExample(directory);
    try {
      await weighted.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: {
          records: [
            { id: 'c1', firstName: 'Ada', lastName: 'Gray', email: 'ada@example.com', phone: '07700 900111' },
            { id: 'c2', firstName: 'Ada', lastName: 'Grey', email: 'ada@example.com', phone: '07700 900222' },
            { id: 'c3', firstName: 'Adah', lastName: 'Green', phone: '07700 900222', dateOfBirth: '1980-01-02' },
          ],
        },
      });
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 390],
      ] as const) {
        await page.close();
        page = await admit(
          await newPage(browser, { colorScheme, viewport: { width, height: 900 }, reducedMotion: 'reduce' }),
          weighted.service,
        );
        await page.goto(`${weighted.service.apiUrl}#/explain?a=c1&b=c3`);

        const sum = main().locator('.waterfall');
        await sum.waitFor();
        await expect(sum.getByRole('row', { name: /first name/ })).toContainText('+3.0');
        await expect(sum.getByRole('row', { name: /telephone/ })).toContainText('−1.0');
        // Not everything below nothing is evidence against: here the two agree.
        await expect(sum.getByRole('row', { name: /telephone/ }).locator('.bar-against')).toHaveCount(1);
        await expect(sum.getByRole('row', { name: /alike/ }).locator('.bar-little')).toHaveCount(1);
        await expect(sum.locator('tr.is-missing')).toHaveCount(3);
        await expect(sum.getByRole('row', { name: /date of birth/ })).toContainText('no value');
        await expect(main()).toContainText('sum 1.5, 10.5 short of the threshold 12');
        await sum.getByText('2 levels').click();
        await sum.getByText('FIRST_NAME_LOOKS counts +3.0').waitFor();
        const chain = main().getByRole('region', { name: 'Chain' });
        await chain.getByText('ada@example.com').waitFor();
        await expect(chain.getByRole('listitem')).toHaveText([/c1 and c2/, /c2 and c3/]);
        expect(await violations(page)).toEqual([]);
        await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
      }
    } finally {
      await weighted.close();
      await remove();
    }
  });
});
