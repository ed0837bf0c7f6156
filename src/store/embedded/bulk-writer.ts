import * as fs from 'node:fs';
import { join } from 'node:path';
import Sqlite, { type Database } from 'better-sqlite3';
import { makeDirectory } from '../../make-directory.ts';
import { StoreFormatError, StoreUnavailableError } from '../errors.ts';
import type { Item, Key } from '../port.ts';
import { closeDatabase, DATABASE, explained, inspectDatabase, openDatabase } from './database-file.ts';
import { packedItem, type StoredItem, spreadMark } from './rows.ts';
import { PACKED_CHARACTERS, scanPage, Tables } from './tables.ts';

/**
 * Writes many items into a store that no other process uses: rows in the order of their numbers, without a log. The file is worth
 * nothing until the end: a crash leaves it in a directory of its own, from where it is linked into its place when it is whole.
 */

/** Bytes of a first buffer of rows. */
const FIRST_BYTES = 1_048_576;

/** The rows of a range of numbers, in memory: as bytes, because texts of so many rows would burden the collector. */
export class BulkRows {
  private readonly numbers: number[] = [];
  /** Where each row ends in the bytes; it begins where the one before ends. */
  private readonly ends: number[] = [0];
  private bytes = Buffer.allocUnsafeSlow(FIRST_BYTES);
  private readonly spread: { readonly pk: string; readonly items: readonly StoredItem[] }[] = [];

  /** Adds all items of a partition. @param number that of `partitionNumber` */
  add(number: number, pk: string, items: readonly StoredItem[]): void {
    let text = '';
    for (const item of items) text += packedItem({ pk, sk: item.sk }, item.text);
    if (text.length > PACKED_CHARACTERS) {
      this.spread.push({ pk, items });
      text = spreadMark(pk);
    }
    const at = this.ends.at(-1)!;
    this.numbers.push(number);
    this.ends.push(at + this.room(at, text.length * 3).write(text, at));
  }

  private room(at: number, bytes: number): Buffer {
    if (at + bytes > this.bytes.length) {
      const larger = Buffer.allocUnsafeSlow(2 * this.bytes.length + bytes);
      this.bytes.copy(larger, 0, 0, at);
      this.bytes = larger;
    }
    return this.bytes;
  }

  /** The rows by number: partitions that share a number share a row. */
  *rows(): Generator<readonly [number: number, text: Buffer], void, undefined> {
    const { numbers, ends, bytes } = this;
    const textOf = (row: number) => bytes.subarray(ends[row]!, ends[row + 1]!);
    const order = Uint32Array.from(numbers.keys()).sort((a, b) => numbers[a]! - numbers[b]!);
    for (let at = 0; at < order.length; ) {
      const number = numbers[order[at]!]!;
      let text = textOf(order[at]!);
      for (at += 1; at < order.length && numbers[order[at]!] === number; at++) {
        text = Buffer.concat([text, textOf(order[at]!)]);
      }
      yield [number, text];
    }
  }

  /** Items that have rows of their own, in no order. */
  *spreadItems(): Generator<readonly [pk: string, sk: string, text: string], void, undefined> {
    for (const { pk, items } of this.spread) for (const { sk, text } of items) yield [pk, sk, text];
  }
}

/** The path of the database of a store that is closed, and the seed of `partitionNumber`. */
export interface BulkTarget {
  readonly path: string;
  readonly seed: number;
}

/** Readies a store for connections that write in bulk. Throws StoreUnavailableError, StoreFormatError. */
export function beginBulk(directory: string): BulkTarget {
  const { database, seed } = inspectDatabase(directory);
  database.close();
  const path = join(directory, DATABASE);
  return explained(directory, () => {
    const target = new Sqlite(path, { fileMustExist: true });
    target.pragma('journal_mode = DELETE');
    target.close();
    fs.closeSync(fs.openSync(unsortedPath(path), 'wx', 0o600));
    const unsorted = new Sqlite(unsortedPath(path));
    unsorted.exec('CREATE TABLE unsorted (pk TEXT NOT NULL, sk TEXT NOT NULL, attributes TEXT NOT NULL) STRICT');
    unsorted.close();
    return { path, seed };
  });
}

const unsortedPath = (path: string): string => `${path}-unsorted`;

/** One of several that write by turns. */
export class BulkConnection {
  private readonly database: Database;
  private readonly directory: string;

  constructor({ path }: Pick<BulkTarget, 'path'>, directory: string) {
    this.directory = directory;
    this.database = explained(directory, () => openUnsafe(path));
  }

  /** Throws StoreFullError, StoreUnavailableError. */
  write(rows: BulkRows): void {
    explained(this.directory, () => {
      const { database } = this;
      const row = database.prepare(
        'INSERT INTO partition VALUES (?, CAST(? AS TEXT)) ON CONFLICT (number) DO UPDATE SET items = items || excluded.items',
      );
      const item = database.prepare('INSERT INTO sorting.unsorted VALUES (?, ?, ?)');
      database.exec('BEGIN IMMEDIATE');
      for (const [number, text] of rows.rows()) row.run(number, text);
      for (const given of rows.spreadItems()) item.run(...given);
      database.exec('COMMIT');
    });
  }

  close(): void {
    this.database.close();
  }
}

