import { fork, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundle, entryFile, type FunctionName } from '../../scripts/bundle.ts';
import { percentile } from '../percentile.ts';
import { type FirstCall, firstCalls } from './first-calls.ts';
import { startSurroundings } from './surroundings.ts';

const root = join(import.meta.dirname, '..', '..');

/** Milliseconds, medians of fresh processes. */
interface ColdStart {
  readonly name: FunctionName;
  /** The first call. */
  readonly what: string;
  readonly imported: number;
  readonly answered: number;
  /** Of both together, run by run. */
  readonly total: number;
  /** What a quarter of the runs stayed below: what others do on the machine slows a few starts much, and never speeds one up. */
  readonly lowerQuartile: number;
  /** Processor time of both together, all threads: it hardly changes with what else the machine does. */
  readonly processor: number;
  /** Bytes of the entry and of what it imports at once. */
  readonly bytes: number;
}

export interface ColdStarts {
  /** `node -e 0`: what Node.js itself takes, which is in none of the others. */
  readonly bareNode: number;
  readonly functions: readonly ColdStart[];
}

interface Run {
  readonly imported: number;
  readonly answered: number;
  readonly processor: number;
}

/** Starts every function in `runs` fresh processes, one after the other. */
export async function measureColdStarts(runs = 15): Promise<ColdStarts> {
  const directory = await mkdtemp(join(tmpdir(), 'cold-start-bench-'));
  const surroundings = await startSurroundings();
  try {
    const functions: ColdStart[] = [];
    for (const [name, call] of Object.entries(firstCalls) as [FunctionName, FirstCall][]) {
      const { files, metafile } = await bundle(name, root);
      const folder = join(directory, name);
      for (const { path, content } of files) {
        await mkdir(dirname(join(folder, path)), { recursive: true });
        await writeFile(join(folder, path), content);
      }
      const args = [
        pathToFileURL(join(folder, entryFile)).href,
        JSON.stringify(call.event(surroundings.token)),
        call.answer,
      ];
      const starts = await repeat(runs, () => startOnce(args, surroundings.environment));
      const totals = starts.map(({ imported, answered }) => imported + answered);
      functions.push({
        name,
        what: call.what,
        imported: median(starts.map(({ imported }) => imported)),
        answered: median(starts.map(({ answered }) => answered)),
        total: median(totals),
        lowerQuartile: percentile(totals, 0.25),
        processor: median(starts.map(({ processor }) => processor)),
        bytes: bytesAtStart(metafile),
      });
    }
    return { bareNode: median(await repeat(runs, startNode)), functions };
  } finally {
    await surroundings.stop();
    await rm(directory, { recursive: true });
  }
}

function bytesAtStart({ outputs }: Metafile): number {
  const read = new Set<string>();
  const add = (path: string) => {
    const output = outputs[path];
    if (output === undefined || read.has(path)) return;
    read.add(path);
    for (const { path: imported, kind } of output.imports) if (kind === 'import-statement') add(imported);
  };
  add(entryFile);
  return [...read].reduce((sum, path) => sum + outputs[path]!.bytes, 0);
}

const median = (values: readonly number[]): number => percentile(values, 0.5);

async function repeat<Result>(times: number, once: () => Promise<Result>): Promise<Result[]> {
  const results: Result[] = [];
  for (let time = 0; time < times; time++) results.push(await once());
  return results;
}

async function startOnce(args: readonly string[], environment: Readonly<Record<string, string>>): Promise<Run> {
  const child = fork(join(import.meta.dirname, 'start.mjs'), args, {
    // Nothing of this machine: the function finds what Lambda would give it.
    env: { PATH: process.env['PATH'], ...environment },
    execArgv: [],
    silent: true,
  });
  let errors = '';
  child.stderr!.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  child.stdout!.on('data', (chunk: Buffer) => {
    errors += chunk;
  });
  let run: Run | undefined;
  child.on('message', (message) => {
    run = message as Run;
  });
  const [code] = await once(child, 'close');
  if (run === undefined) throw new Error(`The function ended with ${code}: ${errors}`);
  return run;
}

async function startNode(): Promise<number> {
  const began = performance.now();
  await once(spawn(process.execPath, ['-e', '0'], { stdio: 'ignore' }), 'close');
  return performance.now() - began;
}
