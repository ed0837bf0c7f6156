import { accessSync, closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '../errors.ts';
import { Base } from './base.ts';
import { Log } from './log.ts';
import { makeDirectory } from './make-directory.ts';

/** The two files of a data directory. */
export interface Files {
  readonly base: Base;
  readonly log: Log;
}

/** Opens or creates them, and the directory. Throws {@link StoreUnavailableError} and `StoreFormatError`. */
export function openFiles(directory: string): Files {
  try {
    // Only this user: the data are people.
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StoreUnavailableError(`The data directory ${directory} cannot be written: ${(cause as Error).message}`, {
      hint: 'Name a directory that this user may write to, on a disk with free space.',
      cause,
    });
  }
  const base = new Base(join(directory, 'entity-data.mdb'));
  try {
    const log = new Log(join(directory, 'entity-data.log.mdb'));
    flushDirectory(directory);
    return { base, log };
  } catch (error) {
    void base.close();
    throw error;
  }
}

export async function closeFiles({ base, log }: Files): Promise<void> {
  await log.close();
  await base.close();
}

/** A new file's own flush does not make its name durable. */
function flushDirectory(directory: string): void {
  // Windows cannot flush a directory and need not.
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}
