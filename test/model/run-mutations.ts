import { spawnSync } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { mutate, resolutionSources } from './mutated-sources.ts';
import { mutations } from './mutations.ts';

// npm run test:mutations [-- --histories 10000] [--from 1] [--only text] [--of rules]: switches each safeguard off, in a copy of
// the sources, and says whether the histories find it. docs/decisions/0049 says why those stay that they do not find.
// Ends with 1 when a mutation does not apply or none of its histories ran.
const { values } = parseArgs({
  options: {
    histories: { type: 'string', default: '10000' },
    from: { type: 'string' },
    only: { type: 'string', default: '' },
    // A kind of histories: those that only it could notice.
    of: { type: 'string' },
  },
});

/** Node ends a program with 13 when it waits for what never comes. */
const WAITS_FOR_NOTHING = 13;
const BROKEN = 'BROKEN, nothing ran';

const root = resolve(import.meta.dirname, '..', '..');
const sources = resolutionSources(root);
const chosen = mutations
  .filter(({ safeguard, of = 'changes' }) => safeguard.includes(values.only) && (values.of ?? of) === of)
  .flatMap((mutation) => {
    try {
      return [{ mutation, changed: mutate(sources, mutation) }];
    } catch (error) {
      console.error((error as Error).message);
      process.exitCode = 1;
      return [];
    }
  });
const copy = mkdtempSync(join(tmpdir(), 'entity-data-mutations-'));
try {
  for (const folder of ['functions', 'src', 'test'])
    cpSync(join(root, folder), join(copy, folder), { recursive: true });
  cpSync(join(root, 'package.json'), join(copy, 'package.json'));
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'));
  for (const { mutation, changed } of chosen) {
    const { safeguard, of = 'changes', seed = 1 } = mutation;
    for (const [file, text] of changed) writeFileSync(join(copy, file), text);
    const run = spawnSync(
      process.execPath,
      [
        join(copy, 'test/model/run-histories.ts'),
        ...['--histories', values.histories, '--from', values.from ?? String(seed), '--enough', '1', '--of', of],
      ],
      { encoding: 'utf8', timeout: 300_000 },
    );
    for (const file of changed.keys()) writeFileSync(join(copy, file), sources.get(file)!);
    const failures = run.stderr.split('\n').filter((line) => /^(?:seed|race)/.test(line));
    const first = failures.find((line) => !line.endsWith(': stands still'));
    const standing = failures.find((line) => line.endsWith(': stands still'));
    const verdict = verdictOf(run, first, standing);
    if (verdict === BROKEN) process.exitCode = 1;
    console.log(`${verdict}: without "${safeguard}"${first === undefined ? '' : ` — ${first.slice(0, 120)}`}`);
  }
} finally {
  rmSync(copy, { recursive: true, force: true });
}

function verdictOf(
  run: { status: number | null; error?: Error | undefined },
  violation: string | undefined,
  standing: string | undefined,
): string {
  if (run.status === 0) return 'NOT FOUND';
  if (violation !== undefined) return 'found';
  return standing !== undefined || run.error !== undefined || run.status === WAITS_FOR_NOTHING
    ? 'STANDS STILL'
    : BROKEN;
}