/** A crash leaves a file that nothing names: nothing would have to be rolled back. */
function openUnsafe(path: string): Database {
  const database = new Sqlite(path, { fileMustExist: true, timeout: 60_000 });
  // Allows a database without a journal.
  database.unsafeMode();
  database.prepare('ATTACH ? AS sorting').run(unsortedPath(path));
  database.exec('PRAGMA main.journal_mode = OFF; PRAGMA sorting.journal_mode = OFF; PRAGMA synchronous = OFF');
  database.exec('PRAGMA main.cache_size = -32768');
  return database;
}

/** Ends the writing in bulk: the store can be opened as any other. Throws StoreFullError, StoreUnavailableError. */
export function endBulk({ path }: BulkTarget, directory: string): void {
  explained(directory, () => {
    const database = openUnsafe(path);
    database.exec('INSERT INTO item SELECT * FROM sorting.unsorted ORDER BY pk, sk');
    database.exec('DETACH sorting; PRAGMA journal_mode = WAL; UPDATE meta SET needs_log = 0');
    database.close();
    fs.rmSync(unsortedPath(path));
  });
}

/**
 * Links the database of a closed store into a directory that has none, and makes both durable.
 *
 * @throws StoreUnavailableError, StoreFullError; StoreFormatError if a database is there by now
 */
export function placeDatabase(from: string, directory: string): void {
  explained(
    directory,
    () => {
      const path = join(from, DATABASE);
      const file = fs.openSync(path, 'r+');
      fs.fsyncSync(file);
      fs.closeSync(file);
      makeDirectory(directory);
      try {
        fs.linkSync(path, join(directory, DATABASE));
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'EEXIST') throw hasDatabase(directory);
        throw error;
      }
      try {
        flushDirectory(directory);
      } catch (error) {
        // After an error there is no store.
        fs.rmSync(join(directory, DATABASE));
        throw error;
      }
    },
    StoreUnavailableError,
  );
}

/** Windows cannot flush a directory and need not. */
function flushDirectory(directory: string): void {
  if (process.platform === 'win32') return;
  const file = fs.openSync(directory, 'r');
  try {
    fs.fsyncSync(file);
  } finally {
    fs.closeSync(file);
  }
}

/** @throws StoreFormatError if the directory has a database */
export function refuseDatabase(directory: string): void {
  const taken = (name: string) => fs.existsSync(join(directory, name));
  if (taken(DATABASE) || taken(`${DATABASE}-wal`)) throw hasDatabase(directory);
}

const hasDatabase = (directory: string): StoreFormatError =>
  new StoreFormatError(`${directory} has data already: a first store is only made where there is none.`, {
    hint: 'Load into the service that has the data, or name a directory without data.',
  });

/** A store with more has records. */
const FEW_ITEMS = 100;

/** Everything in a store that has few items; undefined if it has more. Other processes may go on writing. */
export function fewItems(directory: string): readonly Item[] | undefined {
  const { database, seed } = inspectDatabase(directory);
  try {
    return explained(directory, () => itemsIn(new Tables(database, seed)));
  } finally {
    database.close();
  }
}

function itemsIn(tables: Tables): readonly Item[] | undefined {
  const items: Item[] = [];
  let after: Key | undefined;
  do {
    const page = scanPage(tables, { segment: 0, segments: 1, limit: FEW_ITEMS, ...(after && { after }) });
    items.push(...page.items);
    after = page.next;
  } while (after !== undefined && items.length <= FEW_ITEMS);
  return after === undefined ? items : undefined;
}

/**
 * Gives a store that other processes use the content of a closed one, in one transaction: they see all of it or nothing. The
 * closed one began as a copy of the other one, so that rows have the same numbers.
 *
 * @param mayGo looks at what the store has, which no process changes meanwhile; undefined for more than a few items
 * @returns whether the store has the content now
 * @throws StoreFullError, StoreUnavailableError, StoreFormatError, RetryableError
 */
export function fillDatabase(
  from: string,
  directory: string,
  mayGo: (items: readonly Item[] | undefined) => boolean,
): boolean {
  const { database, seed } = openDatabase(directory);
  try {
    return explained(directory, () => {
      database.prepare('ATTACH ? AS filled').run(join(from, DATABASE));
      // A commit is durable when it is made.
      database.exec('PRAGMA main.cache_size = -32768; PRAGMA main.synchronous = FULL; BEGIN IMMEDIATE');
      if (!mayGo(itemsIn(new Tables(database, seed)))) return false;
      // Rows of a table into an empty one of the same form: SQLite copies them without a look at their content.
      for (const table of ['partition', 'item']) {
        database.exec(`DELETE FROM main.${table}; INSERT INTO main.${table} SELECT * FROM filled.${table}`);
      }
      database.exec('COMMIT');
      return true;
    });
  } finally {
    endFilling(database);
  }
}

/** The log is as large as the data: it is cut, so that reads need not search it, and nothing of a failed attempt stays in it. */
function endFilling(database: Database): void {
  if (database.inTransaction) database.exec('ROLLBACK');
  try {
    database.pragma('wal_checkpoint(TRUNCATE)');
  } catch {
    // Other processes cut it later.
  }
  closeDatabase(database);
}
