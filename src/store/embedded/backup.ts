import { closeSync, mkdirSync, openSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite from 'better-sqlite3';
import { DATABASE, inspectDatabase } from './database-file.ts';

/** Pages copied between two calls of `onProgress`: 4 MiB. */
const STEP_PAGES = 1_024;

/**
 * Copies the store of one directory into a new one, which can be opened as it is. The copy is the state of one moment;
 * other processes may go on writing.
 *
 * @param onProgress receives the copied share, 0 to 1
 */
export async function backUpStore(from: string, to: string, onProgress: (share: number) => void): Promise<void> {
  const { database } = inspectDatabase(from);
  const path = join(to, DATABASE);
  try {
    mkdirSync(to, { mode: 0o700 });
    closeSync(openSync(path, 'wx', 0o600));
    // Without a snapshot SQLite would begin again after every write of another process.
    database.exec('BEGIN; SELECT 1 FROM meta');
    await database.backup(path, {
      progress: ({ totalPages, remainingPages }) => {
        onProgress(1 - remainingPages / totalPages);
        return STEP_PAGES;
      },
    });
  } finally {
    database.close();
  }
  const copy = new Sqlite(path);
  copy.exec('UPDATE meta SET needs_log = 0');
  // Brings the log of the copy into it, and flushes it.
  copy.close();
}
