import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { Browser, Page } from 'playwright';
import { type Service, startService } from '../../apps/service/service.ts';
import { admit, describeInBrowser, expect, launch, newPage } from './browser.ts';
import { startPeople } from './people-service.ts';

const example = join('examples', 'people');

describeInBrowser('GraphiQL', (browserFile) => {
  let directory: string;
  let service: Service;
  let browser: Browser;
  let page: Page;
  const foreign: string[] = [];
  const problems: string[] = [];

  beforeAll(async () => {
    directory = await mkdtemp(join(tmpdir(), 'graphiql-'));
    service = await startService({
      ruleConfigFile: join(example, 'rule-config.json'),
      schemaFile: join(example, 'schema.graphqls'),
      dataDirectory: directory,
      port: 0,
      graphiqlMutations: true,
      writeLog: () => {},
    });
    browser = await launch(browserFile);
    page = await admit(await newPage(browser), service);
    page.on('request', (request) => {
      const url = request.url();
      if (!url.startsWith(service.apiUrl) && !url.startsWith('data:') && !url.startsWith('blob:')) foreign.push(url);
    });
    page.on('pageerror', (error) => problems.push(error.message));
    page.on('console', (message) => {
      if (message.type() === 'error') problems.push(`${message.text()} ${message.location().url}`);
    });
    await page.goto(`${service.apiUrl}graphiql`);
    await page.getByRole('button', { name: /execute query/i }).waitFor();
  });
  afterAll(async () => {
    await browser?.close();
    await service?.close(0);
    await rm(directory, { recursive: true });
  });

  const shown = (text: string) => page.locator('.result-window', { hasText: text });

  it('stores a record and finds it, with the token that it holds', async () => {
    await page.getByRole('tab', { name: 'Submit' }).click();
    await page.getByRole('button', { name: /execute query/i }).click();
    await shown('CREATED').waitFor();

    await page.getByRole('tab', { name: 'Search' }).click();
    await page.getByRole('button', { name: /execute query/i }).click();
    await shown('graphiql-1').waitFor();

    await expect(page.locator('.result-window')).toContainText('hitScore');
  });

  it('explains the records that it stored', async () => {
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByRole('button', { name: /execute query/i }).click();
    await shown('"outcome"').waitFor();

    await expect(page.locator('.result-window')).not.toContainText('RECORD_NOT_FOUND');
  });

  it('shows the documentation of the schema', async () => {
    await page.getByRole('button', { name: /documentation explorer/i }).click();
    await page.locator('.graphiql-doc-explorer').getByText('Query', { exact: true }).first().click();

    await page.locator('.graphiql-doc-explorer').getByText('search', { exact: true }).first().waitFor();
  });

  it('finds something stored with the first click, and explains it', async () => {
    const people = await startPeople();
    const fresh = await admit(await newPage(browser), people.service);
    try {
      await fresh.goto(`${people.service.apiUrl}graphiql`);
      await fresh.getByRole('button', { name: /execute query/i }).click();

      await fresh.locator('.result-window', { hasText: 'hitScore' }).waitFor();
      await expect(fresh.locator('.result-window')).toHaveText(/"totalCount": [1-9]/);
      await fresh.getByRole('tab', { name: 'Explain' }).click();
      await fresh.getByRole('button', { name: /execute query/i }).click();
      await fresh.locator('.result-window', { hasText: '"together": true' }).waitFor();
    } finally {
      await fresh.close();
      await people.close();
    }
  });

  it('sends requests only to the service and violates no policy of the page', () => {
    expect(foreign).toEqual([]);
    expect(problems).toEqual([]);
  });
});
