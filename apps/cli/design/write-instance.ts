import { link, mkdir, mkdtemp, readdir, rename, rm, rmdir, writeFile } from 'node:fs/promises';
import { basename, dirname, join, resolve } from 'node:path';
import { ifThere } from '../../../src/if-there.ts';
import { OutputDirectoryError } from './errors.ts';

/** The files of a design by their names. */
export type InstanceContent = ReadonlyMap<string, string>;

/**
 * Refuses a directory that already has content, before anything is read.
 *
 * @param force true lets the files of a former design be replaced; everything else stays
 * @throws OutputDirectoryError
 */
export async function checkOutput(directory: string, force: boolean): Promise<void> {
  const entries = await entriesOf(directory);
  if (entries === undefined || entries.length === 0 || force) return;
  throw new OutputDirectoryError(`${directory} exists and is not empty.`, {
    hint: 'Name another --out, or replace the files of the former design with --force. Its data stay.',
  });
}

/**
 * Writes all files or none: into a directory beside the target, which then takes its place. In a directory with content,
 * each file takes the place of the former one; if that fails, the former ones are put back.
 *
 * @throws OutputDirectoryError when the target got content meanwhile, or nothing can be written beside it
 */
export async function writeInstance(directory: string, content: InstanceContent, force: boolean): Promise<void> {
  const parent = dirname(resolve(directory));
  const made = await makeBeside(directory, parent);
  try {
    for (const [name, text] of content) await writeFile(join(made, name), text);
    await checkOutput(directory, force);
    const entries = await entriesOf(directory);
    if (entries !== undefined && entries.length > 0) await replaceFiles(made, directory, [...content.keys()]);
    else await takePlace(made, directory, entries !== undefined);
  } finally {
    await rm(made, { recursive: true, force: true });
  }
}

async function makeBeside(directory: string, parent: string): Promise<string> {
  try {
    await mkdir(parent, { recursive: true });
    return await mkdtemp(join(parent, `.${basename(resolve(directory))}-`));
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new OutputDirectoryError(`No directory can be made in ${parent} (${code}).`, {
      hint: 'Name another --out, or make that directory writable. Nothing was written.',
      cause,
    });
  }
}

async function takePlace(made: string, directory: string, exists: boolean): Promise<void> {
  if (exists) await rmdir(directory);
  await rename(made, directory);
}

async function replaceFiles(made: string, directory: string, names: readonly string[]): Promise<void> {
  const kept: string[] = [];
  for (const name of names) {
    const linked = link(join(directory, name), join(made, `former-${name}`)).then(() => true);
    if (await ifThere(linked)) kept.push(name);
  }
  const replaced: string[] = [];
  try {
    for (const name of names) {
      await rename(join(made, name), join(directory, name));
      replaced.push(name);
    }
  } catch (error) {
    for (const name of replaced) {
      if (kept.includes(name)) await rename(join(made, `former-${name}`), join(directory, name));
      else await rm(join(directory, name));
    }
    throw error;
  }
}

/** The names in a directory; undefined when there is none. */
async function entriesOf(directory: string): Promise<readonly string[] | undefined> {
  try {
    return await ifThere(readdir(directory));
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOTDIR') {
      throw new OutputDirectoryError(`${directory} is a file, not a directory.`, { hint: 'Name another --out.' });
    }
    throw error;
  }
}
