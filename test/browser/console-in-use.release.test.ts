import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, it } from '@jest/globals';
import type { Browser, BrowserContextOptions, Page } from 'playwright';
import { admit, describeInBrowser, expect, launch, nameIn, newPage } from './browser.ts';
import { consoleViews, openView } from './console-views.ts';
import { countRecords, type PeopleService, startExample, startPeople } from './people-service.ts';

describeInBrowser('the console in use', (browserFile) => {
  let people: PeopleService;
  let browser: Browser;
  let page: Page;

  const open = (address: string) => page.goto(`${people.service.apiUrl}${address}`);
  const main = () => page.getByRole('main');
  const field = (name: string) => main().getByRole('textbox', { name, exact: true });
  const submit = (records: readonly object[]) =>
    people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', { input: { records } });

  /** Holds the requests to an address back whose body has a text, until the returned function is called. */
  async function hold(address: string, text: string): Promise<() => void> {
    let release = () => {};
    const isReleased = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(address, async (route) => {
      if (route.request().postData()?.includes(text)) await isReleased;
      await route.fallback();
    });
    return release;
  }

  /** Waits until an expression is true in the page. */
  // Not page.waitForFunction, which the page's policy refuses where it has to look again.
  const until = (expression: string) => expect.poll(() => page.evaluate(expression)).toBeTruthy();

  async function openedOn(options: BrowserContextOptions): Promise<void> {
    await page?.close();
    page = await admit(await newPage(browser, options), people.service);
  }

  beforeAll(async () => {
    people = await startPeople();
    await countRecords(people);
    browser = await launch(browserFile);
  });
  afterAll(async () => {
    await browser?.close();
    await people?.close();
  });
  beforeEach(async () => {
    page = await admit(await newPage(browser, { viewport: { width: 1280, height: 800 } }), people.service);
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
      await main().getByText('Not found').waitFor();

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

    await expect.poll(() => page.evaluate('document.activeElement.name')).toBe('f.lastName');
    await page.keyboard.press('Control+A');
    await page.keyboard.type('nobodyatall');
    await page.keyboard.press('Enter');
    await main().getByText('Nothing found').waitFor();
    await page.goBack();

    await main().getByRole('link', { name: 'Glen Koelpin' }).waitFor();
    await until(`document.querySelector('[name="f.lastName"]').value === 'koelpin'`);
  });

  it('leads to the beginning of another page of results', async () => {
    await submit(
      Array.from({ length: 25 }, (_, index) => ({ id: `pat-${index}`, firstName: 'Pat', lastName: 'Page' })),
    );
    await open('#/search?f.firstName=Pat&f.lastName=Page');

    await main().getByRole('heading', { name: 'about 25 entities' }).waitFor();
    await main().getByRole('link', { name: 'Next page' }).press('Enter');
    await main().getByText('Page 2').waitFor();
    await main().getByRole('link', { name: 'Next page' }).press('Enter');
    await main().getByText('Page 3').waitFor();

    await until(`document.activeElement.textContent === '25 entities' && scrollY === 0`);
    await expect(main().getByRole('article')).toHaveCount(5);
    await main().getByRole('link', { name: 'First page' }).press('Enter');
    await main().getByText('Page 1').waitFor();
    await page.goBack();
    await main().getByText('Page 3').waitFor();
  });

  it('turns one page when the link is pressed again before the page is there', async () => {
    await submit(
      Array.from({ length: 25 }, (_, index) => ({ id: `kim-${index}`, firstName: 'Kim', lastName: 'Quick' })),
    );
    await open('#/search?f.firstName=Kim&f.lastName=Quick');
    await main().getByText('Page 1').waitFor();
    const first = await main().getByRole('article').allInnerTexts();
    const answer = await hold(people.service.apiUrl, 'search');
    await field('firstName').fill('Kimberly');

    await main().getByRole('link', { name: 'Next page' }).press('Enter');
    await until(`location.hash.includes('page=2')`);
    await expect(main().getByText('Page 1')).toBeVisible();
    await main().getByRole('link', { name: 'Next page' }).press('Enter');
    answer();

    await main().getByText('Page 2').waitFor();
    const second = await main().getByRole('article').allInnerTexts();
    expect(second).toHaveLength(10);
    expect(second.filter((text) => first.includes(text))).toEqual([]);
    // What was typed for another search stays.
    await expect(field('firstName')).toHaveValue('Kimberly');
  });

  it('says of no search that nothing was found before it was searched', async () => {
    await open('#/search?f.firstName=Nobody&f.lastName=Atall');
    await main().getByText('Nothing found').waitFor();
    const answer = await hold(people.service.apiUrl, 'search');

    await field('firstName').fill('glen');
    await field('lastName').fill('koelpin');
    await field('lastName').press('Enter');

    await main().getByText('Nothing found').waitFor({ state: 'detached' });
    answer();
    await main().getByRole('link', { name: 'Glen Koelpin' }).waitFor();
  });

  it('sends no decision to another instance than the one that it shows', async () => {
    await open('#/explain?a=p245&b=p001');
    await main().getByRole('heading', { name: 'Two entities' }).waitFor();
    const sent: string[] = [];
    await page.route(people.service.apiUrl, async (route) => {
      const isDecision = /^mutation/.test(route.request().postDataJSON().query.trim());
      if (isDecision) sent.push(route.request().postData()!);
      if (isDecision && sent.length === 1) await route.fulfill({ status: 403, body: '{"message":"Forbidden"}' });
      else await route.fallback();
    });
    await page.route('**/console/documents', async (route) => {
      const response = await route.fetch();
      const { ruleConfig, ...documents } = await response.json();
      await route.fulfill({ response, json: { ...documents, ruleConfig: `${ruleConfig} ` } });
    });

    await main().getByRole('button', { name: 'One entity …' }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('textbox', { name: 'Reason' }).fill('Seen side by side');
    await dialog.getByRole('button', { name: 'Link' }).click();

    await dialog.waitFor({ state: 'detached' });
    await main().getByRole('heading', { name: 'Two entities' }).waitFor();
    expect(sent).toHaveLength(1);
  });

  describe('the playground', () => {
    const editor = () => main().getByRole('textbox', { name: 'Rule-config' });

    it('says when its editor cannot be loaded, and how to come by it', async () => {
      const isEditor = (script: string) => script.includes('cm-lintRange');
      await page.route('**/console/part-*.js', async (route) => {
        const response = await route.fetch();
        if (isEditor(await response.text())) await route.abort();
        else await route.fulfill({ response });
      });

      await open('#/rules');

      await main().getByRole('alert').filter({ hasText: 'The editor could not be loaded.' }).waitFor();
      await field('firstName of record A').waitFor();
      await main().getByText('Checking').waitFor({ state: 'detached' });
      await page.unroute('**/console/part-*.js');
      await page.reload();
      await editor().waitFor();
    });

    it('says when it cannot be loaded itself, and how to come by it', async () => {
      await open('');
      await field('firstName').waitFor();
      await page.context().setOffline(true);

      await page.getByRole('link', { name: 'Rules' }).click();

      await main().getByRole('alert').filter({ hasText: 'The view could not be loaded.' }).waitFor();
      await page.context().setOffline(false);
      await page.reload();
      await editor().waitFor();
    });

    it('does not ask for records that are filled in while the rules are not checked', async () => {
      await page.route('**/mcp', (route) =>
        route.fulfill({ status: 502, contentType: 'text/html', body: 'Bad Gateway' }),
      );

      await open('#/rules?a=p245&b=p194');

      await main().getByRole('alert').getByText('HTTP 502').waitFor();
      await main().getByText('Fill in both records').waitFor({ state: 'detached' });
      await expect(field('firstName of record B')).toHaveValue('Billy');
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
      await expect(main().getByRole('button', { name: 'Start over' })).toBeEnabled();
      await expect(field('firstName of record A')).toHaveValue('Ada');
    });

    it('leaves what is typed before stored records arrive, and where the page comes back to them', async () => {
      const answer = await hold(people.service.apiUrl, 'explain');
      await open('#/rules?a=p245&b=p194');
      await field('firstName of record A').fill('Typed');
      answer();
      await page.getByRole('link', { name: 'Metrics' }).click();
      await main().getByRole('heading', { name: 'Metrics' }).waitFor();
      await page.goBack();

      await expect(field('firstName of record A')).toHaveValue('Typed');
      await open('#/rules?a=p194&b=p245');
      await expect(field('firstName of record A')).toHaveValue('Billy');
    });

    it('says of no rules that they are valid, and of no records what they are, before it has checked them', async () => {
      await open('#/rules?a=p245&b=p194');
      await main()
        .getByText(/^Valid/)
        .waitFor();
      await main().getByRole('region', { name: 'Verdict' }).waitFor();
      const answer = await hold('**/mcp', 'lint_rule_config');

      await editor().click();
      await page.keyboard.press('Control+Home');
      await page.keyboard.type('garbage');

      await main().getByText('Checking …').waitFor();
      await expect(main().locator('.simulated')).toHaveAttribute('aria-busy', 'true');
      answer();
      await main().getByText('1 error').waitFor();
    });

    it('leads to the place of a finding in rules with the line ends of Windows', async () => {
      const windows = await startRules((rules) => {
        rules.transformers.splice(5, 0, {
          id: 'UNUSED_CITY',
          type: 'field',
          attributes: { path: 'city', caseSensitive: false },
          inputPins: {},
        });
        return JSON.stringify(rules, null, 2).replaceAll('\n', '\r\n');
      });
      try {
        await nameIn(page, windows.service.consoleUrl);
        await page.goto(`${windows.service.consoleUrl}#/rules`);
        const finding = main().getByRole('listitem').filter({ hasText: 'UNUSED_CITY' });
        await editor().waitFor();

        await finding.getByRole('button').click();
        await expect(editor()).toBeFocused();
        await page.keyboard.press('ArrowDown');

        await expect(main().locator('.cm-activeLine')).toContainText('UNUSED_CITY');
      } finally {
        await windows.close();
      }
    });
  });

  describe('the picture of an entity', () => {
    const picture = () => main().locator('.picture > svg');
    const frame = () => picture().getAttribute('viewBox');

    it('moves to the record that the arrow keys lead to', async () => {
      await submit(
        Array.from({ length: 30 }, (_, index) => ({
          id: `wide-${index}`,
          firstName: 'Willa',
          lastName: 'Wide',
          email: 'wide@example.com',
        })),
      );
      await open('#/entity?record=wide-0');
      for (let step = 0; step < 8; step++) await main().getByRole('button', { name: 'Larger' }).click();
      await main().locator('[data-node="wide-0"]').focus();

      for (const key of ['ArrowRight', 'ArrowRight', 'ArrowDown', 'ArrowDown', 'ArrowLeft', 'ArrowLeft', 'ArrowUp']) {
        await page.keyboard.press(key);
        await until(`(() => {
          const node = document.activeElement.getBoundingClientRect();
          const picture = document.querySelector('.picture > svg').getBoundingClientRect();
          return node.left >= picture.left && node.right <= picture.right
            && node.top >= picture.top && node.bottom <= picture.bottom;
        })()`);
      }
    });

    it('is moved by the first mouse button and by no other', async () => {
      await open('#/entity?record=p245');
      const { x = 0, y = 0 } = (await picture().boundingBox()) ?? {};
      const before = await frame();

      await page.mouse.move(x + 10, y + 10);
      await page.mouse.down({ button: 'right' });
      await page.mouse.move(x + 60, y + 60);
      await page.mouse.up({ button: 'right' });

      expect(await frame()).toBe(before);
      await page.mouse.move(x + 10, y + 10);
      await page.mouse.down();
      await page.mouse.move(x + 60, y + 60);
      await page.mouse.up();
      await until(`document.querySelector('.picture > svg').getAttribute('viewBox') !== ${JSON.stringify(before)}`);
    });

    it('does not jump from one finger to the other', async () => {
      await openedOn({ viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true });
      await open('#/entity?record=p245');
      await picture().scrollIntoViewIfNeeded();
      const { x = 0, y = 0 } = (await picture().boundingBox()) ?? {};
      const devtools = await page.context().newCDPSession(page);
      const touch = (
        type: 'touchStart' | 'touchMove' | 'touchEnd',
        touchPoints: { x: number; y: number; id: number }[],
      ) => devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
      const first = { x: x + 20, y: y + 30, id: 1 };
      const second = { x: x + 250, y: y + 250, id: 2 };
      const before = Number((await frame())?.split(' ')[0]);

      await touch('touchStart', [first]);
      await touch('touchStart', [first, second]);
      await touch('touchMove', [{ ...first, x: first.x + 1 }, second]);

      expect(Math.abs(Number((await frame())?.split(' ')[0]) - before)).toBeLessThan(5);
      await touch('touchEnd', []);
    });

    it('cuts no emoji in half', async () => {
      await submit([{ id: 'emoji', firstName: `${'A'.repeat(18)}😀 and more`, lastName: 'Smile' }]);

      await open('#/entity?record=emoji');

      const title = main().locator('.node-title');
      await title.waitFor();
      await expect(title).toHaveText(`${'A'.repeat(18)}😀…`);
    });
  });

  it('explains matchers inside matchers down to the innermost', async () => {
    const deep = await startRules((rules) => {
      const levels = ['SAME_EMAIL', 'LEVEL_1', 'LEVEL_2', 'LEVEL_3', 'LEVEL_4'];
      for (const [place, id] of levels.entries()) {
        if (place === 0) continue;
        rules.matchers.push({ id, type: 'any', attributes: { matcherIDs: [levels[place - 1], 'SAME_PHONE'] } });
      }
      rules.rules.find(({ id }) => id === 'EMAIL_NAME')?.matcherIDs.push('LEVEL_4');
      return JSON.stringify(rules);
    });
    try {
      const records = ['a', 'b'].map((id) => ({ id, firstName: 'Dee', email: 'dee@example.com' }));
      await deep.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: { records },
      });
      await nameIn(page, deep.service.consoleUrl);
      await page.goto(`${deep.service.consoleUrl}#/explain?a=a&b=b`);
      await main().getByRole('heading', { name: 'One entity' }).waitFor();

      const outermost = main().locator('.matchers > li').filter({ hasText: 'LEVEL_4' }).first();
      await expect(outermost.locator('.matcher-head')).toHaveText([
        'LEVEL_4 any100 %',
        'LEVEL_3 any100 %',
        'LEVEL_2 any100 %',
        'LEVEL_1 any100 %',
        'SAME_EMAIL simple100 %',
        ...Array(4).fill('SAME_PHONE simple0 %'),
      ]);
    } finally {
      await deep.close();
    }
  });

  it('turns the pages of a frequent name, and says what a search left out', async () => {
    const crowded = await startExample(join('examples', 'people'), { genericKeyRecords: 10 });
    try {
      const records = Array.from({ length: 11 }, (_, index) => ({
        id: `emma-${index}`,
        firstName: 'Emma',
        lastName: 'Smith',
        email: 'none@example.com',
        dateOfBirth: `19${30 + index}-01-01`,
      }));
      await crowded.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
        input: { records },
      });

      await admit(page, crowded.service);
      await page.goto(`${crowded.service.apiUrl}#/search?f.firstName=Emma&f.lastName=Smith`);
      await main().getByRole('heading', { name: 'at least 10 entities' }).waitFor();
      await main().getByRole('link', { name: 'Next page' }).click();
      await main().getByRole('heading', { name: '11 entities' }).waitFor();
      await page.goto(`${crowded.service.apiUrl}#/search?f.email=none%40example.com`);

      const unused = main().getByText('so it was not searched by');
      await expect(unused).toHaveText('Rule EMAIL: at least 11 records share a value, so it was not searched by.');
    } finally {
      await crowded.close();
    }
  });

  it('reads what surrounds a name from left to right, whatever the name turns round', async () => {
    await submit([{ id: 'turned', firstName: '\u202eturned', lastName: 'round', email: 'turned@example.com' }]);
    await open('#/explain?a=turned&b=p245');
    await main().getByRole('heading', { name: 'Two entities' }).waitFor();

    const [links, end] = await page.evaluate<[number[], number]>(`(() => {
      const line = document.querySelector('.banner p');
      const rest = document.createRange();
      rest.selectNode(line.lastChild);
      return [[...line.querySelectorAll('a')].map((link) => link.getBoundingClientRect().right), rest.getBoundingClientRect().left];
    })()`);

    expect(Math.max(...links)).toBeLessThanOrEqual(end);
  });

  it.each([
    { device: 'a phone', width: 360, height: 740 },
    { device: 'a screen enlarged four times', width: 320, height: 256 },
  ])('hides nothing that has the focus on $device', async ({ width, height }) => {
    await openedOn({ viewport: { width, height } });
    for (const view of consoleViews.filter(({ name }) => name !== 'rules')) {
      await openView(page, people.service.apiUrl, view);
      for (const key of [...Array(30).fill('Tab'), ...Array(30).fill('Shift+Tab')]) {
        await page.keyboard.press(key);
        const hidden = await page.evaluate(`(() => {
          const focused = document.activeElement;
          if (!focused.closest('main')) return null;
          const { left, top, width, height } = focused.getBoundingClientRect();
          const isHidden = [[0.5, 0.5], [0.1, 0.15], [0.9, 0.15], [0.1, 0.85], [0.9, 0.85]].every(([x, y]) => {
            const shown = document.elementFromPoint(left + x * width, top + y * height);
            return shown === null || shown.closest('.head, .views') !== null;
          });
          return isHidden ? focused.outerHTML.slice(0, 80) : null;
        })()`);
        expect({ view: view.name, hidden }).toEqual({ view: view.name, hidden: null });
      }
    }
  });
});

/** The rules of the example of people, as far as they are changed here. */
interface Rules {
  readonly transformers: object[];
  readonly matchers: object[];
  readonly rules: { readonly id: string; readonly matcherIDs: string[] }[];
}

/** Starts the service of the example of people with other rules, given as the text of their file. */
async function startRules(text: (rules: Rules) => string): Promise<PeopleService> {
  const directory = await mkdtemp(join(tmpdir(), 'console-rules-'));
  const example = join('examples', 'people');
  const rules = JSON.parse(await readFile(join(example, 'rule-config.json'), 'utf8')) as Rules;
  await writeFile(join(directory, 'rule-config.json'), text(rules));
  await copyFile(join(example, 'schema.graphqls'), join(directory, 'schema.graphqls'));
  const service = await startExample(directory);
  const close = async () => {
    await service.close();
    await rm(directory, { recursive: true });
  };
  return { ...service, close };
}
