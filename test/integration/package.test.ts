import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { isBuiltin } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, describe, expect, it } from '@jest/globals';
import { parse } from 'csv-parse/sync';
import { build } from 'esbuild';
import { pairwiseQuality } from '../../bench/quality/pairwise.ts';
import { newcomerFile } from './newcomer-file.ts';
import { environment, packAndInstall, shell } from './packed-package.ts';
import { root } from './service-process.ts';

let folder: string;
let installed: string;
const running: ChildProcess[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'entity-data-package-'));
  installed = await packAndInstall(folder);
});
afterEach(() => Promise.all(running.splice(0).map((child) => interrupt(child, 'SIGKILL'))));
afterAll(() => rm(folder, { recursive: true }));

/** Runs a line in the folder of the package. */
const run = (line: string) => shell(line, folder, environment({ XDG_CACHE_HOME: join(folder, 'cache') }));

/** Sends a signal to all processes of a line, as a terminal does, and resolves when all have ended. */
async function interrupt(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const closed = once(child, 'close');
  process.kill(-child.pid!, signal);
  await closed;
}

/** Starts a service by a line and resolves with what it printed when it is there. */
async function startService(line: string): Promise<{ readonly child: ChildProcess; printed(): string }> {
  const child = spawn('sh', ['-c', line], {
    cwd: folder,
    env: environment(),
    // A group of processes of its own.
    detached: true,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  running.push(child);
  let printed = '';
  await new Promise<void>((resolve, reject) => {
    child.stdout!.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
      if (printed.includes('Ctrl-C')) resolve();
    });
    child.on('close', (code) => reject(new Error(`the service ended with ${code}: ${printed}`)));
  });
  return { child, printed: () => printed };
}
const printedAs = (printed: string, name: string) => new RegExp(`^${name}\\s+(.+)$`, 'm').exec(printed)![1]!;

