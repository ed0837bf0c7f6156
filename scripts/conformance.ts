/**
 * Runs the public conformance suite of the Model Context Protocol against the guidance server behind the local gateway,
 * for both revisions; fails for whatever test/conformance/expected-failures.*.yml does not name with a reason.
 *
 *   npm run conformance
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { createGateway } from '../apps/service/gateway/gateway.ts';
import { guidanceRoute } from '../apps/service/routes/guidance.ts';

const root = join(import.meta.dirname, '..');
const suite = fileURLToPath(import.meta.resolve('@modelcontextprotocol/conformance/dist/index.js'));
const revisions = ['2025-11-25', '2026-07-28'];

export interface ConformanceRun {
  readonly revision: string;
  readonly passed: boolean;
  /** What the suite printed. */
  readonly output: string;
}

/** Scenarios of which some checks need fixtures and the others must pass all the same. */
const partlyTestable = ['server-stateless'];

/** Runs what one revision requires of a server. */
async function run(revision: string, url: string): Promise<ConformanceRun> {
  const expected = join(root, 'test', 'conformance', `expected-failures.${revision}.yml`);
  const results = await mkdtemp(join(tmpdir(), 'conformance-'));
  try {
    const child = spawn(
      process.execPath,
      [suite, 'server', '--url', url, '--requirements', revision, '--expected-failures', expected, '-o', results],
      { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] },
    );
    let output = '';
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (output += chunk));
    const [code] = await once(child, 'close');
    const hidden = await hiddenFailures(results);
    output += hidden.map((failure) => `Failed although it needs no fixture: ${failure}\n`).join('');
    return { revision, passed: code === 0 && hidden.length === 0, output };
  } finally {
    await rm(results, { recursive: true, force: true });
  }
}

/** Checks that failed for another reason than a fixture that is not there, in scenarios that are expected to fail. */
async function hiddenFailures(results: string): Promise<string[]> {
  const folders = (await readdir(results)).filter((name) =>
    partlyTestable.some((scenario) => name.startsWith(`server-${scenario}-`)),
  );
  const checks = await Promise.all(
    folders.map(async (name) => JSON.parse(await readFile(join(results, name, 'checks.json'), 'utf8')) as Check[]),
  );
  return checks
    .flat()
    .filter(({ status, details }) => status === 'FAILURE' && details?.untestable !== true)
    .map(({ id, errorMessage }) => `${id}: ${errorMessage}`);
}

interface Check {
  readonly id: string;
  readonly status: string;
  readonly errorMessage?: string;
  readonly details?: { readonly untestable?: boolean };
}

/** Runs the suite for every revision against a server of its own on the loopback. */
export async function conformance(): Promise<ConformanceRun[]> {
  const gateway = createGateway({
    routes: [guidanceRoute({ serviceIdentifier: 'svc', log: () => {}, timeLimit: 300_000 })],
  });
  const { port } = await gateway.listen(0, '127.0.0.1');
  try {
    const runs: ConformanceRun[] = [];
    for (const revision of revisions) runs.push(await run(revision, `http://127.0.0.1:${port}/mcp`));
    return runs;
  } finally {
    await gateway.close();
  }
}

if (import.meta.main) {
  for (const { revision, passed, output } of await conformance()) {
    const summary = output.slice(Math.max(0, output.indexOf('=== SUMMARY ===')));
    console.log(`${revision}: ${passed ? 'passed' : 'FAILED'}\n${summary.trim()}\n`);
    if (!passed) process.exitCode = 1;
  }
}
