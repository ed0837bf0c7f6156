import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { parseArgs } from 'node:util';
import { HttpClient, requestToken } from './http-client.ts';
import { people } from './people.ts';
import { percentile } from './percentile.ts';
import { startServiceProcess } from './service.ts';

// npm run bench:waiting [-- --people 100000]: how much processor time of the service a small query waits for while the
// command line loads people. Milliseconds of the thread that serves, as Linux counts them, from sending the query to its
// answer: other programs of the machine do not count.
const { values } = parseArgs({ options: { people: { type: 'string', default: '100000' } } });
const PAUSE = 25;

/** Nanoseconds that the first thread of a process has run. */
async function processorTime(pid: number): Promise<number> {
  return Number((await readFile(`/proc/${pid}/schedstat`, 'utf8')).split(' ')[0]);
}

async function writePeople(path: string, count: number): Promise<void> {
  const stream = people(1, 'p');
  const file = createWriteStream(path);
  for (let n = 0; n < count; n++) {
    if (!file.write(`${JSON.stringify(stream.next().value)}\n`)) await once(file, 'drain');
  }
  file.end();
  await once(file, 'finish');
}

const directory = await mkdtemp(join(tmpdir(), 'entity-data-bench-'));
const data = join(directory, 'data');
const service = await startServiceProcess(['--data-dir', data]);
try {
  const file = join(directory, 'people.jsonl');
  await writePeople(file, Number(values.people));
  const token = await requestToken(service.tokenUrl, service.clientID, service.clientSecret);
  const client = new HttpClient(service.apiUrl, token, 1);
  const load = spawn(process.execPath, ['apps/cli/entity-data.js', 'load', file, '--data-dir', data], {
    stdio: ['ignore', 'ignore', 'inherit'],
  });
  let ended: number | null | undefined;
  load.once('exit', (code) => {
    ended = code;
  });
  const waited: number[] = [];
  const begun = performance.now();
  while (ended === undefined) {
    const before = await processorTime(service.pid);
    await client.graphql('{ __typename }', {});
    waited.push((await processorTime(service.pid)) - before);
    await setTimeout(PAUSE);
  }
  if (ended !== 0) throw new Error(`load ended with ${ended}`);
  const shown = (share: number) => (percentile(waited, share) / 1e6).toFixed(1);
  console.log(
    `${values.people} people loaded in ${((performance.now() - begun) / 1_000).toFixed(0)} s; ${waited.length} queries beside ` +
      `waited for ${shown(0.5)} ms of processor time (p50), ${shown(0.99)} (p99), ${shown(1)} at most`,
  );
} finally {
  await service.stop();
  await rm(directory, { recursive: true, force: true });
}
