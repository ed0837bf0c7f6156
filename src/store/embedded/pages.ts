import type { Item, Key, Page, QueryOptions, ScanOptions, ScanPage } from '../port.ts';
import { compareUtf8 } from '../utf8-order.ts';
import { itemOf } from './item-text.ts';
import { partitionsIn } from './packed-row.ts';
import { firstNumberOf, partitionNumber } from './partition-number.ts';
import type { Tables } from './tables.ts';

/** Limits of a page, so that a read of much does not block the event loop for long. */
const PAGE_ITEMS = 1_000;
const PAGE_CHARACTERS = 1_048_576;

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
function pageLimit(limit = PAGE_ITEMS): (text: string) => boolean {
  let items = Math.min(Math.max(limit, 1), PAGE_ITEMS);
  let characters = PAGE_CHARACTERS;
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
