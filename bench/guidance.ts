import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { createGuidance, type Guidance } from '../functions/guidance/answer.ts';
import { createOffer } from '../functions/guidance/offer.ts';
import { tools } from '../functions/guidance/tools/registry.ts';
import { bundle } from '../scripts/bundle.ts';
import { people } from './people.ts';
import { type Latency, latencyOf } from './percentile.ts';

const root = join(import.meta.dirname, '..');

/** Milliseconds. */
export interface GuidanceBench {
  /** Of the built function in a fresh process, the median of several: importing it, and the first `tools/list` after that. */
  readonly coldImport: number;
  readonly firstToolsList: number;
  /** Of the warm server, protocol included, per tool. */
  readonly tools: ReadonlyMap<string, Latency>;
}

/** Fresh processes that are started one after the other. */
const coldStarts = 5;

/**
 * Measures the guidance server: its start in fresh processes, then every tool with its first example; linting and
 * simulating with the rule-config of examples/people instead.
 */
export async function measureGuidance(calls = 100): Promise<GuidanceBench> {
  const cold = await measureColdStarts();
  const guidance = createGuidance({
    offer: createOffer('svc'),
    origins: { allowedOrigins: [], loopbackOnly: false },
    log: () => {},
  });
  const measured = new Map<string, Latency>();
  for (const [name, args] of await callsOfTools()) {
    measured.set(name, latencyOf(await measureCalls(guidance, name, args, calls)));
  }
  return { ...cold, tools: measured };
}

async function callsOfTools(): Promise<Map<string, object>> {
  const [ruleConfig, schema] = await Promise.all(
    ['rule-config.json', 'schema.graphqls'].map((file) => readFile(join(root, 'examples', 'people', file), 'utf8')),
  );
  const stream = people(1);
  const [recordA, recordB] = [{ ...stream.next().value }, { ...stream.next().value }];
  const byName = new Map<string, object>(tools.map(({ name, examples }) => [name, examples[0]!.arguments]));
  byName.set('svc_lint_rule_config', { ruleConfig, schema });
  byName.set('svc_simulate_match', { ruleConfig, schema, recordA, recordB });
  return byName;
}

/** Milliseconds of each call, after some that are not counted. */
async function measureCalls(guidance: Guidance, name: string, args: object, calls: number): Promise<number[]> {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } });
  const latencies: number[] = [];
  for (let call = -20; call < calls; call++) {
    const began = performance.now();
    const answer = await guidance({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      host: 'localhost',
      body,
      requestId: 'bench',
    });
    const took = performance.now() - began;
    if (answer.body?.includes('"isError":true')) throw new Error(`${name} failed: ${answer.body}`);
    if (call >= 0) latencies.push(took);
  }
  return latencies;
}

/** Run in a fresh process: imports the function, asks it once, prints both times. */
const coldStart = `
const began = performance.now();
const { handler } = await import(process.argv[1]);
const imported = performance.now();
const answer = await handler({
  headers: { 'content-type': 'application/json' },
  body: '{"jsonrpc":"2.0","id":1,"method":"tools/list"}',
  isBase64Encoded: false,
  requestContext: { requestId: 'bench', domainName: 'localhost', http: { method: 'POST' } },
});
if (answer.statusCode !== 200) throw new Error(answer.body);
process.stderr.write(JSON.stringify([imported - began, performance.now() - imported]));
`;

async function measureColdStarts(): Promise<Pick<GuidanceBench, 'coldImport' | 'firstToolsList'>> {
  const directory = await mkdtemp(join(tmpdir(), 'guidance-bench-'));
  try {
    const file = join(directory, 'handler.mjs');
    for (const { path, content } of (await bundle('guidance', root)).files)
      await writeFile(join(directory, path), content);
    const runs: [number, number][] = [];
    for (let start = 0; start < coldStarts; start++) {
      const child = spawn(process.execPath, ['--input-type=module', '-e', coldStart, pathToFileURL(file).href], {
        stdio: ['ignore', 'ignore', 'pipe'],
      });
      let printed = '';
      child.stderr.on('data', (chunk: Buffer) => {
        printed += chunk;
      });
      const [code] = await once(child, 'close');
      if (code !== 0) throw new Error(`The function did not start: ${printed}`);
      runs.push(JSON.parse(printed) as [number, number]);
    }
    const median = (at: 0 | 1) => latencyOf(runs.map((run) => run[at])).p50;
    return { coldImport: median(0), firstToolsList: median(1) };
  } finally {
    await rm(directory, { recursive: true });
  }
}

/** The measurements as a Markdown table. */
export function guidanceTable({ coldImport, firstToolsList, tools: measured }: GuidanceBench): string {
  return [
    '| guidance server | p50 ms | p95 ms |',
    '|---|--:|--:|',
    `| cold import of the function | ${coldImport.toFixed(0)} | |`,
    `| first tools/list after it | ${firstToolsList.toFixed(0)} | |`,
    ...[...measured].map(([name, { p50, p95 }]) => `| \`${name}\` | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`),
  ].join('\n');
}

if (import.meta.main) console.log(guidanceTable(await measureGuidance()));
