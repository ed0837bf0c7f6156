import fs from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import Sqlite from 'better-sqlite3';
import { buildFirstStore } from './build-first-store.ts';
import { deployedPeople } from './edited-people.ts';
import { madeUpPeople } from './made-up-people.ts';

/** How a build ended whose step of this number failed. */
export interface FailedStep {
  readonly step: number;
  readonly error: string | undefined;
  /** Files in its directory. */
  readonly left: readonly string[];
}

/** Does the calls of the build that change files only after what a test wants at each. */
function onEachStep(before: (name: string, given: readonly unknown[]) => void): () => void {
  const undo: (() => void)[] = [];
  const hook = (target: object, name: string) => {
    const methods = target as Record<string, (...given: unknown[]) => unknown>;
    const original = methods[name]!;
    methods[name] = function (this: unknown, ...given) {
      before(name, given);
      return original.apply(this, given);
    };
    undo.push(() => {
      methods[name] = original;
    });
  };
  for (const name of ['openSync', 'writeSync', 'writeFileSync', 'mkdirSync', 'linkSync', 'rmSync', 'fsyncSync']) {
    hook(fs, name);
  }
  for (const name of ['exec', 'pragma', 'prepare', 'close']) hook(Sqlite.prototype, name);
  syncBuiltinESMExports();
  return () => {
    for (const one of undo) one();
    syncBuiltinESMExports();
  };
}

const build = (directory: string, before?: () => Promise<void>) =>
  buildFirstStore(
    deployedPeople(),
    madeUpPeople(20),
    { kind: 'database', directory: join(directory, 'store') },
    1_000,
    before,
  );

/** Copies the directory of a build as each of its steps finds it: what a kill at that step leaves. Returns their number. */
async function copySteps(directory: string): Promise<number> {
  const from = join(directory, 'built');
  fs.mkdirSync(from);
  let [steps, isCopying] = [0, false];
  const stop = onEachStep(() => {
    if (isCopying) return;
    isCopying = true;
    fs.cpSync(from, join(directory, String(steps)), { recursive: true });
    steps += 1;
    isCopying = false;
  });
  await build(from);
  stop();
  return steps;
}

/** From its step of each number on a build finds the disk full. */
async function failSteps(directory: string): Promise<FailedStep[]> {
  const failed: FailedStep[] = [];
  for (let step = 0; ; step++) {
    const place = join(directory, String(step));
    fs.mkdirSync(place);
    let steps = 0;
    const stop = onEachStep((name, [, flags]) => {
      // What takes no space: removals, and opening a file that is there.
      if (name === 'rmSync' || name === 'close' || (name === 'openSync' && /^r/.test(String(flags)))) return;
      if (steps++ >= step) throw Object.assign(new Error('ENOSPC: no space left on device'), { code: 'ENOSPC' });
    });
    const error = await build(place).then(
      () => undefined,
      (cause: Error) => cause.message,
    );
    stop();
    failed.push({ step, error, left: filesIn(place) });
    if (steps <= step) return failed;
  }
}

/** Fills the store of a directory, which is open elsewhere, and kills this process before a step of it. */
async function killAtStep(directory: string, step: number): Promise<void> {
  let steps = 0;
  const place = { kind: 'running', directory: join(directory, 'store') } as const;
  await buildFirstStore(deployedPeople(), madeUpPeople(20), place, 1_000, async () => {
    onEachStep((name) => {
      if (['exec', 'close'].includes(name) && steps++ === step) process.kill(process.pid, 'SIGKILL');
    });
  });
}

const filesIn = (directory: string): string[] =>
  fs
    .readdirSync(directory, { recursive: true, withFileTypes: true })
    .filter((entry) => !entry.isDirectory())
    .map(({ parentPath, name }) => relative(directory, join(parentPath, name)));

const [, program, mode, directory, step] = process.argv;
if (program === fileURLToPath(import.meta.url)) {
  if (mode === 'kill') await killAtStep(directory!, Number(step));
  else
    process.stdout.write(JSON.stringify(mode === 'copy' ? await copySteps(directory!) : await failSteps(directory!)));
}
