import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

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

const app = fileURLToPath(new URL('./app', import.meta.url));
const entry = 'main';

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
export async function bundleConsole(): Promise<ConsoleBundle> {
  const { build } = await import('esbuild');
  const outdir = join(app, 'out');
  const { outputFiles } = await build({
    absWorkingDir: app,
    entryPoints: [{ in: 'main.tsx', out: entry }],
    outdir,
    entryNames: '[name]-[hash]',
    chunkNames: 'part-[hash]',
    assetNames: '[name]-[hash]',
    publicPath: '/console',
    bundle: true,
    write: false,
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
    const name = path.slice(outdir.length + 1);
    const known = types.get(name.slice(name.lastIndexOf('.')));
    if (known !== undefined) files.set(name, { ...known, contents });
  }
  return { files, script: nameOf(files, '.js'), styles: nameOf(files, '.css') };
}

function nameOf(files: ReadonlyMap<string, ConsoleFile>, extension: string): string {
  const name = [...files.keys()].find((file) => file.startsWith(`${entry}-`) && file.endsWith(extension));
  if (name === undefined) throw new Error(`Bundling the console gave no ${extension} file.`);
  return name;
}