describe('the npm package', () => {
  it('has the program, what it reads, and nothing else', async () => {
    const files = (await readdir(installed, { recursive: true, withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1));

    let bytes = 0;
    for (const file of files) bytes += (await stat(join(installed, file))).size;
    expect(files).toEqual(expect.arrayContaining(['LICENSE', 'README.md', 'build/THIRD_PARTY_LICENCES.txt']));
    expect(files.filter((file) => /\.(?:ts|tsx|map|zip|tgz)$|\.test\.|node_modules/.test(file))).toEqual([]);
    expect(
      files.filter((file) => !/^(?:build\/|apps\/cli\/entity-data\.js$|[A-Za-z]+(?:\.md|\.json)?$)/.test(file)),
    ).toEqual([]);
    expect(files.filter((file) => file.startsWith('build/docs/decisions'))).toEqual([]);
    expect(bytes).toBeLessThan(8_000_000);
  });

  it('leaves nothing behind in the checkout that it is made of', async () => {
    expect(await readdir(root)).not.toContain('build');
  });

  it('imports every package that it depends on, and no other', async () => {
    const { dependencies } = JSON.parse(await readFile(join(installed, 'package.json'), 'utf8')) as {
      dependencies: Readonly<Record<string, string>>;
    };
    const modules = (await readdir(join(installed, 'build'), { recursive: true })).filter(
      (path) => path.endsWith('.js') && !/[/\\](?:built|files)[/\\]/.test(path),
    );
    const { metafile } = await build({
      absWorkingDir: join(installed, 'build'),
      entryPoints: modules,
      outdir: 'out',
      bundle: true,
      packages: 'external',
      platform: 'node',
      format: 'esm',
      metafile: true,
      write: false,
      logLevel: 'silent',
    });
    const imported = new Set(
      Object.values(metafile.inputs).flatMap(({ imports }) =>
        imports.flatMap(({ path, external }) =>
          external && !isBuiltin(path) ? [/^(?:@[^/]+\/)?[^/]+/.exec(path)![0]] : [],
        ),
      ),
    );

    // The front-end is bundled with esbuild in a clone only: the package has the bundle.
    imported.delete('esbuild');
    expect([...imported].sort()).toEqual(Object.keys(dependencies).sort());
  });

  it('names no script of the sources', async () => {
    const naming: string[] = [];
    for (const path of await readdir(join(installed, 'build'), { recursive: true })) {
      if (!path.endsWith('.js')) continue;
      const text = await readFile(join(installed, 'build', path), 'utf8');
      for (const [, named] of text.matchAll(/["'`](\.{1,2}\/[\w./-]+\.tsx?)["'`]/g)) naming.push(`${path}: ${named}`);
    }

    expect(naming).toEqual([]);
  });

  it('says under an older Node what it needs', async () => {
    const old =
      "data:text/javascript,Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '20.19.0' } })";

    const { code, stderr } = await run(`node --import ${JSON.stringify(old)} node_modules/.bin/entity-data --version`);

    expect({ code, stderr }).toEqual({
      code: 1,
      stderr:
        'entity-data needs Node 22.18 or newer; this is 20.19.0.\nInstall a newer Node, then run the command again.\n',
    });
  });

  it('runs as npx entity-data, and serves the console and the guidance server', async () => {
    const version = await run('npx entity-data --version');
    const { child, printed } = await startService('npx entity-data start --port 0 --data-dir example');
    const secrets = JSON.parse(await readFile(printedAs(printed(), 'secret_file'), 'utf8')) as { consoleUrl: string };
    const origin = new URL(secrets.consoleUrl).origin;

    const entered = await fetch(secrets.consoleUrl, { redirect: 'manual' });
    const cookie = entered.headers
      .getSetCookie()
      .map((one) => one.split(';')[0])
      .join('; ');
    const page = await (await fetch(`${origin}/`, { headers: { cookie } })).text();
    const parts = [...page.matchAll(/"(main-[\w-]+\.(?:js|css))"/g)].map(([, name]) => `/console/${name}`);
    const answers = await Promise.all(
      parts.map(async (path) => {
        const answer = await fetch(`${origin}${path}`, { headers: { cookie } });
        return { path, status: answer.status, isLarge: (await answer.text()).length > 1_000 };
      }),
    );
    const doctor = await run('npx entity-data doctor --data-dir example');
    await interrupt(child, 'SIGTERM');

    expect(version).toMatchObject({ code: 0, stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/) });
    expect(parts.length).toBeGreaterThanOrEqual(2);
    expect(answers).toEqual(answers.map(({ path }) => ({ path, status: 200, isLarge: true })));
    expect(doctor).toMatchObject({ code: 0, stdout: expect.stringContaining('guidance') });
  });
});

describe("the newcomer's way", () => {
  it('is the four lines of the README, from a raw file to its entities, at once and by a service', async () => {
    const readme = await readFile(join(root, 'README.md'), 'utf8');
    const blocks = readme.slice(readme.indexOf('## Your own data')).matchAll(/```\n([\s\S]*?)```/g);
    const [resolve, start, load, exported] = [...blocks]
      .slice(0, 2)
      .flatMap(([, block]) => block!.trim().split('\n')) as [string, string, string, string];
    const { content, truth } = newcomerFile(900);
    await writeFile(join(folder, 'customers.csv'), content);

    const resolved = await run(resolve);
    const { child, printed } = await startService(`${start} --port 0`);
    const loaded = await run(load);
    const written = await run(exported);
    await interrupt(child, 'SIGINT');

    expect([resolve, start, load, exported]).toEqual([
      'npx entity-data resolve customers.csv --out entities.csv',
      'npx entity-data start --instance customers/',
      'npx entity-data load customers.csv',
      'npx entity-data export --format csv > served.csv',
    ]);
    expect(resolved).toMatchObject({ code: 0 });
    expect(loaded).toMatchObject({
      code: 0,
      stdout: expect.stringContaining(`${truth.size.toLocaleString('en')} records loaded`),
    });
    expect(written).toMatchObject({ code: 0, stdout: '' });
    expect(printed()).toContain('Stopped.');
    for (const file of ['entities.csv', 'served.csv']) {
      const rows: Record<string, string>[] = parse(await readFile(join(folder, file), 'utf8'), { columns: true });
      const found = new Map(rows.map((row) => [row['record_id']!, row['entity_id']!]));
      expect(rows).toHaveLength(truth.size);
      const { precision, recall } = pairwiseQuality(found, truth);
      expect(precision).toBeGreaterThanOrEqual(0.99);
      expect(recall).toBeGreaterThanOrEqual(0.97);
    }
  });
});
