import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory that only this user can enter, and missing ones above it. Throws the error of the file system. Unlike
 * Node's `recursive`, it ends where a parent takes no entries, as in Linux's `/proc`.
 */
export function makeDirectory(path: string): void {
  const directory = resolve(path);
  if (isDirectory(directory)) return;
  if (dirname(directory) !== directory) makeDirectory(dirname(directory));
  try {
    mkdirSync(directory, 0o700);
  } catch (error) {
    // Another process may have been faster.
    if (!isDirectory(directory)) throw error;
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
}
