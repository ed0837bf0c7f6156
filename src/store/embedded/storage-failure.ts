import { existsSync, statfsSync } from 'node:fs';
import { EntityDataError, RetryableError } from '../../errors.ts';
import { StoreFormatError, StoreFullError, StoreUnavailableError } from '../errors.ts';

/** Less free space than this explains a failed write. */
const FULL_BELOW_BYTES = 4 * 1_048_576;

/** Runs work on the files of a directory; throws its errors as those that callers of a store know. */
export function explained<T>(directory: string, work: () => T, isOpening = false): T {
  try {
    return work();
  } catch (cause) {
    throw storageFailure(cause, directory, isOpening);
  }
}

export function storageFailure(cause: unknown, directory: string, isOpening = false): Error {
  if (cause instanceof EntityDataError) return cause;
  const { code = '', message } = cause as { code?: string; message: string };
  // A plain error is one in a statement of this service: a table is missing. A text that is no JSON is damaged, too.
  const isDamage = /^SQLITE_(NOTADB$|CORRUPT|ERROR$)/.test(code) || cause instanceof SyntaxError;
  if (isDamage) return damaged(directory, message, cause);
  // SQLite reports some writes cut short by a full disk as input/output errors; the file system knows better.
  const { bavail, bsize } = statfsSync(existsSync(directory) ? directory : '.');
  if (/^(SQLITE_FULL|ENOSPC|EFBIG|EDQUOT)/.test(code) || bavail * bsize < FULL_BELOW_BYTES) {
    return new StoreFullError(`The data directory ${directory} is full: ${message}`, {
      hint: 'Free disk space, then repeat the request; nothing that was acknowledged is lost.',
      cause,
    });
  }
  const Failure = isOpening ? StoreUnavailableError : RetryableError;
  return new Failure(`The data directory ${directory} could not be read or written: ${message}`, {
    hint: 'Check that this user may write to the directory and that its disk works, then start again.',
    cause,
  });
}

export const damaged = (directory: string, reason: string, cause?: unknown): StoreFormatError =>
  new StoreFormatError(`The database in ${directory} is damaged, or not one of this service: ${reason}`, {
    hint: 'Restore a backup, load the records again into a new directory, or name another directory.',
    cause,
  });
