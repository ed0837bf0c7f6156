import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';

/** A file that the page loads. */
export interface ConsoleFile {
  readonly type: string;
  readonly contents: Uint8Array;
  /** Only fonts are binary. */
  readonly isText: boolean;
  /** True if the contents are in Brotli, as a build writes texts. */
  readonly isPacked?: boolean;
}

/** The files that the page names. */
export interface PageFiles {
  /** Names of the scripts to run, each followed by those that it imports; what is needed first comes first. */
  readonly scripts: readonly (readonly string[])[];
  /** Names of the further scripts of each view. */
  readonly views: Readonly<Record<string, readonly string[]>>;
  /** Name of the style sheet. */
  readonly styles: string;
  /** Name of the style sheet that the page loads last: fonts, and views that are rarely the first. */
  readonly lastStyles: string;
}

/** What the page is made of. */
export interface PageParts {
  /** Text of the script in the page itself, and of its style sheet. */
  readonly first: string;
  readonly firstStyles: string;
  readonly named: PageFiles;
}

/** The bundled front-end. */
export interface ConsoleBundle extends PageParts {
  /** Files by name; the name contains a hash of the contents. */
  readonly files: ReadonlyMap<string, ConsoleFile>;
}

/** Name of the file with the parts of the page, which is not served. */
export const partsFile = 'page.json';

/** Ends the names of files in Brotli, in the folder of a build. */
const packedEnd = '.br';

/** The contents in Brotli, at its best quality. */
export const brotliOf = promisify<Uint8Array, Buffer>(brotliCompress);

/** The files as a build writes them: texts that the page loads are in Brotli, a quarter of their size. */
export async function packedContents(contents: ReadonlyMap<string, Uint8Array>): Promise<Map<string, Uint8Array>> {
  const packed = [...contents].map(async ([name, bytes]): Promise<readonly [string, Uint8Array]> => {
    const isText = types.get(extensionOf(name))?.isText === true;
    return isText ? [name + packedEnd, await brotliOf(bytes)] : [name, bytes];
  });
  return new Map(await Promise.all(packed));
}

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
  for (const [stored, bytes] of contents) {
    const isPacked = stored.endsWith(packedEnd);
    const name = nameOf(stored);
    const known = types.get(extensionOf(name));
    if (known !== undefined) files.set(name, { ...known, isPacked, contents: bytes });
  }
  const text = contents.get(partsFile);
  if (text === undefined) throw new Error(`The bundled console has no ${partsFile}.`);
  const parts = JSON.parse(Buffer.from(text).toString('utf8')) as PageParts;
  const { scripts, views, styles, lastStyles } = parts.named;
  const named = [...scripts.flat(), ...Object.values(views).flat(), styles, lastStyles];
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
  const names = (await readdir(folder)).filter((name) => name === partsFile || types.has(extensionOf(nameOf(name))));
  const files = await Promise.all(names.map(async (name) => [name, await readFile(join(folder, name))] as const));
  return bundleOf(new Map(files));
}

/** The name that the page knows. */
const nameOf = (stored: string): string => (stored.endsWith(packedEnd) ? stored.slice(0, -packedEnd.length) : stored);

const extensionOf = (name: string): string => name.slice(name.lastIndexOf('.') + 1);
