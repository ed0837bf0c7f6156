import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { StoreFullError } from '../errors.ts';

/** Enough for SQLite's index of the log, and for the pages of some erasures. */
const RESERVE_BYTES = 1_048_576;
/** A disk with less free space gets no reserve. */
const FREE_BYTES = 64 * RESERVE_BYTES;

/** Opens with space in reserve: a disk that is full then gives room for the start, reads, and erasures. */
export function withReserve<T>(path: string, open: () => T): T {
  try {
    const opened = open();
    keep(path);
    return opened;
  } catch (error) {
    if (!(error instanceof StoreFullError) || !fs.existsSync(path)) throw error;
    fs.rmSync(path);
    return open();
  }
}

function keep(path: string): void {
  if (fs.existsSync(path)) return;
  try {
    const { bavail, bsize } = fs.statfsSync(dirname(path));
    // Bytes that are written: a file that is only long takes no space.
    if (bavail * bsize > FREE_BYTES) fs.writeFileSync(path, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 });
  } catch {
    fs.rmSync(path, { force: true });
  }
}
