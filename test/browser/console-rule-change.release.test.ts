import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page, Route } from 'playwright';
import { exampleReport } from '../unit/functions/api/fake-rule-changes.ts';
import { violations } from './accessibility.ts';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { fontsOf } from './console-views.ts';
import { type PeopleService, startPeople } from './people-service.ts';
import { pictureProblem } from './pictures.ts';

const former = 'a1'.repeat(32);
const next = 'b2'.repeat(32);

const steady = {
  state: 'STEADY',
  heldBecause: null,
  inForce: former,
  from: null,
  to: null,
  waiting: null,
  failure: null,
  phase: null,
  progress: 0,
  estimatedMinutes: null,
  recordsChanged: 0,
  problemCount: 0,
  report: null,
};
const held = {
  ...steady,
  state: 'HELD',
  heldBecause: 'MANY_RECORDS',
  from: former,
  to: next,
  phase: 'READY',
  progress: 1,
  problemCount: 2,
  report: exampleReport,
};
const running = { ...held, state: 'RUNNING', heldBecause: null, phase: 'SPLIT', progress: 0.25, recordsChanged: 1_234 };

/** The answers of a service with a change under way; everything else comes from the real one. */
class ChangingService {
  change: object = held;
  /** What mutations are refused with. */
  refusal: string | undefined;
  /** Names of mutations, with their input. */
  readonly asked: string[] = [];
  documents: { readonly former: string; readonly next: string } = { former: '', next: '' };

  async answer(route: Route): Promise<void> {
    const request = route.request();
    const body = request.method() === 'POST' ? request.postDataJSON() : undefined;
    const query: string = body?.query ?? '';
    if (query.includes('change:')) return this.act(route, query, body.variables);
    if (query.includes('former:')) return this.withDocuments(route);
    if (query.includes('examples(')) return reply(route, { ruleChange: { examples } });
    if (query.includes('ruleChange')) return reply(route, { ruleChange: this.change });
    return route.continue();
  }

  private async act(route: Route, query: string, variables: { readonly input?: object }): Promise<void> {
    this.asked.push(`${/change:(\w+)/.exec(query)![1]} ${JSON.stringify(variables.input ?? {})}`);
    if (this.refusal !== undefined) {
      const body = JSON.stringify({ errors: [{ message: this.refusal, extensions: { code: 'NO_SUCH_RULE_CHANGE' } }] });
      return route.fulfill({ contentType: 'application/json', body });
    }
    this.change = query.includes('setRuleChangePace') ? { ...running, state: 'PAUSED' } : running;
    return reply(route, { change: this.change });
  }

  private async withDocuments(route: Route): Promise<void> {
    const response = await route.fetch();
    const answer = await response.json();
    answer.data.ruleChange = this.documents;
    await route.fulfill({ response, json: answer });
  }
}

const examples = [
  { kind: 'SPLIT', records: ['p245', 'p194'], rules: ['MOBILE_NAME'] },
  { kind: 'MERGE', records: ['p1', 'p2'], rules: ['NAME'] },
];

const reply = (route: Route, data: object) =>
  route.fulfill({ contentType: 'application/json', body: JSON.stringify({ data }) });

