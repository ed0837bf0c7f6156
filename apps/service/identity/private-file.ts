import { createHash, randomUUID, timingSafeEqual } from 'node:crypto';
import { chmod, open, readFile, rename, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { EntityDataError } from '../../../src/errors.ts';
import { makeDirectory } from '../../../src/make-directory.ts';

/** A file of the local identity provider cannot be read, written or parsed. */
export class IdentityFileError extends EntityDataError {
  readonly code = 'IDENTITY_FILE_UNUSABLE';

  constructor(path: string, what: string, cause?: unknown) {
    super(`${path} ${what}.`, {
      hint: 'Make the data directory writable, or remove the file: the next start creates new keys and credentials.',
      ...(cause === undefined ? {} : { cause }),
    });
  }
}

/** Parses a JSON file that only its owner may read; undefined when there is no file. */
export async function readPrivateJson(path: string): Promise<unknown> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
    // A copy or a backup may have widened the permissions.
    await chmod(path, 0o600);
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw new IdentityFileError(path, `cannot be read: ${(cause as Error).message}`, cause);
  }
  try {
    return JSON.parse(text) as unknown;
  } catch {
    // The cause is left out because its message quotes the file.
    throw new IdentityFileError(path, 'is not JSON');
  }
}

/** Replaces a file durably and atomically; no reader sees it half written, and only its owner can read it. */
export async function writePrivateJson(path: string, value: unknown): Promise<void> {
  const fresh = `${path}.${randomUUID()}`;
  try {
    makeDirectory(dirname(path));
    const file = await open(fresh, 'wx', 0o600);
    try {
      await file.writeFile(`${JSON.stringify(value, null, 2)}\n`);
      await file.sync();
    } finally {
      await file.close();
    }
    await rename(fresh, path);
  } catch (cause) {
    // Report what failed, not that there was nothing to remove.
    await rm(fresh, { force: true }).catch(() => {});
    throw new IdentityFileError(path, `cannot be written: ${(cause as Error).message}`, cause);
  }
}

/** Compares secrets in constant time. */
export function isSameSecret(given: string, expected: string): boolean {
  // `timingSafeEqual` needs inputs of equal length, which digests have.
  const digest = (text: string) => createHash('sha256').update(text).digest();
  return timingSafeEqual(digest(given), digest(expected));
}
