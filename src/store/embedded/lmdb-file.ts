import { closeSync, openSync, readSync } from 'node:fs';
import { endianness } from 'node:os';
import { open } from 'lmdb';
import { StoreFormatError, StoreUnavailableError } from '../errors.ts';

/** As much of lmdb as is used here, in this store's own types; K is what the key encoder writes, R what it reads. */
export interface LmdbFile<K, R> {
  /** Bytes of the value that was read last. */
  readonly lastSize: number;
  /** The value at the beginning of a buffer that the next read overwrites. */
  getBinaryFast(key: K): Buffer | undefined;
  put(key: K, value: Uint8Array): unknown;
  remove(key: K): unknown;
  getRange(range: { start?: K; end?: K; limit?: number }): Iterable<{ key: R; value: Buffer }>;
  /** Another tree of the same file, within the same transactions; made when it is missing. */
  openDB(name: string, options: { encoding: 'binary'; keyEncoder: KeyEncoder<K, R> }): LmdbFile<K, R>;
  /** Runs `work` under the write lock of the file, which every process respects; resolves when it is committed and flushed. */
  transaction<T>(work: () => T): Promise<T>;
  transactionSync<T>(work: () => T): T;
  /** The next read sees what other threads and processes committed. */
  resetReadTxn(): void;
  /** Within a transaction: its number. */
  getWriteTxnId(): number;
  /** The number of the last transaction that was committed, as the file has it. */
  readonly env: { info(): { readonly lastTxnId: number } };
  close(): Promise<void>;
}

export interface KeyEncoder<K, R> {
  writeKey(key: K, target: Buffer, start: number): number;
  readKey(source: Buffer, start: number, end: number): R;
}

/**
 * Address space, not memory or disk: the file grows as it fills. Set high at once because LMDB grows a map by making a
 * second one and keeping the first, which counts every page twice.
 */
const MAP_BYTES = 2 ** 38;

export interface LmdbFileOptions<K, R> {
  readonly path: string;
  readonly keyEncoder: KeyEncoder<K, R>;
}

/**
 * As {@link openLmdbFile} a file that several processes write: opened again until what they go by is what is committed.
 * Waits for whoever is just writing.
 */
export function openWrittenFile<K, R>({ path, keyEncoder }: LmdbFileOptions<K, R>): LmdbFile<K, R> {
  for (let attempt = 1; ; attempt++) {
    const file = openLmdbFile({ path, keyEncoder });
    try {
      // No other process writes as long as it is so, and to open the file again puts it right.
      if (attempt === ATTEMPTS || !file.transactionSync(() => isSetBack(file))) return file;
    } catch (cause) {
      void file.close();
      throw unreadable(path, cause);
    }
    void file.close();
  }
}

const ATTEMPTS = 100;

/**
 * Whether, within a transaction, what all processes go by lies behind what is committed. A process that opens a file sets
 * the number of the last transaction, which all share, to what it read a moment before, without a lock (mdb_env_open2 in
 * lmdb 3.5.6): what others committed in this moment would be written over, though it was acknowledged, and pages of the
 * tree with it. Whoever writes looks for that under the lock and writes nothing until it is put right.
 */
export const isSetBack = <K, R>(file: LmdbFile<K, R>): boolean =>
  file.getWriteTxnId() !== file.env.info().lastTxnId + 1;

/** Another process is just opening the file, see {@link isSetBack}. */
export class SetBackError extends Error {
  constructor() {
    super('Another process, which is just opening the file, has set back the number of the last transaction');
  }
}

/** Within a transaction, before it writes anything. */
export function refuseSetBack<K, R>(file: LmdbFile<K, R>): void {
  if (isSetBack(file)) throw new SetBackError();
}

/** Opens or creates a file of LMDB. Throws {@link StoreUnavailableError} and {@link StoreFormatError}. */
export function openLmdbFile<K, R>({ path, keyEncoder }: LmdbFileOptions<K, R>): LmdbFile<K, R> {
  checkHeader(path);
  try {
    return open({
      path,
      noSubdir: true,
      keyEncoder,
      encoding: 'binary',
      permissionsMode: 0o600,
      mapSize: MAP_BYTES,
      // lmdb can flush behind a commit instead, guarded by a second mutex. A process killed while it holds that one makes
      // LMDB declare the database broken in every process that is just writing.
      overlappingSync: false,
      // The groups are made in group-commit.ts; lmdb's own would leave a promise that nobody hears when a commit fails.
      eventTurnBatching: false,
    } as unknown as Parameters<typeof open>[0]) as unknown as LmdbFile<K, R>;
  } catch (cause) {
    throw unreadable(path, cause);
  }
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
