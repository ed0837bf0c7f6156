import type { Stats } from 'node:fs';
import { access, constants, type FileHandle, open, rename, stat } from 'node:fs/promises';
import { dirname, extname, join } from 'node:path';
import { ifThere } from '../../../src/if-there.ts';
import { ExportFileError, ExportOptionsError } from './errors.ts';

/** What is written so far. It becomes the file by its last name when everything is there. */
export const partPath = (out: string): string => `${out}.part`;

export const statePath = (out: string): string => `${out}.export-state.json`;

/** Receives the text of an export. */
export interface ExportSink {
  /** Bytes written. */
  readonly bytes: number;
  /** Resolves when more can be written. */
  write(text: string): Promise<void>;
  /** Resolves when everything is on stable storage. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/**
 * Refuses a name under which this user can make no file.
 *
 * @throws ExportFileError
 */
export async function checkPlace(out: string): Promise<void> {
  if (out === '') throw new ExportFileError('--out names no file.', { hint: 'Write --out FILE.' });
  const existing = await statOf(out);
  if (existing?.isDirectory()) {
    throw new ExportFileError(`${out} is a directory.`, {
      hint: `Name a file in it, such as ${join(out, 'entities.csv')}.`,
    });
  }
  if (existing?.isFile() === false) {
    throw new ExportFileError(`${out} is no regular file, which an export could replace at its end.`, {
      hint: 'Leave out --out and redirect standard output.',
    });
  }
  const directory = dirname(out);
  const parent = await statOf(directory);
  if (parent === undefined) {
    throw new ExportFileError(`The directory ${directory} does not exist.`, {
      hint: 'Make it, or name a file in one that exists.',
    });
  }
  if (!parent.isDirectory()) throw belowFile(out);
  try {
    await access(directory, constants.W_OK | constants.X_OK);
  } catch (error) {
    throw unwritable(out, error);
  }
}

/** Undefined if there is nothing. */
const statOf = (path: string): Promise<Stats | undefined> =>
  ifThere(stat(path)).catch((error: unknown) => {
    throw unwritable(path, error);
  });

const belowFile = (out: string, cause?: unknown): ExportFileError =>
  new ExportFileError(`${out} cannot be made: a part of its path is a file, not a directory.`, {
    hint: 'Name a file in a directory.',
    cause,
  });

/**
 * Refuses to overwrite what is there.
 *
 * @param mayReplacePart whether a part without a state may be overwritten
 * @throws ExportFileError
 */
export async function refuseExisting(out: string, mayReplacePart: boolean): Promise<void> {
  if (await exists(out)) {
    throw new ExportFileError(`${out} exists.`, { hint: 'Name another file, or overwrite it with --force.' });
  }
  if (!mayReplacePart && (await exists(partPath(out)))) {
    throw new ExportFileError(`${partPath(out)} exists: an export into ${out} was interrupted, or is under way.`, {
      hint: 'Continue it with --resume, or start anew with --force.',
    });
  }
}

export async function exists(path: string): Promise<boolean> {
  return (await statOf(path)) !== undefined;
}

/**
 * Opens the part of a file: empty, or cut at the length that an earlier export reached. Only this user can read it.
 *
 * @param whenFull what to do when there is space again
 * @throws ExportFileError
 */
export async function openPart(out: string, length: number, whenFull?: string): Promise<ExportSink> {
  const path = partPath(out);
  let file: FileHandle;
  try {
    file = await open(path, length === 0 ? 'w' : 'r+', 0o600);
    const { size } = await file.stat();
    if (size < length) {
      await file.close();
      throw new ExportFileError(`${path} has ${size} of the ${length} bytes that the export had written.`, {
        hint: 'Start anew with --force.',
      });
    }
    await file.truncate(length);
  } catch (error) {
    throw unwritable(path, error);
  }
  let bytes = length;
  return {
    get bytes() {
      return bytes;
    },
    async write(text) {
      const data = Buffer.from(text);
      try {
        // At a position, because a write that failed half way must not shift the next one.
        for (let done = 0; done < data.length; ) {
          const { bytesWritten } = await file.write(data, done, data.length - done, bytes + done);
          done += bytesWritten;
        }
      } catch (error) {
        throw unwritable(path, error, whenFull);
      }
      bytes += data.length;
    },
    async flush() {
      try {
        await file.datasync();
      } catch (error) {
        throw unwritable(path, error);
      }
    },
    close: () => file.close(),
  };
}

/**
 * Gives a complete file its name.
 *
 * @param mayReplace whether a file of that name may be replaced that was made meanwhile
 * @throws ExportFileError
 */
export async function finish(complete: string, out: string, mayReplace: boolean): Promise<void> {
  const hint = `Rename ${complete}.`;
  if (!mayReplace && (await exists(out))) {
    throw new ExportFileError(`${out} was made by another program meanwhile; the export is in ${complete}.`, { hint });
  }
  try {
    await rename(complete, out);
  } catch (error) {
    const { message } = unwritable(out, error);
    throw new ExportFileError(`${message} The export is in ${complete}.`, { hint, cause: error });
  }
}

const whyNot: Readonly<Record<string, string>> = {
  ENOSPC: 'the disk is full',
  EDQUOT: 'the disk quota of this user is used up',
  EFBIG: 'the file would be larger than the system allows',
  EACCES: 'this user may not write there',
  EPERM: 'this user may not write there',
  EROFS: 'the file system is read-only',
  ENAMETOOLONG: 'the name is too long',
  EISDIR: 'it is a directory',
  ENOENT: 'the directory does not exist',
};

const isFull = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);

/** The error as the user sees it; one of the export stays as it is. */
export function unwritable(path: string, cause: unknown, whenFull = 'continue with --resume'): ExportFileError {
  if (cause instanceof ExportFileError) return cause;
  const { code = '', message } = cause as NodeJS.ErrnoException;
  if (code === 'ENOTDIR') return belowFile(path, cause);
  // DuckDB has no codes.
  const fills = isFull.has(code) || /No space left|File too large/.test(message);
  return new ExportFileError(`${path} cannot be written: ${whyNot[code] ?? message.split('\n', 1)[0]}.`, {
    hint: fills
      ? `Free space on the disk, then ${whenFull}.`
      : 'Name a file in a directory that exists and that this user may write to.',
    cause,
  });
}

export const formats = ['csv', 'jsonl', 'parquet', 'xlsx'] as const;

export type ExportFormat = (typeof formats)[number];

const byExtension: Readonly<Record<string, ExportFormat>> = {
  '.csv': 'csv',
  '.jsonl': 'jsonl',
  '.ndjson': 'jsonl',
  '.parquet': 'parquet',
  '.xlsx': 'xlsx',
};

/**
 * The format that is asked for; else that of the file's extension; csv without a file.
 *
 * @throws ExportOptionsError when neither says it
 */
export function formatOf(format: ExportFormat | undefined, out: string | undefined): ExportFormat {
  const known = format ?? (out === undefined ? 'csv' : byExtension[extname(out).toLowerCase()]);
  if (known !== undefined) return known;
  throw new ExportOptionsError(`The name ${out} says no format.`, {
    hint: `Name it with --format: ${formats.join(', ')}.`,
  });
}
