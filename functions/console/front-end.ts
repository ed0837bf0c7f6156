import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

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

/** Name of the entry point, with which the names of its script and its style sheet begin. */
export const entryName = 'main';

/** By the extension of the name. */
const types: ReadonlyMap<string, { readonly type: string; readonly isText: boolean }> = new Map([
  ['js', { type: 'text/javascript', isText: true }],
  ['css', { type: 'text/css', isText: true }],
  ['woff2', { type: 'font/woff2', isText: false }],
]);

/**
 * The front-end in these files; leaves out those that the page does not load.
 *
 * @throws an Error when the script or the style sheet is missing
 */
export function bundleOf(contents: ReadonlyMap<string, Uint8Array>): ConsoleBundle {
  const files = new Map<string, ConsoleFile>();
  for (const [name, bytes] of contents) {
    const known = types.get(extensionOf(name));
    if (known !== undefined) files.set(name, { ...known, contents: bytes });
  }
  return { files, script: nameOf(files, '.js'), styles: nameOf(files, '.css') };
}

/**
 * Reads the front-end from the files in a folder.
 *
 * @throws the error of the file system, and those of bundleOf
 */
export async function readFrontEnd(folder: string): Promise<ConsoleBundle> {
  const names = (await readdir(folder)).filter((name) => types.has(extensionOf(name)));
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const));
  return bundleOf(new Map(files));
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);

function nameOf(files: ReadonlyMap<string, ConsoleFile>, extension: string): string {
  const name = [...files.keys()].find((file) => file.startsWith(`${entryName}-`) && file.endsWith(extension));
  if (name === undefined) throw new Error(`The bundled console has no ${extension} file.`);
  return name;
}
