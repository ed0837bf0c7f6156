import { randomBytes, randomUUID } from 'node:crypto';
import { closeSync, existsSync, fsyncSync, linkSync, openSync, rmSync } from 'node:fs';
import { dirname } from 'node:path';
import Sqlite from 'better-sqlite3';
import { SCHEMA } from './tables.ts';

/** "EnDa" in ASCII: marks a SQLite file as one of this service. */
export const APPLICATION_ID = 0x456e4461;
/** Formats 1 to 3 were files of LMDB. */
export const FORMAT_VERSION = 4;

/** Creates a database under another name first, so that a crash leaves a complete file or none. */
export function createDatabase(path: string): void {
  const temporary = `${path}.${randomUUID()}`;
  try {
    closeSync(openSync(temporary, 'wx', 0o600));
    const database = new Sqlite(temporary);
    database.exec(`PRAGMA journal_mode = WAL;
      PRAGMA application_id = ${APPLICATION_ID}; ${SCHEMA}
      CREATE TABLE meta (format INTEGER, store TEXT, seed INTEGER, needs_log INTEGER) STRICT;`);
    const seed = randomBytes(4).readInt32LE();
    database.prepare('INSERT INTO meta VALUES (?, ?, ?, 0)').run(FORMAT_VERSION, randomUUID(), seed);
    database.close();
    linkSync(temporary, path);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !existsSync(path)) throw error;
  } finally {
    rmSync(temporary, { force: true });
  }
  // The flush of a new file does not make its name durable. Windows cannot flush a directory and need not.
  if (process.platform === 'win32') return;
  const directory = openSync(dirname(path), 'r');
  fsyncSync(directory);
  closeSync(directory);
}
