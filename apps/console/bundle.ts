import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';
import {
  bundleOf,
  type ConsoleBundle,
  type PageParts,
  partsFile,
  readFrontEnd,
} from '../../functions/console/front-end.ts';
import { ifThere } from '../../src/if-there.ts';
import { views } from './app/place.ts';

/** What the bundle was made of: sources and packages, with paths relative to the root of the repository. */
export interface BundledConsole extends ConsoleBundle {
  /** All files by name, also those that are not served. */
  readonly contents: ReadonlyMap<string, Uint8Array>;
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
  const common = {
    absWorkingDir: root,
    // Paths stay below the root also where node_modules is a link.
    preserveSymlinks: true,
    outdir,
    bundle: true,
    write: false,
    metafile: true,
    platform: 'browser',
    target: 'es2022',
    minify: true,
    // The licences stay with the packages, which are installed on this machine.
    legalComments: 'none',
    logLevel: 'silent',
  } as const;
  const [{ outputFiles, metafile }, first, firstStyles] = await Promise.all([
    build({
      ...common,
      entryPoints: entries.map((path) => `apps/console/app/${path}`),
      entryNames: '[name]-[hash]',
      chunkNames: 'part-[hash]',
      assetNames: '[name]-[hash]',
      publicPath: '/console',
      // Views beside the first ones, and the editor, are loaded when they are opened.
      splitting: true,
      format: 'esm',
      jsx: 'automatic',
      alias: preact,
      define: { 'process.env.NODE_ENV': '"production"' },
      loader: { '.woff2': 'file', '.woff': 'empty' },
    }),
    build({ ...common, entryPoints: ['apps/console/app/first.ts'], format: 'iife' }),
    build({ ...common, entryPoints: ['apps/console/app/styles/first.css'] }),
  ]);
  const contents = new Map(outputFiles.map(({ path, contents }) => [path.slice(outdir.length + 1), contents]));
  const parts = partsOf(metafile, first.outputFiles[0]!.text, firstStyles.outputFiles[0]!.text);
  contents.set(partsFile, Buffer.from(JSON.stringify(parts)));
  return { ...bundleOf(contents), contents, metafile };
}

/** Preact has what the console uses of React, in a tenth of the bytes. */
const preact = {
  react: 'preact/compat',
  'react-dom': 'preact/compat',
  'react/jsx-runtime': 'preact/jsx-runtime',
};

/** What the page runs, the sooner needed first, and its last style sheet. */
const entries = ['sign-in/start.ts', 'main.tsx', 'styles/last.css'] as const;

function partsOf({ outputs }: Metafile, first: string, firstStyles: string): PageParts {
  const outputOf = (source: string): string =>
    Object.keys(outputs).find((path) => outputs[path]?.entryPoint === `apps/console/app/${source}`) ?? '';
  const nameOf = (path: string) => path.slice('out/'.length);
  /** Names of an output and of all that it imports, but for those that are known. */
  const withImports = (path: string, known: readonly string[] = []): readonly string[] => {
    const reached = new Set([path]);
    for (const next of reached) {
      const imports = outputs[next]?.imports ?? [];
      for (const { kind, path: imported } of imports) if (kind === 'import-statement') reached.add(imported);
    }
    return [...reached].map(nameOf).filter((name) => !known.includes(name));
  };
  const [start, main, last] = entries;
  const begin = withImports(outputOf(start));
  const shell = withImports(outputOf(main), begin);
  const known = [...begin, ...shell];
  const viewOf = (view: string) => [view, withImports(outputOf(`${view}/${view}-view.tsx`), known)] as const;
  return {
    first: first.trim(),
    firstStyles: firstStyles.trim(),
    named: {
      scripts: [begin, shell],
      views: Object.fromEntries(views.map(viewOf)),
      styles: nameOf(outputs[outputOf(main)]?.cssBundle ?? ''),
      lastStyles: nameOf(outputOf(last)),
    },
  };
}

/**
 * The front-end that the npm package has beside this module; undefined in a clone, which has sources instead.
 */
export const readBuiltConsole = (folder = builtFolder): Promise<ConsoleBundle | undefined> =>
  ifThere(readFrontEnd(folder));
