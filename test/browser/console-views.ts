import type { Page } from 'playwright';
import { expect } from './browser.ts';

/** A main view of the console with something in it. */
export interface ConsoleView {
  readonly name: string;
  /** What follows the address of the service. */
  readonly address: string;
  /** Shows once everything is there. */
  readonly sign: string;
}

/** The main views over the records of examples/people. */
export const consoleViews: readonly ConsoleView[] = [
  { name: 'search', address: '#/search?f.firstName=billy&f.lastName=steuber', sign: 'article table' },
  { name: 'entity', address: '#/entity?record=p245', sign: '.picture .node' },
  { name: 'explain', address: '#/explain?a=p245&b=p194', sign: '.rule-verdicts' },
  { name: 'review', address: '#/review', sign: '.reviewed .sides' },
  { name: 'rules', address: '#/rules?a=p245&b=p194', sign: '.simulation .rule-verdicts' },
  { name: 'statistics', address: '#/statistics', sign: '.histogram' },
  { name: 'metrics', address: '#/metrics', sign: '.chart' },
];

/** Opens a view, and is done when it is complete: answers, fonts and the linter's verdict. */
export async function openView(page: Page, apiUrl: string, { name, address, sign }: ConsoleView): Promise<void> {
  await page.goto(`${apiUrl}${address}`);
  await page.locator(sign).first().waitFor();
  if (name === 'rules') {
    await page.getByText(/^Valid/).waitFor();
    await page.locator('.cm-content').waitFor();
    await page.locator('.change code').first().waitFor();
  }
  await fontsOf(page);
}

/** Waits for the last style sheet and its fonts, which the page loads once nothing else is waited for. */
export async function fontsOf(page: Page): Promise<void> {
  // Not page.waitForFunction, which the page's policy refuses where it has to look again.
  await expect.poll(() => page.evaluate(`document.getElementById('last-styles')?.sheet != null`)).toBe(true);
  // The layout tells which fonts are needed.
  await page.evaluate('document.body.offsetHeight && document.fonts.ready.then(() => {})');
}
