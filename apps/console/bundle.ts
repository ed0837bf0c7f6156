import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import { bundleOf, type ConsoleBundle, entryName, readFrontEnd } from '../../functions/console/front-end.ts';

/** What the bundle was made of: sources and packages, with paths relative to the root of the repository. */
export interface BundledConsole extends ConsoleBundle {
  readonly metafile: Metafile;
}

const root = fileURLToPath(new URL('../..', import.meta.url));
/** Where the npm package has the bundled front-end. */
export const builtFolder = fileURLToPath(new URL('./built', import.meta.url));

/**
 * Bundles the front-end, which takes several tenths of a second; call it when the page is first opened.
 *
 * @throws when esbuild is not installed or finds an error in a source file
 */
export async function bundleConsole(): Promise<BundledConsole> {
  const { build } = await import('esbuild');
  const outdir = join(root, 'out');
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    // Paths stay below the root also where node_modules is a link.
    preserveSymlinks: true,
    entryPoints: [{ in: 'apps/console/app/main.tsx', out: entryName }],
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/console',
    bundle: true,
    write: false,
    metafile: true,
    // The editor is loaded together with the rules view.
    splitting: true,
    format: 'esm',
    platform: 'browser',
    target: 'es2022',
    jsx: 'automatic',
    minify: true,
    define: { 'process.env.NODE_ENV': '"production"' },
    loader: { '.woff2': 'file', '.woff': 'empty' },
    // The licences stay with the packages, which are installed on this machine.
    legalComments: 'none',
    logLevel: 'silent',
  });
  const files = new Map(outputFiles.map(({ path, contents }) => [path.slice(outdir.length + 1), contents]));
  return { ...bundleOf(files), metafile };
}

/**
 * The front-end that the npm package has beside this module; undefined in a clone, which has sources instead.
 */
export async function readBuiltConsole(folder = builtFolder): Promise<ConsoleBundle | undefined> {
  try {
    return await readFrontEnd(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
