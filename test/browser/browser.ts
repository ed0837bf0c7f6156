import { existsSync } from 'node:fs';
import { type Browser, type BrowserContext, type BrowserContextOptions, chromium, type Page } from 'playwright';
import { expect as expectOfPlaywright } from 'playwright/test';
import type { Service } from '../../apps/service/service.ts';
import { describeWith } from '../setup/requirement.ts';

/** Where Debian and others put Chromium; the variable names another place. */
const places = [
  process.env['CHROMIUM_PATH'],
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The browser of this machine; undefined when there is none. */
function browserHere(): string | undefined {
  return places.find((place) => place !== undefined && existsSync(place));
}

/** Describes something in the browser of this machine; skips it where there is none. */
export function describeInBrowser(subject: string, tests: (browserFile: string) => void): void {
  const need = 'Chromium (apt-get install chromium), or CHROMIUM_PATH with the place of one';
  describeWith(subject, { found: browserHere(), need }, tests);
}

/** Milliseconds to wait for what a page is to show, so that a text that never comes fails soon and by its name. */
const PATIENCE = 180_000;

/** Expects of a locator what it shows in the end: a page that still reads is looked at again. */
export const expect = expectOfPlaywright.configure({ timeout: PATIENCE });

/** A browser with an empty profile that sends no requests of its own. */
export function launch(executablePath: string): Promise<Browser> {
  return chromium.launch({
    executablePath,
    headless: true,
    timeout: PATIENCE,
    args: [
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      '--disable-dev-shm-usage',
      // The same glyphs, whatever the settings of the machine.
      '--font-render-hinting=none',
      '--disable-lcd-text',
    ],
  });
}

export async function newContext(browser: Browser, options: BrowserContextOptions = {}): Promise<BrowserContext> {
  const context = await browser.newContext(options);
  context.setDefaultTimeout(PATIENCE);
  return context;
}

/** Lets all pages of a page's context see the console, as a visit of the printed address and a name do. */
export async function admit(
  page: Page,
  { consoleUrl }: Pick<Service, 'consoleUrl'>,
  person = 'Ada Lovelace',
): Promise<Page> {
  await nameIn(page, consoleUrl, person);
  const answer = await page.context().request.get(consoleUrl);
  if (!answer.ok()) throw new Error(`${consoleUrl} answers ${answer.status()}`);
  return page;
}

/** Lets the browser remember the name of the person, as the form of the sign-in does. */
export function nameIn(page: Page, address: string, person = 'Ada Lovelace'): Promise<void> {
  const cookie = { domain: new URL(address).hostname, path: '/oauth2/authorize', httpOnly: true };
  return page.context().addCookies([{ name: 'entity-data-person', value: encodeURIComponent(person), ...cookie }]);
}

/** A page in a context of its own, which ends with it. */
export async function newPage(browser: Browser, options: BrowserContextOptions = {}): Promise<Page> {
  const page = await browser.newPage(options);
  page.setDefaultTimeout(PATIENCE);
  return page;
}
