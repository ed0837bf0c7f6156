import { type FileHandle, open, rename, stat } from 'node:fs/promises';
import { ExportFileError } from './errors.ts';

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

async function exists(path: string): Promise<boolean> {
  return (await stat(path).catch(() => undefined)) !== undefined;
}

/**
 * Opens the part of a file: empty, or cut at the length that an earlier export reached. Only this user can read it.
 *
 * @throws ExportFileError
 */
export async function openPart(out: string, length: number): Promise<ExportSink> {
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
        throw unwritable(path, error);
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
  if (!mayReplace && (await exists(out))) {
    throw new ExportFileError(`${out} was made by another program meanwhile; the export is in ${complete}.`, {
      hint: `Rename ${complete}.`,
    });
  }
  try {
    await rename(complete, out);
  } catch (error) {
    throw unwritable(out, error);
  }
}

/** The error as the user sees it; one of the export stays as it is. */
export function unwritable(path: string, cause: unknown): ExportFileError {
  if (cause instanceof ExportFileError) return cause;
  const { code, message } = cause as NodeJS.ErrnoException;
  const isFull = code === 'ENOSPC' || code === 'EDQUOT' || code === 'EFBIG';
  return new ExportFileError(`${path} cannot be written: ${message}`, {
    hint: isFull
      ? 'Free space on the disk, then continue with --resume.'
      : 'Name a file in a directory that exists and that this user may write to.',
    cause,
  });
}
