import { readdir, readFile } from 'node:fs/promises';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Metafile } from 'esbuild';

/** A file that the page loads. */
export interface ConsoleFile {
  readonly type: string;
  /** Contents; only fonts are binary. */
  readonly contents: Uint8Array;
  readonly isText: boolean;
}

/** The bundled front-end. */
export interface ConsoleBundle {
  /** Files by name; the name contains a hash of the contents. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
  /** Name of the entry script. */
  readonly script: string;
  /** Name of the style sheet. */
  readonly styles: string;
}

/** What the bundle was made of: sources and packages, with paths relative to `folder`. */
export interface BundledConsole extends ConsoleBundle {
  readonly folder: string;
  readonly metafile: Metafile;
}

const app = fileURLToPath(new URL('./app', import.meta.url));
/** Where the npm package has the bundled front-end. */
export const builtFolder = fileURLToPath(new URL('./built', import.meta.url));
const entry = 'main';

/** By the extension of the name. */
const types: ReadonlyMap<string, { readonly type: string; readonly isText: boolean }> = new Map([
  ['.js', { type: 'text/javascript', isText: true }],
  ['.css', { type: 'text/css', isText: true }],
  ['.woff2', { type: 'font/woff2', isText: false }],
]);

/**
 * Bundles the front-end, which takes several tenths of a second; call it when the page is first opened.
 *
 * @throws when esbuild is not installed or finds an error in a source file
 */
export async function bundleConsole(): Promise<BundledConsole> {
  const { build } = await import('esbuild');
  const outdir = join(app, 'out');
  const { outputFiles, metafile } = await build({
    absWorkingDir: app,
    entryPoints: [{ in: 'main.tsx', out: entry }],
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
  const files = new Map<string, ConsoleFile>();
  for (const { path, contents } of outputFiles) {
    const file = consoleFile(path, contents);
    if (file !== undefined) files.set(path.slice(outdir.length + 1), file);
  }
  return { ...asBundle(files), folder: app, metafile };
}

/**
 * The front-end that the npm package has beside this module; undefined in a clone, which has sources instead.
 */
export async function readBuiltConsole(folder = builtFolder): Promise<ConsoleBundle | undefined> {
  let names: string[];
  try {
    names = await readdir(folder);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
  const files = new Map<string, ConsoleFile>();
  for (const name of names) {
    const file = consoleFile(name, await readFile(join(folder, name)));
    if (file !== undefined) files.set(name, file);
  }
  return asBundle(files);
}

/** Undefined for a file that the page does not load. */
function consoleFile(path: string, contents: Uint8Array): ConsoleFile | undefined {
  const known = types.get(extname(path));
  return known === undefined ? undefined : { ...known, contents };
}

const asBundle = (files: ReadonlyMap<string, ConsoleFile>): ConsoleBundle => ({
  files,
  script: nameOf(files, '.js'),
  styles: nameOf(files, '.css'),
});

function nameOf(files: ReadonlyMap<string, ConsoleFile>, extension: string): string {
  const name = [...files.keys()].find((file) => file.startsWith(`${entry}-`) && file.endsWith(extension));
  if (name === undefined) throw new Error(`The bundled console has no ${extension} file.`);
  return name;
}
