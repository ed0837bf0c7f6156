import { open, readFile, rm } from 'node:fs/promises';
import { isProcess } from '../running-services.ts';
import { storageError, YourDataBusyError } from './errors.ts';

/** The right of one process to work on the files of the page. */
export interface Ownership {
  release(): Promise<void>;
}

/**
 * Claims the files of the page for this process. A file of a process that ended is removed.
 *
 * @throws YourDataBusyError when another process works on them
 */
export async function claimOwnership(path: string): Promise<Ownership> {
  for (let attempt = 0; attempt < 2; attempt++) {
    const isMine = await write(path);
    if (isMine) return { release: () => rm(path, { force: true }) };
    const owner = await ownerOf(path);
    if (owner === process.pid) return { release: () => rm(path, { force: true }) };
    if (owner !== undefined && isProcess(owner)) break;
    await rm(path, { force: true });
  }
  throw new YourDataBusyError('Another service works on files of this data directory.', {
    hint: `Use the page of that service, or stop it. If there is none, remove ${path}.`,
  });
}

async function write(path: string): Promise<boolean> {
  try {
    const file = await open(path, 'wx', 0o600);
    await file.writeFile(JSON.stringify({ pid: process.pid }));
    await file.close();
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw storageError(error);
  }
}

/** The process that is named in the file; undefined if it is damaged or gone. */
async function ownerOf(path: string): Promise<number | undefined> {
  try {
    const { pid } = JSON.parse(await readFile(path, 'utf8')) as { pid?: unknown };
    return typeof pid === 'number' ? pid : undefined;
  } catch {
    return undefined;
  }
}
