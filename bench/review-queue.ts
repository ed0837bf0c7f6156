/**
 * How long a page of a long review queue takes through HTTP, and how long the console's page Review takes to show its first
 * pair. Prints medians and 95th percentiles of 50 pages each, and of 7 openings.
 *
 *   npm run bench:reviews -- [pairs]
 */
import { chromium } from 'playwright';
import { type ReviewPage, reviewsQuery } from '../src/graphql/queries/reviews.generated.ts';
import { startPeople } from '../test/browser/people-service.ts';
import { type Latency, latencyOf } from './percentile.ts';
import { runWorkers } from './workers.ts';

const pairs = Number(process.argv[2] ?? 100_000);
const BATCH = 100;
const PAGES = 50;
const OPENINGS = 7;

/** Two people with one e-mail address, whose names are not alike. */
const pair = (index: number) =>
  ['Ada', 'Bartholomew'].map((firstName) => ({
    id: `${firstName}-${index}`,
    firstName,
    email: `p${index}@example.com`,
  }));

const inMilliseconds = ({ p50, p95 }: Latency): string => `p50 ${p50.toFixed(0)} ms, p95 ${p95.toFixed(0)} ms`;

const people = await startPeople('none', { reviewPairs: 2 * pairs });
try {
  await runWorkers(8, Math.ceil((2 * pairs) / BATCH), async (batch) => {
    const records = Array.from({ length: BATCH / 2 }, (_, index) => pair((batch * BATCH) / 2 + index)).flat();
    await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', {
      input: { records },
    });
  });
  let after: string | null = null;
  const page = async (input: object): Promise<void> => {
    const answer = await people.ask<{ readonly page: ReviewPage }>(reviewsQuery, { input });
    if (answer.page.reviews.length !== 20) throw new Error(`a page has ${answer.page.reviews.length} pairs`);
    ({ after } = answer.page);
  };
  const counted = await people.ask<{ readonly page: ReviewPage }>(reviewsQuery, { input: { first: 1 } });
  const measured = async (input: () => object): Promise<string> =>
    inMilliseconds(latencyOf((await runWorkers(1, PAGES, () => page(input()))).latencies));
  console.log(`${counted.page.count} pairs in the queue`);
  console.log(`the first page of 20: ${await measured(() => ({ first: 20 }))}`);
  console.log(
    `one page after the other: ${await measured(() => ({ first: 20, ...(after === null ? {} : { after }) }))}`,
  );
  console.log(`the console: ${inMilliseconds(latencyOf(await openings()))}`);
} finally {
  await people.close();
}

/** Milliseconds from the visit of another page to the first pair. */
async function openings(): Promise<number[]> {
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
  });
  try {
    const { apiUrl, consoleUrl } = people.service;
    const tab = await browser.newPage({ reducedMotion: 'reduce' });
    const signIn = { domain: new URL(apiUrl).hostname, path: '/oauth2/authorize', httpOnly: true };
    await tab.context().addCookies([{ name: 'entity-data-person', value: 'Ada', ...signIn }]);
    await tab.context().request.get(consoleUrl);
    const times: number[] = [];
    for (let opening = 0; opening < OPENINGS; opening++) {
      await tab.goto(`${apiUrl}#/metrics`);
      await tab.getByRole('heading', { name: 'Metrics' }).waitFor();
      const begun = performance.now();
      await tab.getByRole('link', { name: 'Review' }).click();
      await tab.getByRole('main').getByText('@example.com').first().waitFor();
      times.push(performance.now() - begun);
    }
    return times;
  } finally {
    await browser.close();
  }
}
