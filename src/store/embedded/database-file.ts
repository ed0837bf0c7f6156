import { accessSync, constants, existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { makeDirectory } from '../../make-directory.ts';
import { StoreFormatError } from '../errors.ts';
import { APPLICATION_ID, createDatabase, FORMAT_VERSION } from './new-database.ts';
import { damaged, explained } from './storage-failure.ts';

export const DATABASE = 'entity-data.sqlite';
/** Files of releases that kept the data in LMDB. */
const FORMER_FILES = ['entity-data.mdb', 'entity-data.log.mdb'];
/** SQLite waits this long for a lock of another process. */
const BUSY_MILLISECONDS = 5_000;

/** Opens the database of a directory, and creates both where they are missing. Throws `StoreUnavailableError` and `StoreFormatError`. */
export function openDatabase(directory: string): { readonly database: Database; readonly seed: number } {
  const path = join(directory, DATABASE);
  const open = () => {
    // Only this user: the data are people.
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
    refuseFormerFiles(directory);
    if (!existsSync(path)) {
      if (logBytes(path) > 0) throw damaged(directory, `${DATABASE} is missing, but its log is there`);
      createDatabase(path);
    }
    const { database: inspected, seed } = inspectDatabase(directory);
    inspected.close();
    const database = connect(path);
    inUse.add(database);
    // The mark is in the file of the database itself before anything else is written.
    database.exec('UPDATE meta SET needs_log = 1 WHERE needs_log = 0; PRAGMA wal_checkpoint(PASSIVE)');
    return { database, seed };
  };
  return explained(directory, open, true);
}

/** A connection with the settings that all connections of a store share. */
export function connect(path: string): Database {
  const database = new Sqlite(path, { fileMustExist: true, timeout: BUSY_MILLISECONDS });
  // The store flushes the log and orders checkpoints itself. A cache of 1 GiB at most: a system that takes pages of files
  // back early, those of a memory map included, leaves it alone.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1048576');
  return database;
}

/** A connection that only reads, after the checks of opening: unlike others, it leaves the log where it is when it closes. */
export function inspectDatabase(directory: string): { readonly database: Database; readonly seed: number } {
  const path = join(directory, DATABASE);
  const inspect = () => {
    if (statSync(path).size === 0) throw damaged(directory, `${DATABASE} is empty`);
    const database = new Sqlite(path, { readonly: true, timeout: BUSY_MILLISECONDS });
    try {
      return { database, seed: checkedSeed(database, directory) };
    } catch (error) {
      database.close();
      throw error;
    }
  };
  return explained(directory, inspect, true);
}

/** When a process exits, SQLite brings the log into the tables and deletes it: the mark must go before. */
const inUse = new Set<Database>();
process.on('exit', () => {
  for (const database of inUse) closeDatabase(database);
});

/** The last connection that closes brings the log into the tables and deletes it, so that the database needs it no more. */
export function closeDatabase(database: Database): void {
  inUse.delete(database);
  if (database.inTransaction) database.exec('ROLLBACK');
  try {
    database.exec('UPDATE meta SET needs_log = 0');
  } catch {
    // On a full disk SQLite can write the log from its beginning, once the tables have what is in it.
    database.exec('PRAGMA wal_checkpoint(PASSIVE); UPDATE meta SET needs_log = 0');
  } finally {
    database.close();
  }
}

/** Checks format and completeness; returns the seed of `partitionNumber`. */
function checkedSeed(database: Database, directory: string): number {
  if (database.pragma('application_id', { simple: true }) !== APPLICATION_ID) {
    throw damaged(directory, `${DATABASE} belongs to another program`);
  }
  const sql = 'SELECT meta.*, page_count * page_size AS bytes FROM meta, pragma_page_count, pragma_page_size';
  const meta = database.prepare(sql).get() as Record<'format' | 'seed' | 'needs_log' | 'bytes', number>;
  if (meta.format !== FORMAT_VERSION) {
    throw new StoreFormatError(
      `The data in ${directory} have format ${meta.format}; this release reads format ${FORMAT_VERSION}`,
      { hint: 'Start the release that wrote them, or load the records again into a new directory.' },
    );
  }
  const inLog = logBytes(database.name);
  if (meta.needs_log === 1 && inLog === 0) {
    throw new StoreFormatError(`The log ${database.name}-wal is missing, and the database is incomplete without it`, {
      hint: 'Put both files back, or restore a backup. Copy a store in use with "entity-data backup" only.',
    });
  }
  const { size } = statSync(database.name);
  if (size + inLog < meta.bytes) throw damaged(directory, `${DATABASE} has ${size} of ${meta.bytes} bytes`);
  return meta.seed;
}

function refuseFormerFiles(directory: string): void {
  const former = FORMER_FILES.find((name) => existsSync(join(directory, name)));
  if (former === undefined) return;
  throw new StoreFormatError(`The directory ${directory} has the file ${former} of a former release`, {
    hint: 'Load the records again into a new directory, or export them with the former release first.',
  });
}

const logBytes = (path: string): number => statSync(`${path}-wal`, { throwIfNoEntry: false })?.size ?? 0;
