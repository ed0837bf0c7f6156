import { accessSync, closeSync, constants, fsyncSync, openSync } from 'node:fs';
import { join } from 'node:path';
import { StoreUnavailableError } from '../errors.ts';
import { Base } from './base.ts';
import { fileNames } from './file-names.ts';
import { SetBackError } from './lmdb-file.ts';
import { Log } from './log.ts';
import { makeDirectory } from './make-directory.ts';
import { PartitionFilter } from './partition-filter.ts';
import { Turn } from './turn.ts';

/** The files of a data directory. */
export interface Files {
  readonly base: Base;
  readonly log: Log;
  readonly turn: Turn;
  /** As the base has it, for those who make checkpoints. */
  readonly filter: StoredPartitions;
}

/** The filter of the partitions of the base, as of a checkpoint; undefined: not known. */
export interface StoredPartitions {
  readonly partitions: PartitionFilter;
  checkpoint: number | undefined;
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
  for (let attempt = 1; ; attempt++) {
    try {
      return open(directory);
    } catch (error) {
      // Another process, which is just opening them too; to open them again puts it right.
      if (!(error instanceof SetBackError)) throw error;
      if (attempt === ATTEMPTS) {
        throw new StoreUnavailableError(`The data directory ${directory} cannot be opened: ${error.message}`, {
          hint: 'Start again when the other processes that use the data directory have started.',
          cause: error,
        });
      }
    }
  }
}

const ATTEMPTS = 100;

function open(directory: string): Files {
  const opened: { close(): Promise<void> }[] = [];
  const keep = <File extends { close(): Promise<void> }>(file: File): File => {
    opened.push(file);
    return file;
  };
  try {
    // First, because it is refused where it is of another format.
    const base = keep(new Base(join(directory, fileNames.base)));
    const log = keep(new Log(join(directory, fileNames.log), base));
    const turn = keep(new Turn(join(directory, fileNames.turn)));
    flushDirectory(directory);
    return { base, log, turn, filter: { partitions: new PartitionFilter(), checkpoint: undefined } };
  } catch (error) {
    for (const file of opened) void file.close();
    throw error;
  }
}

export async function closeFiles({ base, log, turn }: Files): Promise<void> {
  await turn.close();
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
