import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { copyFile, mkdir, readFile } from 'node:fs/promises';
import { availableParallelism, loadavg } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { parseArgs } from 'node:util';
import { censusPeople } from '../census-people.ts';
import { markdownTable } from '../markdown-table.ts';
import { medianOf } from '../median.ts';
import { inDirectory } from '../own-store.ts';
import { pairwiseQuality } from '../quality/pairwise.ts';
import { startServiceProcess } from '../service.ts';

// npm run bench:batch [-- --sizes 200000,1000000 --rounds 3 --load]: files of people as in a census, resolved by `entity-data resolve`
// without and with a store, by Splink where python3 has it, and with --load by a service that has a record already. All in
// turns; the processor time is that of whole processes.
const { values } = parseArgs({
  options: {
    sizes: { type: 'string', default: '200000' },
    rounds: { type: 'string', default: '1' },
    threads: { type: 'string' },
    load: { type: 'boolean', default: false },
    /** Of one program: then it is ended, and the measurement fails. */
    minutes: { type: 'string', default: '30' },
  },
});
const FIELDS = ['id', 'firstName', 'lastName', 'dateOfBirth', 'email', 'phone', 'postcode'] as const;

/** What a program took. */
interface Usage {
  readonly processor: number;
  readonly wall: number;
  readonly megabytes: number;
}
interface Measured extends Usage {
  /** The file of records with their entities; undefined without one. */
  readonly found?: string;
}

/** Runs in the measured process: writes what it took, its threads included, when it ends. */
const NOTE_USAGE = `
  const { isMainThread } = process.getBuiltinModule('worker_threads');
  const { writeFileSync } = process.getBuiltinModule('fs');
  if (isMainThread) process.on('exit', () => {
    const { userCPUTime, systemCPUTime, maxRSS } = process.resourceUsage();
    writeFileSync(process.env.BENCH_USAGE, JSON.stringify({ processor: (userCPUTime + systemCPUTime) / 1e6, megabytes: maxRSS / 1e3 }));
  });`;
const noting = ['--import', `data:text/javascript,${encodeURIComponent(NOTE_USAGE)}`];

async function run(directory: string, command: string, options: readonly string[]): Promise<Usage> {
  const usage = join(directory, 'usage.json');
  const begun = performance.now();
  const child = spawn(command, options, {
    env: { ...process.env, BENCH_USAGE: usage },
    stdio: ['ignore', 'ignore', 'inherit'],
    timeout: Number(values.minutes) * 60_000,
  });
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`${command} ${options.join(' ')} ended with ${code}`);
  const wall = (performance.now() - begun) / 1_000;
  return { ...(JSON.parse(await readFile(usage, 'utf8')) as Omit<Usage, 'wall'>), wall };
}

const entityData = (directory: string, options: readonly string[]): Promise<Usage> =>
  run(directory, process.execPath, [...noting, 'apps/cli/entity-data.js', ...options]);

async function resolve(directory: string, file: string, store: boolean): Promise<Measured> {
  const instance = join(directory, 'instance');
  await mkdir(instance);
  for (const name of ['rule-config.json', 'schema.graphqls']) {
    await copyFile(join('examples/people', name), join(instance, name));
  }
  const found = join(directory, 'entities.csv');
  const threads = values.threads === undefined ? [] : ['--threads', values.threads];
  const options = ['resolve', file, '--instance', instance, '--out', found, ...threads, ...(store ? ['--store'] : [])];
  return { ...(await entityData(directory, options)), found };
}

/** Loads into a store that has one record: only an empty one is made as a whole. */
async function load(directory: string, file: string): Promise<Measured> {
  const data = join(directory, 'data');
  const first = join(directory, 'first.jsonl');
  const service = join(directory, 'service.json');
  await writeLines(first, [JSON.stringify({ id: 'first', firstName: 'Zenobia' })]);
  const { stop } = await startServiceProcess(['--data-dir', data], {
    BENCH_USAGE: service,
    NODE_OPTIONS: noting.join('='),
  });
  let client: Usage;
  try {
    await entityData(directory, ['load', first, '--data-dir', data]);
    client = await entityData(directory, ['load', file, '--data-dir', data]);
  } finally {
    await stop();
  }
  const served = JSON.parse(await readFile(service, 'utf8')) as Omit<Usage, 'wall'>;
  return {
    processor: client.processor + served.processor,
    wall: client.wall,
    megabytes: client.megabytes + served.megabytes,
  };
}

