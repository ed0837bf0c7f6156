import type { Database } from 'better-sqlite3';
import { isAtOrBehind } from '../limits.ts';
import type { Item, Key } from '../port.ts';
import { compareUtf8 } from '../utf8-order.ts';
import { itemOf } from './item-text.ts';
import { attributesIn, itemsIn, type StoredItem, spreadMark, withItem } from './packed-row.ts';
import { partitionNumber } from './partition-number.ts';

/** A partition with more characters gets one row per item: a page of 4 KB then holds at least two small partitions. */
export const PACKED_CHARACTERS = 1_500;
/** An item with so many characters takes as much log as two. */
const PAGE_CHARACTERS = 4_096;

export const SCHEMA = `
  CREATE TABLE partition (number INTEGER PRIMARY KEY, items TEXT NOT NULL) STRICT;
  CREATE TABLE item (pk TEXT NOT NULL, sk TEXT NOT NULL, attributes TEXT NOT NULL, PRIMARY KEY (pk, sk)) STRICT, WITHOUT ROWID;
`;

/**
 * The items: `partition` holds those of small partitions in one row each, found by an integer key; `item` holds those of
 * large ones. Reads share a snapshot until the current callback of the event loop has ended, because to begin one costs
 * as much as several reads.
 */
export class Tables {
  /** That of `partitionNumber`. */
  readonly seed: number;
  readonly #database: Database;
  readonly #sql: ReturnType<typeof statementsOf>;
  /** Rows of `partition` changed by the current write transaction. */
  readonly #changed = new Map<number, string>();
  /** Items put by the current write transaction; large ones count as several. */
  #puts = 0;

  constructor(database: Database, seed: number) {
    this.#database = database;
    this.seed = seed;
    this.#sql = statementsOf(database);
  }

  get(key: Key): Item | undefined {
    const row = this.#row(partitionNumber(key.pk, this.seed));
    if (row === '') return undefined;
    const isSpread = row.includes(spreadMark(key.pk));
    const text = isSpread ? (this.#sql.item.get(key.pk, key.sk) as string | undefined) : attributesIn(row, key);
    return text === undefined ? undefined : itemOf(key, text);
  }

  /** The items of a partition that have a prefix and come after a sort key, in order. Iterate before anything else. */
  items(pk: string, prefix: string, after = ''): Iterable<StoredItem> {
    const row = this.#row(partitionNumber(pk, this.seed));
    if (row === '') return [];
    if (row.includes(spreadMark(pk))) return this.#spreadItems(pk, prefix, after);
    return itemsIn(row, pk)
      .filter(({ sk }) => sk.startsWith(prefix) && compareUtf8(sk, after) > 0)
      .sort((a, b) => compareUtf8(a.sk, b.sk));
  }

  /** The rows of small partitions by number: from one number, inclusive, to another, exclusive. Iterate before anything else. */
  rows(from: number, before: number): Iterable<{ readonly number: number; readonly row: string }> {
    this.#enter();
    return this.#sql.rows.iterate(from, before) as IterableIterator<{ number: number; row: string }>;
  }

  /** Within {@link write}. Without attributes the item is removed. */
  put(key: Key, attributes: string | undefined): void {
    const { pk } = key;
    this.#puts += 1 + Math.floor((attributes?.length ?? 0) / PAGE_CHARACTERS);
    const number = partitionNumber(pk, this.seed);
    const before = this.#row(number);
    if (before.includes(spreadMark(pk))) {
      this.#putSpread(key, attributes);
      return;
    }
    let row = withItem(before, key, attributes);
    if (row.length > PACKED_CHARACTERS) {
      for (const { sk, text } of itemsIn(row, pk)) {
        this.#putSpread({ pk, sk }, text);
        row = withItem(row, { pk, sk }, undefined);
      }
      row += spreadMark(pk);
    }
    this.#changed.set(number, row);
  }

  /**
   * Runs `work` in a transaction that excludes all other writers. Returns the number of items put, large ones counted as
   * several. Throws what `work` throws, and the error of SQLite when the transaction cannot begin or commit; nothing is written then.
   */
  write(work: () => unknown): number {
    this.#leave();
    this.#sql.beginWrite.run();
    try {
      // Another process may have released the log when it closed the store.
      this.#sql.needLog.run();
      work();
      for (const [number, row] of [...this.#changed].sort(([a], [b]) => a - b)) {
        if (row === '') this.#sql.deleteRow.run(number);
        else this.#sql.putRow.run(number, row);
      }
      this.#sql.commit.run();
      return this.#puts;
    } finally {
      this.#puts = 0;
      this.#changed.clear();
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    }
  }

  /** Empty when there is none. */
  #row(number: number): string {
    this.#enter();
    return this.#changed.get(number) ?? (this.#sql.row.get(number) as string | undefined) ?? '';
  }

  *#spreadItems(pk: string, prefix: string, after: string): Generator<StoredItem, void, undefined> {
    const rows = isAtOrBehind(after, prefix)
      ? this.#sql.itemsAfter.iterate(pk, after)
      : this.#sql.itemsFrom.iterate(pk, prefix);
    for (const item of rows as IterableIterator<StoredItem>) {
      if (!item.sk.startsWith(prefix)) return;
      yield item;
    }
  }

  #putSpread({ pk, sk }: Key, attributes: string | undefined): void {
    if (attributes === undefined) this.#sql.deleteItem.run(pk, sk);
    else this.#sql.putItem.run(pk, sk, attributes);
  }

  #enter(): void {
    if (this.#database.inTransaction) return;
    this.#sql.begin.run();
    // Runs when all microtasks of the current callback are done, before a message of another process can arrive.
    process.nextTick(this.#leave);
  }

  readonly #leave = (): void => {
    if (!this.#database.inTransaction) return;
    try {
      this.#sql.commit.run();
    } catch {
      // After a read of a damaged page, which told its caller.
      if (this.#database.inTransaction) this.#database.exec('ROLLBACK');
    }
  };
}

function statementsOf(database: Database) {
  const items = 'SELECT sk, attributes AS text FROM item WHERE pk = ? AND sk';
  return {
    begin: database.prepare('BEGIN'),
    beginWrite: database.prepare('BEGIN IMMEDIATE'),
    commit: database.prepare('COMMIT'),
    needLog: database.prepare('UPDATE meta SET needs_log = 1 WHERE needs_log = 0'),
    row: database.prepare('SELECT items FROM partition WHERE number = ?').pluck(),
    rows: database.prepare(
      'SELECT number, items AS row FROM partition WHERE number >= ? AND number < ? ORDER BY number',
    ),
    putRow: database.prepare('REPLACE INTO partition VALUES (?, ?)'),
    deleteRow: database.prepare('DELETE FROM partition WHERE number = ?'),
    item: database.prepare('SELECT attributes FROM item WHERE pk = ? AND sk = ?').pluck(),
    itemsFrom: database.prepare(`${items} >= ? ORDER BY sk`),
    itemsAfter: database.prepare(`${items} > ? ORDER BY sk`),
    putItem: database.prepare('REPLACE INTO item VALUES (?, ?, ?)'),
    deleteItem: database.prepare('DELETE FROM item WHERE pk = ? AND sk = ?'),
  };
}
