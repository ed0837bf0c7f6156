import type { Database } from 'better-sqlite3';
import { compareUtf8, isAtOrBehind } from '../items.ts';
import type { Item, Key, Page, QueryOptions, ScanOptions, ScanPage } from '../port.ts';

import {
  attributesIn,
  firstNumberOf,
  itemOf,
  itemsIn,
  partitionNumber,
  partitionsIn,
  type StoredItem,
  spreadMark,
  withItem,
} from './rows.ts';

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

/** Limits of a page, so that a read of much does not block the event loop for long. */
const MOST_ITEMS = 1_000;
const MOST_CHARACTERS = 1_048_576;

/** An item; without a text, the end of a partition. */
interface Scanned {
  readonly position: Key;
  readonly text?: string;
}

/** Behind every item of a partition. */
const END = '\u{10ffff}';

export function queryPage(tables: Tables, pk: string, { prefix = '', after, limit }: QueryOptions): Page {
  const isFull = pageLimit(limit);
  const items: Item[] = [];
  for (const { sk, text } of tables.items(pk, prefix, after)) {
    items.push(itemOf({ pk, sk }, text));
    if (isFull(text)) return { items, next: sk };
  }
  return { items };
}

/** One page of the partitions whose numbers are in a segment, by number; by key where partitions share a number. */
export function scanPage(tables: Tables, options: ScanOptions): ScanPage {
  const isFull = pageLimit(options.limit);
  const items: Item[] = [];
  for (const { position, text = '' } of scan(tables, options)) {
    if (text !== '') items.push(itemWith(options.attributes, position, text));
    if (isFull(text)) return { items, next: position };
  }
  return { items };
}

/** Whether a page is full with this text as well. */
function pageLimit(limit = MOST_ITEMS): (text: string) => boolean {
  let items = Math.min(Math.max(limit, 1), MOST_ITEMS);
  let characters = MOST_CHARACTERS;
  return (text) => {
    items -= 1;
    characters -= text.length;
    return items <= 0 || characters <= 0;
  };
}

/** The items of a segment, and the ends of its partitions, after the position. */
function* scan(tables: Tables, { segment, segments, prefix = '', after }: ScanOptions): Generator<Scanned> {
  const first = after === undefined ? firstNumberOf(segment, segments) : partitionNumber(after.pk, tables.seed);
  for (const { number, row } of tables.rows(first, firstNumberOf(segment + 1, segments))) {
    const from = number === first ? after : undefined;
    for (const pk of partitionsIn(row).sort(compareUtf8)) {
      if (from !== undefined && isPassed(pk, from)) continue;
      // Passes over a partition without the prefix.
      const items = pk.startsWith(prefix) ? tables.items(pk, '', pk === from?.pk ? from.sk : '') : [];
      for (const { sk, text } of items) yield { position: { pk, sk }, text };
      yield { position: { pk, sk: END } };
    }
  }
}

const isPassed = (pk: string, { pk: last, sk }: Key): boolean => (pk === last ? sk === END : compareUtf8(pk, last) < 0);

function itemWith(attributes: readonly string[] | undefined, key: Key, text: string): Item {
  const item = itemOf(key, text);
  if (attributes === undefined) return item;
  return { ...Object.fromEntries(attributes.flatMap((name) => (name in item ? [[name, item[name]!]] : []))), ...key };
}