async function splink(directory: string, file: string): Promise<Measured> {
  const found = join(directory, 'clusters.csv');
  const threads = values.threads ?? String(availableParallelism());
  return { ...(await run(directory, 'python3', ['bench/batch/splink_people.py', file, found, threads])), found };
}

/** The version of Splink that python3 has. */
function splinkVersion(): string | undefined {
  try {
    const program = 'import splink, duckdb; print(f"Splink {splink.__version__} on DuckDB {duckdb.__version__}")';
    return execFileSync('python3', ['-c', program], { encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] }).trim();
  } catch {
    return undefined;
  }
}

async function writeLines(path: string, lines: Iterable<string>): Promise<void> {
  const file = createWriteStream(path);
  for (const line of lines) if (!file.write(`${line}\n`)) await once(file, 'drain');
  file.end();
  await once(file, 'finish');
}

/** The names, addresses and numbers have neither commas nor quotes. */
function* csvLines(records: number): Generator<string, void, undefined> {
  yield FIELDS.join();
  const stream = censusPeople(1, records);
  for (let n = 0; n < records; n++) {
    const person = stream.next().value;
    yield FIELDS.map((field) => person[field] ?? '').join();
  }
}

/** Compares with the truth: what stands before the last hyphen of an id is the person. */
async function f1(found: string): Promise<number> {
  const entities = new Map<string, string>();
  for await (const line of createInterface(createReadStream(found))) {
    const [id, entity] = line.replaceAll('"', '').split(',');
    if (id!.includes('-')) entities.set(id!, entity!);
  }
  const truth = new Map(Array.from(entities.keys(), (id) => [id, id.slice(0, id.lastIndexOf('-'))]));
  return pairwiseQuality(entities, truth).f1;
}

const peer = splinkVersion();
const ways: Readonly<Record<string, (directory: string, file: string) => Promise<Measured>>> = {
  '`resolve`, partition': (directory, file) => resolve(directory, file, false),
  ...(peer !== undefined && { [`${peer}, clusters`]: splink }),
  '`resolve --store`, complete store': (directory, file) => resolve(directory, file, true),
  ...(values.load && { '`load` through a service': load }),
};
if (peer === undefined) console.log('Splink is not measured: python3 has no package splink, or no duckdb.\n');

for (const size of values.sizes.split(',').map(Number)) {
  await inDirectory(async (directory) => {
    const file = join(directory, 'people.csv');
    await writeLines(file, csvLines(size));
    const taken = new Map<string, Usage[]>();
    const quality = new Map<string, string>();
    for (let round = 0; round < Number(values.rounds); round++) {
      for (const [name, way] of Object.entries(ways)) {
        const { found, ...usage } = await inDirectory(async (place) => {
          const measured = await way(place, file);
          if (measured.found !== undefined && round === 0) quality.set(name, (await f1(measured.found)).toFixed(3));
          return measured;
        });
        taken.set(name, [...(taken.get(name) ?? []), usage]);
        console.error(`${name}: ${JSON.stringify(usage)}`);
      }
    }
    const head = [`${size.toLocaleString('en')} people`, 'processor s', 'wall s', 'peak MB', 'F1'];
    const rows = Array.from(taken, ([name, usages]) => {
      const { processor, wall, megabytes } = medianOf(usages);
      return [name, processor.toFixed(1), wall.toFixed(1), megabytes.toFixed(0), quality.get(name) ?? ''];
    });
    console.log(`${markdownTable(head, rows)}\n`);
  });
}
const averages = loadavg().map((one) => one.toFixed(1));
console.log(
  `Node ${process.versions.node}, ${availableParallelism()} processors, ${values.rounds} rounds in turns. Load averages at the end: ${averages.join(', ')}; wall times say little above the number of processors.`,
);
