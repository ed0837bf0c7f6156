import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import { cp, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { cpus, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { censusPeople } from '../census-people.ts';
import { HttpClient, requestToken } from '../http-client.ts';
import { ownMemory, peakMemory } from '../memory.ts';
import type { PartialPerson } from '../people.ts';
import { type Latency, latencyOf } from '../percentile.ts';
import { type ServiceProcess, startServiceProcess } from '../service.ts';
import { runWorkers } from '../workers.ts';

// npm run bench:rules [-- --records 1000000] [--edits threshold,rule] [--seconds 30] [--loaded FOLDER]: loads people into a
// local service of its own, and measures for each edit of its rules how long `rules preview` and the whole change take, and
// what searches of two clients that never pause take before, and meanwhile.
const { values } = parseArgs({
  options: {
    records: { type: 'string', default: '1000000' },
    edits: { type: 'string', default: 'threshold,rule' },
    // Of searches before each edit, after as long a time to warm up.
    seconds: { type: 'string', default: '30' },
    // Keeps the loaded data here, for runs with as many records that begin with a copy of them. Default: deleted at the end.
    loaded: { type: 'string' },
  },
});

// biome-ignore lint/suspicious/noExplicitAny: an edit reaches into any part of a document
type Document = any;

/** Ordinary edits, one after the other: each begins with the rules that the one before has left. */
const EDITS: Readonly<Record<string, { readonly name: string; readonly edit: (document: Document) => void }>> = {
  threshold: {
    name: 'LOOKS_ALIKE .85 → .92',
    edit: ({ comparers }) => {
      comparers.find(({ id }: Document) => id === 'LOOKS_ALIKE').attributes.threshold = 0.92;
    },
  },
  rule: {
    name: 'a rule with a key of its own',
    edit: ({ matchers, rules, ruleSets }) => {
      for (const resolverID of ['FIRST_NAME', 'LAST_NAME']) {
        matchers.push({ id: `SAME_${resolverID}`, type: 'simple', attributes: { resolverID } });
      }
      const matcherIDs = ['SAME_FIRST_NAME', 'SAME_LAST_NAME', 'SAME_POSTCODE'];
      rules.push({ id: 'SAME_NAMES', matcherIDs, attributes: { score: 0.9 } });
      for (const { id, ruleIDs } of ruleSets) if (id === 'INDEX' || id === 'LINK') ruleIDs.push('SAME_NAMES');
    },
  },
  // After `rule`.
  without: {
    name: 'without that rule',
    edit: ({ ruleSets }) => {
      for (const set of ruleSets) set.ruleIDs = set.ruleIDs.filter((id: string) => id !== 'SAME_NAMES');
    },
  },
};

const SEED = 1;
const BATCH = 100;
const LOADING = 8;
const SEARCHING = 2;
/** People that searches ask for. */
const ASKED = 50_000;
/** Milliseconds between two looks at the change, and at the memory of a process. */
const LOOK = 250;

const SUBMIT = 'mutation ($records: [RecordInput!]!) { submit(input: { records: $records }) { recordsAdded } }';
const SEARCH =
  'query ($parameters: SearchParams!) { search(input: { parameters: $parameters, first: 10 }) { entities { id hits records { id firstName lastName } } } }';
const CHANGE =
  '{ ruleChange { state phase to waiting writeUnits recordsChanged report { merging splitting both recordsTouched } } }';
const CONTINUE = 'mutation ($to: ID!) { continueRuleChange(input: { to: $to }) { state } }';

interface Change {
  readonly state: string;
  readonly phase: string | null;
  readonly to: string | null;
  readonly waiting: string | null;
  readonly recordsChanged: number;
  readonly report: Readonly<Record<'merging' | 'splitting' | 'both' | 'recordsTouched', number>> | null;
}

/** What an edit took. Seconds, milliseconds of searches, and bytes. */
interface Measured {
  readonly name: string;
  readonly before: Latency;
  readonly preview: { readonly seconds: number; readonly search: Latency; readonly memory: number | undefined };
  readonly phases: readonly { readonly phase: string; readonly seconds: number; readonly search: Latency }[];
  readonly change: { readonly seconds: number; readonly search: Latency };
  readonly report: NonNullable<Change['report']>;
  /** Searches that found no entity. */
  readonly missed: number;
  readonly searches: number;
  readonly memory: { readonly peak: number | undefined; readonly own: number | undefined };
}

const records = countOf('records', values.records);
const windowTime = 1_000 * countOf('seconds', values.seconds);
const edits = values.edits.split(',').map((name) => EDITS[name] ?? refuse(`--edits takes ${Object.keys(EDITS)}.`));

const folder = await mkdtemp(join(tmpdir(), 'entity-data-bench-'));

async function measureAll(): Promise<void> {
  const document = JSON.parse(await readFile('examples/people/rule-config.json', 'utf8'));
  let file = await rulesFile('former', document);
  await provideData(file);
  let service = await start(file);
  const asked = peopleAskedFor();
  try {
    for (const [index, { name, edit }] of edits.entries()) {
      edit(document);
      file = await rulesFile(`next-${index}`, document);
      await service.stop();
      service = await start(file);
      console.log(table(await measure(name, file, service, asked)));
    }
  } finally {
    await service.stop();
  }
}

/** Loads the records into the data directory, or copies what a run before has loaded. */
async function provideData(file: string): Promise<void> {
  const [data, { loaded }] = [join(folder, 'data'), values];
  if (loaded === undefined) return await loadInto(data, file);
  if (!existsSync(loaded)) {
    // Under its name it is whole.
    await loadInto(`${loaded}.part`, file);
    await rename(`${loaded}.part`, loaded);
  }
  await cp(loaded, data, { recursive: true });
}

async function loadInto(data: string, file: string): Promise<void> {
  const service = await start(file, data);
  try {
    const begun = performance.now();
    await load(service);
    console.error(`${records} records loaded in ${seconds(performance.now() - begun)} s`);
  } finally {
    await service.stop();
  }
}

async function rulesFile(name: string, document: Document): Promise<string> {
  const directory = join(folder, name);
  await mkdir(directory);
  await writeFile(join(directory, 'schema.graphqls'), await readFile('examples/people/schema.graphqls'));
  await writeFile(join(directory, 'rule-config.json'), JSON.stringify(document));
  return join(directory, 'rule-config.json');
}

/** The change to these rules begins when it is told to: searches before it are those of the same process. */
const start = (file: string, data = join(folder, 'data')): Promise<ServiceProcess> =>
  startServiceProcess([
    ...['--data-dir', data, '--rule-config', file, '--rule-changes', 'refuse'],
    ...['--schema', join(file, '..', 'schema.graphqls')],
  ]);

function peopleAskedFor(): readonly PartialPerson[] {
  const stream = censusPeople(SEED, records);
  const every = Math.max(1, Math.floor(records / ASKED));
  const asked: PartialPerson[] = [];
  for (let taken = 0; taken < records; taken++) {
    const person = stream.next().value;
    if (taken % every === 0) asked.push(person);
  }
  return asked;
}

async function load(service: ServiceProcess): Promise<void> {
  const client = await clientOf(service, LOADING);
  const stream = censusPeople(SEED, records);
  let taken = 0;
  await runWorkers(LOADING, Math.ceil(records / BATCH), async () => {
    const batch: PartialPerson[] = [];
    for (; batch.length < BATCH && taken < records; taken++) {
      batch.push(stream.next().value);
    }
    await client.graphql(SUBMIT, { records: batch });
  });
  client.close();
}

async function clientOf({ apiUrl, tokenUrl, clientID, clientSecret }: ServiceProcess, connections: number) {
  return new HttpClient(apiUrl, await requestToken(tokenUrl, clientID, clientSecret), connections);
}

async function measure(
  name: string,
  file: string,
  service: ServiceProcess,
  asked: readonly PartialPerson[],
): Promise<Measured> {
  const client = await clientOf(service, 1);
  const searches = await startSearches(service, asked);
  await setTimeout(windowTime);
  searches.take();
  await setTimeout(windowTime);
  const before = latencyOf(searches.take());
  const previewed = await preview(file, service);
  const whilePreviewing = latencyOf(searches.take());
  console.error(`${name}: preview in ${seconds(previewed.milliseconds)} s`);
  const changed = await change(client, searches, name);
  const { missed, count } = await searches.stop();
  client.close();
  return {
    name,
    before,
    preview: { seconds: previewed.milliseconds / 1_000, search: whilePreviewing, memory: previewed.memory },
    ...changed,
    missed,
    searches: count,
    memory: { peak: peakMemory(service.pid), own: ownMemory(service.pid) },
  };
}

/** Searches with all that is known of a person, without a pause. */
async function startSearches(service: ServiceProcess, asked: readonly PartialPerson[]) {
  const client = await clientOf(service, SEARCHING);
  let isEnding = false;
  let [next, count, missed] = [0, 0, 0];
  let latencies: number[] = [];
  const workers = Promise.all(
    Array.from({ length: SEARCHING }, async () => {
      while (!isEnding) {
        // A step that is coprime to most sizes visits people in no order of theirs.
        const { id: _, ...parameters } = asked[(next++ * 7_919) % asked.length]!;
        const began = performance.now();
        const { search } = await client.graphql<{ search: { entities: unknown[] } }>(SEARCH, { parameters });
        latencies.push(performance.now() - began);
        count += 1;
        if (search.entities.length === 0) missed += 1;
      }
    }),
  );
  return {
    /** Milliseconds of the searches since it was called before. */
    take(): readonly number[] {
      const taken = latencies;
      latencies = [];
      return taken;
    },
    async stop() {
      isEnding = true;
      await workers;
      client.close();
      return { missed, count };
    },
  };
}

async function preview(
  file: string,
  { apiUrl, tokenUrl, clientID, clientSecret }: ServiceProcess,
): Promise<{ readonly milliseconds: number; readonly memory: number | undefined }> {
  const begun = performance.now();
  const child = spawn(
    process.execPath,
    [
      ...['apps/cli/entity-data.js', 'rules', 'preview', file, '--api-url', apiUrl, '--token-url', tokenUrl],
      ...['--client-id', clientID, '--client-secret', clientSecret],
    ],
    { stdio: ['ignore', 'pipe', 'inherit'], env: { ...process.env, XDG_CACHE_HOME: join(folder, 'cache') } },
  );
  let memory: number | undefined;
  const looks = setInterval(() => {
    memory = Math.max(memory ?? 0, peakMemory(child.pid!) ?? 0);
  }, LOOK);
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const [code] = await once(child, 'close');
  clearInterval(looks);
  if (code !== 0) throw new Error(`rules preview ended with ${code}`);
  console.error(printed.slice(0, printed.indexOf('\n\n')));
  return { milliseconds: performance.now() - begun, memory };
}

async function change(
  client: HttpClient,
  searches: { take(): readonly number[] },
  name: string,
): Promise<Pick<Measured, 'phases' | 'change' | 'report'>> {
  const read = async () => (await client.graphql<{ ruleChange: Change }>(CHANGE, {})).ruleChange;
  const phases: Measured['phases'][number][] = [];
  const all: number[] = [];
  let report: Change['report'] = null;
  const waiting = await read();
  const [begun, to] = [performance.now(), waiting.waiting ?? refuse(`${name} changes nothing that is stored.`)];
  let [phase, phaseBegun] = ['begin', begun];
  const endPhase = (next: string) => {
    const latencies = searches.take();
    for (const latency of latencies) all.push(latency);
    const took = (performance.now() - phaseBegun) / 1_000;
    phases.push({ phase, seconds: took, search: latencyOf(latencies) });
    console.error(`${name}: ${phase} took ${took.toFixed(1)} s`);
    [phase, phaseBegun] = [next, performance.now()];
  };
  await client.graphql(CONTINUE, { to });
  for (;;) {
    await setTimeout(LOOK);
    const state = await read();
    report = state.report ?? report;
    if (state.state === 'FAILED') throw new Error(`${name} has failed`);
    if (state.phase !== null && state.phase !== phase) endPhase(state.phase);
    if (state.phase === null) break;
    if (state.state === 'HELD') await client.graphql(CONTINUE, { to });
  }
  endPhase('end');
  return {
    phases,
    change: { seconds: (performance.now() - begun) / 1_000, search: latencyOf(all) },
    report: report ?? refuse(`${name} was not counted.`),
  };
}

function table({ name, before, preview, phases, change, report, missed, searches, memory }: Measured): string {
  const row = (what: string, took: number, latency: Latency) =>
    `| ${what} | ${took.toFixed(1)} | ${rate(took)} | ${latency.p50.toFixed(1)} / ${latency.p95.toFixed(1)} | ${(latency.p95 / before.p95).toFixed(2)} |`;
  const rate = (took: number): string => grouped(records / took);
  const models = [...new Set(cpus().map(({ model }) => model.trim()))].join(', ');
  return [
    `\n${name}, ${grouped(records)} records on ${cpus().length} cores (${models}), Node ${process.versions.node}`,
    '',
    '| what | seconds | records/s | search p50 / p95 ms | p95, before = 1 |',
    '|---|--:|--:|--:|--:|',
    `| before | | | ${before.p50.toFixed(1)} / ${before.p95.toFixed(1)} | 1 |`,
    row('preview', preview.seconds, preview.search),
    row('whole change', change.seconds, change.search),
    ...phases.map(({ phase, seconds: took, search }) => row(phase, took, search)),
    '',
    `entities merging ${report.merging}, splitting ${report.splitting}, both ${report.both}; ${report.recordsTouched} records touched`,
    `peak memory of the preview ${megabytes(preview.memory)}, of the service ${megabytes(memory.peak)}, its own at the end ${megabytes(memory.own)}`,
    `${searches} searches, ${missed} found nothing`,
  ].join('\n');
}

const seconds = (milliseconds: number): string => (milliseconds / 1_000).toFixed(1);
const grouped = (value: number): string => Math.round(value).toLocaleString('en-US');
const megabytes = (bytes: number | undefined): string =>
  bytes === undefined ? 'unknown' : `${grouped(bytes / 1e6)} MB`;

function countOf(option: string, text: string): number {
  const count = Number(text);
  return Number.isSafeInteger(count) && count > 0 ? count : refuse(`--${option} takes a whole number above zero.`);
}

function refuse(message: string): never {
  throw new Error(message);
}

try {
  await measureAll();
} finally {
  await rm(folder, { recursive: true, force: true });
}
