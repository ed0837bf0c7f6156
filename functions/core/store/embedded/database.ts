import { accessSync, closeSync, constants, fsyncSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { join } from 'node:path';
import { open } from 'lmdb';
import { StoreFormatError, StoreUnavailableError } from '../errors.ts';
import type { Value } from '../port.ts';
import { keyEncoder, type StoredKey } from './key.ts';
import { makeDirectory } from './make-directory.ts';

/** Raised when the layout of keys or values changes, so that older data is refused instead of misread. */
export const FORMAT_VERSION = 1;

/** A partition key of the port has at least one byte, so that this key is free. */
const FORMAT_KEY: StoredKey = { pk: '', sk: 'format' };
const FORMAT_NAME = 'entity-data';

export type Attributes = { [name: string]: Value };

/** As much of lmdb as is used here, in this store's own types. */
export interface Database {
  readonly encoder: { encode(value: unknown): Uint8Array };
  /** Bytes of the value that was read last. */
  readonly lastSize: number;
  get(key: StoredKey): Attributes | undefined;
  put(key: StoredKey, value: unknown): unknown;
  remove(key: StoredKey): unknown;
  /** `key` is what {@link keyEncoder} reads: the sort key. */
  getRange(range: { start?: StoredKey; end?: StoredKey; limit?: number }): Iterable<{ key: string; value: Attributes }>;
  transaction<T>(work: () => T): Promise<T>;
  transactionSync<T>(work: () => T): T;
  resetReadTxn(): void;
  close(): Promise<void>;
}

/**
 * Address space, not memory or disk: the file grows as it fills. Set high at once because LMDB grows a map by making a
 * second one and keeping the first, which counts every page twice.
 */
const MAP_BYTES = 2 ** 38;

export interface DatabaseOptions {
  /** Created when missing. */
  readonly directory: string;
  /** Most bytes of address space (default 256 GiB). */
  readonly mapBytes?: number;
}

/** Opens or creates the database file of a directory. Throws {@link StoreUnavailableError} and {@link StoreFormatError}. */
export function openDatabase(options: DatabaseOptions): Database {
  const { directory } = options;
  try {
    // Only this user: the data are people.
    makeDirectory(directory);
    accessSync(directory, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (cause) {
    throw new StoreUnavailableError(`The data directory ${directory} cannot be written: ${(cause as Error).message}`, {
      hint: 'Name a directory that this user may write to, on a disk with free space.',
      cause,
    });
  }
  const path = join(directory, 'entity-data.mdb');
  checkHeader(path);
  let database: Database;
  try {
    database = open({
      path,
      noSubdir: true,
      keyEncoder,
      encoding: 'msgpack',
      // Plain maps: every value is readable by itself, whoever wrote it, without a table of structures to keep in step.
      encoder: { useRecords: false, mapsAsObjects: true },
      permissionsMode: 0o600,
      mapSize: options.mapBytes ?? MAP_BYTES,
      // lmdb can flush behind a commit instead, guarded by a second mutex. A process killed while it holds that one makes
      // LMDB declare the database broken in every process that is just writing, and it gained nothing measurable here.
      overlappingSync: false,
      // The groups are made in group-commit.ts; lmdb's own would leave a promise that nobody hears when a commit fails.
      eventTurnBatching: false,
    } as Parameters<typeof open>[0]) as unknown as Database;
  } catch (cause) {
    throw unreadable(path, cause);
  }
  try {
    checkFormat(database, path);
    flushDirectory(directory);
  } catch (error) {
    void database.close();
    throw error;
  }
  return database;
}

/** Where LMDB's first page says what the file is. lmdb itself crashes the process over a file that is something else. */
const MAGIC = 0xbeefc0de;
const MAGIC_OFFSET = 24;
const LMDB_DATA_VERSION = 2;
const HEADER_BYTES = 32;

function checkHeader(path: string): void {
  const header = Buffer.alloc(HEADER_BYTES);
  let length: number;
  try {
    const file = openSync(path, 'r');
    try {
      length = readSync(file, header, 0, HEADER_BYTES, 0);
    } finally {
      closeSync(file);
    }
  } catch (cause) {
    if ((cause as NodeJS.ErrnoException).code === 'ENOENT') return;
    throw unreadable(path, cause);
  }
  if (length === 0) return;
  const word = (offset: number) => (endianness() === 'LE' ? header.readUInt32LE(offset) : header.readUInt32BE(offset));
  if (word(MAGIC_OFFSET) !== MAGIC || word(MAGIC_OFFSET + 4) !== LMDB_DATA_VERSION) {
    throw unreadable(path, new Error('MDB_INVALID: the file does not begin as an LMDB database does'));
  }
}

/** A new file's own flush does not make its name durable. */
function flushDirectory(directory: string): void {
  // Windows cannot flush a directory and need not.
  if (process.platform === 'win32') return;
  const handle = openSync(directory, 'r');
  try {
    fsyncSync(handle);
  } finally {
    closeSync(handle);
  }
}

function checkFormat(database: Database, path: string): void {
  const version = database.transactionSync(() => {
    const marker = database.get(FORMAT_KEY);
    if (marker !== undefined) return marker['name'] === FORMAT_NAME ? marker['version'] : 'of another program';
    const [first] = [...database.getRange({ start: { pk: '', sk: '' }, limit: 1 })];
    if (first !== undefined) return 'of another program';
    database.put(FORMAT_KEY, { name: FORMAT_NAME, version: FORMAT_VERSION });
    return FORMAT_VERSION;
  });
  if (version !== FORMAT_VERSION) {
    throw new StoreFormatError(
      `The database ${path} has format ${version}; this version reads format ${FORMAT_VERSION}`,
      {
        hint: 'Name another data directory, or open it with the version that wrote it.',
      },
    );
  }
}

function unreadable(path: string, cause: unknown): StoreUnavailableError | StoreFormatError {
  const reason = (cause as Error).message;
  if (/MDB_INVALID|MDB_VERSION_MISMATCH|MDB_CORRUPTED/.test(reason)) {
    return new StoreFormatError(`The file ${path} is no database of this service: ${reason}`, {
      hint: 'Name another data directory, or restore the file from a backup.',
      cause,
    });
  }
  return new StoreUnavailableError(`The database ${path} cannot be opened: ${reason}`, {
    hint: 'See that this user may write to the data directory and that its disk has free space.',
    cause,
  });
}
