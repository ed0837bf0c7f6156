import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** A file that the page loads. */
export interface ConsoleFile {
  readonly type: string;
  /** Contents; only fonts are binary. */
  readonly contents: Uint8Array;
  readonly isText: boolean;
}

/** The files that the page names. */
export interface PageFiles {
  /** Names of the scripts to run, each followed by those that it imports; what is needed first comes first. */
  readonly scripts: readonly (readonly string[])[];
  /** Names of the further scripts of each view. */
  readonly views: Readonly<Record<string, readonly string[]>>;
  /** Name of the style sheet. */
  readonly styles: string;
  /** Name of the style sheet of the fonts, which the page loads last. */
  readonly fonts: string;
}

/** What the page is made of. */
export interface PageParts {
  /** Text of the script in the page itself. */
  readonly first: string;
  readonly named: PageFiles;
}

/** The bundled front-end. */
export interface ConsoleBundle extends PageParts {
  /** Files by name; the name contains a hash of the contents. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/** Name of the file with the parts of the page, which is not served. */
export const partsFile = 'page.json';

/** By the extension of the name. */
const types: ReadonlyMap<string, { readonly type: string; readonly isText: boolean }> = new Map([
  ['js', { type: 'text/javascript', isText: true }],
  ['css', { type: 'text/css', isText: true }],
  ['woff2', { type: 'font/woff2', isText: false }],
]);

/**
 * The front-end in these files; leaves out those that the page does not load.
 *
 * @throws an Error when the parts of the page, or one of them, are missing
 */
export function bundleOf(contents: ReadonlyMap<string, Uint8Array>): ConsoleBundle {
  const files = new Map<string, ConsoleFile>();
  for (const [name, bytes] of contents) {
    const known = types.get(extensionOf(name));
    if (known !== undefined) files.set(name, { ...known, contents: bytes });
  }
  const text = contents.get(partsFile);
  if (text === undefined) throw new Error(`The bundled console has no ${partsFile}.`);
  const parts = JSON.parse(Buffer.from(text).toString('utf8')) as PageParts;
  const { scripts, views, styles, fonts } = parts.named;
  const named = [...scripts.flat(), ...Object.values(views).flat(), styles, fonts];
  const missing = named.find((name) => !files.has(name));
  if (missing !== undefined) throw new Error(`The bundled console has no ${missing}.`);
  return { files, ...parts };
}

/**
 * Reads the front-end from the files in a folder.
 *
 * @throws the error of the file system, and those of bundleOf
 */
export async function readFrontEnd(folder: string): Promise<ConsoleBundle> {
  const names = (await readdir(folder)).filter((name) => name === partsFile || types.has(extensionOf(name)));
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const));
  return bundleOf(new Map(files));
}

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