describeInBrowser('a change of the rules in the console', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;
  let service: ChangingService;

  const panel = () => page.getByRole('region', { name: 'Change of the rules' });
  const button = (name: string) => page.getByRole('button', { name });

  async function open(change: object, options: BrowserContextOptions = {}): Promise<void> {
    service = new ChangingService();
    service.change = change;
    const rules = await readFile(join('examples', 'people', 'rule-config.json'), 'utf8');
    service.documents = { former: rules, next: rules.replace('"soundex"', '"cologne"') };
    page = await admit(
      await newPage(browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce', ...options }),
      people.service,
    );
    await page.route(people.service.apiUrl, (route) => service.answer(route));
    await page.goto(`${people.service.apiUrl}#/rules`);
    await panel().waitFor();
  }

  beforeAll(async () => {
    people = await startPeople();
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  afterEach(async () => {
    await page?.close();
  });

  it('shows the rules in force while no change is under way', async () => {
    await open(steady);

    await expect(panel()).toContainText('No change is under way');
    await expect(panel()).toContainText(`${former.slice(0, 12)}…`);
    await expect(panel().getByRole('button')).toHaveCount(0);
  });

  it('is held with its numbers, and continued by keyboard after a question that names them', async () => {
    await open(held);
    await expect(panel()).toContainText('25 of 1,000 (3 %)');
    await expect(panel()).toContainText('more records would change than the limit permits');

    await button('Continue …').focus();
    await page.keyboard.press('Enter');
    const dialog = page.getByRole('dialog', { name: 'Put the next rules into force?' });
    await dialog.waitFor();
    await expect(dialog).toContainText('4 entities merge, 2 split and 4 do both; 25 of 1,000 records');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');

    await panel().getByText('Running').waitFor();
    expect(service.asked).toEqual([`continueRuleChange {"to":"${next}"}`]);
    await expect(panel()).toContainText('SPLIT 25 %, 1,234 records changed');
  });

  it('asks nothing of the service when the question is left by Escape', async () => {
    await open(held);

    await button('Roll back …').click();
    await page.getByRole('dialog', { name: 'Take the change back?' }).waitFor();
    await page.keyboard.press('Escape');

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(service.asked).toEqual([]);
  });

  it('is asked about no longer when it is another one, or done', async () => {
    await open(held);
    await button('Continue …').click();
    await page.getByRole('dialog').waitFor();

    service.change = { ...held, to: former, report: { ...held.report, recordsTouched: 999 } };

    await page.getByRole('dialog').waitFor({ state: 'detached' });
    await button('Roll back …').click();
    await page.getByRole('dialog').waitFor();
    service.change = steady;
    await page.getByRole('dialog').waitFor({ state: 'detached' });
    expect(service.asked).toEqual([]);
  });

  it('says why an action was refused until the next one', async () => {
    await open(running);
    service.refusal = 'no change of rules is under way';
    await button('Pause').click();
    await panel().getByRole('alert').waitFor();

    service.change = { ...running, recordsChanged: 1_300 };

    await panel().getByText('1,300 records changed').waitFor();
    await expect(panel().getByRole('alert')).toContainText('no change of rules is under way');
    service.refusal = undefined;
    await button('Pause').click();
    await panel().getByText('Paused').waitFor();
    await expect(panel().getByRole('alert')).toHaveCount(0);
  });

  it('can be paused, and taken back', async () => {
    await open(running);

    await button('Pause').press('Enter');
    await panel().getByText('Paused').waitFor();
    await expect(button('Resume')).toBeFocused();
    await button('Roll back …').click();
    await expect(page.getByRole('dialog')).toContainText('1,234 records were split off or united');
    await button('Roll back').last().click();

    await panel().getByText('Running').waitFor();
    expect(service.asked).toEqual(['setRuleChangePace {"paused":true}', `rollBackRuleChange {"to":"${next}"}`]);
  });

  it.each([
    [23, '23 records were split off or united'],
    [1, '1 record was split off or united'],
  ])('says what is undone when a change of %d records that is done is taken back', async (recordsChanged, text) => {
    await open({ ...steady, inForce: next, from: former, to: next, recordsChanged });

    await button('Roll back …').click();

    await expect(page.getByRole('dialog', { name: 'Take the change back?' })).toContainText(text);
  });

  it('explains an example by both rule-configs', async () => {
    await open(held);

    await panel().getByText('p245 and p194').click();

    for (const name of ['Former rules', 'Next rules']) {
      await page.getByRole('region', { name }).locator('.rule-verdicts').waitFor();
    }
    await expect(panel().getByRole('table')).toContainText('p245');
    expect(await violations(page)).toEqual([]);
  });

  describe.each(['light', 'dark'] as const)('in %s colours', (colorScheme) => {
    it.each([
      ['while it is held', held, 1280],
      ['on a phone', held, 390],
      ['while it runs', running, 390],
      ['after it failed', { ...held, state: 'FAILED', failure: 'the field is gone' }, 1280],
    ])('has nothing for axe to find %s', async (_what, change, width) => {
      await open(change, { colorScheme, viewport: { width, height: 900 } });
      await panel().getByText('Examples').waitFor();

      expect(await violations(page)).toEqual([]);
      await expect.poll(() => page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true);
    });

    it('has nothing for axe to find in the question', async () => {
      await open(held, { colorScheme });

      await button('Continue …').click();
      await page.getByRole('dialog').waitFor();

      expect(await violations(page)).toEqual([]);
    });
  });

  it.each([
    ['light', { colorScheme: 'light', viewport: { width: 1200, height: 880 } }],
    ['dark', { colorScheme: 'dark', viewport: { width: 1200, height: 880 } }],
    ['phone', { colorScheme: 'light', viewport: { width: 390, height: 844 } }],
  ] as const)('looks as in the kept picture: %s', async (screen, options) => {
    await open(held, options);
    await panel().getByText('Examples').waitFor();
    await page.locator('.cm-content').waitFor();
    await page.getByText(/^Valid/).waitFor();
    await fontsOf(page);

    const picture = () => page.screenshot({ animations: 'disabled', caret: 'hide' });

    expect(await pictureProblem(`rule-change-${screen}`, picture, browser.version())).toBeUndefined();
  });
});
