/**
 * Builds what the npm package has besides its launcher into build/: the program as JavaScript, because Node strips no
 * types below node_modules, and the files that it reads. `npm pack` runs it, and removes build/ at its end.
 *
 *   node scripts/package.ts
 *   node scripts/package.ts --remove
 */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { build, type Plugin } from 'esbuild';
import { bundleConsole, builtFolder as consoleFolder } from '../apps/console/bundle.ts';
import { packedContents } from '../functions/console/front-end.ts';
import { pages } from '../src/guidance/docs/documentation.ts';
import { licencesOf, packageFolders } from './licences.ts';

const root = join(import.meta.dirname, '..');
const target = join(root, 'build');

/** The program and the scripts of its threads and processes. */
const entries = [
  'apps/cli/entity-data.ts',
  'apps/cli/resolve/batch-thread.ts',
  'apps/cli/your-data/worker.ts',
  'functions/guidance/workers/tool-worker.ts',
  'src/store/embedded/checkpoint-thread.ts',
];

/** Files that the program reads from the root. */
const assets = [
  'variables.tf',
  ...['README.md', 'clients.json', 'people.csv', 'rule-config.json', 'schema.graphqls'].map(
    (file) => `examples/people/${file}`,
  ),
];

const options = {
  absWorkingDir: root,
  bundle: true,
  format: 'esm',
  platform: 'node',
  target: 'node22',
  legalComments: 'none',
  logLevel: 'silent',
  tsconfigRaw: '{}',
} as const;

/** Every module that the program may import, with paths relative to the root. */
async function sources(): Promise<string[]> {
  const { metafile } = await build({
    ...options,
    entryPoints: entries,
    outdir: target,
    packages: 'external',
    metafile: true,
    write: false,
  });
  return Object.keys(metafile.inputs);
}

/** Leaves every import as it is, but for the ending of the module. */
const oneByOne: Plugin = {
  name: 'one-by-one',
  setup({ onResolve }) {
    onResolve({ filter: /./ }, ({ path, kind }) =>
      kind === 'entry-point'
        ? undefined
        : { path: path.startsWith('.') ? path.replace(/\.ts$/, '.js') : path, external: true },
    );
  },
};

/** Writes each module as a file of its own, so that paths relative to a module stay what they are. */
async function writeProgram(): Promise<void> {
  await build({
    ...options,
    entryPoints: await sources(),
    outbase: root,
    outdir: target,
    plugins: [oneByOne],
  });
  const { version } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as { version: string };
  await write('package.json', `${JSON.stringify({ type: 'module', version })}\n`);
}

/** Writes the pages of the local service, and the licences of what they are made of. */
async function writePages(): Promise<void> {
  const { contents, metafile } = await bundleConsole();
  for (const [name, content] of await packedContents(contents))
    await write(join(relative(root, consoleFolder), name), content);
  await write('THIRD_PARTY_LICENCES.txt', licencesOf('This package', packageFolders(metafile), root));
}

async function writeAssets(): Promise<void> {
  for (const { path, text } of pages) await write(join('docs', path), text);
  for (const path of assets) {
    await mkdir(dirname(join(target, path)), { recursive: true });
    await cp(join(root, path), join(target, path));
  }
}

async function write(path: string, content: string | Uint8Array): Promise<void> {
  await mkdir(dirname(join(target, path)), { recursive: true });
  await writeFile(join(target, path), content);
}

await rm(target, { recursive: true, force: true });
if (!process.argv.includes('--remove')) {
  await writeProgram();
  await writePages();
  await writeAssets();
}
