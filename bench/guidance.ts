import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createGuidance, createOffer, type Guidance } from '../functions/guidance/guidance.ts';
import { tools } from '../src/guidance/tools/registry.ts';
import { people } from './people.ts';
import { type Latency, latencyOf } from './percentile.ts';

const root = join(import.meta.dirname, '..');

/** What each tool of the warm server takes, protocol included. */
export type GuidanceBench = ReadonlyMap<string, Latency>;

/** Calls every tool with its first example; linting and simulating with the rule-config of examples/people instead. */
export async function measureGuidance(calls = 100): Promise<GuidanceBench> {
  const guidance = createGuidance({
    offer: createOffer({ serviceIdentifier: 'svc' }),
    origins: { allowedOrigins: [], loopbackOnly: false },
    log: () => {},
  });
  const measured = new Map<string, Latency>();
  for (const [name, args] of await callsOfTools()) {
    measured.set(name, latencyOf(await measureCalls(guidance, name, args, calls)));
  }
  return measured;
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

/** The measurements as a Markdown table. */
export function guidanceTable(measured: GuidanceBench): string {
  return [
    '| guidance server | p50 ms | p95 ms |',
    '|---|--:|--:|',
    ...[...measured].map(([name, { p50, p95 }]) => `| \`${name}\` | ${p50.toFixed(1)} | ${p95.toFixed(1)} |`),
  ].join('\n');
}

if (import.meta.main) console.log(guidanceTable(await measureGuidance()));
