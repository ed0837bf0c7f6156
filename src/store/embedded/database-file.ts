import { randomBytes, randomUUID } from 'node:crypto';
import * as fs from 'node:fs';
import { dirname, join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { EntityDataError, RetryableError } from '../../errors.ts';
import { makeDirectory } from '../../make-directory.ts';
import { StoreFormatError, StoreFullError, StoreUnavailableError } from '../errors.ts';
import type { Key } from '../port.ts';
import { logBytes, lossOf, prepareNotes } from './log-note.ts';
import { SCHEMA, scanPage, Tables } from './tables.ts';

export const DATABASE = 'entity-data.sqlite';
/** "EnDa" in ASCII: marks a SQLite file as one of this service. */
const APPLICATION_ID = 0x456e4461;
/** Formats 1 to 3 were files of LMDB. */
const FORMAT_VERSION = 4;
/** Files of releases that kept the data in LMDB. */
const FORMER_FILES = ['entity-data.mdb', 'entity-data.log.mdb'];
/** SQLite waits this long for a lock of another process. */
const BUSY_MILLISECONDS = 5_000;

/** Enough for SQLite's index of the log, and for the pages of some erasures. */
const RESERVE_BYTES = 1_048_576;
/** A disk with less free space gets no reserve. */
const FREE_BYTES = 64 * RESERVE_BYTES;

interface OpenedDatabase {
  readonly database: Database;
  /** That of `partitionNumber`. */
  readonly seed: number;
}

/**
 * Opens the database of a directory, and creates both where they are missing. A disk that is full gives room from the reserve
 * for the start, reads, and erasures. Throws `StoreUnavailableError` and `StoreFormatError`.
 */
export function openDatabase(directory: string): OpenedDatabase {
  const reserve = join(directory, `${DATABASE}-reserve`);
  try {
    const opened = openFiles(directory);
    keepReserve(reserve);
    return opened;
  } catch (error) {
    if (!(error instanceof StoreFullError) || !fs.existsSync(reserve)) throw error;
    fs.rmSync(reserve);
    return openFiles(directory);
  }
}

function openFiles(directory: string): OpenedDatabase {
  const path = join(directory, DATABASE);
  return opening(directory, () => {
    // Only this user: the data are people.
    makeDirectory(directory);
    fs.accessSync(directory, fs.constants.R_OK | fs.constants.W_OK | fs.constants.X_OK);
    refuseFormerFiles(directory);
    if (!fs.existsSync(path)) {
      if (logBytes(path) > 0) throw damaged(directory, `${DATABASE} is missing, but its log is there`);
      createDatabase(directory, path);
    }
    const { database: inspected, seed } = inspectDatabase(directory);
    inspected.close();
    const database = connect(path);
    try {
      // A connection that has read keeps others from deleting the log when they close: notes of a deleted one go only now.
      database.prepare('SELECT 1 FROM meta').get();
      prepareNotes(path);
      // The mark is in the file of the database itself before anything else is written.
      database.exec('UPDATE meta SET needs_log = 1 WHERE needs_log = 0; PRAGMA wal_checkpoint(PASSIVE)');
    } catch (error) {
      database.close();
      throw error;
    }
    inUse.add(database);
    return { database, seed };
  });
}

function keepReserve(path: string): void {
  if (fs.existsSync(path)) return;
  try {
    const { bavail, bsize } = fs.statfsSync(dirname(path));
    // Bytes that are written: a file that is only long takes no space.
    if (bavail * bsize > FREE_BYTES) fs.writeFileSync(path, Buffer.alloc(RESERVE_BYTES), { mode: 0o600 });
  } catch {
    fs.rmSync(path, { force: true });
  }
}

/** Creates a database under another name first, so that a crash leaves a complete file or none. */
function createDatabase(directory: string, path: string): void {
  const temporary = `${path}.${randomUUID()}`;
  try {
    fs.closeSync(fs.openSync(temporary, 'wx', 0o600));
    const database = new Sqlite(temporary);
    database.exec(`PRAGMA journal_mode = WAL;
      PRAGMA application_id = ${APPLICATION_ID}; ${SCHEMA}
      CREATE TABLE meta (format INTEGER, store TEXT, seed INTEGER, needs_log INTEGER) STRICT;`);
    const seed = randomBytes(4).readInt32LE();
    database.prepare('INSERT INTO meta VALUES (?, ?, ?, 0)').run(FORMAT_VERSION, randomUUID(), seed);
    database.close();
    fs.linkSync(temporary, path);
  } catch (error) {
    // Another process may have been faster.
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST' || !fs.existsSync(path)) throw error;
  } finally {
    fs.rmSync(temporary, { force: true });
  }
  // The flush of a new file does not make its name durable. Windows cannot flush a directory and need not.
  if (process.platform === 'win32') return;
  const file = fs.openSync(directory, 'r');
  fs.fsyncSync(file);
  fs.closeSync(file);
}

/** A connection with the settings that all connections of a store share. */
export function connect(path: string): Database {
  const database = new Sqlite(path, { fileMustExist: true, timeout: BUSY_MILLISECONDS });
  // The store flushes the log and orders checkpoints itself. A cache of 1 GiB at most: a system that takes pages of files
  // back early, those of a memory map included, leaves it alone.
  database.exec('PRAGMA synchronous = NORMAL; PRAGMA wal_autocheckpoint = 0; PRAGMA cache_size = -1048576');
  // What was removed is overwritten.
  database.exec('PRAGMA secure_delete = ON');
  return database;
}

/** A connection that only reads, after the checks of opening: unlike others, it leaves the log where it is when it closes. */
export function inspectDatabase(directory: string): OpenedDatabase {
  const path = join(directory, DATABASE);
  return opening(directory, () => {
    if (fs.statSync(path).size === 0) throw damaged(directory, `${DATABASE} is empty`);
    const database = new Sqlite(path, { readonly: true, timeout: BUSY_MILLISECONDS });
    try {
      return { database, seed: checkedSeed(database, directory) };
    } catch (error) {
      database.close();
      throw error;
    }
  });
}

/** When a process exits, SQLite brings the log into the tables and deletes it: the mark must go before. */
const inUse = new Set<Database>();
process.on('exit', () => {
  for (const database of inUse) {
    try {
      closeDatabase(database);
    } catch {
      // The next opening says what is wrong: the mark stays.
    }
  }
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

/** Checks format and completeness. */
function checkedSeed(database: Database, directory: string): number {
  const applicationId = read(database, () => database.pragma('application_id', { simple: true }));
  if (applicationId !== APPLICATION_ID) throw damaged(directory, `${DATABASE} belongs to another program`);
  // SQLite takes what it can of a damaged log.
  const loss = lossOf(database);
  if (loss !== undefined) throw incomplete(database.name, loss);
  const sql = 'SELECT meta.*, page_count * page_size AS bytes FROM meta, pragma_page_count, pragma_page_size';
  const meta = database.prepare(sql).get() as Record<'format' | 'seed' | 'needs_log' | 'bytes', number> | undefined;
  if (meta === undefined) throw damaged(directory, `${DATABASE} does not say what it is`);
  if (meta.format !== FORMAT_VERSION) {
    throw new StoreFormatError(
      `The data in ${directory} have format ${meta.format}; this release reads format ${FORMAT_VERSION}`,
      { hint: 'Start the release that wrote them, or load the records again into a new directory.' },
    );
  }
  const inLog = logBytes(database.name);
  if (meta.needs_log === 1 && inLog === 0) throw incomplete(database.name, 'is missing');
  const { size } = fs.statSync(database.name);
  if (size + inLog < meta.bytes) throw damaged(directory, `${DATABASE} has ${size} of ${meta.bytes} bytes`);
  return meta.seed;
}

/** Where a checkpoint was under way, the tables are damaged without the log: the log is what is wrong. */
function read<T>(database: Database, work: () => T): T {
  try {
    return work();
  } catch (error) {
    const loss = lossOf(database);
    throw loss === undefined ? error : incomplete(database.name, loss);
  }
}

const incomplete = (path: string, reason: string): StoreFormatError =>
  new StoreFormatError(`The log ${path}-wal ${reason}, and the database is incomplete without it`, {
    hint: 'Put both files back, or restore a backup. Copy a store in use with "entity-data backup" only.',
  });

function refuseFormerFiles(directory: string): void {
  const former = FORMER_FILES.find((name) => fs.existsSync(join(directory, name)));
  if (former === undefined) return;
  throw new StoreFormatError(`The directory ${directory} has the file ${former} of a former release`, {
    hint: 'Load the records again into a new directory, or export them with the former release first.',
  });
}

/**
 * Copies the store of one directory into a new one, which can be opened as it is. The copy is the state of one moment;
 * other processes may go on writing. It has what is stored, and nothing that unused parts of the files still hold.
 */
export function backUpStore(from: string, to: string): void {
  const { database } = inspectDatabase(from);
  const path = join(to, DATABASE);
  try {
    fs.mkdirSync(to, { mode: 0o700 });
    fs.closeSync(fs.openSync(path, 'wx', 0o600));
    explained(from, () => database.prepare('VACUUM INTO ?').run(path));
  } finally {
    database.close();
  }
  const copy = new Sqlite(path);
  copy.exec('PRAGMA journal_mode = WAL; UPDATE meta SET needs_log = 0');
  // Brings the log of the copy into it, and flushes it.
  copy.close();
}

/** Reads everything in the store of a directory. Throws what opening throws, and `StoreFormatError` at the first damage. */
export function examineStore(directory: string): void {
  const { database, seed } = inspectDatabase(directory);
  try {
    explained(directory, () => {
      const problem = database.pragma('quick_check(1)', { simple: true });
      if (problem !== 'ok') throw damaged(directory, String(problem));
      const tables = new Tables(database, seed);
      let after: Key | undefined;
      do {
        after = scanPage(tables, { segment: 0, segments: 1, ...(after && { after }) }).next;
      } while (after !== undefined);
    });
  } finally {
    database.close();
  }
}

/** Less free space than this explains a failed write. */
const FULL_BELOW_BYTES = 4 * 1_048_576;

/** Runs work on the files of a directory; throws its errors as those that callers of a store know. */
export function explained<T>(directory: string, work: () => T, Otherwise: Other = RetryableError): T {
  try {
    return work();
  } catch (cause) {
    throw storageFailure(cause, directory, Otherwise);
  }
}

/** A directory that cannot be opened is not worth another attempt. */
const opening = <T>(directory: string, work: () => T): T => explained(directory, work, StoreUnavailableError);

type Other = typeof RetryableError | typeof StoreUnavailableError;

/** @param Otherwise of what is neither damage nor a full disk */
export function storageFailure(cause: unknown, directory: string, Otherwise: Other = RetryableError): Error {
  if (cause instanceof EntityDataError) return cause;
  const { code = '', message } = cause as { code?: string; message: string };
  // A plain error is one in a statement of this service: a table is missing. A text that is no JSON is damaged, too.
  const isDamage = /^SQLITE_(NOTADB$|CORRUPT|ERROR$)/.test(code) || cause instanceof SyntaxError;
  if (isDamage) return damaged(directory, message, cause);
  // SQLite reports some writes cut short by a full disk as input/output errors; the file system knows better.
  const { bavail, bsize } = fs.statfsSync(fs.existsSync(directory) ? directory : '.');
  if (/^(SQLITE_FULL|ENOSPC|EFBIG|EDQUOT)/.test(code) || bavail * bsize < FULL_BELOW_BYTES) {
    return new StoreFullError(`The data directory ${directory} is full: ${message}`, {
      hint: 'Free disk space, then repeat the request; nothing that was acknowledged is lost.',
      cause,
    });
  }
  return new Otherwise(`The data directory ${directory} could not be read or written: ${message}`, {
    hint: 'Check that this user may write to the directory and that its disk works, then start again.',
    cause,
  });
}

const damaged = (directory: string, reason: string, cause?: unknown): StoreFormatError =>
  new StoreFormatError(`The database in ${directory} is damaged, or not one of this service: ${reason}`, {
    hint: 'Restore a backup, load the records again into a new directory, or name another directory.',
    cause,
  });
