/**
 * How long a person waits for the page of an entity of 300 records on a slow network: 400 ms to each answer and 50 KB a second,
 * with an empty cache. Prints the requests of one visit, then the median of several visits.
 *
 *   npm run bench:console -- [visits]
 */
import { cpus, loadavg } from 'node:os';
import { type Browser, chromium } from 'playwright';
import type { Service } from '../apps/service/service.ts';
import { startPeople } from '../test/browser/people-service.ts';
import { percentile } from './percentile.ts';

const records = 300;
/** Milliseconds to each answer, and bytes a second. */
const slow = { offline: false, latency: 400, downloadThroughput: 50 * 1024, uploadThroughput: 50 * 1024 };

/** A request of a visit; milliseconds since the visit began. */
interface Exchange {
  readonly name: string;
  readonly begun: number;
  ended: number;
  bytes: number;
}

interface Visit {
  /** Milliseconds until a record is drawn, until all are, and until the view has nothing to wait for. */
  readonly first: number;
  readonly all: number;
  readonly whole: number;
  readonly exchanges: readonly Exchange[];
}

async function visit(browser: Browser, { apiUrl, consoleUrl }: Service): Promise<Visit> {
  const page = await browser.newPage({ reducedMotion: 'reduce' });
  const signIn = { domain: new URL(apiUrl).hostname, path: '/oauth2/authorize', httpOnly: true };
  await page.context().addCookies([{ name: 'entity-data-person', value: 'Ada', ...signIn }]);
  await page.context().request.get(consoleUrl);
  const network = await page.context().newCDPSession(page);
  await network.send('Network.enable');
  await network.send('Network.emulateNetworkConditions', slow);
  const exchanges: Exchange[] = [];
  const byID = new Map<string, Exchange>();
  let began: number | undefined;
  network.on('Network.requestWillBeSent', ({ requestId, timestamp, request, redirectResponse }) => {
    began ??= timestamp;
    const since = (timestamp - began) * 1000;
    const former = byID.get(requestId);
    if (redirectResponse !== undefined && former !== undefined) {
      Object.assign(former, { ended: since, bytes: redirectResponse.encodedDataLength });
    }
    const { pathname } = new URL(request.url);
    const asked = /"query":"(?:query |mutation )?([^{(]*\{? ?\w*)/.exec(request.postData ?? '')?.[1] ?? '';
    const one = { name: `${request.method} ${pathname} ${asked}`.trim(), begun: since, ended: Number.NaN, bytes: 0 };
    byID.set(requestId, one);
    exchanges.push(one);
  });
  network.on('Network.loadingFinished', ({ requestId, timestamp, encodedDataLength }) => {
    Object.assign(byID.get(requestId) ?? {}, { ended: (timestamp - began!) * 1000, bytes: encodedDataLength });
  });
  const start = performance.now();
  const since = () => performance.now() - start;
  await page.goto(`${apiUrl}#/entity?record=many-0`, { waitUntil: 'commit' });
  const node = page.locator('.picture .node');
  await node.first().waitFor();
  const first = since();
  await node.nth(records - 1).waitFor();
  const all = since();
  await page.getByText('Of 44,850 linked pairs').waitFor();
  await page.locator('.loading').first().waitFor({ state: 'detached' });
  const whole = since();
  await page.context().close();
  return { first, all, whole, exchanges };
}

const streets = ['Park Road', 'High Street', 'Mill Lane', 'Station Road', 'The Green', 'Church Lane', 'North Row'];
const cities = ['Newtown', 'Oldtown', 'Leeds', 'Ashford', 'Barnham'];
const visits = Number(process.argv[2] ?? 7);
const people = await startPeople('none', { genericKeyRecords: 2_000 });
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox', '--disable-gpu', '--disable-dev-shm-usage'],
});
try {
  for (let begin = 0; begin < records; begin += 100) {
    const input = {
      records: Array.from({ length: 100 }, (_, index) => ({
        id: `many-${begin + index}`,
        firstName: 'Maria',
        lastName: 'Many',
        email: 'many@example.com',
        phone: `07700 ${900_000 + begin + index}`,
        street: `${begin + index} ${streets[index % streets.length]}`,
        city: cities[index % cities.length],
      })),
    };
    await people.ask('mutation ($input: SubmitInput!) { submit(input: $input) { recordsAdded } }', { input });
  }
  // The first visit has the front-end bundled, and the service warmed.
  await visit(browser, people.service);
  const all: Visit[] = [];
  for (let round = 0; round < visits; round += 1) all.push(await visit(browser, people.service));
  for (const { name, begun, ended, bytes } of all[0]!.exchanges) {
    console.log(
      `${begun.toFixed(0).padStart(6)} ${ended.toFixed(0).padStart(6)} ${bytes.toString().padStart(8)} B  ${name}`,
    );
  }
  const [cpu] = cpus();
  console.log(`${cpus().length} × ${cpu?.model}, load ${loadavg()[0]?.toFixed(1)}; median of ${visits} visits, ms:`);
  for (const key of ['first', 'all', 'whole'] as const) {
    const times = all.map((one) => one[key]);
    console.log(
      `${key.padEnd(6)} ${percentile(times, 0.5).toFixed(0)} (${Math.min(...times).toFixed(0)} to ${Math.max(...times).toFixed(0)})`,
    );
  }
} finally {
  await browser.close();
  await people.close();
}
