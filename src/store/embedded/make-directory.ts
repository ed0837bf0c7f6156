import { mkdirSync, statSync } from 'node:fs';
import { dirname, resolve } from 'node:path';

/**
 * Makes a directory that only this user can enter, and those above it that are missing. Throws the error of the file
 * system that says why it cannot be.
 *
 * Node's own `recursive` asks for ever where a parent is there and yet takes nothing, as in Linux's `/proc`.
 */
export function makeDirectory(path: string): void {
  const missing: string[] = [];
  let existing = resolve(path);
  while (!isDirectory(existing) && dirname(existing) !== existing) {
    missing.push(existing);
    existing = dirname(existing);
  }
  for (const directory of missing.reverse()) {
    try {
      mkdirSync(directory, 0o700);
    } catch (error) {
      // Another process may have been faster.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !isDirectory(directory)) throw error;
    }
  }
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
  } catch {
    // What cannot be looked at cannot be made either, and making it says why.
    return false;
  }
}
