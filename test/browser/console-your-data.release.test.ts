import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, it } from '@jest/globals';
import type { AxeResults } from 'axe-core';
import type { Browser, BrowserContext, Page } from 'playwright';
import type { ServiceDescription } from '../../apps/service/running-services.ts';
import { root, type ServiceProcess, startServiceProcess } from '../integration/service-process.ts';
import { admit, describeInBrowser, expect, launch, newContext } from './browser.ts';
import { fontsOf } from './console-views.ts';
import { pictureProblem } from './pictures.ts';

const axeFile = createRequire(import.meta.url).resolve('axe-core/axe.min.js');
const screens = [
  { screen: 'light', colorScheme: 'light', viewport: { width: 1200, height: 880 } },
  { screen: 'dark', colorScheme: 'dark', viewport: { width: 1200, height: 880 } },
  { screen: 'phone', colorScheme: 'light', viewport: { width: 390, height: 844 } },
] as const;
const people = join(root, 'examples/people/people.csv');

describeInBrowser('the page "Your data"', (browserFile) => {
  let browser: Browser;
  let axe: string;
  let folder: string;
  let service: ServiceProcess;
  let description: ServiceDescription;
  let context: BrowserContext;
  let page: Page;
  let problems: string[];

  const main = () => page.getByRole('main');
  const open = (tab: Page) => tab.goto(`${description.apiUrl}#/your-data`);
  const choose = (file: string) => main().locator('input[type=file]').setInputFiles(file);
  const button = (name: string) => main().getByRole('button', { name, exact: true });

  beforeAll(async () => {
    browser = await launch(browserFile);
    axe = await readFile(axeFile, 'utf8');
  });
  afterAll(async () => {
    await browser?.close();
  });
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'console-your-data-'));
    service = await startServiceProcess([], [], folder);
    description = await service.description();
    context = await newContext(browser, { viewport: { width: 1280, height: 900 }, reducedMotion: 'reduce' });
    page = await admit(await context.newPage(), description);
    problems = [];
    page.on('pageerror', (error) => problems.push(error.message));
    await open(page);
    await button('Choose a file').or(main().getByText('Choose a file')).first().waitFor();
  });
  afterEach(async () => {
    await context.close();
    service.child.kill('SIGINT');
    await service.finished;
    await rm(folder, { recursive: true });
  });

  async function stop(signal: NodeJS.Signals): Promise<void> {
    service.child.kill(signal);
    await service.finished;
  }

  /** What axe holds against the page, in both colours and on a phone. */
  async function expectAccessible(): Promise<void> {
    for (const [colorScheme, width] of [
      ['light', 1280],
      ['dark', 1280],
      ['light', 390],
    ] as const) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height: 900 });
      await page.evaluate(axe);
      const { violations } = await page.evaluate<AxeResults>(
        `axe.run(document, { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'] })`,
      );
      const found = violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => `${id}: ${html}`));
      expect({ colorScheme, width, found }).toEqual({ colorScheme, width, found: [] });
    }
    await page.setViewportSize({ width: 1280, height: 900 });
  }

  /** Drops a file with the mouse. */
  async function drop(file: string, name: string): Promise<void> {
    const content = (await readFile(file)).toString('base64');
    const transfer = await page.evaluateHandle(
      `(() => {
        const bytes = Uint8Array.from(atob(${JSON.stringify(content)}), (sign) => sign.charCodeAt(0));
        const transfer = new DataTransfer();
        transfer.items.add(new File([bytes], ${JSON.stringify(name)}));
        return transfer;
      })()`,
    );
    await main().locator('.drop-zone').dispatchEvent('drop', { dataTransfer: transfer });
  }

  it('leads a dropped file to entities: what is guessed is corrected, started, found and downloaded', async () => {
    await expectAccessible();
    const commands: string[] = [];
    page.on('request', (request) => {
      if (request.method() === 'POST') commands.push(new URL(request.url()).pathname.split('/').at(-1)!);
    });
    await drop(people, '../customers <b>.csv');
    await button('Start').waitFor();
    await expect(main().getByRole('heading', { name: '../customers <b>.csv' })).toHaveCount(1);
    await main().getByText('300 records; cells separated by ",", UTF-8').waitFor();
    await expectAccessible();

    await main().getByLabel('What phone is', { exact: true }).selectOption('not compared');
    await main().getByText('Your corrections are not in the design yet.').waitFor();
    await expect(button('Start')).toHaveCount(0);
    await button('Design again').dblclick();
    await button('Start').waitFor();
    await expect(main().getByLabel('What phone is', { exact: true })).toHaveValue('ignored');

    await button('Start').dblclick();
    await main().getByText('300 records loaded', { exact: true }).waitFor();
    expect(commands.filter((name) => name === 'design' || name === 'start')).toEqual(['design', 'start']);
    await expect(main().getByRole('alert')).toHaveCount(0);
    await main()
      .getByText(/They are \d+ entities/)
      .waitFor();
    await expect(main()).toContainText('npx entity-data start --instance .entity-data/instances/1');
    await expect(main()).toContainText('npx entity-data start --port 0');
    await expectAccessible();

    const downloading = page.waitForEvent('download');
    await main().getByRole('link', { name: 'Each record with its entity' }).click();
    const rows = (await readFile(await (await downloading).path(), 'utf8')).trim().split('\n');
    expect(rows).toHaveLength(301);
    expect(rows[0]).toContain('record_id,entity_id,firstName');

    await main().getByRole('link', { name: 'Search', exact: true }).click();
    await main().getByRole('textbox', { name: 'firstName' }).fill('Billy');
    await main().getByRole('textbox', { name: 'lastName' }).fill('Steuber');
    await button('Search').click();
    await main().getByRole('article').getByRole('link', { name: /Billy/ }).first().waitFor();

    expect(await readdir(join(folder, '.entity-data'))).toEqual(expect.arrayContaining(['store', 'instances']));
    expect(problems).toEqual([]);
  });

  it('takes one file, when another is chosen before the service has answered', async () => {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    const files: string[] = [];
    await page.route(/\/file$/, async (route) => {
      files.push(route.request().postData() ?? '');
      await released;
      await route.continue();
    });
    const other = join(folder, 'other.csv');
    await writeFile(other, 'id,name\n1,Ada Lovelace\n');
    const asked = page.waitForRequest(/\/file$/);
    await choose(people);
    await asked;
    await choose(other);
    release();

    await button('Start').waitFor();
    await expect(main().getByRole('heading', { name: 'people.csv' })).toHaveCount(1);
    expect(files).toEqual([expect.stringContaining('"people.csv"')]);
  });

  it('lets pairs be judged by keys, and designs with the answers', async () => {
    await choose(people);
    await button('Judge pairs').click();
    const pair = main().getByRole('region', { name: 'Pair to judge' });
    await pair.waitFor();
    await main().getByText('No answers yet').waitFor();
    await expectAccessible();

    const truth = await readTruth();
    const answered = (number: number, rest = '') =>
      main()
        .getByText(new RegExp(`^${number} judged: ${rest}`))
        .waitFor();
    const judge = async (number: number) => {
      const [one, other] = await pair
        .locator('thead th')
        .allTextContents()
        .then((texts) => texts.slice(1, 3));
      await page.keyboard.press(truth.get(one!) === truth.get(other!) ? 'y' : 'n');
      await answered(number);
    };
    for (let number = 1; number <= 3; number++) await judge(number);
    await page.keyboard.press('b');
    await answered(2);
    await page.keyboard.press('u');
    await answered(3, '.* 1 unsure');
    // Until there are answers enough of each kind to move the rules.
    let judged = 3;
    while ((await button('Design with your answers').count()) === 0 && judged < 40) await judge(++judged);

    await page.reload();
    await answered(judged);
    await button('Design with your answers').click();
    await main().getByText(`The weights follow your answers to ${judged} pairs.`).waitFor();
    await expectAccessible();
    await button('Start').click();
    await main().getByText('300 records loaded', { exact: true }).waitFor();
    const instance = join(folder, '.entity-data', 'instances', '1');
    expect(await readdir(instance)).toEqual(expect.arrayContaining(['labels.json', 'rule-config.former.json']));
  });

  it('looks as the kept pictures', async () => {
    await choose(people);
    await button('Start').waitFor();
    const problemsOfPictures: (string | undefined)[] = [];
    const look = async (name: string) => {
      await page.evaluate('window.scrollTo({ top: 0 })');
      const screenshot = () => page.screenshot({ animations: 'disabled', caret: 'hide' });
      problemsOfPictures.push(await pictureProblem(name, screenshot, browser.version()));
    };
    await fontsOf(page);
    for (const { screen, colorScheme, viewport } of screens) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await look(`your-data-${screen}`);
    }
    await button('Judge pairs').click();
    await main().getByRole('region', { name: 'Pair to judge' }).waitFor();
    for (const { screen, colorScheme, viewport } of screens) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize(viewport);
      await look(`judge-${screen}`);
    }

    expect(problemsOfPictures.filter((problem) => problem !== undefined)).toEqual([]);
  });

  it('says what is wrong with a file and takes the correction', async () => {
    const file = join(folder, 'bad.csv');
    const rows = (await readFile(people, 'utf8')).split('\n').slice(1);
    await writeFile(file, ['id,name,name,born,mail,tel,street,city,code', ...rows].join('\n'));
    await choose(file);
    const problem = main().getByRole('alert');
    await problem.getByText('The columns 2 and 3 of bad.csv are both named "name".').waitFor();
    await expectAccessible();

    await writeFile(file, rows.join('\n'));
    await button('Take another file').click();
    await choose(file);
    await button('Start').or(button('Design again')).first().waitFor();
    if (await button('Start').count()) await main().getByText('Id, goal, country').click();
    await main()
      .getByRole('textbox', { name: /Names of the columns/ })
      .fill('id, given name, family name, born, mail, tel, street, city, code');
    await button('Design again').click();
    await main().getByLabel('What given name is', { exact: true }).waitFor();
    await expect(main().getByLabel('What given name is', { exact: true })).toHaveValue('givenName');
  });

  it('is found again after a reload, in another tab, and after a restart', async () => {
    await choose(people);
    await button('Start').waitFor();
    await page.reload();
    await button('Start').waitFor();
    const tab = await context.newPage();
    await open(tab);
    await tab.getByRole('button', { name: 'Start', exact: true }).click();
    await tab.getByText('300 records loaded', { exact: true }).waitFor();
    await main().getByText('300 records loaded', { exact: true }).waitFor();

    await stop('SIGKILL');
    service = await startServiceProcess([], [], folder);
    description = await service.description();
    await admit(page, description);
    await open(page);
    await main().getByText('The service runs another instance now.').waitFor();
    await expect(main()).toContainText('npx entity-data start --instance .entity-data/instances/1');
  });

  it('is reached, chosen and cancelled by the keyboard', async () => {
    // Waits before the keys: a key pressed just after can reach a busy page before the browser is told to hand it over.
    const choosing = page.waitForEvent('filechooser');
    await page.keyboard.press('Tab');
    const focused = () => page.evaluate<string>('document.activeElement.tagName + (document.activeElement.type ?? "")');
    for (let presses = 0; presses < 12 && (await focused()) !== 'INPUTfile'; presses++)
      await page.keyboard.press('Tab');
    expect(await focused()).toBe('INPUTfile');
    await page.keyboard.press('Space');
    await (await choosing).setFiles(people);
    await button('Cancel').focus();
    await page.keyboard.press('Enter');

    await main().getByText('You cancelled it.').waitFor();
    await button('Take another file').focus();
    await page.keyboard.press('Enter');
    await main().getByRole('heading', { name: 'Drop a file of records here' }).waitFor();
  });
});

async function readTruth(): Promise<ReadonlyMap<string, string>> {
  const [, ...rows] = (await readFile(join(root, 'examples/people/truth.csv'), 'utf8')).trim().split('\n');
  return new Map(rows.map((row) => row.split(',') as [string, string]));
}
