import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it } from '@jest/globals';
import { firstCalls } from '../../bench/cold-start/first-calls.ts';
import { startSurroundings } from '../../bench/cold-start/surroundings.ts';
import { bundle, type FunctionName } from '../../scripts/bundle.ts';
import { earlyModulesOf } from '../../scripts/early-lists.ts';

const folders: string[] = [];
afterAll(async () => {
  for (const folder of folders) await rm(folder, { recursive: true });
});

interface Coverage {
  readonly url: string;
  readonly functions: readonly {
    readonly ranges: readonly { readonly startOffset: number; readonly endOffset: number; readonly count: number }[];
  }[];
}

/** The functions that V8 saw when the first call was answered. */
async function coverageOfFirstCall(name: FunctionName): Promise<readonly Coverage[]> {
  const { files } = await bundle(name, join(import.meta.dirname, '..', '..'));
  const folder = await mkdtemp(join(tmpdir(), 'compiled-at-once-'));
  folders.push(folder);
  for (const { path, content } of files) await writeFile(join(folder, path), content);
  const surroundings = await startSurroundings();
  try {
    const script = `
      const { Session } = await import('node:inspector/promises');
      const session = new Session();
      session.connect();
      await session.post('Profiler.enable');
      await session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: false });
      const { handler } = await import(${JSON.stringify(pathToFileURL(join(folder, 'handler.mjs')).href)});
      await handler(${JSON.stringify(firstCalls[name]!.event(surroundings.token))}, { getRemainingTimeInMillis: () => 60_000 });
      const { result } = await session.post('Profiler.takePreciseCoverage');
      process.stderr.write(JSON.stringify(result.filter(({ url }) => /(?:handler|chunk-\\w+)\\.mjs$/.test(url))));
      process.exitCode = 0;`;
    const { stderr } = await promisify(execFile)(process.execPath, ['--input-type=module', '-e', script], {
      env: { PATH: process.env['PATH'], ...surroundings.environment },
      maxBuffer: 2 ** 26,
    });
    return JSON.parse(stderr);
  } finally {
    await surroundings.stop();
  }
}

describe('the functions that are compiled with their file', () => {
  it.each(Object.entries(earlyModulesOf) as [FunctionName, readonly string[]][])(
    'are, of every module of %s, mostly called by the first answer',
    async (name, modules) => {
      const bytes = new Map<string, { called: number; all: number }>();
      for (const { url, functions } of await coverageOfFirstCall(name)) {
        const text = await readFile(new URL(url), 'latin1');
        const calls = new Map(functions.map(({ ranges: [range] }) => [range!.startOffset, range!]));
        // Each stands as `// module` and `var name = (function(…) {…});`, at the top of its file.
        for (const match of text.matchAll(/^\/\/ (\S+)\nvar \w+ = \((?=(?:async )?function\*?\()/gm)) {
          const range = calls.get(match.index + match[0].length)!;
          const sum = bytes.get(match[1]!) ?? { called: 0, all: 0 };
          const length = range.endOffset - range.startOffset;
          bytes.set(match[1]!, { called: sum.called + (range.count > 0 ? length : 0), all: sum.all + length });
        }
      }

      expect([...bytes.keys()].sort()).toEqual([...modules].sort());
      expect([...bytes].filter(([, { called, all }]) => called < all / 2).map(([module]) => module)).toEqual([]);
    },
  );
});
