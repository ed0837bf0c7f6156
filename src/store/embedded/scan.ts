import type { Item, Key, ScanOptions, ScanPage } from '../port.ts';
import { compareUtf8 } from '../utf8-order.ts';
import { partitionsIn } from './packed-row.ts';
import { firstNumberOf, partitionNumber } from './partition-number.ts';
import type { Tables } from './tables.ts';

/** Limits of a page, so that it does not block the event loop for long. */
const PAGE_ITEMS = 1_000;
const PAGE_CHARACTERS = 1_048_576;

/** An item; without a text, the end of a partition. */
interface Scanned {
  readonly position: Key;
  readonly text?: string;
}

/** Behind every item of a partition. */
const END = '\u{10ffff}';

/**
 * One page of the partitions whose numbers are in a segment, by number; by key where partitions share a number.
 *
 * @param seed the seed of `partitionNumber`
 */
export function scanPage(tables: Tables, seed: number, options: ScanOptions): ScanPage {
  const { attributes, limit = PAGE_ITEMS } = options;
  const most = Math.min(Math.max(limit, 1), PAGE_ITEMS);
  const items: Item[] = [];
  let read = 0;
  let characters = 0;
  for (const { position, text = '' } of scan(tables, seed, options, most)) {
    if (text !== '') items.push(itemWith(attributes, position, text));
    read += 1;
    characters += text.length;
    if (read >= most || characters >= PAGE_CHARACTERS) return { items, next: position };
  }
  return { items };
}

/** At least `most` items and ends of the segment after the position; all that are left if there are fewer. */
function* scan(
  tables: Tables,
  seed: number,
  { segment, segments, prefix = '', after }: ScanOptions,
  most: number,
): Generator<Scanned, void, undefined> {
  const first = after === undefined ? firstNumberOf(segment, segments) : partitionNumber(after.pk, seed);
  // One row more: everything in the first may be before the position.
  for (const { number, row } of tables.rows(first, firstNumberOf(segment + 1, segments), most + 1)) {
    const from = number === first ? after : undefined;
    for (const pk of partitionsIn(row).sort(compareUtf8)) {
      if (from === undefined || !isPassed(pk, from)) yield* scanPartition(tables, pk, prefix, from);
    }
  }
}

const isPassed = (pk: string, { pk: last, sk }: Key): boolean => (pk === last ? sk === END : compareUtf8(pk, last) < 0);

/** Passes over a partition without the prefix. */
function* scanPartition(tables: Tables, pk: string, prefix: string, from: Key | undefined): Generator<Scanned> {
  if (pk.startsWith(prefix)) {
    const items = tables.items(pk, '', pk === from?.pk ? from.sk : '');
    for (const { sk, text } of items) yield { position: { pk, sk }, text };
  }
  yield { position: { pk, sk: END } };
}

function itemWith(attributes: readonly string[] | undefined, key: Key, text: string): Item {
  const all = JSON.parse(text) as { [attribute: string]: Item[string] };
  if (attributes === undefined) return { ...all, ...key };
  return { ...Object.fromEntries(attributes.flatMap((name) => (name in all ? [[name, all[name]!]] : []))), ...key };
}
